import pytest

from pincite.chunking import profile_document
from pincite.chunking.profile import dominant_level


@pytest.mark.feature("PR-01")
@pytest.mark.feature("PR-02")
def test_one_of_each() -> None:
    text = (
        "# Title\n\n2.3 Methodology\nINTRODUCTION:\n\n\n\n---\nPage 3 of 10\n\f\n제1장 총칙\n\n제1조(목적) 목적을 정한다.\n"
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\n# code\n1. x\n---\n```\n"
    )
    profile = profile_document(text)
    assert profile.total_chars == len(text)
    assert profile.total_lines == text.count("\n") + 1
    assert profile.heading_counts == {1: 1}
    assert (profile.articles, profile.divisions, profile.chapters) == (1, 1, {"ko": 2})
    assert (profile.numbered_sections, profile.all_caps_lines, profile.blank_runs) == (1, 1, 1)
    assert (profile.form_feeds, profile.rules, profile.footers) == (1, 1, 1)
    assert profile.has_tables
    assert profile.has_code
    assert 0 < profile.code_share < 0.2


@pytest.mark.feature("PR-01")
def test_line_lengths_and_empty_text() -> None:
    profile = profile_document("a\nbbb")
    assert (profile.mean_line_length, profile.line_length_variance) == (2.0, 1.0)
    empty = profile_document("")
    assert (empty.total_lines, empty.heading_density, empty.dominant_heading_level) == (0, 0.0, 0)
    assert empty.language == "mixed"


@pytest.mark.feature("PR-03")
def test_korean_is_korean() -> None:
    assert profile_document("보험금을 지급합니다").language == "ko"
    assert profile_document("这是一段中文测试内容").language == "zh"


@pytest.mark.feature("PR-04")
@pytest.mark.parametrize(
    ("levels", "dominant"), [([1, 2, 2, 2, 2, 3, 3, 3], 2), ([1, 3, 3], 3), ([], 0), ([1, 2, 2], 2)]
)
def test_dominant_level(levels: list[int], dominant: int) -> None:
    assert dominant_level(levels) == dominant


@pytest.mark.feature("HU-06")
@pytest.mark.parametrize("line", ["Page 3 of 10", "Seite 9", "页码 3 / 12", "3쪽", "page 7"])
def test_footers(line: str) -> None:
    assert profile_document(f"글\n{line}\n글").footers == 1
