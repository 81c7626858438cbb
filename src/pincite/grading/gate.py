"""The retrieval gate: answer, look again in other words, or say that the documents do not hold it."""

from dataclasses import dataclass
from math import isnan

from pincite.core.errors import ConfigurationError
from pincite.core.settings import GateSettings
from pincite.core.types import GateDecision

_DEFAULTS = GateSettings()


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where the gate draws its lines, for one reranker identity (DESIGN.md section 13).

    ``pass_score`` and ``abort_score`` are reranker probabilities in [0, 1]. The defaults are those of
    reference 001 part 2, which measured 0.83 at the tenth percentile of answerable questions and 0.12 at
    the highest unanswerable one.

    Raises:
        ConfigurationError: the lines are not ``0 <= abort <= pass <= 1``, or the retries are negative.
    """

    pass_score: float = _DEFAULTS.pass_score
    abort_score: float = _DEFAULTS.abort_score
    max_retries: int = _DEFAULTS.max_retries

    def __post_init__(self) -> None:
        if not 0 <= self.abort_score <= self.pass_score <= 1:
            raise ConfigurationError(
                f"The gate needs 0 <= abort <= pass <= 1, got {self.abort_score} and {self.pass_score}.",
                hint="Set gate.abort_score no higher than gate.pass_score.",
            )
        if self.max_retries < 0:
            raise ConfigurationError(
                f"The gate cannot retry {self.max_retries} times.", hint="Set gate.max_retries to 0 or more."
            )

    @classmethod
    def from_settings(cls, settings: GateSettings, reranker: str = "") -> "Thresholds":
        """The lines for the scores of ``reranker`` (its identity), else those for any."""
        lines = settings.by_reranker.get(reranker, settings)
        return cls(lines.pass_score, lines.abort_score, settings.max_retries)


def grade(
    top_score: float | None, retries: int, thresholds: Thresholds, *, explicit_scope: bool = False
) -> GateDecision:
    """Judge one retrieval by the highest raw reranker probability among its candidates.

    ``retries`` counts the rewrites done so far for this question. ``top_score`` is None when nothing was
    found; that and NaN are refused, for neither gives anything to rewrite towards. With
    ``explicit_scope`` (the person named documents or tags) a low score is rewritten before it is refused,
    and once the rewrites are used up the best passage counts from ``abort_score`` on.

    >>> grade(0.2, 0, Thresholds())
    <GateDecision.REWRITE: 'rewrite'>
    """
    if top_score is None or isnan(top_score):
        return GateDecision.REFUSE
    if top_score >= thresholds.pass_score:
        return GateDecision.PASS
    on_topic = top_score >= thresholds.abort_score
    if not on_topic and not explicit_scope:
        return GateDecision.REFUSE
    if retries < thresholds.max_retries:
        return GateDecision.REWRITE
    return GateDecision.PASS if on_topic and explicit_scope else GateDecision.REFUSE
