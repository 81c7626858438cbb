"""Which lines the gate draws, and what an answer says about them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pincite.core.settings import GateLines, GateSettings
from pincite.evaluation.memory import MemoryReader
from pincite.grading import Thresholds
from pincite.pipeline.lines import CALIBRATED, OUTGROWN, Lines
from pincite.ports.calibration import Calibration
from tests.builders import chunk

OWN = Calibration(
    "ranker-1", "b1", "terms", 0.6, 0.4, 1.0, "2026-08-01", "mine.jsonl", "f" * 64, 30, 30, 0.5, 0.3, 4
)


@dataclass
class Kept:
    rows: list[Calibration] = field(default_factory=list)

    def of(self, reranker: str, base_id: str) -> Calibration | None:
        return next((row for row in self.rows if (row.reranker, row.base_id) == (reranker, base_id)), None)

    def list(self) -> Sequence[Calibration]:
        return self.rows

    def keep(self, calibrations: Sequence[Calibration]) -> None:
        self.rows += calibrations


def test_a_base_has_its_own_lines_for_the_reranker_they_were_measured_with() -> None:
    settings = GateSettings(
        max_retries=1, by_reranker={"ranker-1": GateLines(pass_score=0.5, abort_score=0.2)}
    )
    lines = Lines.from_settings(settings, "ranker-1", Kept([OWN]))
    assert lines.of("b1") == Thresholds(0.6, 0.4, 1, eased_score=0.45)
    assert lines.of("b2") == lines.of(None) == Thresholds(0.5, 0.2, 1, eased_score=0.275)
    other = Lines.from_settings(settings, "ranker-2", Kept([OWN]))
    assert other.of("b1") == Thresholds(settings.pass_score, settings.abort_score, 1)


async def test_an_answer_says_that_the_base_has_outgrown_its_lines() -> None:
    def reader(count: int) -> MemoryReader:
        return MemoryReader([replace(chunk(), id=f"c{place}", base_id="b1") for place in range(count)])

    lines = Lines(reranker="ranker-1", calibrations=Kept([OWN]))
    assert await lines.capabilities(["b2"], reader(9)) == ()
    assert await lines.capabilities(["b2", "b1"], reader(5)) == (CALIBRATED,)
    assert await lines.capabilities(["b1", "b2"], reader(6)) == (CALIBRATED, OUTGROWN)
