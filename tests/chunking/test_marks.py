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


_NOT_ONE = {
    "dates": [
        "26.04.20 임시회의 결과", "12.25. 성탄절 휴무", "12.25 성탄절", "25.12. Weihnachten", "20. Mai", "3. Oktober (Feiertag)", "15. Sept. 2025", "6.25 전쟁 기념식",
        "8.15. 경축식", "24.1.5 회의", "20.4.26 Sitzung", "4.20 会议纪要", "26.4.20 会议纪要", "04.20 회의록", "4.05 회의록", "5.1 劳动节放假", "10.3 개천절 휴무", "3.10. Tag der Deutschen Einheit",
        "12.24 Christmas Eve", "4.21 (화) 회의", "5.4. Montag", "26.04.20. 개정", "11.30 Thanksgiving", "20. May", "5. January",
    ],
    "times": ["10.30 AM meeting", "10.30 Uhr Begrüßung", "9.30 Registration", "14.00 개회", "09.00 등록", "16.45 Kaffee", "10.15 会议", "8.00 a.m. start", "7.05 PM Dinner"],
    "versions": [
        "1.2.3 버그 수정", "1.2.3 릴리스", "2.0.1 Fix a crash", "1.4.2 修复若干问题", "3.1.0 Neue Funktionen", "1.2.3 Bugfix release", "2.0.0 Rewrite", "0.9.1 First", "1.2.3 업데이트 안내",
        "4.1.2 Fehlerbehebungen", "0.5 Beta", "1.10.0 새 기능",
    ],
    "measures": [
        "2.5 MB", "3.5 인치", "2.4 GHz", "1.5 L", "3.3 V", "5.5 英寸屏幕", "2.5 公斤", "1.8 倍", "3.5 Zoll", "2.5 Stunden", "1.5 Mio. Euro", "2.5 kg", "7.5 톤", "4.5 점", "1.5 시간 이상", "2.5 GB of memory",
        "3.2 Millionen", "1.5 - 2.0 범위", "2.5 USD", "3.0 %", "36.5 ℃", "2.5 万元", "1.5 米以上", "2.5 제곱미터", "12.5 Prozent", "1.5 개월",
    ],
}  # fmt: skip


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize("line", [line for lines in _NOT_ONE.values() for line in lines])
def test_a_line_that_only_begins_with_a_number(line: str) -> None:
    assert _sections(line) == []
    assert _sections(f"앞의 글입니다.\n\n{line}\n\n본문입니다.\n") == []
    among = (
        f"1.1 Scope\n\nIts text.\n\n1.2 Terms\n\nThe text:\n\n{line}\n\nMore.\n\n1.3 Claims\n\nIts text.\n"
    )
    assert _sections(among) == ["1.1 Scope", "1.2 Terms", "1.3 Claims"]


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize(
    "lines",
    [
        ["9.00 Registration", "9.30 Keynote", "10.10 Coffee", "11.05 Panel"], ["1.1 신정", "3.1 삼일절", "5.5 어린이날", "10.9 한글날"], ["4.20 개회", "4.21 질의", "4.22 폐회"],
        ["1.2.3 로그인", "1.2.2 검색", "1.2.1 시작"], ["2.1.0 搜索", "2.0.3 登录", "1.9.0 开始"], ["26.4.20 회의", "26.4.21 회의", "26.5.2 회의"], ["1.2.1 Login", "1.2.0 Search"],
        ["3.2 Zoll", "3.5 Zoll", "4.0 Zoll"], ["1.1 kg", "1.2 kg", "1.3 kg"], ["20. Mai", "21. Mai", "22. Mai"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\nWhat is said of it, in one line.\n\n"])
def test_schedules_and_histories_hold_no_sections(lines: list[str], between: str) -> None:
    assert _sections("Overview.\n\n" + between.join(lines) + "\n") == []


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize(
    "line",
    ["1.2 Scope", "2.5 보험료의 납입", "3.1 适用范围", "2.3. Methodik", "4.2 시행 세칙", "2.3.1 Zuständigkeit", "3.2 年度报告", "2.2 度量", "1.4 조사 방법", "3.1 日常管理", "2.1 A Framework", "5.3 시간외근로", "1.3 Vertragsdauer"],
)  # fmt: skip
def test_sections_stay_sections(line: str) -> None:
    assert _sections(line) == [line]
    assert _sections(f"앞의 글입니다.\n\n{line}\n\n본문입니다.\n") == [line]


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize(
    "lines",
    [
        ["2.4 보험금의 종류", "2.5 시간 외 근로", "2.6 면책"], ["12.24 Notices", "12.25 Assignment", "12.26 Waiver"], ["26.4 Sitzungen", "26.4.1 Ladung", "26.4.2 Ablauf"],
        ["1.01 Defined Terms", "1.02 Construction", "1.03 Accounting"], ["1.1 目的", "1.2 年 度", "1.3 适用"], ["10.1 범위", "10.2 정의", "10.3 개천절 근무"],
        ["1.2 Release", "1.2.1 Version control", "1.2.2 Bug reports"], ["3.1 범위", "3.3 정의", "3.4 면책"], ["15.2 Governing Law", "15.3 Courts"], ["1.0 Introduction", "1.1 Purpose", "2.0 Scope"],
    ],
)  # fmt: skip
def test_neighbours_bear_a_section_out(lines: list[str]) -> None:
    first = [f"12.{i} Part" for i in range(1, 24)] if lines[0].startswith("12.24") else []
    text = "\n\nThe text of the section.\n\n".join([*first, *lines])
    assert _sections(text)[len(first) :] == lines


def test_a_section_above_bears_out_those_below() -> None:
    assert _sections("## 13. Law\n\n13.1 Courts\n\ntext\n") == ["13.1 Courts"]
    assert _sections("14. Law\n\nIts text.\n\n14.1 Courts\n\ntext\n") == ["14. Law", "14.1 Courts"]
    contents = "1.1 Scope\n1.2 Terms\n2.1 Claims\n\n"
    body = "1.1 Scope\nText.\n\n1.2 Terms\nText.\n\n2.1 Claims\nText.\n"
    assert _sections(contents + body)[-3:] == ["1.1 Scope", "1.2 Terms", "2.1 Claims"]


def test_a_sentence_that_is_wrapped_before_a_number_opens_no_section() -> None:
    text = "The premium of the insured person rose in that year by about\n2.5 Points of the whole sum, and then fell.\n"
    assert _sections(text) == []


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize(
    "text",
    [
        "1. Apples that are red and\n   very tasty\n2. Oranges that are\n   sweet\n", "1. Apples that are red and\nvery tasty\n2. Oranges that are\nsweet\n",
        "1. 신청서\n\n   설명\n\n2. 신분증\n\n   설명\n", "1. 申请书\n\n   说明\n\n2. 身份证\n", "1. Install the package\n\n```sh\npip install x\n```\n\n2. Start it\n\n```sh\nx\n```\n\nDone.\n",
        "1. Open it\n\n   ![](a.png)\n\n2. Type\n\n![](b.png)\n\n3. Close\n", "1. 신청서\n   - 원본\n   - 사본\n2. 신분증\n", "1. one\n\n\tmore\n\n1. two\n\n\tmore\n",
        "1. 신청서\n   1. 원본\n   2. 사본\n2. 신분증\n", "I. Antrag\n\n   Text dazu\n\nII. Ausweis\n", "1. Apples that are red and\n   very tasty\n", "  1. 신청서\n\n     설명\n\n  2. 신분증\n",
    ],
)  # fmt: skip
def test_an_item_with_more_below_it_opens_no_section(text: str) -> None:
    fences, place = [], text.find("```")
    while place >= 0:
        end = text.index("```\n", place + 3) + 4
        fences.append((place, end))
        place = text.find("```", end)
    marks = find_marks(text, fences)
    assert [text[start : start + 9] for start in marks] == []


@pytest.mark.feature("HU-03")
@pytest.mark.parametrize(
    "text",
    [
        "1. Introduction\ntext\n\n2. Methods\ntext\n",
        "1. Introduction to methods\ntext\n\n2. Methods in use\ntext\n", "1. 총칙\n본문이다.\n2. 보험금\n본문이다.\n", "1. 总则\n　　本办法如下。\n2. 附则\n　　自公布之日起施行。\n", "IV. Results\nText\n\nV. Discussion\nText\n",
        "1. Overview\n\n- a point\n\n2. Details\n\n- a point\n", "1. Scope\n\n" + "   Text that is indented by the layout of a page.\n" * 20 + "\n2. Terms\n\n   Text.\n",
        "1. Scope\n" + "   Wrapped\n" * 2000 + "2. Terms\n\nText.\n", "1. Scope",
    ],
)  # fmt: skip
def test_sections_with_text_below_stay_sections(text: str) -> None:
    assert _sections(text) == [line for line in text.split("\n") if line[:1] in "1I2V" and line]
