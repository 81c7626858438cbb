"""What fits a chat model's window: prompt and answer together, counted on the prompt as it is sent."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.composing.budget import RESERVED_TOKENS, approximate_tokens
from pincite.core.types import Passage
from pincite.text.sentences import split_sentences

LEAST_CONTEXT = 256
"""Tokens of evidence below which a call is not worth making: a short clause with its heading."""


def longest_answer(window: int, max_answer: int) -> int:
    """Tokens that the answer may have: what the settings allow, but at most half of the ``window``."""
    return min(max_answer, window // 2)


def prompt_room(window: int, max_answer: int) -> int:
    """Tokens left for the whole prompt."""
    return window - longest_answer(window, max_answer) - RESERVED_TOKENS


def fit_prompt(
    passages: Sequence[Passage], room: int, prompt_tokens: Callable[[Sequence[Passage]], int]
) -> list[Passage]:
    """The best ``passages`` with which the prompt stays within ``room`` tokens, in their order.

    Whole passages go, the last first. Only the best one, when it alone is too long, is cut, at the end of
    a sentence. Empty when not even a cut one fits.
    """
    kept = list(passages)
    while len(kept) > 1 and prompt_tokens(kept) > room:
        kept.pop()
    if kept and prompt_tokens(kept) > room:
        text = _longest_fitting(kept[0], lambda passage: prompt_tokens([passage]) <= room)
        kept = [replace(kept[0], text=text)] if text else []
    return kept


def fit_text(text: str, tokens: int) -> tuple[str, int]:
    """The longest beginning of ``text`` within so many tokens, and how many it takes; ends with a sentence
    where its first one fits."""
    whole = approximate_tokens(text)
    if whole <= tokens:
        return text, whole
    ends = [sentence.end for sentence in split_sentences(text)]
    for places in (ends, range(1, len(text))):
        # Lengths grow with places, so the last that fits is found by halves.
        at = bisect_right(places, tokens, key=lambda end: approximate_tokens(text[:end].rstrip()))
        if at:
            kept = text[: places[at - 1]].rstrip()
            return kept, approximate_tokens(kept)
    return "", 0


def _longest_fitting(passage: Passage, fits: Callable[[Passage], bool]) -> str:
    """The longest beginning of the passage that fits; ends with a sentence where its first one fits."""
    ends = [sentence.end for sentence in split_sentences(passage.text)]
    for places in (ends, range(1, len(passage.text))):
        low, high = 0, len(places)
        while low < high:
            middle = (low + high) // 2
            if fits(replace(passage, text=passage.text[: places[middle]].rstrip())):
                low = middle + 1
            else:
                high = middle
        if low:
            return passage.text[: places[low - 1]].rstrip()
    return ""
