"""``pincite calibrate``: a person's questions through the pipeline of their bases, and what scores say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pincite.core.catalogue import say
from pincite.core.settings import Settings
from pincite.evaluation.calibration import (
    Outcome,
    Proposal,
    Scored,
    distributions,
    outcome_of,
    percentile,
    propose,
    warnings_of,
)
from pincite.evaluation.golden import GoldenFile
from pincite.evaluation.probes import Probed, probe_cases
from pincite.evaluation.progress import Progress, silent
from pincite.grading import Thresholds
from pincite.pipeline.service import QuestionService
from pincite.ports.calibration import Calibration
from pincite.ports.records import BaseRecord

Told = tuple[str, Mapping[str, object]]
"""A key of the catalogue and its values."""


@dataclass(frozen=True, slots=True)
class Measured:
    """All that a calibration found."""

    golden: GoldenFile
    reranker: str
    scored: tuple[Scored, ...]
    by_rule: tuple[str, ...]
    """Ids of questions that name a clause which was found: they pass whatever they score, so none counts."""
    missing: int
    """Questions about documents that are not in these bases."""
    in_force: Outcome
    """What the lines of today do. Where bases differ, those of the first."""
    proposal: Proposal
    proposed: tuple[Calibration, ...]
    """What `keep` would take, a base each."""
    told: tuple[Told, ...]
    """Warnings, and how the scores moved since the last time."""

    def to_json(self) -> dict[str, Any]:
        return {
            "reranker": self.reranker,
            "bases": [{"id": one.base_id, "name": one.base, "chunks": one.chunks} for one in self.proposed],
            "file": self.golden.name,
            "data": self.golden.digest,
            "day": self.proposed[0].day,
            "questions": {
                "scored": len(self.scored),
                "by_rule": list(self.by_rule),
                "missing": self.missing,
                "waiting": self.golden.waiting,
            },
            "distributions": distributions(self.scored),
            "scores": [
                {"id": one.id, "kind": one.group, "score": round(one.score, 6)} for one in self.scored
            ],
            "in_force": self.in_force.to_json(),
            "proposal": self.proposal.to_json(),
            "warnings": [say(key, "en", **values) for key, values in self.told],
        }


async def calibrate(
    golden: GoldenFile,
    questions: QuestionService,
    bases: Sequence[BaseRecord],
    documents: Sequence[str],
    settings: Settings,
    *,
    cost: float,
    now: datetime | None = None,
    progress: Progress = silent,
) -> Measured:
    """Ask ``golden`` of ``bases``, whose documents have the file names ``documents``, and propose lines.

    Nothing is kept: that is `Calibrations.keep` with ``proposed``.

    Raises:
        InvalidInput: too few questions of a kind. RerankFailed, EmbeddingFailed: as `probe_cases`.
    """
    base_ids = [base.id for base in bases]
    chunks = {id_: await questions.count_chunks(id_) for id_ in base_ids}
    told = await outgrown(questions, bases)
    probed = await probe_cases(golden.cases, questions, base_ids, documents, settings.retrieval, progress)
    scored = tuple(_scored(one) for one in probed if not one.probe.exact)
    proposal = propose(scored, cost)
    day = (now or datetime.now(UTC)).isoformat(timespec="seconds")
    proposed = tuple(
        _calibration(base, chunks[base.id], questions.lines.reranker, golden, scored, proposal, day)
        for base in bases
    )
    lines = questions.lines.of(base_ids[0])
    return Measured(
        golden,
        questions.lines.reranker,
        scored,
        tuple(one.case.id for one in probed if one.probe.exact),
        len(golden.cases) - len(probed),
        _outcome(scored, lines),
        proposal,
        proposed,
        (*told, *warnings_of(scored, proposal), *_drift(questions, proposed)),
    )


async def outgrown(questions: QuestionService, bases: Sequence[BaseRecord]) -> list[Told]:
    """Of ``bases`` those that have grown by half since their lines were measured."""
    told: list[Told] = []
    for base in bases:
        kept = questions.lines.calibrations.of(questions.lines.reranker, base.id)
        now = 0 if kept is None else await questions.count_chunks(base.id)
        if kept is not None and kept.outgrown(now):
            values = {"base": base.name, "day": kept.day[:10], "then": kept.chunks, "now": now}
            told.append(("evaluation.outgrown", values))
    return told


def _scored(probed: Probed) -> Scored:
    case = probed.case
    return Scored(case.id, case.question, case.group, probed.probe.score or 0.0)


def _outcome(scored: Sequence[Scored], lines: Thresholds) -> Outcome:
    return outcome_of(scored, lines.pass_score, lines.abort_score)


def _calibration(
    base: BaseRecord,
    chunks: int,
    reranker: str,
    golden: GoldenFile,
    scored: Sequence[Scored],
    proposal: Proposal,
    day: str,
) -> Calibration:
    outcome = proposal.outcome
    return Calibration(
        reranker=reranker,
        base_id=base.id,
        base=base.name,
        pass_score=outcome.pass_score,
        abort_score=outcome.abort_score,
        cost=proposal.cost,
        day=day,
        file=golden.name,
        data=golden.digest,
        answerable=outcome.answerable,
        unanswerable=outcome.unanswerable,
        answerable_p10=percentile(scored, answerable=True, at=10),
        unanswerable_p90=percentile(scored, answerable=False, at=90),
        chunks=chunks,
    )


def _drift(questions: QuestionService, proposed: Sequence[Calibration]) -> list[Told]:
    told: list[Told] = []
    for one in proposed:
        kept = questions.lines.calibrations.of(one.reranker, one.base_id)
        if kept is not None:
            values = {
                "base": one.base,
                "day": kept.day[:10],
                "then": kept.chunks,
                "no_then": f"{kept.unanswerable_p90:.3f}",
                "no_now": f"{one.unanswerable_p90:.3f}",
                "yes_then": f"{kept.answerable_p10:.3f}",
                "yes_now": f"{one.answerable_p10:.3f}",
            }
            told.append(("evaluation.drift", values))
    return told
