import pytest

from pincite.chunking import ChunkingConfig, profile_document, split
from pincite.chunking.layout import read_layout
from pincite.chunking.raw_html import find_raw_html, join_spans


def _headings(text: str) -> list[str]:
    return [heading.trail.rpartition("\n")[2] for heading in read_layout(text).outline.headings]


@pytest.mark.feature("HD-01")
@pytest.mark.parametrize(
    "block",
    [
        "<!--\n# hidden\n-->", "<!-- note\n\n## 숨은 제목\n\n제9조(숨은 조) 글\n-->", "<pre>\n# hidden\n</pre>", '<PRE class="x">\n# hidden\n第九条 隐藏\n</PRE>',
        "<script>\n# hidden\n</script>", "<style>\n# hidden\n</style>", "<!--\nHidden\n======\n-->", "<pre><code>\n# one\n\n# two\n</code></pre>",
        "<!-- <pre> -->\n<!-- # x\n# hidden -->", "<pre>\n<!--\n# hidden\n</pre>",
    ],
)  # fmt: skip
def test_what_looks_like_structure_in_comments_and_preformatted_text_is_none(block: str) -> None:
    assert _headings(f"# A\n\ntext\n\n{block}\n\n# B\n\ntext\n") == ["# A", "# B"]


@pytest.mark.parametrize(
    "text",
    ["<!--\n# A\n\n# B\n", "<pre>\n# A\n\n# B\n", "`<!--`\n\n# A\n\n# B\n\n-->\n", "```\n<pre>\n```\n# A\n\n# B\n</pre>\n", "-->\n# A\n</pre>\n# B\n", "<prefix>\n# A\n\n# B\n</prefix>\n"],
)  # fmt: skip
def test_what_is_never_closed_or_only_spoken_of_hides_nothing(text: str) -> None:
    assert _headings(text) == ["# A", "# B"]


def test_marks_in_comments_count_for_nothing() -> None:
    profile = profile_document("<!--\n1. Section\n---\nGENERAL TERMS\n-->\n\ntext\n")
    assert (profile.numbered_sections, profile.rules, profile.all_caps_lines) == (0, 0, 0)


def test_nothing_of_a_comment_is_lost() -> None:
    text = (
        "# A\n\n"
        + "글이다. " * 80
        + "\n\n<!--\n# 숨은 제목\n"
        + "숨은 글이다. " * 80
        + "\n-->\n\n# B\n\n글이다.\n"
    )
    chunks = split(text, ChunkingConfig(chunk_overlap=0))
    assert "".join(chunk.content for chunk in chunks) == text
    assert not any("숨은" in chunk.context_header for chunk in chunks)


def test_spans_that_overlap_are_joined() -> None:
    assert join_spans([(5, 9), (0, 2), (7, 12), (8, 9)]) == [(0, 2), (5, 12)]


def test_many_open_ones_are_read_in_one_pass() -> None:
    assert find_raw_html("<!-- <pre> " * 50000, []) == []
