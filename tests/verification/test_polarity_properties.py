"""Meanings made by the hundred: each wording of a rule against each wording of it and of its opposite."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.verification import Passage, compare_polarity, verify_answer

made = settings(derandomize=True, max_examples=40)
LANGUAGES = st.sampled_from(["ko", "zh", "en"])

THINGS = {
    "ko": ("침수 손해", "해외 치료비", "도난 사고", "주차 중 접촉 사고", "의치 비용", "단체 여행 취소"),
    "zh": ("水淹损失", "境外医疗费", "盗抢损失", "玻璃破碎", "种植牙费用", "行程取消损失"),
    "en": (
        "flood loss",
        "treatment abroad",
        "theft",
        "breakage of glass",
        "dental implants",
        "trip cancellation",
    ),
}
COVERED = {
    "ko": (
        "{}는 보상합니다.",
        "{}는 보상 대상입니다.",
        "{}에 대하여 보험금을 지급한다.",
        "{}가 보상되지 않는 것은 아니다.",
    ),
    "zh": ("{}予以赔偿。", "{}可以赔偿。", "对{}，保险人承担赔偿责任。"),
    "en": ("{} is covered.", "The insurer pays for {}.", "{} is not excluded."),
}
EXCLUDED = {
    "ko": (
        "{}는 보상하지 않습니다.",
        "{}는 보상하지 아니한다.",
        "{}는 보상에서 제외됩니다.",
        "{}는 면책입니다.",
        "{}는 보상 대상이 아닙니다.",
    ),
    "zh": ("{}不予赔偿。", "{}不赔。", "对{}，保险人不承担赔偿责任。", "{}除外。"),
    "en": (
        "{} is not covered.",
        "The insurer does not pay for {}.",
        "{} is excluded.",
        "The insurer shall not pay for {}.",
    ),
}
ALLOWED = {
    "ko": ("회원은 {}할 수 있다.", "회원의 {}은 허용된다.", "회원은 {}해도 됩니다."),
    "zh": ("会员可以{}。", "会员有权{}。", "允许会员{}。"),
    "en": ("Members may {}.", "Members are allowed to {}.", "Members can {}."),
}
FORBIDDEN = {
    "ko": (
        "회원은 {}할 수 없다.",
        "회원의 {}은 금지된다.",
        "회원은 {}하여서는 아니 된다.",
        "회원은 {}하지 못한다.",
    ),
    "zh": ("会员不得{}。", "禁止会员{}。", "会员不可以{}。"),
    "en": (
        "Members may not {}.",
        "Members are not allowed to {}.",
        "Members cannot {}.",
        "Members are prohibited to {}.",
    ),
}
ACTS = {
    "ko": ("예약", "양도", "중복 가입", "출입", "촬영", "재등록"),
    "zh": ("预约", "转让", "退出", "拍照", "续费", "提前入场"),
    "en": (
        "book twice",
        "transfer the card",
        "bring guests",
        "take photographs",
        "renew online",
        "enter early",
    ),
}
FAMILIES = st.sampled_from([(COVERED, EXCLUDED, THINGS), (ALLOWED, FORBIDDEN, ACTS)])


@pytest.mark.feature("VF-13")
@made
@given(LANGUAGES, FAMILIES, st.booleans(), st.booleans(), st.integers(0, 5), st.data())
def test_wordings_of_a_rule_and_of_its_opposite(  # type: ignore[no-untyped-def]
    language: str, family, told_so: bool, same: bool, thing: int, data: st.DataObject
) -> None:
    yes, no, things = family
    source = data.draw(st.sampled_from((yes if told_so else no)[language])).format(things[language][thing])
    statement = data.draw(st.sampled_from((yes if told_so == same else no)[language]))
    statement = statement.format(things[language][thing])
    assert (source, statement, compare_polarity(source, statement)) == (
        source,
        statement,
        "same" if same else "reversed",
    )


@pytest.mark.feature("VF-13")
@made
@given(LANGUAGES, st.permutations(range(6)), st.booleans(), st.data())
def test_the_rule_for_another_thing_says_nothing(
    language: str, things: list[int], covered: bool, data: st.DataObject
) -> None:
    one, two = (THINGS[language][thing] for thing in things[:2])
    source = data.draw(st.sampled_from(EXCLUDED[language])).format(one)
    statement = data.draw(st.sampled_from((COVERED if covered else EXCLUDED)[language])).format(two)
    assert (source, statement, compare_polarity(source, statement)) == (source, statement, "unrelated")


EXCEPTED = {
    "ko": (
        "{main}는 보상하지 않는다. 다만, {other}는 그러하지 아니하다.",
        "{main}는 보상하지 않으나 {other}는 보상한다.",
    ),
    "zh": ("{main}不予赔偿，但{other}除外。", "{main}不予赔偿，{other}予以赔偿。"),
    "en": ("{main} is not covered, but {other} is.", "{main} is not covered. However, {other} is covered."),
}


@pytest.mark.feature("VF-13")
@made
@given(LANGUAGES, st.permutations(range(6)), st.booleans(), st.booleans(), st.data())
def test_a_proviso_is_read_for_what_it_excepts(
    language: str, things: list[int], about_exception: bool, covered: bool, data: st.DataObject
) -> None:
    main, other = (THINGS[language][thing] for thing in things[:2])
    source = data.draw(st.sampled_from(EXCEPTED[language])).format(main=main, other=other)
    statement = data.draw(st.sampled_from((COVERED if covered else EXCLUDED)[language][:2]))
    statement = statement.format(other if about_exception else main)
    wanted = "same" if covered == about_exception else "reversed"
    assert (source, statement, compare_polarity(source, statement)) == (source, statement, wanted)


@pytest.mark.feature("VF-13")
@made
@given(LANGUAGES, st.integers(0, 5), st.booleans(), st.data())
def test_an_answer_that_reverses_its_passage_fails_softly_and_lists_nothing(
    language: str, thing: int, right: bool, data: st.DataObject
) -> None:
    name = THINGS[language][thing]
    passage = data.draw(st.sampled_from(EXCLUDED[language])).format(name)
    answer = data.draw(st.sampled_from((EXCLUDED if right else COVERED)[language])).format(name)
    report = verify_answer(answer, [Passage("p", passage)])
    assert (passage, answer, report.risk_level.value, report.unsupported) == (
        passage,
        answer,
        "pass" if right else "soft_fail",
        (),
    )
