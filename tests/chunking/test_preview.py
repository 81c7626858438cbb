import itertools

import pytest

from pincite.chunking import ChunkingConfig, Tier, preview, split, split_parent_child
from pincite.chunking.boundaries import separator_pattern
from pincite.chunking.preview import MAX_CHARS
from pincite.chunking.strategy import ChunkStats
from pincite.core.errors import ChunkingStopped, DocumentTooLarge, InvalidInput


@pytest.mark.feature("PV-03")
@pytest.mark.feature("PR-15")
def test_what_a_preview_says() -> None:
    text = "# 가\r\n\r\n보험금을 지급합니다.\r\n\r\n# 나\r\n\r\n알립니다.\r\n"
    found = preview(text, ChunkingConfig(strategy="heading"))
    assert (found.selected_tier, found.tier_chain) == (Tier.HEADING, (Tier.HEADING, Tier.LEGACY))
    assert (found.rejected, found.truncated_to) == ((), None)
    assert found.profile.heading_total == 2
    first = found.chunks[0]
    assert (first.seq, first.start, first.end, first.size_chars) == (0, 0, 18, 18)
    assert (first.size_tokens_approx, first.context_header) == (9, "# 가")
    assert first.content == "# 가\n\n보험금을 지급합니다.\n\n"


@pytest.mark.feature("PV-04")
def test_statistics_are_of_all_chunks() -> None:
    found = preview("문장이다.\n\n" * 600, ChunkingConfig(chunk_size=8, chunk_overlap=0))
    assert found.stats == ChunkStats(600, 7, 7, 7, 0)
    assert (len(found.chunks), found.truncated_to) == (500, 500)
    assert preview("문장이다.\n\n" * 3, ChunkingConfig(chunk_size=8), limit=2).truncated_to == 2


@pytest.mark.feature("PV-02")
def test_children_are_shown_and_parents_diagnosed() -> None:
    text = "".join(f"## 절 {i}\n\n" + "보험금을 지급합니다. " * 60 + "\n\n" for i in range(5))
    config = ChunkingConfig(enable_parent_child=True)
    found, both = preview(text, config), split_parent_child(text, config)
    assert [chunk.content for chunk in found.chunks] == [chunk.content for chunk in both.children]
    assert all(chunk.size_chars <= 384 for chunk in found.chunks)
    assert (found.selected_tier, found.chunk_size) == (Tier.HEADING, 4096)
    assert found.stats.count == len(both.children)


@pytest.mark.feature("PV-05")
def test_blank_and_overlong_texts() -> None:
    with pytest.raises(InvalidInput):
        preview(" \n ")
    with pytest.raises(DocumentTooLarge, match=str(MAX_CHARS)):
        preview("가" * (MAX_CHARS + 1), max_chars=MAX_CHARS)
    assert preview("가" * MAX_CHARS, max_chars=MAX_CHARS).stats.count == 128


@pytest.mark.feature("PV-06")
@pytest.mark.parametrize("strategy", ["auto", "heading", "heuristic", "legacy"])
@pytest.mark.parametrize("both", [False, True])
def test_giving_up_ends_the_work_wherever_it_is(strategy: str, both: bool) -> None:
    text = "".join(
        f"# 제{i}장 제목\n\n{i}. Section\n" + "보험금을 지급합니다. " * 40 + "\n\n" for i in range(1, 30)
    )
    config = ChunkingConfig(
        strategy=strategy, enable_parent_child=both, parent_chunk_size=1000, chunk_size=200
    )
    asked = itertools.count()
    preview(text, config, should_stop=lambda: next(asked) < 0)
    times = next(asked)
    assert times > 20
    for patience in (0, 3, 6, times // 2, times - 1):
        asked = itertools.count()
        with pytest.raises(ChunkingStopped):
            preview(text, config, should_stop=lambda asked=asked, patience=patience: next(asked) >= patience)  # type: ignore[misc]
        assert next(asked) == patience + 1


@pytest.mark.feature("PV-06")
def test_many_separators_do_not_hold_it_up() -> None:
    """Between two questions lies the work of a few separators, not of all."""
    separators = tuple(f"#{i}" for i in range(200_000))
    asked = itertools.count()
    with pytest.raises(ChunkingStopped):
        preview(
            "보험금을 " * 2000, ChunkingConfig(separators=separators), should_stop=lambda: next(asked) > 20
        )
    assert separator_pattern.cache_info().currsize < 5000


def test_tokens_are_counted_by_the_encoder_where_there_is_one() -> None:
    assert preview("plain words", count_tokens=lambda text: 7).chunks[0].size_tokens_approx == 7
    assert preview("plain words!", ChunkingConfig(languages=("zh",))).chunks[0].size_tokens_approx == 7
    assert preview("plain words!").chunks[0].size_tokens_approx == 3


@pytest.mark.feature("CH-15")
def test_preview_and_ingest_cut_alike() -> None:
    text = "제1장 총칙\n" + "".join(f"제{i}조(조항) " + "지급합니다. " * i + "\n" for i in range(1, 80))
    assert [c.content for c in preview(text).chunks] == [c.content for c in split(text)]
