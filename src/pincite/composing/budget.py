"""How much context a model call may carry."""

from collections.abc import Callable, Sequence

from pincite.core.types import Passage

RESERVED_TOKENS = 256
"""Room for chat markup and the question's own frame; chat templates measured use under 100 tokens."""


def fit_passages(
    passages: Sequence[Passage], budget: int, count_tokens: Callable[[str], int]
) -> list[Passage]:
    """The best passages that fit ``budget`` tokens, in their order; whole passages only.

    A passage is never cut in the middle: a clause without its proviso misleads. The first passage stays
    even when it alone is over the budget, because an answer without any evidence is worse.
    """
    kept: list[Passage] = []
    used = 0
    for passage in passages:
        cost = count_tokens(passage.heading) + count_tokens(passage.text) + 16
        if kept and used + cost > budget:
            continue
        kept.append(passage)
        used += cost
    return kept


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
