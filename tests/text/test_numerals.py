"""Numerals of three languages have exact values."""

from fractions import Fraction

import pytest

from pincite.text.numerals import (
    KO_NATIVE,
    cjk_value,
    english_value,
    fold_digits,
    ordinal_number,
    roman_to_int,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,000만", 10_000_000),
        ("일억이천만", 120_000_000),
        ("1억 2백만", 102_000_000),
        ("삼십만", 300_000),
        ("30백만", 30_000_000),
        ("이천이십육", 2026),
        ("二〇二六", 2026),
        ("十", 10),
        ("一百零五", 105),
        ("两百", 200),
        ("1.5万", 15_000),
        ("三万五千", 35_000),
        ("１２", 12),
    ],
)
def test_korean_and_han_numbers(text: str, value: int) -> None:
    assert cjk_value(text) == value


@pytest.mark.parametrize("text", ["", "가나", "1 2삼", "삼사만오륙x"])
def test_what_is_no_number_has_no_value(text: str) -> None:
    assert cjk_value(text) is None


def test_decimals_stay_exact() -> None:
    assert cjk_value("0.1") == Fraction(1, 10)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("twenty-one", 21),
        ("Two hundred and five", 205),
        ("three million", 3_000_000),
        ("a few", None),
        ("", None),
    ],
)
def test_english_words(text: str, value: int | None) -> None:
    assert english_value(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("IV", 4), ("XIX", 19), ("XL", 40), ("IIII", None), ("", None), ("ABC", None)]
)
def test_roman(text: str, value: int | None) -> None:
    assert roman_to_int(text) == value


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("012", "12"),
        ("3.10", "3.10"),
        ("5A", "5a"),
        ("XII", "12"),
        ("십이", "12"),
        ("十二", "12"),
        ("five", "5"),
        ("B", "b"),
        ("다섯", "5"),
        ("??", None),
    ],
)
def test_clause_numbers_have_one_form(text: str, canonical: str | None) -> None:
    assert ordinal_number(text) == canonical


def test_folding_keeps_every_offset() -> None:
    assert fold_digits("제７조（통지）") == "제7조(통지)"
    assert len(fold_digits("Ａ　１")) == 3


def test_native_numerals_compose() -> None:
    assert (KO_NATIVE["스물다섯"], KO_NATIVE["열두"], KO_NATIVE["서른"]) == (25, 12, 30)
