"""Which lines the gate draws: those that were measured in the base, else those of the settings."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from pincite.core.settings import GateSettings
from pincite.core.types import LexicalField
from pincite.grading import Thresholds, eased_share
from pincite.pipeline.profile import PLAIN_PROFILE, Profile
from pincite.ports.calibration import Calibrations, Uncalibrated
from pincite.ports.storage import ChunkReader

CALIBRATED = "calibrated"
OUTGROWN = "calibration_outgrown"
"""Capabilities of an answer: a base asked has lines of its own, and it has grown by half since."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Of the scores of one reranker, by base."""

    usual: Thresholds = field(default_factory=Thresholds)
    reranker: str = ""
    calibrations: Calibrations = field(default_factory=Uncalibrated)
    share: float | None = None
    """Where the eased line of a calibrated base lies between its two; None when there is no second line."""

    @classmethod
    def from_settings(
        cls, settings: GateSettings, reranker: str, calibrations: Calibrations, *, bundled: bool = False
    ) -> "Lines":
        """``bundled`` tells that the eased line of the settings is for these scores."""
        usual = Thresholds.from_settings(settings, reranker, bundled=bundled)
        return cls(usual, reranker, calibrations, eased_share(settings))

    @property
    def second(self) -> bool:
        """Whether what passes must also hold what is asked for."""
        return self.share is not None

    def of(self, base_id: str | None, profile: Profile = PLAIN_PROFILE) -> Thresholds:
        """For evidence from that base; None where there is none. What ``profile`` says comes first; where it
        draws one line past the other, that gives way. Raises ConfigurationError."""
        own = None if base_id is None else self.calibrations.of(self.reranker, base_id)
        lines = self.usual
        if own is not None:
            lines = replace(lines, pass_score=own.pass_score, abort_score=own.abort_score)
            lines = lines.with_share(self.share)
        if profile.pass_score is not None:
            abort = min(lines.abort_score, profile.pass_score)
            # Who draws a line for one assistant means that line, and none below it.
            lines = replace(lines, pass_score=profile.pass_score, abort_score=abort, eased_score=None)
        if profile.abort_score is not None:
            enough = max(lines.pass_score, profile.abort_score)
            lines = replace(lines, pass_score=enough, abort_score=profile.abort_score)
        return lines

    async def capabilities(self, base_ids: Collection[str], reader: ChunkReader) -> tuple[str, ...]:
        """What an answer from ``base_ids`` says about its gate."""
        found = [(id_, own) for id_ in base_ids if (own := self.calibrations.of(self.reranker, id_))]
        if not found:
            return ()
        for id_, own in found:
            if own.outgrown(await count_chunks(reader, id_)):
                return (CALIBRATED, OUTGROWN)
        return (CALIBRATED,)


async def count_chunks(reader: ChunkReader, base_id: str) -> int:
    """Chunks of a base that can be found."""
    return (await reader.term_statistics([base_id], LexicalField.MORPHEMES, ())).chunks
