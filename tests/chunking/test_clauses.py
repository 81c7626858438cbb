"""Lines that open a part, and lines that only mention one."""

import pytest

from pincite.chunking.clauses import is_next, match_clause
from pincite.chunking.outline import read_outline


def _trails(text: str) -> list[str]:
    return [heading.trail.rpartition("\n")[2].lstrip("# ") for heading in read_outline(text).headings]


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("제43조(보험금의 지급)", "제43조(보험금의 지급)"),
        ("제43조(보험금의 지급) ① 회사는 지급합니다.", "제43조(보험금의 지급)"),
        ("제43조 (보험금(사망)의 지급) 회사는", "제43조 (보험금(사망)의 지급)"),
        ("제51조의2(특례) 이 조는", "제51조의2(특례)"),
        ("제60조 연차 유급휴가", "제60조 연차 유급휴가"),
        ("제7조【면책】 회사는", "제7조【면책】"),
        ("제8조 ① 이 법은", "제8조"),
        ("제9조 삭제 <2020. 1. 1.>", "제9조"),
        ("제1조 이 약관은 회사와 계약자 사이의 권리를 정하는 것을 목적으로 한다.", "제1조"),
        ("제 2 조 (정의)", "제 2 조 (정의)"),
        ("제1편 총칙", "제1편 총칙"),
        ("제2장 보험금의 지급", "제2장 보험금의 지급"),
        ("제3절", "제3절"),
        ("제1관 목적 및 용어의 정의", "제1관 목적 및 용어의 정의"),
        ("**제5조(해지)** 계약자는", "제5조(해지)"),
        ("부칙", "부칙"), ("부 칙 <제1234호, 2020. 1. 1.>", "부 칙 <제1234호, 2020. 1. 1.>"),
        ("[별표 1] 장해분류표", "[별표 1] 장해분류표"), ("별표2 보험금 지급기준", "별표2 보험금 지급기준"),
        ("【별표 3】", "【별표 3】"), ("별지 제1호서식", "별지 제1호서식"), ("[별지 제2호 서식] 청구서", "[별지 제2호 서식] 청구서"),
        ("第一条 为了保障失业人员的基本生活，制定本条例。", "第一条"),
        ("　　第二条　本省行政区域内", "第二条"),
        ("第3条【定义】本法所称", "第3条【定义】"),
        ("第一章 总 则", "第一章 总 则"), ("第二节　一般规定", "第二节 一般规定"), ("第三编 合同", "第三编 合同"), ("附则", "附则"),
        ("附件1：申请表", "附件1：申请表"),
        ("第二十条之一 因投保人", "第二十条之一"),
        ("ARTICLE 2. JURISDICTION. The officials’ jurisdiction begins", "ARTICLE 2. JURISDICTION"),
        ("ARTICLE 3 - SCOPE", "ARTICLE 3 - SCOPE"),
        ("Article 5 Scope of Application", "Article 5 Scope of Application"),
        ("Article 5 (Scope of Application)", "Article 5 (Scope of Application)"),
        ("Article 5: Scope", "Article 5: Scope"), ("Article IV", "Article IV"), ("Article Two", "Article Two"),
        ("Section 2", "Section 2"), ("Section 2. Definitions. In this Act,", "Section 2. Definitions"),
        ("Section 3. The parties shall agree on the terms of the following annexes and on", "Section 3"),
        ("SECTION 1 OFFICIALS", "SECTION 1 OFFICIALS"), ("RULE 19 OFFICIALS", "RULE 19 OFFICIALS"),
        ("Chapter 3 Payment", "Chapter 3 Payment"), ("Appendix B", "Appendix B"), ("Artikel 7 Haftung", "Artikel 7 Haftung"),
        ("Article 6.", "Article 6."),
    ],
)  # fmt: skip
def test_opening_lines(line: str, label: str) -> None:
    assert _trails(f"앞 문장이 끝났다.\n\n{line}\n본문이다.") == [label]


@pytest.mark.parametrize(
    "line",
    [
        "제43조에 따라 보험금을 지급한다.", "제43조의 규정에 의하여", "제43조, 제44조", "제43조 및 제44조에서", "제43조 제1항에 따라",
        "제3조(의료기관)에 규정한 종합병원", "제3조(보험금의 지급사유) 제1호의 사망", "제3조(보험금의 지급사유) 및 제4조",
        "제2장에서 정하는", "제2장 또는 제3장의 규정에 따라 지급한다.", "제1항에 따라", "제1조(목적) ........ 3",
        "제5조의 규정", "제4절 이하의 규정은 다음 각 호의 어느 하나에 해당하는 경우",
        "부칙 제2조에 따라", "별표 1에 따라 지급한다.", "별표 1의 기준", "별표 참조", "【별표1】참조", "[별표 1] 참조", "별표는 다음과 같다",
        "부칙이 정하는 바",
        "第四条规定的条件", "第五条第一款", "第十条、第十一条", "第三条（定义）规定", "第一章规定的，适用本法。", "第二章，第三章",
        "부칙 시행일에 관한 것", "서식 작성요령", "제5조(닫히지 않은 괄호",
        "附件所列材料，应当提交。", "附近居民",
        "Article 5 applies to all contracts", "Article 5 and Article 6", "Article 5, paragraph 2", "Section 2(1) of the Act",
        "Section 4 of the Act provides", "article 5 Scope", "Article 5 (see above)", "SECTION 1 officials",
        "Article 5 Treaty provisions concerning matters", "Rule of law", "Part of the text", "Title", "Section 3 ; x",
    ],
)  # fmt: skip
@pytest.mark.feature("HD-08")
def test_mentions_open_nothing(line: str) -> None:
    assert _trails(f"앞 문장이 끝났다.\n\n{line}\n본문이다.") == []


def test_a_reference_wrapped_to_the_start_of_a_line_opens_nothing() -> None:
    text = (
        "제7조(지급)\n회사는 지급합니다.\n\n제8조(확인)\n의료기관은 이 약관\n제3조(보험금의 지급사유)\n를 따르고 이 약관\n"
        "제60조 연차\n를 따릅니다.\n제9조(통지)\n본문"
    )
    assert _trails(text) == ["제7조(지급)", "제8조(확인)", "제9조(통지)"]


def test_an_article_without_title_counts_on_where_the_line_before_is_open() -> None:
    text = "제1조 목적\n이 약관은 다음을 정함\n제2조 정의\n이하 같음\n제2조의2 특례\n그 밖\n제9조 기타\n끝"
    assert _trails(text) == ["제1조 목적", "제2조 정의", "제2조의2 특례"]


def test_counts_begin_again_in_annexes_and_english_chapters() -> None:
    ko = "제1조(가)\n본문\n제2조(나)\n본문\n부칙\n제1조(시행일)\n본문"
    assert _trails(ko)[-1] == "제1조(시행일)"
    en = "Chapter 1 Aims\n\nArticle 1 Scope\ntext\nChapter 2 Means\n\nArticle 1 Tools\ntext"
    assert _trails(en)[-1] == "Article 1 Tools"


@pytest.mark.parametrize(
    ("line", "number"),
    [("第一百二十三条 文", 123), ("第十条 文", 10), ("第二十条 文", 20), ("第二〇条 文", 20), ("제１２조(가)", 12), ("Article XIV", 14),
     ("Article Nine", 9), ("Appendix B", 2), ("Section 2.3 Terms", 2)],
)  # fmt: skip
def test_numbers(line: str, number: int) -> None:
    mark = match_clause(line)
    assert mark is not None
    assert mark.number[0] == number


@pytest.mark.parametrize(
    "title",
    ["제3조(정의)에 관하여", "제3항", "제", "第", "附近", "Articles", "별도", "article 5"],
)
def test_headings_that_are_no_marks(title: str) -> None:
    mark = match_clause(title, heading=True)
    assert mark is None


def test_a_heading_needs_no_further_evidence() -> None:
    mark = match_clause("제43조 보험금 지급에 관하여 정한다.", heading=True)
    assert mark is not None
    assert mark.certain


def test_an_annex_as_heading() -> None:
    mark = match_clause("별표 보험금에 관한 표", heading=True)
    assert mark is not None
    assert mark.family == "별표"


def test_is_next() -> None:
    assert is_next((44, 0), (43, 0))
    assert is_next((43, 2), (43, 0))
    assert is_next((44, 0), (43, 2))
    assert not is_next((46, 0), (43, 0))
