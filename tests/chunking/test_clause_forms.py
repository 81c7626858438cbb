"""Marks of statutes and contracts as they are printed: an article opens however its text begins."""

import pytest

from pincite.chunking import ChunkingConfig, Tier, split, split_with_diagnostics
from pincite.chunking.outline import read_outline
from pincite.text.references import held_clauses


def _trails(text: str) -> list[str]:
    """The whole trail of every structural line, in one line."""
    return [
        " > ".join(line.lstrip("# ") for line in heading.trail.split("\n"))
        for heading in read_outline(text).headings
    ]


def _labels(text: str) -> list[str]:
    return [trail.rpartition(" > ")[2] for trail in _trails(text)]


def _numbered(text: str) -> list[str]:
    """Only the numbers of the labels: 제2조, 第二条, Section 1.01."""
    return [label.split("(")[0].split(" 적")[0].strip() for label in _labels(text)]


# --- an article whose text begins like a mention ----------------------------------------------------


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    "second",
    [
        "제2조(적용례) 제5조의 개정규정은 이 법 시행 이후 신청하는 경우부터 적용한다.",
        "제2조(적용례) 제5조 및 제6조의 개정규정은 이 법 시행 이후부터 적용한다.",
        "제2조(적용례) 제1항의 개정규정은 이 법 시행 이후부터 적용한다.",
        "제2조 (적용례)  제5조의 개정규정은 적용한다.",
        "제2조(적용례)제5조의 개정규정은 적용한다.",
        "제2조(적용례)제1항에 따른 개정규정은 적용한다.",
        "제2조(적용례)삭제",
        "제2조(적용례)이 법은 다음과 같이 적용한다.",
        "제2조(적용례)회사는 다음과 같이 적용한다.",
        "제2조(적용례) 중 제5호는 적용한다.",
        "제2조 제5조의 개정규정은 적용한다.",
        "제2조 제1항에 따른 신청은 적용한다.",
        "제2조삭제 <2020. 1. 1.>",
        "**제2조(적용례)** 제5조의 개정규정은 적용한다.",
        "\xa0제2조(적용례) 제5조의 개정규정은 적용한다.",
        "\f제2조(적용례) 제5조의 개정규정은 적용한다.",
        "### 제2조(적용례) 제5조의 개정규정",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_korean_article_may_begin_with_a_reference(second: str, gap: str) -> None:
    text = gap.join(
        [
            "부 칙",
            "제1조(시행일) 이 법은 공포한 날부터 시행한다.",
            second,
            "제3조(경과조치) 제7조에 따른 신고는 제8조에 따른 것으로 본다.",
        ]
    )
    assert [label[:3] for label in _labels(text)] == ["부 칙", "제1조", "제2조", "제3조"]
    assert [chunk.content.strip()[:3] for chunk in split(text)][-1] == "제3조"


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    "body",
    [
        "中华人民共和国公民有劳动的权利。", "中外合作办学适用本法。", "所有权人对自己的不动产享有权利。", "项目单位应当备案。",
        "与本法有关的活动适用本法。", "和解协议应当采用书面形式。", "至少应当有三人参加。", "及时报告是公民的义务。", "或有负债应当披露。",
        "之前的规定同时废止。", "款项应当按期支付。", "规定的费用由国家承担。", "第五条规定的用人单位应当缴费。", "的士经营者适用本法。",
        "为了保障公民的权利，制定本法。",
    ],
)  # fmt: skip
@pytest.mark.parametrize("blank", [" ", "\u3000", "", "  "])
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n\u3000\u3000", "\n\n## "])
def test_a_chinese_article_may_begin_with_any_word(body: str, blank: str, gap: str) -> None:
    text = gap.join(["法", f"第一条{blank}为了规范，制定本法。", f"第二条{blank}{body}", f"第三条{blank}本法自公布之日起施行。"])  # fmt: skip
    assert [label[:3] for label in _labels(text) if label != "法"] == ["第一条", "第二条", "第三条"]


def test_the_first_and_the_last_article_may_begin_so_too() -> None:
    zh = "第一条中华人民共和国公民适用本法。\n第二条中外合作适用本法。\n第三条所有权人适用本法。"
    assert _labels(zh) == ["第一条", "第二条", "第三条"]
    ko = "제1조 제3조의 개정규정은 공포한 날부터 시행한다.\n제2조(특례) 제1항의 개정규정은 적용한다."
    assert _labels(ko) == ["제1조", "제2조(특례)"]
    annex = "제9조(끝) 끝난다.\n부칙\n제1조 제3조의 개정규정은 공포한 날부터 시행한다."
    assert _labels(annex) == ["제9조(끝)", "부칙", "제1조"]
    below_a_title = "중앙행정기관 규정\n제1조 제3조의 규정은 적용한다.\n제2조 정의\n이하 같다."
    assert _labels(below_a_title) == ["제1조", "제2조 정의"]


@pytest.mark.parametrize("title", ["中外合作", "所得税", "与他国的协定", "至高原则", "款项支付"])
@pytest.mark.parametrize("blank", [" ", "\u3000", ""])
def test_a_chinese_chapter_may_have_any_title(title: str, blank: str) -> None:
    text = f"第一章{blank}总则\n第一条 甲。\n第二章{blank}{title}\n第二条 乙。\n"
    assert _labels(text)[2] == f"第二章{' ' if blank else ''}{title}"


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    "mention",
    [
        "「상법」\n제638조에 따라 무효로 한다.", "「상법」\n제8조에 따라 무효로 한다.", "「상법」\n제8조 제1항에 따라 무효로 한다.", "이 법\n제8조 및 제9조에 따라",
        "이 약관\n제8조(통지)에 따라 알린다.", "이 약관\n제8조(통지) 제1항에 따라 알린다.", "이 약관\n제8조(통지) 및 제9조(기타)에 따라", "이 약관\n제8조(통지) 등에 따라",
        "이 약관\n제8조(통지)와 제9조(기타)에 따라", "본다.\n제8조(통지) 제1항에도 불구하고 알린다.", "본다.\n제8조 제1항에도 불구하고 알린다.", "본다.\n제8조, 제9조를 준용한다.",
        "이 약관\n제8조(통지)\n를 준용한다.",
    ],
)  # fmt: skip
def test_a_wrapped_korean_mention_between_two_articles_opens_nothing(mention: str) -> None:
    text = f"제7조(지급) 회사는 지급하며 이 경우 {mention}\n제8조(통지) 알린다.\n제9조(기타) 그렇다.\n"
    assert _labels(text) == ["제7조(지급)", "제8조(통지)", "제9조(기타)"]


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    "mention",
    [
        "依照本法\n第八条规定的条件办理。", "依照本法\n第八条第一款办理。", "依照\n第八条、第九条办理。", "依照\n第八条和第九条办理。", "依照\n第八条至第九条办理。",
        "办理。\n第八条第一款规定的除外。", "办理。\n第八条规定的除外。", "依照本法\n第八条的规定办理。", "依照\n第八条所列情形办理。", "依照\n第八条中的规定办理。", "依照\n第六十条规定办理。",
    ],
)  # fmt: skip
@pytest.mark.parametrize("blank", [" ", ""])
def test_a_wrapped_chinese_mention_between_two_articles_opens_nothing(mention: str, blank: str) -> None:
    text = f"第七条{blank}有关单位{mention}\n第八条{blank}单位应当通知。\n第九条{blank}其他事项。\n"
    assert _labels(text) == ["第七条", "第八条", "第九条"]


def test_many_lines_that_may_be_either_are_weighed_in_one_pass() -> None:
    text = "第一条中华文字。\n" * 30_000
    assert len(read_outline(text).headings) <= 30_000


# --- contracts and codes in English and German ------------------------------------------------------


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Section 1.01 Defined Terms. The company means Acme.", "Section 1.02 Rules of Construction. Words mean what they say."),
        ("Section 1.01. Defined Terms. The company means Acme.", "Section 1.02. Construction. Words mean what they say."),
        ("Section 1.01 The company means Acme and all of its affiliates from time to time.", "Section 1.02 Words in the singular include the plural and so on."),
        ("Section 1.1 Purchase and Sale of the Shares. On the terms set out here.", "Section 1.2 Governing Law; Jurisdiction. This agreement is governed."),
        ("SECTION 1.01 Defined Terms. The company means Acme.", "SECTION 1.02 Construction. Words mean what they say."),
        ("**Section 1.01** Defined Terms. The company means Acme.", "**Section 1.02** Construction. Words mean what they say."),
        ("### Section 1.01 Defined Terms\n\nThe company means Acme.", "### Section 1.02 Construction\n\nWords mean what they say."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_sections_of_a_contract_are_clauses(first: str, second: str, gap: str) -> None:
    articles = [
        gap.join([f"ARTICLE {number} {title}", first.replace("1.0", f"{n}.0").replace("1.1", f"{n}.1"), second.replace("1.0", f"{n}.0").replace("1.2", f"{n}.2")])
        for n, number, title in ((1, "I", "DEFINITIONS"), (2, "II", "SALE"))
    ]  # fmt: skip
    chunks, diagnostics = split_with_diagnostics(gap.join(articles))
    assert diagnostics.selected_tier is Tier.CLAUSE
    trails = [chunk.context_header.lstrip("# ").split("\n") for chunk in chunks]
    assert [trail[0] for trail in trails] == ["ARTICLE I DEFINITIONS"] * 2 + ["ARTICLE II SALE"] * 2
    numbers = [trail[1].lstrip("# ").lower().split()[1].rstrip(".") for trail in trails]
    assert [number.split(".")[0] for number in numbers] == ["1", "1", "2", "2"]
    for chunk, number in zip(chunks, numbers, strict=True):
        assert f"section:{number}" in held_clauses(chunk.context_header, chunk.content)


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("Sec. 101. Short title. This Act may be cited so.", "Sec. 101. Short title"),
        ("SEC. 101. SHORT TITLE. This Act may be cited so.", "SEC. 101. SHORT TITLE"),
        ("Sec. 5 Scope", "Sec. 5 Scope"),
        ("§ 5 Haftung", "§ 5 Haftung"),
        ("§ 437 Rechte des Käufers bei allgemeinen Mängeln", "§ 437 Rechte des Käufers bei allgemeinen Mängeln"),
        ("§ 5", "§ 5"),
        ("§5 Haftung", "§5 Haftung"),
        ("§ 5a Besondere Haftung", "§ 5a Besondere Haftung"),
        ("§ 101. Definitions. In this chapter words have meanings.", "§ 101. Definitions"),
        ("**§ 5 Haftung**", "§ 5 Haftung"),
        ("## § 5 Haftung", "§ 5 Haftung"),
    ],
)  # fmt: skip
def test_signs_and_short_forms(line: str, label: str) -> None:
    assert _labels(f"The line before has ended.\n\n{line}\nText follows.") == [label]
    assert held_clauses("", line)[0].startswith("section:")


def test_german_paragraphs_count_on() -> None:
    text = "§ 1 Zweck\n(1) Dieses Gesetz gilt.\n§ 2 (1) Der Käufer zahlt.\n(2) Er zahlt nach\n§ 1 Absatz 1 sofort.\n§ 3\n(1) Schluss.\n"
    assert _labels(text) == ["§ 1 Zweck", "§ 2", "§ 3"]


@pytest.mark.parametrize(
    "line",
    [
        "§ 5 Absatz 2 gilt entsprechend.", "§ 5 Abs. 2 BGB", "§ 433 BGB ist anzuwenden.", "§ 5 Satz 1 bleibt", "§ 5 und § 6 gelten", "§ 5(2) of the Act", "§ 5 of the Act", "§§ 5 bis 7",
        "Sec. 5 of the Act", "Section 1.01 of this Agreement", "Section 1.01 and Section 1.02", "Section 4 applies. It does.", "Sec. divided",
        "Section 1.01(a) of this Agreement", "Section 1.01, the Buyer shall pay.",
    ],
)  # fmt: skip
def test_mentions_of_sections_open_nothing(line: str) -> None:
    assert _labels(f"The line before has ended.\n\n{line}\nText follows.") == []


def test_a_section_wrapped_to_the_start_of_a_line_opens_nothing() -> None:
    text = "Section 1.01 Terms. The Seller delivers as agreed under\nSection 2.05 Seller shall deliver goods to the buyer.\nSection 1.02 Price. It is paid.\n"
    assert _labels(text) == ["Section 1.01 Terms", "Section 1.02 Price"]


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("text", "trails"),
    [
        (
            "ARTICLE I\nDEFINITIONS\n\nSection 1.01 Terms. It means.\n\nARTICLE II\n\nSALE OF SHARES\n\nSection 2.01 Sale. It is sold.\n",
            ["ARTICLE I DEFINITIONS > Section 1.01 Terms", "ARTICLE II SALE OF SHARES > Section 2.01 Sale"],
        ),
        ("제1장\n총 칙\n제1조(목적) 목적이다.\n제2장\n지급\n제2조(지급) 지급한다.\n", ["제1장 총 칙 > 제1조(목적)", "제2장 지급 > 제2조(지급)"]),
        ("第一章\n总则\n第一条 甲。\n第二章\n登记\n第二条 乙。\n", ["第一章 总则 > 第一条", "第二章 登记 > 第二条"]),
        ("# Chapter 1\n\nScope\n\n## Article 1\n\nText.\n\n# Chapter 2\n\nMeans\n\n## Article 2\n\nText.\n", ["Chapter 1 Scope > Article 1", "Chapter 2 Means > Article 2"]),
        ("제1장\n이 장은 총칙이다.\n제1조(목적) 목적이다.\n", ["제1장", "제1장 > 제1조(목적)"]),
        ("제1장\n둘째 줄\n셋째 줄\n\n제1조(목적) 목적이다.\n", ["제1장", "제1장 > 제1조(목적)"]),
        ("제1조\n목적\n제2조\n정의\n", ["제1조", "제2조"]),
    ],
)  # fmt: skip
def test_a_title_may_stand_below_its_number(text: str, trails: list[str]) -> None:
    found = [" > ".join(line.lstrip("# ") for line in c.context_header.split("\n")) for c in split(text)]
    assert found == trails


# --- annexes ----------------------------------------------------------------------------------------


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("line", "label", "key"),
    [
        ("■ 개인정보 보호법 시행령 [별표 2] ‹개정 2020. 8. 4.›", "[별표 2] ‹개정 2020. 8. 4.›", "appendix:2"),
        ("■ 개인정보 보호법 시행령 [별표 2] <개정 2020. 8. 4.>", "[별표 2] <개정 2020. 8. 4.>", "appendix:2"),
        ("■ 국민건강보험법 시행규칙 [별지 제1호서식]<개정 2021. 1. 1.>", "[별지 제1호서식]<개정 2021. 1. 1.>", "form:1"),
        ("■ 보험업법 시행령 【별표 3의2】", "【별표 3의2】", "appendix:3-2"),
        ("  ■ 조례 [별표]", "[별표]", "appendix"),
        ("## ■ 시행령 [별표 2]", "■ 시행령 [별표 2]", "appendix:2"),
        ("[별표 2] ‹신설 2020. 8. 4.›", "[별표 2] ‹신설 2020. 8. 4.›", "appendix:2"),
        ("[별표 2]‹신설 2020. 8. 4.›", "[별표 2]‹신설 2020. 8. 4.›", "appendix:2"),
    ],
)  # fmt: skip
def test_the_official_line_of_an_annex(line: str, label: str, key: str) -> None:
    text = f"제1조(목적) 목적이다.\n부칙\n제1조(시행일) 시행한다.\n\n{line}\n과징금의 산정기준(제48조 관련)\n"
    assert _trails(text)[-1] == label
    last = split(text)[-1]
    assert last.content.strip().startswith(line.strip())
    assert held_clauses(last.context_header, last.content)[0] == key


@pytest.mark.parametrize("line", ["■ 추진 계획 [별첨 참조]", "■ 추진 계획 [붙임 1]", "■ 기준 [별표 1 참조", "[별첨 참조]", "■ [가]"])  # fmt: skip
def test_a_bullet_with_a_reference_is_no_annex(line: str) -> None:
    assert _labels(f"제1조(목적) 목적이다.\n\n{line}\n계획이다.\n") == ["제1조(목적)"]


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("line", "trails"),
    [
        ("부칙 이 조례는 공포한 날부터 시행한다.", ["부칙"]),
        ("부 칙 이 규칙은 발령한 날부터 시행한다.", ["부 칙"]),
        ("부칙 이 법은 2020년 1월 1일부터 시행한다.", ["부칙"]),
        ("부칙 2019. 5. 1.", ["부칙 2019. 5. 1."]),
        ("부칙 2019. 5. 1. 조례 제1234호", ["부칙 2019. 5. 1. 조례 제1234호"]),
        ("부칙 2020년 1월 1일부터 시행한다.", ["부칙"]),
        ("부칙 공포한 날부터 시행한다.", ["부칙"]),
        ("부칙 ① 이 규칙은 공포한 날부터 시행한다.", ["부칙"]),
        ("부칙 1. 이 규칙은 공포한 날부터 시행한다.", ["부칙"]),
        ("부칙 제1조(시행일) 이 조례는 공포한 날부터 시행한다.", ["부칙", "부칙 > 제1조(시행일)"]),
        ("부칙 제1조 (시행일) 이 조례는 공포한 날부터 시행한다.", ["부칙", "부칙 > 제1조 (시행일)"]),
        ("부칙 제1조 이 조례는 공포한 날부터 시행한다.", ["부칙", "부칙 > 제1조"]),
        ("부칙 <제1234호, 2020. 1. 1.> 제1조(시행일) 이 법은 공포한 날부터 시행한다.", ["부칙 <제1234호, 2020. 1. 1.>", "부칙 <제1234호, 2020. 1. 1.> > 제1조(시행일)"]),
        ("부칙(2019. 5. 1.) 이 조례는 공포한 날부터 시행한다.", ["부칙(2019. 5. 1.)"]),
        ("부칙 제1234호", ["부칙 제1234호"]),
        ("부칙(시행일) 이 조례는 공포한 날부터 시행한다.", ["부칙(시행일)"]),
        ("**부칙** 이 조례는 공포한 날부터 시행한다.", ["부칙"]),
        ("\f부칙 이 조례는 공포한 날부터 시행한다.", ["부칙"]),
        ("## 부칙 이 조례의 시행", ["부칙 이 조례의 시행"]),
    ],
)  # fmt: skip
def test_a_supplement_with_text_on_its_line(line: str, trails: list[str]) -> None:
    text = f"제1장 총칙\n제1조(목적) 목적이다.\n{line}\n"
    assert _trails(text)[2:] == trails
    chunks = split(text)
    assert chunks[-1].content.strip(" \n\f*#").startswith("부")
    assert chunks[-1].context_header.split("\n")[0] == f"## {trails[0]}"


@pytest.mark.parametrize(
    "line",
    [
        "부칙 제2조에 따라 시행한다.", "부칙 제1조(시행일)에 따라 시행한다.", "부칙 제1조(시행일) 및 제2조에 따라 시행한다.", "부칙 제1조(시행일) 제1항에 따라 시행한다.",
        "부칙 제1항에 따라 시행한다.", "부칙이 정하는 바에 따라 시행한다.", "부칙 규정에 따라 시행한다.", "부칙 및 별표에 따라 시행한다.", "부칙 제3조(경과조치) 적용을 받는다.",
        "부칙 <제12호> 제2조 및 제3조", "부칙(법률 제12호) 제2조에 따라", "부칙 제1장의 규정", "부칙 2019. 5. 1. 개정 규칙에 따라",
    ],
)  # fmt: skip
def test_a_mention_of_a_supplement_opens_nothing(line: str) -> None:
    assert _labels(f"제1조(목적) 목적이다.\n{line}\n") == ["제1조(목적)"]
    assert _labels(f"제1조(목적) 종전의 규칙\n{line}\n") == ["제1조(목적)"]


@pytest.mark.parametrize(
    ("line", "trails"),
    [
        ("附则 本办法自发布之日起施行。", ["附则"]),
        ("附 则　本办法自发布之日起施行。", ["附 则"]),
        ("附则 第三条 本办法自发布之日起施行。", ["附则", "附则 > 第三条"]),
        ("附则 自2020年1月1日起施行。", ["附则"]),
    ],
)
def test_a_chinese_supplement_with_text_on_its_line(line: str, trails: list[str]) -> None:
    text = f"第一章 总则\n第一条 为了规范。\n第二条 定义。\n{line}\n"
    assert _trails(text)[3:] == trails
    assert _labels("第一条 为了规范。\n附则 规定的事项，从其规定。\n") == ["第一条"]


# --- pages, odd blanks, branches of numbers ---------------------------------------------------------


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    "lead", ["\f", "\xa0", "\f  ", "\xa0\xa0", "\u2003", "\ufeff", "\u200b", "\v", "\u3000\xa0"]
)
@pytest.mark.parametrize(
    ("first", "second", "label"),
    [
        ("제1조(목적) 목적이다.", "제2조(정의) 정의이다.", "제2조(정의)"),
        ("第一条 为了规范。", "第二条 定义如下。", "第二条"),
        ("Section 1. Aim. It aims.", "Section 2. Terms. It defines.", "Section 2. Terms"),
        ("§ 1 Zweck\nEr gilt.", "§ 2 Begriffe", "§ 2 Begriffe"),
        ("제1조(목적) 목적이다.", "[별표 1] 기준", "[별표 1] 기준"),
    ],
)
def test_the_first_line_of_a_page(lead: str, first: str, second: str, label: str) -> None:
    text = f"{first}\n{lead}{second}\n본문 text 文.\n"
    assert _labels(text)[-1] == label
    assert len(_labels(text)) == 2
    last = split(text, ChunkingConfig(strategy="auto"))[-1]
    assert second in last.content
    assert held_clauses("", last.content) == held_clauses(label, "")


@pytest.mark.feature("HD-02")
@pytest.mark.parametrize(
    "text", ["# A\ntext\n\f# B\ntext\n", "# A\ntext\f# B\ntext\n", "\ufeff# A\ntext\n# B\n"]
)
def test_a_heading_at_the_top_of_a_page(text: str) -> None:
    assert _labels(text) == ["A", "B"]


def test_a_page_break_does_not_end_a_sentence() -> None:
    text = "제7조(지급) 회사는 이 약관\n\f제60조(해지) 사유로 지급한다.\n제8조(통지) 알린다.\n"
    assert _labels(text)[-1] == "제8조(통지)"


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("before", "line", "key"),
    [
        ("第 10 條 甲。", "第 10-1 條 乙。", "article:10-1"),
        ("第 10 條\n甲。", "第 10-1 條\n乙。", "article:10-1"),
        ("第 10 條 甲。", "第10-1條 乙。", "article:10-1"),
        ("第 10 條 甲。", "第 10 條之 1 乙。", "article:10-1"),
        ("第十條 甲。", "第十條之一 乙。", "article:10-1"),
        ("第 10 條 甲。", "第 10 － 1 條 乙。", "article:10-1"),
        ("제10조(가) 갑.", "제10-1조(나) 을.", "article:10-1"),
        ("제10조(가) 갑.", "제10조의2(나) 을.", "article:10-2"),
    ],
)
def test_numbers_with_a_branch(before: str, line: str, key: str) -> None:
    text = f"{before}\n{line}\n第 11 條 丙。\n" if "條" in line else f"{before}\n{line}\n제11조(다) 병.\n"
    assert len(_labels(text)) == 3
    chunk = split(text)[1]
    assert chunk.content.startswith(line.split("\n")[0])
    assert key in held_clauses(chunk.context_header, chunk.content)


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize("word", ["分编", "分編"])
@pytest.mark.parametrize("blank", [" ", "\u3000", ""])
def test_the_books_of_a_civil_code(word: str, blank: str) -> None:
    text = (
        f"第二编{blank}物权\n第一{word}{blank}通则\n第一章{blank}一般规定\n第二百零五条 甲。\n"
        f"第二{word}{blank}所有权\n第四章{blank}一般规定\n第二百四十条 乙。\n第三编{blank}合同\n第四百六十三条 丙。\n"
    )
    gap = " " if blank else ""
    assert _trails(text)[6] == f"第二编{gap}物权 > 第二{word}{gap}所有权 > 第四章{gap}一般规定 > 第二百四十条"
    assert split(text)[1].content.startswith(f"第二{word}")
    assert _trails(text)[8] == f"第三编{gap}合同 > 第四百六十三条"
