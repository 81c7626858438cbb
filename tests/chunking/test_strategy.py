import pytest

from pincite.chunking import ChunkingConfig, Tier, profile_document, split, split_with_diagnostics
from pincite.chunking.strategy import chunk_stats, select_chain


def _chain(text: str, strategy: str = "auto") -> list[str]:
    return [tier.value for tier in select_chain(strategy, profile_document(text))]


@pytest.mark.feature("PR-05")
@pytest.mark.feature("PR-08")
@pytest.mark.parametrize(
    ("strategy", "chain"),
    [("heading", ["heading", "legacy"]), ("heuristic", ["heuristic", "legacy"]), ("recursive", ["legacy"]), ("legacy", ["legacy"])],
)  # fmt: skip
def test_named_strategies(strategy: str, chain: list[str]) -> None:
    assert _chain("# a\n# b\n# c", strategy) == chain


@pytest.mark.feature("PR-06")
@pytest.mark.feature("PR-07")
@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ("# A\nbody\n## B\nbody\n## C\nbody", ["heading", "legacy"]),
        ("# H1\nbody", ["legacy"]),
        ("# A\n# B\n# C\n" + "line\n" * 696, ["legacy"]),
        ("# A\n# B\n# C\n" + "line\n" * 496, ["heading", "legacy"]),
        ("Page 1 of 9\na\nPage 2 of 9\nb\nPage 3 of 9", ["legacy"]),
        ("제1장 총칙\n본문", ["clause", "heuristic", "legacy"]),
        ("第一章 引言\n\n内容\n\n第二章 方法\n\n内容", ["clause", "heuristic", "legacy"]),
        ("제1장 총칙\n제1조(목적) 본문\n제2조(정의) 본문", ["clause", "heuristic", "legacy"]),
        ("page one\fpage two", ["heuristic", "legacy"]),
        ("1. Intro\na\n2. Method\nb\n3. Data\nc\n4. Results\nd\n5. Ends\ne", ["heuristic", "legacy"]),
        ("1. Intro\na\n2. Method\nb\n3. Data\nc\n4. Results\nd", ["legacy"]),
        ("# 법\n## 제1장\n### 제1조(가)\n본문\n### 제2조(나)\n본문", ["clause", "heading", "legacy"]),
        ("# Guide\n## Chapter 1 Install\na\n## Chapter 2 Use\nb", ["heading", "legacy"]),
    ],
)
def test_auto_looks_at_the_document(text: str, chain: list[str]) -> None:
    assert _chain(text) == chain


@pytest.mark.feature("PR-14")
def test_a_rejected_tier_hands_over_with_its_reason() -> None:
    text = "".join(f"# heading {i}\n" for i in range(100))
    chunks, diagnostics = split_with_diagnostics(text)
    assert diagnostics.selected_tier is Tier.LEGACY
    assert [(r.tier, r.reason) for r in diagnostics.rejected] == [(Tier.HEADING, "too many tiny chunks")]
    assert len(chunks) == 3


@pytest.mark.feature("PR-15")
@pytest.mark.feature("CH-02")
def test_diagnostics_of_a_named_strategy() -> None:
    _, diagnostics = split_with_diagnostics(
        "# 가\n본문", ChunkingConfig(strategy="heading", chunk_size=100, chunk_overlap=90)
    )
    assert diagnostics.profile.heading_total == 1
    assert (diagnostics.chunk_size, diagnostics.chunk_overlap) == (100, 50)


@pytest.mark.feature("CH-21")
def test_blank_text() -> None:
    chunks, diagnostics = split_with_diagnostics(" \n\n ")
    assert chunks == []
    assert diagnostics.stats.count == 0
    assert split("짧은 글.")[0].content == "짧은 글."


def test_stats() -> None:
    stats = chunk_stats([100, 200, 300])
    assert (stats.count, stats.avg_chars, stats.min_chars, stats.max_chars) == (3, 200, 100, 300)
    assert round(stats.stddev_chars) == 82


@pytest.mark.feature("CX-02")
def test_embedding_text_is_trail_blank_line_and_content() -> None:
    chunks = split("# A\n\nbody\n\n# B\n\nbody", ChunkingConfig(strategy="heading"))
    assert [chunk.embedding_text() for chunk in chunks] == ["# A\n\n# A\n\nbody", "# B\n\n# B\n\nbody"]
    article = split("제1조(목적) 목적을 정한다.\n제2조(정의) 뜻을 정한다.\n")[1]
    assert article.embedding_text() == "### 제2조(정의)\n\n제2조(정의) 뜻을 정한다."
