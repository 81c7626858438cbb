import pytest

from pincite.chunking import ChunkingConfig, split
from tests.conftest import shared


def _split(text: str, size: int, overlap: int = 0, **more: object) -> list[tuple[str, str]]:
    config = ChunkingConfig(chunk_size=size, chunk_overlap=overlap, strategy="heading", **more)  # type: ignore[arg-type]
    return [(chunk.context_header, chunk.content) for chunk in split(text, config)]


@pytest.mark.feature("HD-01")
def test_one_heading_is_cut_as_plain_text() -> None:
    text = "## only\n" + "문장입니다. " * 100
    recursive = split(text, ChunkingConfig(chunk_size=100, strategy="recursive"))
    assert split(text, ChunkingConfig(chunk_size=100, strategy="heading")) == recursive
    fenced = "# Real\n\n```\n# Fake heading inside code\n```\n\nbody"
    assert _split(fenced, 500) == [("", fenced)]


@pytest.mark.feature("HD-03")
def test_the_preface_has_no_trail() -> None:
    text = "앞의 글입니다.\n\n# 가\n본문\n# 나\n본문"
    assert _split(text, 500)[0] == ("", "앞의 글입니다.\n\n")
    assert _split("\n\n" + text[text.index("#") :], 500)[0] == ("# 가", "\n\n# 가\n본문\n")


@pytest.mark.feature("HD-05")
def test_a_section_fits_with_its_trail() -> None:
    section = "# 가\n" + "나 " * 300 + "\n"
    size = len(section) + len("# 가") + 2
    text = section + ("# 다\n" + "라 " * 50 + "\n") * 2
    assert _split(text, size)[0] == ("# 가", section)
    assert _split(text, size - 1)[0][1] != section


@pytest.mark.feature("HD-06")
def test_a_piece_carries_the_deepest_trail_at_its_start() -> None:
    filler = "clause body sentence that pads the section out. " * 20
    text = (
        f"# Standard XYZ\n## Preface\n{filler}\n\n## 5 Classification\n{filler}\n\n### 5.9 Grade Nine\n{filler}\n\n"
        f"#### 5.9.2 Clause Series\n{filler}\n\nthe item users search for is MARKER graded here.\n\n"
        f"## Appendix A\n{filler}\n\n## Appendix B\n{filler}"
    )
    trails = [trail for trail, content in _split(text, 300, separators=(". ",)) if "MARKER" in content]
    assert trails == ["# Standard XYZ\n## 5 Classification\n### 5.9 Grade Nine\n#### 5.9.2 Clause Series"]


@pytest.mark.feature("HD-07")
def test_tiny_siblings_join_under_their_parent() -> None:
    text = "# Install Log\n\n## Docker镜像\n使用。\n\n## 前端老版本\n缓存。\n\n## 登录报错\nERROR.\n\n## 解析失败\n缺列。"
    assert _split(text, 500) == [("# Install Log", text)]


@pytest.mark.feature("HD-07")
def test_first_level_headings_never_join() -> None:
    text = "# Intro\nshort intro.\n\n# Usage\nshort usage.\n\n# FAQ\nshort faq."
    assert [trail for trail, _ in _split(text, 500)] == ["# Intro", "# Usage", "# FAQ"]


@pytest.mark.feature("HD-07")
def test_sections_above_half_the_size_stay_apart() -> None:
    body = "Lorem ipsum dolor sit amet consectetur adipiscing elit. " * 4
    text = f"# Top\n{body}\n\n## A\n{body}\n\n## B\n{body}\n\n## C\n{body}"
    assert [trail for trail, _ in _split(text, 300)] == ["# Top", "# Top\n## A", "# Top\n## B", "# Top\n## C"]


def test_a_heading_stays_with_its_text() -> None:
    text = (
        "# A\n\n"
        + "가나다라 마바사. " * 8
        + "\n\n## B\n\n"
        + "가나다라 마바사. " * 9
        + "\n\n## C\n\n다\n\n## D\n\n라"
    )
    for _, content in _split(text, 90):
        assert not content.rstrip().endswith(("## B", "# A"))


@pytest.mark.feature("HD-05")
def test_a_heading_without_text_is_no_chunk_where_its_section_is_cut() -> None:
    body = "The text of this part goes on. " * 25
    text = "# Manual\n\n" + "".join(f"## Alpha {i}\n{body}\n\n" for i in range(3))
    chunks = split(text, ChunkingConfig(strategy="heading"))
    assert chunks[0].content.startswith("# Manual\n\n## Alpha 0\nThe text")
    assert chunks[0].context_header == "# Manual\n## Alpha 0"
    assert min(len(chunk.content) for chunk in chunks) > 100


def test_metadata_before_a_title_stays_a_chunk_of_its_own() -> None:
    metadata = "---\ntitle: Manual\nnote: " + "words " * 25 + "\n---\n\n# Manual\n\n"
    sections = [f"## Alpha {i}\n" + "The text of this part goes on. " * 25 + "\n\n" for i in range(3)]
    chunks = split(metadata + "".join(sections), ChunkingConfig(strategy="heading"))
    assert [chunk.content for chunk in chunks if "note:" in chunk.content] == [metadata]


@pytest.mark.feature("HD-05")
@pytest.mark.parametrize("strategy", ["auto", "heading", "legacy"])
def test_a_document_that_fits_is_one_chunk(strategy: str) -> None:
    text = shared("documents", "ko_labor_law_art84.md").read_text(encoding="utf-8").partition("---\n")[2]
    text = text.partition("---\n")[2].strip()
    for size in (len(text), len(text) + 10, len(text) + 40):
        chunks = split(text, ChunkingConfig(chunk_size=size, strategy=strategy))
        assert [chunk.content for chunk in chunks] == [text]


@pytest.mark.feature("HD-05")
@pytest.mark.parametrize("form", ["# 법\n\n## 제{0}장 보상\n\n### 제{0}조 보상\n\n{1}\n\n", "### 제{0}조(일시보상)\n\n{1}\n\n", "제{0}조(일시보상) {1}\n", "제{0}장 보상\n제{0}조(일시보상) {1}\n"])  # fmt: skip
def test_titles_are_counted_once_and_no_tail_is_left(form: str) -> None:
    body = "사용자는 그 근로자에게 평균임금 일분의 일시보상을 하여 그 후의 모든 책임을 면할 수 있다. 끝이다."
    sections = [form.format(i, body) for i in (1, 2, 3)]
    for size in range(max(map(len, sections)), 2 * len(sections[0])):
        chunks = split("".join(sections), ChunkingConfig(chunk_size=size, chunk_overlap=0))
        assert min(len(chunk.content.strip()) for chunk in chunks) >= min(50, size // 4)
        if size >= len(sections[0]) + len(form.strip()):
            assert [chunk.content for chunk in chunks] == sections
