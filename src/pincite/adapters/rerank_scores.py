"""Scores of rerankers as probabilities: some servers send probabilities, some the logits of the model."""

import math
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from functools import partial

import anyio
import anyio.to_thread

from pincite.core.errors import RerankFailed
from pincite.core.types import Chunk, Hit
from pincite.ranking.passages import MAX_CHARACTERS, passage_text

QuestionsOf = Callable[[Chunk], Sequence[str]]
"""The generated questions that a chunk answers."""

PROBE = "연차휴가는 며칠인가요? How many days of annual leave are there?"
PROBE_PASSAGES = (
    "연차휴가는 15일입니다. There are 15 days of annual leave.",
    "The valve opens at 12 bar.",
    "제품의 색상은 검정이다.",
    "香蕉是一种水果。",
)
"""What every reranker is sure of: the first answers, the rest do not. Logits of such pairs lie far out (8 and
-11 of bge-reranker-v2-m3), probabilities never do."""

TOLERANCE = 0.001
"""How far from [0, 1] rounding takes a probability."""


class Scale(StrEnum):
    PROBABILITY = "probability"
    LOGIT = "logit"


def nothing_asked(chunk: Chunk) -> Sequence[str]:
    """`QuestionsOf` of a library without generated questions."""
    return ()


def scale_of(scores: Sequence[float]) -> Scale:
    """The scale of the scores of `PROBE_PASSAGES`. A score below 0 but near it is a similarity, no logit."""
    return Scale.LOGIT if any(abs(score) > 1 + TOLERANCE for score in scores) else Scale.PROBABILITY


def as_probabilities(scores: Sequence[float], scale: Scale) -> list[float]:
    """Each in [0, 1]. Raises RerankFailed for scores that cannot be of that scale."""
    if not all(math.isfinite(score) for score in scores):
        raise RerankFailed("The reranker gave a score that is no number.")
    if scale is Scale.LOGIT:
        return [_sigmoid(score) for score in scores]
    if any(abs(score) > 1 + TOLERANCE for score in scores):
        raise RerankFailed(
            "The reranker gave scores outside of 0 to 1, which are no probabilities.",
            hint="Set `reranker.scores` to logit.",
        )
    return [min(1.0, max(0.0, score)) for score in scores]


def _sigmoid(logit: float) -> float:
    if logit < 0:
        return 1.0 - _sigmoid(-logit)
    return 1.0 / (1.0 + math.exp(-logit))


async def judged(
    hits: Sequence[Hit],
    judge: Callable[[list[str]], Awaitable[list[float]]],
    *,
    questions: QuestionsOf = nothing_asked,
    most: int = MAX_CHARACTERS,
) -> list[float]:
    """One probability a hit. ``judge`` gives those of passages; one without words is not judged: 0."""
    texts = await anyio.to_thread.run_sync(partial(_texts, hits, questions, most))
    asked = [text for text in texts if text]
    found = iter(await judge(asked) if asked else ())
    return [next(found) if text else 0.0 for text in texts]


def _texts(hits: Sequence[Hit], questions: QuestionsOf, most: int) -> list[str]:
    return [_sendable(passage_text(hit.chunk, questions(hit.chunk), most)) for hit in hits]


def _sendable(text: str) -> str:
    """Without lone surrogates, which no JSON carries."""
    return text.encode("utf-8", "replace").decode("utf-8")
