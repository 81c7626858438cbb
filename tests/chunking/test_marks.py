import pytest

from pincite.chunking.marks import MarkKind, find_marks


def _sections(text: str) -> list[str]:
    marks = find_marks(text, [])
    return [text[start:].split("\n")[0].strip() for start, kind in marks.items() if kind is MarkKind.NUMBERED]


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize(
    "line",
    ["1. Introduction", "1.2.3 Title", "IV. Results", "  3. 보험금", "1.2.3.4 네 단계", "2.2.1 用户与权限"],
)
def test_a_numbered_section(line: str) -> None:
    assert find_marks(line, []) == {0: MarkKind.NUMBERED}
    assert _sections(f"앞의 글입니다\n\n{line}\n본문입니다.\n") == [line.strip()]


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize(
    "line",
    [
        "2026.04.20 시행", "2024. 1. 5 개정", "24. 1. 5. 개정", "5. 2024", "15. März 2024", "3. January 2025", "1. 5. 까지",
        "3.14 is about pi", "1.5 배 이상", "3.5 퍼센트", "2.3 % of all", "1.2.3 버전에서", "1.2.3 (2024-05-01)", "2.0.1 v2024.1",
        "1.2.3.4.5 너무 깊다", "1.Introduction", "1.", "1 NoDot", "1) 목적", "1.2.3", "VIIIII. six letters",
    ],
)  # fmt: skip
def test_a_date_a_quantity_and_a_version_open_no_section(line: str) -> None:
    assert find_marks(line, []) == {}
    assert _sections(f"앞의 글입니다\n\n{line}\n본문입니다.\n") == []


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize(
    "text",
    [
        "다음과 같다\n1. 가입금액\n2. 보험료\n3. 보험기간\n본문",
        "Buy these:\n\n1. milk\n\n2. bread\n",
        "1. 회사는 보험금을 지급합니다.\n다음 줄",
        "1. 다음 각 목\n가. 첫째\n나. 둘째\n",
        "① 첫째 항\n1. 그 밖의 것\n본문",
        "- point\n4. Point\nbody",
    ],
)
def test_an_item_of_a_list_opens_no_section(text: str) -> None:
    assert _sections(text) == []


def test_bullets_below_a_blank_line_leave_a_section_a_section() -> None:
    assert _sections("1. Overview\n\n- a point\n- a point\n") == ["1. Overview"]


@pytest.mark.feature("HU-02")
@pytest.mark.feature("HU-05")
@pytest.mark.feature("HU-06")
@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("INTRODUCTION:", MarkKind.CAPS), ("METHODS AND MATERIALS", MarkKind.CAPS), ("ÜBER UNS", MarkKind.CAPS),
        ("ABC", None), ("Mixed Case Heading", None), ("-ABCD", None),
        ("---", MarkKind.RULE), ("====", MarkKind.RULE), ("***", MarkKind.RULE), ("____ ", MarkKind.RULE), ("--", None),
        ("Page 3 of 10", MarkKind.FOOTER), ("seite 9", MarkKind.FOOTER), ("页码 3 / 12", MarkKind.FOOTER), ("3쪽", MarkKind.FOOTER),
        ("- 3 -", None), ("3 / 12", None), ("two\nlines", None), ("1. CHAPTER", MarkKind.NUMBERED),
    ],
)  # fmt: skip
def test_one_mark_a_line(line: str, kind: MarkKind | None) -> None:
    assert find_marks(line, []) == ({0: kind} if kind else {})


def test_code_holds_no_marks() -> None:
    text = "```\n1. not a section\n---\n```\n2. Real\n"
    assert list(find_marks(text, [(0, text.index("2. Real"))])) == [text.index("2. Real")]
