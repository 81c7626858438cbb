"""Whether one text follows from another, as a model sees it beside the check without one (row VF-14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Relation(StrEnum):
    """Of a hypothesis to its premise, as in natural language inference (Bowman et al., 2015)."""

    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Judgement:
    relation: Relation
    probability: float
    """In [0, 1]: how sure the judge is of ``relation``."""


@dataclass(frozen=True, slots=True)
class Pair:
    """``premise`` is what a document says, ``hypothesis`` what an answer claims."""

    premise: str
    hypothesis: str


class SemanticJudge(Protocol):
    @property
    def identity(self) -> str: ...

    async def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """One judgement a pair, in the order of ``pairs``. Raises JudgeFailed."""

    async def aclose(self) -> None: ...
