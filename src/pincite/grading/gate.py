"""The retrieval gate: answer, look again in other words, or say that the documents do not hold it."""

from dataclasses import dataclass, replace
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
    eased_score: float | None = None
    """Once the rewrites are used up, the pass line where the best passage holds the kind of value asked; None
    where the scores are of a scale that nobody measured."""

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
    def from_settings(
        cls, settings: GateSettings, reranker: str = "", *, bundled: bool = False
    ) -> "Thresholds":
        """The lines for the scores of ``reranker`` (its identity), else those for any.

        The eased line of the settings was measured with the ``bundled`` ranker; another has one only where
        lines of its own are set.
        """
        own = settings.by_reranker.get(reranker)
        lines = own or settings
        usual = cls(lines.pass_score, lines.abort_score, settings.max_retries)
        return usual.with_share(eased_share(settings) if own or bundled else None)

    def with_share(self, share: float | None) -> "Thresholds":
        """With the eased line at that share of the way from the abort line to the pass line."""
        if share is None:
            return replace(self, eased_score=None)
        return replace(
            self, eased_score=round(self.abort_score + share * (self.pass_score - self.abort_score), 9)
        )

    def is_enough(self, score: float | None) -> bool:
        """Whether ``score`` reaches the eased line."""
        return score is not None and self.eased_score is not None and score >= self.eased_score


def eased_share(settings: GateSettings) -> float | None:
    """Where the eased line lies between abort (0) and pass (1); None when the second line is off."""
    if not settings.second_line:
        return None
    width = settings.pass_score - settings.abort_score
    return min(1.0, max(0.0, (settings.second_line_score - settings.abort_score) / width)) if width else 1.0


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
