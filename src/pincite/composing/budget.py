"""How much context a model call may carry."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.core.types import MatchType, Passage
from pincite.text.sentences import split_sentences

RESERVED_TOKENS = 256
"""Room for chat markup and the question's own frame; chat templates measured use under 100 tokens."""
FRAME_TOKENS = 16
"""Of the tags around a passage."""
LEAST_PAGE = 128
"""Tokens of a page of the web below which it is left out: a snippet has about as many."""


def fit_passages(
    passages: Sequence[Passage], budget: int, count_tokens: Callable[[str], int]
) -> list[Passage]:
    """The best passages that fit ``budget`` tokens, in their order; whole passages only.

    A passage is never cut in the middle: a clause without its proviso misleads. The first passage stays
    even when it alone is over the budget, because an answer without any evidence is worse. A page of the web,
    which is as long as it likes, is cut: it takes at most half of what is left where others follow.
    """
    kept: list[Passage] = []
    used = 0
    for place, passage in enumerate(passages):
        head = count_tokens(passage.heading) + FRAME_TOKENS
        if passage.hit.match_type is MatchType.WEB:
            left = budget - used
            room = (left if place == len(passages) - 1 else left // 2) - head
            if kept and room < LEAST_PAGE:
                continue
            passage = replace(passage, text=beginning(passage.text, max(room, LEAST_PAGE), count_tokens))
        cost = head + count_tokens(passage.text)
        if kept and used + cost > budget:
            continue
        kept.append(passage)
        used += cost
    return kept


def beginning(text: str, room: int, count_tokens: Callable[[str], int]) -> str:
    """As much of ``text`` as has ``room`` tokens, up to the end of a sentence where one ends."""
    if count_tokens(text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_tokens(text[:middle]) <= room else (low, middle - 1)
    ends = [sentence.end for sentence in split_sentences(text[:low])]
    return text[: ends[-2] if len(ends) > 1 else low].rstrip()


def context_budget(window: int, max_answer: int, fixed: int) -> int:
    """Tokens left for context in a ``window`` after the answer and the ``fixed`` prompt; at least 256."""
    return max(window - min(max_answer, window // 2) - fixed - RESERVED_TOKENS, 256)


def approximate_tokens(text: str) -> int:
    """Upper estimate where no tokenizer of the chat model is at hand.

    A CJK character is about one token in current tokenizers, a digit or a mark up to one (Qwen and Llama 2
    read numbers digit by digit), Latin letters about 3.5 a token.
    """
    single = sum(
        1 for character in text if ord(character) >= 0x1100 or not (character.isalpha() or character == " ")
    )
    return single + (len(text) - single + 2) // 3
