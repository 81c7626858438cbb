import pytest

from pincite.composing import collect_evidence, extract_answer, score_evidence
from pincite.composing.comparison import sides
from pincite.core.types import Passage, QueryType
from pincite.text.analyzers import analyze
from pincite.text.sentences import split_sentences
from tests.builders import chunk, passage

CLAIMS = passage(
    chunk(
        "claims",
        "### 제20조(보험금의 청구 절차)\n보험금은 다음 순서로 청구합니다.\n1. 사고를 접수합니다.\n2. 청구서를 적습니다.\n3. 서류를 냅니다.",
        context_header="## 제3장 보험금의 청구\n### 제20조(보험금의 청구 절차)",
        clauses=("article:20",),
    ),
    0.9,
)
WAITING = passage(
    chunk(
        "waiting",
        "### 제40조(면책기간과 감액기간)\n① 면책기간은 계약일부터 90일까지입니다.\n② 감액기간은 면책기간이 끝난 날부터 1년까지이며 50%를 지급합니다.",
        context_header="### 제40조(면책기간과 감액기간)",
        clauses=("article:40",),
        seq=5,
        start=500,
    ),
    0.8,
)
TABLE = passage(
    chunk(
        "table",
        "### [별표 1]\n\n| 수술 종류 | 금액 |\n| --- | --- |\n| 3종 | 100만원 |\n| 4종 | 200만원 |",
        context_header="### [별표 1] 수술보험금",
        seq=9,
        start=900,
    ),
    0.7,
)


def answer(question: str, query_type: QueryType, *passages: Passage) -> str:
    named = [(f"c{number}", one) for number, one in enumerate(passages, start=1)]
    units = collect_evidence(named, lambda text: [sentence.text for sentence in split_sentences(text)])
    return extract_answer(question, query_type, score_evidence(question, units, analyze), named, analyze)


def test_a_named_clause_is_quoted_whole_with_its_source() -> None:
    exact = passage(WAITING.chunk, 0.9, exact_reference=True)
    text = answer("제40조 보여줘", QueryType.STRUCTURED_LOOKUP, exact)
    assert text == f'{WAITING.text} <ref id="c1"/>'


def test_a_named_paragraph_is_quoted_alone_with_its_clause() -> None:
    exact = passage(WAITING.chunk, 0.9, exact_reference=True)
    text = answer("제40조 제2항 보여줘", QueryType.STRUCTURED_LOOKUP, exact)
    assert text.startswith("제40조(면책기간과 감액기간)\n② 감액기간은")
    assert "① " not in text


def test_a_named_clause_without_that_paragraph_is_quoted_whole() -> None:
    exact = passage(WAITING.chunk, 0.9, exact_reference=True)
    assert "① 면책기간" in answer("제40조 제7항", QueryType.STRUCTURED_LOOKUP, exact)


def test_a_procedure_is_numbered_in_the_order_of_the_document() -> None:
    text = answer("보험금 청구는 어떻게 하나요?", QueryType.PROCEDURE, CLAIMS, WAITING)
    lines = text.splitlines()
    assert lines[0].startswith("보험금은 다음 순서로")
    assert [line.split(" ")[0] for line in lines[1:]] == ["1.", "2.", "3."]
    assert lines[1].startswith("1. 사고를 접수") and "서류를 냅니다" in lines[3]
    assert all(line.endswith('<ref id="c1"/>') for line in lines)


def test_the_documents_own_numbers_stay_and_bullets_become_numbers() -> None:
    papers = passage(
        chunk(
            "papers",
            "① 청구할 때에는 다음 서류를 냅니다.\n1. 청구서\n2. 사고증명서\n② 제1항 제2호의 사고증명서는 병원에서 발급합니다.",
        )
    )
    lines = answer("청구 방법은?", QueryType.PROCEDURE, papers).splitlines()
    assert [line.split(" ")[0] for line in lines] == ["①", "1.", "2.", "②"]
    bullets = passage(chunk("b", "신청 방법\n- 앱을 엽니다.\n- 신청을 누릅니다."))
    assert answer("신청 방법은?", QueryType.PROCEDURE, bullets).splitlines()[-1].startswith("2. 신청을")


def test_a_procedure_comes_from_the_passage_whose_heading_names_it() -> None:
    yearly = passage(
        chunk(
            "y",
            "Replace the mechanical seal and both bearings once a year.",
            context_header="## Yearly overhaul",
        ),
        0.9,
    )
    steps = passage(
        chunk(
            "s",
            "1. Lock out the motor.\n2. Undo the bolts.\n3. Fit the new seal.",
            context_header="## Section 3.1 Replacing the mechanical seal",
            seq=4,
            start=400,
        ),
        0.7,
    )
    text = answer("How do I replace the mechanical seal?", QueryType.PROCEDURE, yearly, steps)
    assert text.startswith("1. Lock out the motor.") and "once a year" not in text


def test_a_proviso_that_opens_a_list_brings_the_list() -> None:
    rule = passage(
        chunk(
            "n",
            "① 사용자는 30일 전에 해고를 예고합니다. 다만, 다음 각 호의 어느 하나이면 그러하지 아니합니다.\n"
            "1. 3개월 미만 근무\n2. 천재지변\n② 수당은 통상임금입니다.",
        )
    )
    text = answer("해고는 며칠 전에 예고하나요?", QueryType.SIMPLE_FACT, rule)
    assert "1. 3개월 미만 근무" in text and "2. 천재지변" in text and "② 수당" not in text


def test_a_heading_that_lost_its_hashes_is_not_quoted() -> None:
    bare = passage(
        chunk(
            "h",
            "ARTICLE 3. REFEREE'S AUTHORITY.\nThe Referee decides.",
            context_header="## ARTICLE 3. REFEREE'S AUTHORITY",
        )
    )
    assert answer("What is the Referee's authority?", QueryType.SIMPLE_FACT, bare).startswith("The Referee")


def test_a_procedure_without_a_list_takes_the_best_sentences() -> None:
    prose = passage(chunk("p", "갱신은 갱신일 전에 신청합니다. 신청은 앱으로 합니다. 날씨가 좋습니다."))
    assert answer("갱신 신청 방법은?", QueryType.PROCEDURE, prose).startswith("1. 갱신은")


def test_a_comparison_is_a_table_of_two_columns() -> None:
    text = answer("면책기간과 감액기간의 차이가 뭔가요?", QueryType.COMPARISON, WAITING, CLAIMS)
    head, rule, cells = text.splitlines()
    assert head == "| 면책기간 | 감액기간 |" and rule == "| --- | --- |"
    assert "90일" in cells.split("|")[1] and "50%" in cells.split("|")[2]


def test_a_comparison_whose_sides_are_not_named_sets_the_two_best_side_by_side() -> None:
    text = answer("어느 쪽이 더 긴가요?", QueryType.COMPARISON, WAITING, CLAIMS)
    assert "제40조(면책기간과 감액기간)" in text.splitlines()[0]


def test_a_comparison_with_one_passage_quotes_it() -> None:
    assert "<ref" in answer("어느 쪽이 더 긴가요?", QueryType.COMPARISON, CLAIMS)


def test_an_amount_in_a_table_comes_with_its_column_names() -> None:
    text = answer("4종 수술 금액은 얼마인가요?", QueryType.SIMPLE_FACT, TABLE, CLAIMS)
    assert "| 수술 종류 | 금액 |" in text and '| 4종 | 200만원 <ref id="c1"/> |' in text
    assert "3종" not in text


def test_a_proviso_below_a_table_is_quoted_below_it_not_as_a_row() -> None:
    table = passage(
        chunk("t", "| 수술 종류 | 금액 |\n| --- | --- |\n| 4종 | 200만원 |\n다만, 미용 수술은 제외합니다.")
    )
    text = answer("4종 수술 금액은 얼마인가요?", QueryType.SIMPLE_FACT, table)
    assert text.splitlines()[-3:] == [
        '| 4종 | 200만원 <ref id="c1"/> |',
        "",
        '다만, 미용 수술은 제외합니다. <ref id="c1"/>',
    ]


def test_a_rule_comes_with_its_proviso_and_the_list_that_it_opens() -> None:
    rules = passage(
        chunk(
            "r",
            "다음 각 호의 사고는 보상하지 않습니다.\n1. 음주운전\n2. 전쟁\n다만, 구조 중의 사고는 보상합니다.\n끝으로 무관한 문장입니다.",
        )
    )
    text = answer("보상하지 않는 사고는 무엇인가요?", QueryType.INTERPRETATION, rules)
    assert "1. 음주운전" in text and "2. 전쟁" in text and "다만, 구조 중의 사고는 보상합니다." in text
    assert "무관한" not in text


@pytest.mark.parametrize("query_type", [QueryType.INTERPRETATION, QueryType.PROCEDURE])
def test_a_long_list_is_quoted_to_its_last_item(query_type: QueryType) -> None:
    items = "\n".join(f"{number}. {number}번째 접수 서류" for number in range(1, 26))
    rules = passage(
        chunk("r", f"접수할 때에는 다음 각 호의 서류를 냅니다.\n{items}\n끝으로 무관한 문장입니다.")
    )
    text = answer("접수 서류는 무엇인가요?", query_type, rules)
    assert [f"{number}번째" in text for number in range(1, 26)] == [True] * 25


def test_an_item_comes_with_the_sentence_that_opens_its_list() -> None:
    rules = passage(
        chunk("r", "다음 각 호의 사고는 보상하지 않습니다.\n1. 전쟁\n2. 음주운전 사고\n끝입니다.")
    )
    text = answer("음주운전 사고는요?", QueryType.SIMPLE_FACT, rules)
    assert text.index("보상하지 않습니다") < text.index("음주운전 사고")


def test_a_paragraph_that_is_no_list_item_stands_alone() -> None:
    rules = passage(chunk("r", "총칙의 문장입니다.\n1. 휴가는 15일입니다.\n2. 급여는 월말에 줍니다."))
    assert answer("휴가는 며칠?", QueryType.SIMPLE_FACT, rules).startswith("1. 휴가는 15일입니다.")


def test_a_question_in_the_document_is_not_an_answer() -> None:
    faq = passage(chunk("q", "보험금은 언제 지급되나요? 보험금은 접수한 날부터 3영업일 안에 지급됩니다."))
    assert answer("보험금은 언제 지급되나요?", QueryType.SIMPLE_FACT, faq).startswith("보험금은 접수한")


def test_nearness_of_meaning_decides_where_no_word_is_shared() -> None:
    manual = passage(chunk("m", "Replace the seal once a year. Paint the casing blue."))
    units = collect_evidence([("c1", manual)], lambda text: [s.text for s in split_sentences(text)])
    near = score_evidence("씰은 얼마나 자주 바꾸나요?", units, analyze, [0.88, 0.76])
    assert near[0].score > near[1].score


def test_no_passage_gives_no_text() -> None:
    assert answer("무엇?", QueryType.SIMPLE_FACT) == ""
    assert answer("어떻게?", QueryType.PROCEDURE) == ""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("A플랜하고 B플랜 중 뭐가 나아요?", ("A플랜", "B플랜")),
        ("basic vs premium", ("basic", "premium")),
        ("How do theft claims compare with fire claims?", ("theft claims", "fire claims")),
        ("第三条和第五条的差异", ("第三条", "第五条")),
        ("오늘 날씨", None),
    ],
)
def test_sides_are_read_in_three_languages(question: str, expected: tuple[str, str] | None) -> None:
    assert sides(question) == expected
