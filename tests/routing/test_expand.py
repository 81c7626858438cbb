import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.routing import expand_query

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "query_understanding.json").read_text("utf-8"))[
    "vectors"
]
HEADINGS = [
    "제28조(부활(효력회복))",
    "### 제15조(계약의 해지/해약)",
    "第十条（复效（效力恢复））",
    "Article 5. Deductible (Excess)",
    "제3조(보험금의 지급사유)",
]

DIFFERENCES = {
    # The peer makes every word of over five bytes a search of its own, and a lone word finds whatever
    # mentions it. Here commas and sentence ends cut, blanks do not, and lengths count code points
    # (FEATURES QX-04): "beta12 gammas" stays whole.
    "query_understanding-030": "a blank ends no phrase",
    # When to expand and how many to fetch (QX-01, QX-06) is decided where the search is made.
    "query_understanding-032": "no concern of this function",
}


@pytest.mark.feature("QX-02")
@pytest.mark.parametrize(
    "vector", [v for v in VECTORS if v["op"] == "expand_query"], ids=lambda vector: vector["id"]
)
def test_vectors(vector: dict[str, dict[str, object]]) -> None:
    if str(vector["id"]) in DIFFERENCES:
        query = vector["input"].get("query")
        assert query is None or expand_query(str(query)) != vector["expect"]["variants"]
        return
    expect = vector["expect"]
    variants = expand_query(str(vector["input"]["query"]))
    assert len(variants) <= 5
    if "contains_variant" in expect:
        assert expect["contains_variant"] in variants
    if "some_variant_contains_words" in expect:
        words = expect["some_variant_contains_words"]
        assert isinstance(words, list)
        assert any(all(word in variant.split() for word in words) for variant in variants)


@pytest.mark.feature("CG-05")
@pytest.mark.parametrize(
    ("query", "variant"),
    [
        ("효력회복 조건", "부활 조건"),
        ("효력 회복 조건", "부활 조건"),
        ("보험을 해약하면", "보험을 계약의 해지하면"),
        ("合同复效的条件", "合同效力恢复的条件"),
        ("Who pays the excess", "Who pays the Deductible"),
        ("효력을 회복하려면 어떻게 하나요", "부활 효력회복"),
        ("보험금 지급 사유 알려줘", "보험금의 지급사유"),
    ],
)
def test_the_headings_lend_their_words(query: str, variant: str) -> None:
    assert variant in expand_query(query, HEADINGS)


def test_a_heading_lends_nothing_to_another_word() -> None:
    assert expand_query("excessive heat", HEADINGS) == []


def test_a_question_that_says_both_names_is_left_alone() -> None:
    assert "부활(부활)" not in expand_query("부활(효력회복)", HEADINGS)


@pytest.mark.parametrize(
    ("query", "variant"),
    [
        ("보험금청구방법좀알려주세요", "보험금 청구 방법"),
        ("연차 유급휴가는 며칠인가요?", "연차유급휴가"),
        ("무면허 운전 보상되나요?", "무면허운전보상"),
        ("제43조 내용 알려줘", "제43조 내용"),
        ("第十二条的内容", "第十二条 内容"),
        ("제3조부터 제5조까지 보여줘", "제3조부터 제5조"),
        ("What is the refund policy?", "refund policy"),
        ("“영업용 차량” 사고도 되나요", "영업용 차량"),
    ],
)
def test_spacing_and_words_of_asking(query: str, variant: str) -> None:
    assert any(found.startswith(variant) for found in expand_query(query))


@pytest.mark.feature("QX-03")
def test_han_runs_are_cut_into_words() -> None:
    assert expand_query("知识库RAG检索")[0] == "知识库 RAG 检索"


@pytest.mark.feature("QX-04")
def test_two_character_words_survive() -> None:
    assert "面积" in expand_query("请问面积是多少？")


@pytest.mark.parametrize("query", ["", "  ", "?", "뭐", "what is the", "什么"])
def test_nothing_to_say_otherwise(query: str) -> None:
    assert expand_query(query, HEADINGS) == []


@pytest.mark.parametrize("heading", ["", "#", "()", "A", "제1조", "제1조()", "a\\1(b\\g<0>c)"])
def test_odd_headings_do_no_harm(heading: str) -> None:
    assert "b\\g<0>c 1" in expand_query("a\\1 1", [heading, "a\\1(b\\g<0>c)"])


@settings(max_examples=60)
@given(st.text(max_size=80), st.lists(st.text(max_size=30), max_size=4))
def test_at_most_five_none_empty_none_the_question(query: str, headings: list[str]) -> None:
    variants = expand_query(query, headings)
    assert len(variants) <= 5
    assert all(variant.strip() for variant in variants)
    assert " ".join(query.split()).casefold() not in {variant.casefold() for variant in variants}
    assert len({variant.casefold() for variant in variants}) == len(variants)
    assert expand_query(query, headings) == variants
