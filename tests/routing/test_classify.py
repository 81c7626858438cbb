import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.types import QueryType, Route, SearchStrategy
from pincite.routing import PatternPack, classify_query, prefetch_limits

HERE = Path(__file__).parent
QUESTIONS = [json.loads(line) for line in (HERE / "questions.jsonl").read_text("utf-8").splitlines()]
VECTORS = json.loads((HERE.parent / "vectors" / "crag_insurance.json").read_text("utf-8"))["vectors"]
ONE_OF_EACH = {
    "structured_lookup": "제43조 내용 알려줘",
    "comparison": "1종과 2종의 차이가 뭔가요?",
    "simple_fact": "보험금 지급 기준",
    "article+meaning mix": "제43조가 적용되나요?",
}


@pytest.mark.feature("RT-01")
@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case["query"])
def test_questions_of_our_own(case: dict[str, str]) -> None:
    route = classify_query(case["query"])
    assert route.query_type == case["expect"]
    assert route.strategy == case.get("strategy", route.strategy)


@pytest.mark.feature("RT-02")
@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("제43조 보험금 지급 기준이 뭐야", QueryType.INTERPRETATION),
        ("제43조가 적용되나요?", QueryType.INTERPRETATION),
        ("제20조에 따른 이의제기 절차는?", QueryType.PROCEDURE),
        ("Article 3 versus Article 5", QueryType.COMPARISON),
    ],
)
def test_a_clause_with_a_question_of_meaning_weighs_both_legs_alike(query: str, kind: QueryType) -> None:
    assert classify_query(query) == Route(kind, SearchStrategy.HYBRID, 6, 6)


@pytest.mark.feature("RT-03")
@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("청구 방법의 차이", "comparison"),
        ("해지와 취소는 절차가 어떻게 다른가요", "comparison"),
        ("적용 기준이 1종과 2종에서 다른가요?", "comparison"),
        ("'의미'와 '취지'의 차이", "comparison"),
        ("보장되나요, 그리고 어떻게 신청하나요?", "procedure"),
        ("적용받으려면 어떻게 해야 하나요", "procedure"),
        ("해당되면 접수 절차를 알려주세요", "procedure"),
        ("신청 방법을 알 수 있을까요?", "procedure"),
        ("청구 서류를 사진으로 내도 인정되나요", "interpretation"),
        ("이 방법으로 신청해도 되나요", "interpretation"),
        ("절차를 안 지키면 무효인가요", "interpretation"),
        ("어떻게 해석해야 하나요", "interpretation"),
        ("언제까지 신청 가능한가요?", "simple_fact"),
        ("몇 명부터 적용되나요", "simple_fact"),
        ("How do the appeal steps differ between plans?", "comparison"),
        ("how do I know whether it applies", "procedure"),
        ("How should this clause be interpreted?", "interpretation"),
        ("How many days am I allowed?", "simple_fact"),
        ("申请流程有什么区别", "comparison"),
        ("如何理解这条规定", "interpretation"),
    ],
)
def test_overlapping_questions_follow_the_precedence(query: str, kind: str) -> None:
    assert classify_query(query).query_type == kind


@pytest.mark.feature("RT-04")
@pytest.mark.parametrize(
    ("query", "limits"),
    [
        ("제43조", (30, 80)),
        ("무면허운전 시 보장되나요?", (80, 30)),
        ("보험금 청구 방법은?", (80, 30)),
        ("1종과 2종의 차이", (80, 30)),
        ("보험금 지급 기준", (60, 60)),
        ("제43조가 적용되나요?", (60, 60)),
    ],
)
def test_prefetch_limits_follow_the_type(query: str, limits: tuple[int, int]) -> None:
    assert prefetch_limits(classify_query(query), 10) == limits


@pytest.mark.feature("RT-05")
@given(st.text(max_size=60), st.integers(1, 200))
def test_both_legs_are_always_asked(query: str, top_k: int) -> None:
    dense, lexical = prefetch_limits(classify_query(query), top_k)
    assert dense > 0
    assert lexical > 0


@pytest.mark.parametrize("top_k", [0, -3])
def test_zero_is_zero(top_k: int) -> None:
    assert prefetch_limits(classify_query("보험금"), top_k) == (0, 0)


@pytest.mark.feature("CG-04")
def test_the_rewritten_question_counts_too() -> None:
    assert classify_query("제43조").query_type is QueryType.STRUCTURED_LOOKUP
    route = classify_query("제43조", rewritten="보험금 지급사유의 의미는?")
    assert route == Route(QueryType.INTERPRETATION, SearchStrategy.HYBRID, 6, 6)


def test_a_clause_that_only_one_of_both_names_counts() -> None:
    assert classify_query("그거 보여줘", rewritten="제43조 내용").query_type is QueryType.STRUCTURED_LOOKUP
    assert classify_query("제43조 내용", rewritten="보험금 지급").query_type is QueryType.STRUCTURED_LOOKUP


def test_a_rewrite_of_key_words_does_not_lose_the_question() -> None:
    route = classify_query("무면허운전 시 보장되나요?", rewritten="무면허운전 보험금")
    assert route.query_type is QueryType.INTERPRETATION


@pytest.mark.feature("RT-08")
def test_a_domain_adds_patterns_without_code() -> None:
    lease = PatternPack.from_dict({"name": "lease", "procedure": {"en": [r"\bhandover\b"]}})
    assert classify_query("flat handover").query_type is QueryType.SIMPLE_FACT
    assert classify_query("flat handover", extensions=(lease,)).query_type is QueryType.PROCEDURE


@pytest.mark.feature("RT-08")
def test_insurance_is_a_pack_like_any_other() -> None:
    assert classify_query("보험금 청구").query_type is QueryType.PROCEDURE
    assert classify_query("보험금 청구", extensions=()).query_type is QueryType.SIMPLE_FACT


def test_a_pasted_text_is_read_at_both_ends() -> None:
    pasted = "가입 내역과 금액을 적은 표. " * 400
    assert classify_query(f"{pasted} 어떻게 신청하나요?").query_type is QueryType.PROCEDURE
    assert classify_query(f"어떻게 신청하나요? {pasted}").query_type is QueryType.PROCEDURE


def test_traditional_characters_read_like_simplified_ones() -> None:
    assert classify_query("甲方案和乙方案有什麼區別").query_type is QueryType.COMPARISON
    assert classify_query("這個條款適用於兼職員工嗎").query_type is QueryType.INTERPRETATION


def test_width_and_case_do_not_matter() -> None:
    assert classify_query("ＢＡＳＩＣ　ＶＳ　ＰＲＥＭＩＵＭ").query_type is QueryType.COMPARISON
    assert classify_query("제４３조 내용").query_type is QueryType.STRUCTURED_LOOKUP


@pytest.mark.parametrize("query", ["", " ", "?", "제", "¤", "\n\n"])
def test_next_to_nothing_is_a_simple_fact(query: str) -> None:
    assert classify_query(query).query_type is QueryType.SIMPLE_FACT


@given(st.text(max_size=80), st.none() | st.text(max_size=80))
def test_any_text_has_one_route_and_always_the_same(query: str, rewritten: str | None) -> None:
    assert classify_query(query, rewritten=rewritten) == classify_query(query, rewritten=rewritten)


@pytest.mark.parametrize(
    "vector", [v for v in VECTORS if v["op"] in {"classify", "prefetch"}], ids=lambda vector: vector["id"]
)
def test_vectors(vector: dict[str, dict[str, object]]) -> None:
    given_input, expect = vector["input"], vector["expect"]
    if "query" in given_input:
        assert classify_query(str(given_input["query"])).query_type == expect["query_type"]
    else:
        route = classify_query(ONE_OF_EACH[str(given_input["query_type"])])
        limits = prefetch_limits(route, int(str(given_input["top_k"])))
        assert limits == (expect["dense"], expect["bm25"])
