from dataclasses import replace

import pytest

from pincite.core.errors import InvalidInput
from pincite.faq import AnswerStrategy, FaqEntry, make_entry, pack_entry, tagged, unpack_entry

ENTRY = FaqEntry(
    "환불은 언제까지 되나요?",
    ("결제 취소 기한",),
    ("교환은 언제까지 되나요?",),
    ("7일 이내입니다.",),
    ("환불",),
    AnswerStrategy.RANDOM,
    False,
)


def test_an_entry_is_cleaned_of_blanks_line_ends_and_what_no_file_can_hold() -> None:
    made = make_entry(
        FaqEntry(" 질\r\n문\x00 ", (" a ", ""), (), (" one\r\ntwo\x0c ", "\ud800 "), (" t ", "t"))
    )
    assert made == FaqEntry("질 문", ("a",), (), ("one\ntwo",), ("t",))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (replace(ENTRY, standard="  "), "no question"),
        (replace(ENTRY, standard="???"), "no question"),
        (replace(ENTRY, answers=("", " ")), "no answer"),
        (replace(ENTRY, standard="x" * 2001), "2,001"),
        (replace(ENTRY, answers=("x" * 30_001,)), "30,001"),
        (replace(ENTRY, tags=("x" * 201,)), "201"),
        (replace(ENTRY, similar=tuple(map(str, range(501)))), "501"),
        (replace(ENTRY, similar=("환불은 언제까지 되나요",)), "same as the standard question"),
        (replace(ENTRY, similar=("Return?", "return")), "same as the similar question"),
        (replace(ENTRY, negative=("결제 취소기한?",)), "negative question"),
    ],
)
def test_an_entry_that_cannot_be_used_says_why(entry: FaqEntry, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        make_entry(entry)


def test_an_answer_may_be_long() -> None:
    assert make_entry(replace(ENTRY, answers=("가" * 30_000,))).answers == ("가" * 30_000,)


def test_the_stored_file_of_an_entry_is_the_same_for_the_same_entry_and_holds_no_tags() -> None:
    assert unpack_entry(pack_entry(ENTRY)) == replace(ENTRY, tags=())
    assert pack_entry(ENTRY) == pack_entry(replace(ENTRY, tags=("other",)))


def test_tags_come_and_go() -> None:
    assert tagged(ENTRY, ["new", "환불"], []).tags == ("환불", "new")
    assert tagged(ENTRY, ["new"], ["환불"]).tags == ("new",)
