import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.entities import LONGEST_NAME, LONGEST_READ, entity_key, named_in, names, outermost


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Pump  Bearings", "pump bearing"),
        ("ＬＧ유플러스", "LG 유플러스"),
        ("Smith's", "Smith"),
        ("늘봄 생명", "늘봄생명"),
        ("P-7", "p7"),
        ("《民法典》", "民法典"),
    ],
)
def test_spellings_of_one_name_are_one(one: str, other: str) -> None:
    assert entity_key(one) == entity_key(other)


def test_what_only_ends_in_s_keeps_it() -> None:
    assert entity_key("gas") == "gas"
    assert entity_key("business") == "business"
    assert entity_key("!?") == ""


@pytest.mark.parametrize(
    ("question", "known", "meant"),
    [
        ("김하늘은 누구의 담당인가요?", ["김하늘", "하늘"], ["김하늘"]),
        ("실손의료보험에서 빠지는 것은?", ["의료보험", "보험", "실손"], ["실손", "의료보험"]),
        ("한빛 상사와 늘봄생명의 계약은?", ["한빛상사", "늘봄생명"], ["한빛상사", "늘봄생명"]),
        ("How often are the pump bearings greased?", ["pumpbearing", "pump", "ump"], ["pumpbearing"]),
        ("Is it art or a party?", ["art", "part"], ["art"]),
        ("平安保险赔无证驾驶吗？", ["平安保险", "无证驾驶", "保险"], ["平安保险", "无证驾驶"]),
        ("보험과 실손보험은 다른가요?", ["보험", "실손보험"], ["보험", "실손보험"]),
        ("아무것도 아닌 질문", ["김하늘"], []),
    ],
)
def test_a_text_names_what_it_says_and_no_part_of_it(
    question: str, known: list[str], meant: list[str]
) -> None:
    assert list(outermost(named_in(question), known)) == meant


def test_a_name_counts_in_however_it_is_spelled() -> None:
    assert names("The Pump-Bearings of unit 7", entity_key("pump bearing"))
    assert not names("The valve", entity_key("pump bearing"))
    assert not names("anything", "")


@given(st.text(max_size=LONGEST_READ))
def test_every_key_stands_where_it_says(text: str) -> None:
    squeezed = entity_key(text)
    for key, spans in named_in(text).items():
        assert 2 <= len(key) <= LONGEST_NAME
        assert all(squeezed[start:end] == key for start, end in spans)
