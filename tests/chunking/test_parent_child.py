import pytest

from pincite.chunking import ChunkingConfig, Tier, split_parent_child
from pincite.chunking.config import parent_child_configs
from pincite.core.errors import InvalidInput

BODY = "회사는 보험금을 지급합니다. 계약자는 알릴 의무가 있습니다. "


@pytest.mark.feature("CH-09")
@pytest.mark.feature("PC-08")
@pytest.mark.feature("PC-09")
def test_both_configurations() -> None:
    config = ChunkingConfig(enable_parent_child=True, strategy="heading", token_limit=100, languages=("ko",))
    parent, child = parent_child_configs(config)
    assert (parent.chunk_size, parent.chunk_overlap, parent.token_limit) == (4096, 80, 0)
    assert (child.chunk_size, child.chunk_overlap, child.token_limit) == (384, 76, 100)
    assert parent.strategy == child.strategy == "heading"
    assert parent.languages == child.languages == ("ko",)


@pytest.mark.feature("CH-03")
def test_no_overlap_is_none_for_children_too() -> None:
    assert parent_child_configs(ChunkingConfig(chunk_overlap=0))[1].chunk_overlap == 0


def test_children_larger_than_their_parents_are_refused() -> None:
    with pytest.raises(InvalidInput, match="child_chunk_size"):
        ChunkingConfig(enable_parent_child=True, parent_chunk_size=100, child_chunk_size=200)


@pytest.mark.feature("PC-01")
@pytest.mark.feature("PC-02")
def test_sizes_numbers_and_offsets() -> None:
    text = BODY * 300
    found = split_parent_child(text, ChunkingConfig(enable_parent_child=True))
    assert len(found.parents) >= 2
    assert all(len(chunk.content) <= 4096 for chunk in found.parents)
    assert all(len(chunk.content) <= 384 for chunk in found.children)
    assert [chunk.seq for chunk in found.children] == list(range(len(found.children)))
    for child in found.children:
        assert text[child.start : child.end] == child.content
        assert child.content in found.parents[child.parent_index].content
    assert {child.parent_index for child in found.children} == set(range(len(found.parents)))


@pytest.mark.feature("PC-03")
def test_a_parent_that_is_its_only_child_is_not_kept() -> None:
    found = split_parent_child("짧은 글입니다.")
    assert found.parents == []
    assert [(c.parent_index, c.content) for c in found.children] == [(-1, "짧은 글입니다.")]
    assert split_parent_child("  ").children == []


@pytest.mark.feature("PC-07")
@pytest.mark.feature("PC-08")
def test_children_know_their_place() -> None:
    text = "# 안내\n\n" + "".join(
        f"## 절 {i}\n\n{BODY * 20}\n\n### 항목 {i}\n\n{BODY * 20}\n\n" for i in range(4)
    )
    found = split_parent_child(text, ChunkingConfig(enable_parent_child=True))
    assert found.diagnostics.selected_tier is Tier.HEADING
    trails = {child.context_header for child in found.children}
    assert "# 안내\n## 절 2\n### 항목 2" in trails
    assert all(trail.startswith("# 안내") for trail in trails)


@pytest.mark.feature("HD-08")
@pytest.mark.feature("PC-06")
def test_a_child_in_the_middle_of_an_article_names_it() -> None:
    text = (
        "제1장 총칙\n제1조(목적) 목적을 정한다.\n제2조(지급) ① 첫째 항이다.\n② "
        + BODY * 300
        + "\n제3조(끝) 끝난다.\n"
    )
    found = split_parent_child(text, ChunkingConfig(enable_parent_child=True))
    inside = [child for child in found.children if child.content.startswith(("회사는", "계약자는"))]
    assert len(inside) > 10
    assert {child.context_header for child in inside} == {"## 제1장 총칙\n### 제2조(지급)\n#### ②"}
    assert found.children[-1].context_header == "## 제1장 총칙\n### 제3조(끝)"


def test_a_part_of_a_chapter_is_cut_by_what_is_in_it() -> None:
    text = "제1장 총칙\n" + BODY * 8 + "\n제2장 지급\n" + BODY * 200 + "\n"
    for strategy in ("auto", "heading", "heuristic", "legacy"):
        config = ChunkingConfig(
            strategy=strategy, enable_parent_child=True, parent_chunk_size=2000, child_chunk_size=300
        )
        found = split_parent_child(text, config)
        assert all(len(child.content) <= 300 for child in found.children)
        if strategy == "auto":
            assert found.children[-1].context_header == "## 제2장 지급"


@pytest.mark.feature("PC-09")
def test_the_token_limit_binds_children_only() -> None:
    text = BODY * 300
    config = ChunkingConfig(enable_parent_child=True, token_limit=60)
    found = split_parent_child(text, config, count_tokens=len)
    assert max(len(child.embedding_text()) for child in found.children) <= 60
    assert max(len(parent.content) for parent in found.parents) > 2000
