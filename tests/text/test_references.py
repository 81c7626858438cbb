"""Clause references are found as written, whatever the language, and expand into their members."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.references import Reference, find_references, held_clauses


def keys(text: str) -> list[str]:
    return [reference.full_key for reference in find_references(text)]


@pytest.mark.feature("VF-02")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("제43조의2 제3항 제1호 나목", ["article:43-2/3/1/나"]),
        ("제8조 제2호", ["article:8//2"]),
        ("제12조제③항에 따라", ["article:12/3"]),
        ("제 43 조", ["article:43"]),
        ("43조 2항에 따라", ["article:43/2"]),
        ("제삼조와 제십이조", ["article:3", "article:12"]),
        ("제７조（통지의무）", ["article:7"]),
        ("제2장 제43조", ["chapter:2", "article:43"]),
        ("第十二条第三款第二项", ["article:12/3/2"]),
        ("第12条第3款（一）", ["article:12/3/1"]),
        ("第四十三条之二", ["article:43-2"]),
        ("第 10-1 條第二款", ["article:10-1/2"]),
        ("제10-1조제2항", ["article:10-1/2"]),
        ("제51조의2 3개월을 초과하는", ["article:51-2"]),
        ("第二章", ["chapter:2"]),
        ("Article IV. Notices", ["article:4"]),
        ("Section 3.10 says", ["section:3.10"]),
        ("5(2)(a) applies", ["section:5/2/a"]),
        ("Section 6(b) and Clause 8", ["section:6/b", "clause:8"]),
        ("Article 5, paragraph 3", ["article:5/3"]),
        ("paragraph 3 of Article 5", ["article:5/3"]),
        ("§ 5", ["section:5"]),
        ("Part II", ["part:2"]),
        ("Rule 15, Section 1, Article 2", ["rule:15", "section:1", "article:2"]),
    ],
)
def test_forms(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


@pytest.mark.feature("VF-03")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[별표 1] 장해분류표", ["appendix:1"]),
        ("별표 1의2에 따른", ["appendix:1-2"]),
        ("별표3", ["appendix:3"]),
        ("별표에 따라", ["appendix"]),
        ("별지 제3호 서식과 서식 4", ["form:3", "form:4"]),
        ("부칙 제2조", ["supplement:2"]),
        ("부칙 <제123호, 2020. 1. 1.> 제3조", ["supplement:3"]),
        ("附件一和附表2", ["appendix:1", "appendix:2"]),
        ("附则第三条", ["supplement:3"]),
        ("Appendix A, Annex IV, Schedule 2, Form 7", ["appendix:a", "appendix:4", "appendix:2", "form:7"]),
    ],
)
def test_appendices_forms_supplements(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("제3조부터 제5조까지", ["article:3", "article:4", "article:5"]),
        ("제3조 내지 제5조의 규정", ["article:3", "article:4", "article:5"]),
        ("제12조제1항부터 제3항까지", ["article:12/1", "article:12/2", "article:12/3"]),
        ("제3조, 제5조 및 제7조", ["article:3", "article:5", "article:7"]),
        ("제3·5조", ["article:3", "article:5"]),
        ("Articles 3 to 5", ["article:3", "article:4", "article:5"]),
        ("Articles 3, 5 and 7", ["article:3", "article:5", "article:7"]),
        ("Article 5(1) to (3)", ["article:5/1", "article:5/2", "article:5/3"]),
        ("第三条至第五条", ["article:3", "article:4", "article:5"]),
        ("第三、五条", ["article:3", "article:5"]),
        ("第三至五条", ["article:3", "article:4", "article:5"]),
        ("第3-5条", ["article:3", "article:4", "article:5"]),
        ("제3-5조", ["article:3", "article:4", "article:5"]),
        ("제1조부터 제300조까지", ["article:1", "article:300"]),
    ],
)
def test_ranges_and_lists(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("제12조 제1항은 이렇고, 같은 조 제6항은 저렇다", ["article:12/1", "article:12/6"]),
        ("**제12조** **제7항**", ["article:12", "article:12/7"]),
        ("Article 5(1), and paragraph 6 of the same Article", ["article:5/1", "article:5/6"]),
        ("第十五条第一款，同条第四款", ["article:15/1", "article:15/4"]),
        ("제12조제1항 및 제2항", ["article:12/1", "article:12/2"]),
        ("제9조에서 전조 제2항", ["article:9", "article:8/2"]),
        ("제1항의 보험금", ["paragraph:1"]),
    ],
)
def test_back_references(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


@pytest.mark.parametrize(
    ("text", "law", "written"),
    [
        ("민법 제651조에", "민법", "민법 제651조"),
        ("「상법」 제638조", "상법", "「상법」 제638조"),
        ("근로기준법 시행령 제30조", "근로기준법 시행령", "근로기준법 시행령 제30조"),
        ("이 약관 제651조", None, "제651조"),
        ("본칙 제2조", None, "제2조"),
        ("《民事诉讼法》第十六条", "民事诉讼法", "《民事诉讼法》第十六条"),
        ("根据保险法第十六条", "保险法", "保险法第十六条"),
        ("本合同第十六条", None, "第十六条"),
        ("Section 44 of the Records Act", "Records Act", "Section 44 of the Records Act"),
        ("Section 44 of this agreement", None, "Section 44"),
        ("Civil Code Article 5", "Civil Code", "Civil Code Article 5"),
    ],
)
def test_the_law_written_with_a_clause(text: str, law: str | None, written: str) -> None:
    (reference,) = find_references(text)
    assert (reference.law, reference.text) == (law, written)


def test_a_law_carries_over_a_list_and_through_same_law() -> None:
    assert [r.law for r in find_references("상법 제638조 및 제639조, 같은 법 제650조")] == ["상법"] * 3


@pytest.mark.parametrize(
    "text",
    [
        "5조원의 예산",
        "3조 5천억",
        "제조업",
        "제1호점",
        "150 basis points",
        "a part of it",
        "3.14",
        "제일 조용한 곳",
        "第一年",
        "form of payment",
    ],
)
def test_what_is_no_clause(text: str) -> None:
    assert keys(text) == []


@pytest.mark.parametrize(
    ("header", "content", "expected"),
    [
        ("## 제2장 보험금의 지급\n### 제43조(보험금의 지급)", "제44조에 따라 지급합니다.", ("article:43",)),
        ("", "제43조(보험금의 지급) ① 회사는\n제44조에 따라\n제45조 삭제", ("article:43", "article:45")),
        ("", "#### 제43조의2 지급", ("article:43-2",)),
        ("", "민법 제145조 다음 각 호의 사유가", ("article:145",)),
        ("", "의료법 제3조의 병원에서", ()),
        ("", "제12조 제2항에 따라", ()),
        ("", "第十二条　保险人\n第十三条规定", ("article:12",)),
        ("", "第十二条（保险责任）", ("article:12",)),
        ("", "ARTICLE 3 PAYMENT\nSection 6(b) requires", ("article:3",)),
        ("", "Article 5. Notices must be in writing.", ("article:5",)),
        ("", "3.1 Waiting period. Cover\n3.5 percent of", ("section:3.1",)),
        ("", "[별표 1] 장해분류표\n별표 2에 따라\n<별표 3>", ("appendix:1", "appendix:3")),
        ("RULE 8 FORWARD PASS\nSECTION 2 X\nARTICLE 3. DEF", "", ("article:3", "section:2", "rule:8")),
        ("Section 7 Records > 7.4 Retention", "The supplier keeps logs.", ("section:7.4", "section:7")),
        ("## 제1장 총칙", "이 장은 …", ("chapter:1",)),
        (
            "",
            "제3조(의료기관)에 규정한 병원\n제4조(통지) 및 제5조(기타)\n제6조(해지) 해지한다.",
            ("article:6",),
        ),
        (
            "",
            "■ 도로교통법 시행령 [별표 2] <개정 2020. 8. 4.>\n\f제3조(정의) 이 법",
            ("appendix:2", "article:3"),
        ),
        ("", "\xa0§ 5 Haftung\n§ 6 Absatz 2 gilt", ("section:5",)),
        ("", "목차\n제1조(목적)\n제2조(정의) 2\n제3조(지급)\n", ()),
        (
            "",
            "목차\n제1조(목적)\n제2조(정의)\n제3조(지급)\n제1조(목적) 목적이다.\n제2조(정의)\n뜻이다.",
            ("article:1", "article:2"),
        ),
        ("", "목차\n제1조(목적)\n제2조(정의)\n제3조(지급)\n지급한다.", ("article:3",)),
        ("", "第一章 总则\n第二章 登记\n第三章 附则\n第一章 总则\n第一条 甲。", ("chapter:1", "article:1")),
        ("", "제1조(삭제)\n제2조(삭제)\n제3조(삭제)\n", ("article:1", "article:2", "article:3")),
        ("## 부 칙 <제2호>\n### 제1조(시행일)", "부 칙 <제2호>", ("article:1", "supplement:1", "supplement")),
        ("", "", ()),
    ],
)
def test_the_clauses_that_a_chunk_is(header: str, content: str, expected: tuple[str, ...]) -> None:
    assert held_clauses(header, content) == expected


def test_keys_without_a_number() -> None:
    reference = Reference(0, 2, "부칙", "supplement", ())
    assert (reference.key, reference.full_key) == ("supplement", "supplement")


@given(
    st.text(alphabet="제조항호목의및 0123456789부터까지第条款项至ArticleSection().,「」법\n①② ", max_size=60)
)
def test_any_text_is_read_and_spans_are_true(text: str) -> None:
    for reference in find_references(text):
        assert text[reference.start : reference.end] == reference.text
    held_clauses(text, text)
