"""How the gate decides on questions of each kind."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pincite.core.settings import Settings
from pincite.core.types import GateDecision
from pincite.evaluation.candidates import Candidates
from pincite.evaluation.library import Split
from pincite.evaluation.material import Material, gather_material
from pincite.evaluation.metrics import mean_over
from pincite.evaluation.probes import Probed
from pincite.evaluation.progress import Progress, silent
from pincite.evaluation.statistics import mean_interval, wilson
from pincite.evaluation.training import gather_lessons, train
from pincite.evaluation.vectors import remembering
from pincite.grading import Thresholds, grade, passed
from pincite.ports.models import Embedder, Reranker
from pincite.ranking import FeatureRanker, composed
from pincite.ranking.model import RankerModel

Row = dict[str, dict[str, float]]
LISTED = 100
"""Most failures of a set that a report lists."""
_SHOWN = 1_500
"""Characters of a passage that a report keeps to read."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate says to the first retrieval of a question."""

    id: str
    text: str
    kind: str
    """``answerable``, ``near``, ``far`` or ``unanswerable``."""
    score: float | None
    decision: GateDecision
    title: str = ""
    passage: str = ""
    """What the score was given to."""
    final: GateDecision | None = None
    """With the second line behind the score; None when that is off."""

    @property
    def is_wrong(self) -> bool:
        wanted = GateDecision.PASS if self.kind == "answerable" else GateDecision.REFUSE
        return self.decision not in (wanted, GateDecision.REWRITE)

    def to_json(self) -> dict[str, Any]:
        score = None if self.score is None else round(self.score, 4)
        body = {"kind": self.kind, "score": score, "decision": self.decision.value}
        return body if self.final is None else {**body, "with_second_line": self.final.value}


async def evaluate_gate(
    data_dir: Path,
    embedder: Embedder,
    split: Split,
    settings: Settings,
    bundled: RankerModel,
    *,
    reranker: Reranker | None = None,
    cache_dir: Path | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """``{"sets": {NAME: {"answerable": {"pass", "rewrite", "refuse"}, "near": …, "far": …}}, "mean": …}``,
    and beside them what `gate_report` names.

    Shares of questions by what the gate says to the first retrieval. A set that the ``bundled`` model was
    trained on is judged by one trained here on the other sets; any other set by the bundled model itself.
    A ``reranker`` of the settings judges all sets instead, between its own lines. Kinds that a set lacks are
    absent. Raises as `read_sets`, the encoder and the reranker.
    """
    async with remembering(embedder, cache_dir) as encoder:
        materials = await gather_material(data_dir, encoder, split, settings, progress)
        seen = [material for material in materials if material.data.name in bundled.trained_on]
        taught = reranker is None and len(seen) > 1
        lessons = await gather_lessons(seen, encoder, settings.retrieval, progress) if taught else []
    verdicts: dict[str, list[Verdict]] = {}
    for material in materials:
        name = material.data.name
        unseen = train(lessons, f"without {name}", name) if lessons and material in seen else bundled
        judge = reranker or FeatureRanker(unseen)
        identity = reranker.identity if reranker else ""
        lines = Thresholds.from_settings(settings.gate, identity, bundled=reranker is None)
        verdicts[name] = await judge_material(material, judge, lines, settings, progress)
    return gate_report(verdicts)


async def judge_material(
    material: Material,
    reranker: Reranker,
    lines: Thresholds,
    settings: Settings,
    progress: Progress = silent,
) -> list[Verdict]:
    """What the gate says to every question of a set."""
    judged = []
    for number, candidates in enumerate(material.found, start=1):
        judged.append(await _judge(candidates, reranker, lines, settings))
        progress(f"{material.data.name} judged", number, len(material.found))
    return judged


def probe_verdicts(probed: Sequence[Probed]) -> list[Verdict]:
    """What the gate says to golden questions over a library, between the lines in force there."""
    verdicts = []
    for one in probed:
        case, probe = one.case, one.probe
        best = max(probe.answer.sources, key=lambda source: source.rerank_score or 0.0, default=None)
        place = ("", "") if best is None else (best.location, best.content[:_SHOWN])
        read = (case.id, case.question, case.group, probe.score, probe.decision)
        verdicts.append(Verdict(*read, *place, final=probe.final))
    return verdicts


def gate_report(verdicts: Mapping[str, Sequence[Verdict]]) -> dict[str, Any]:
    """``sets`` and ``mean`` of DESIGN.md section 11, and beside them ``intervals`` of both (95 %),
    ``questions`` for a later comparison, and ``failures``: what wrongly passed or was refused at once.

    These are the figures of the score alone. ``second_line`` holds ``sets``, ``mean`` and ``intervals`` with
    the second line behind it (ADR 14); it is absent where that is off.
    """
    report = _shares(verdicts)
    final = {
        name: [replace(verdict, decision=verdict.final) for verdict in judged if verdict.final is not None]
        for name, judged in verdicts.items()
    }
    if all(final.values()):
        report["second_line"] = _shares(final)
    report["questions"] = {
        name: {verdict.id: verdict.to_json() for verdict in judged} for name, judged in verdicts.items()
    }
    report["failures"] = {name: _failures(judged) for name, judged in verdicts.items()}
    return report


def _shares(verdicts: Mapping[str, Sequence[Verdict]]) -> dict[str, Any]:
    rows = {name: _row(judged) for name, judged in verdicts.items()}
    return {
        "sets": rows,
        "mean": _mean(rows),
        "intervals": {
            **{name: _intervals(judged) for name, judged in verdicts.items()},
            "mean": _mean_intervals(verdicts),
        },
    }


async def _judge(
    candidates: Candidates, reranker: Reranker, lines: Thresholds, settings: Settings
) -> Verdict:
    question, hits = candidates.question, candidates.hits
    scores = await reranker.rerank(question.text, hits) if hits else []
    best = max(range(len(scores)), key=scores.__getitem__, default=None)
    score = None if best is None else scores[best]
    decision = grade(score, 0, lines)
    final = None
    if settings.gate.second_line:
        ranked = composed(hits, scores, settings.ranking)
        final = passed(question.text, score, ranked[: settings.retrieval.rerank_top_k], hits, lines)
    if best is None:
        return Verdict(question.id, question.text, question.kind, score, decision, final=final)
    chunk = hits[best].chunk
    passage = chunk.display_text[:_SHOWN]
    place = (chunk.document_title, passage)
    return Verdict(question.id, question.text, question.kind, score, decision, *place, final=final)


def _of_kind(judged: Sequence[Verdict]) -> dict[str, list[Verdict]]:
    kinds = sorted({verdict.kind for verdict in judged})
    return {kind: [verdict for verdict in judged if verdict.kind == kind] for kind in kinds}


def _row(judged: Sequence[Verdict]) -> Row:
    row = {}
    for kind, own in _of_kind(judged).items():
        decisions = Counter(verdict.decision for verdict in own)
        row[kind] = {decision.value: decisions[decision] / len(own) for decision in GateDecision}
    return row


def _intervals(judged: Sequence[Verdict]) -> dict[str, dict[str, list[float]]]:
    intervals = {}
    for kind, own in _of_kind(judged).items():
        decisions = Counter(verdict.decision for verdict in own)
        intervals[kind] = {
            decision.value: wilson(decisions[decision], len(own)).to_json() for decision in GateDecision
        }
    return intervals


def _mean(rows: Mapping[str, Row]) -> Row:
    kinds = sorted({kind for row in rows.values() for kind in row})
    return {
        kind: {
            decision.value: mean_over([row[kind][decision.value] for row in rows.values() if kind in row])
            for decision in GateDecision
        }
        for kind in kinds
    }


def _mean_intervals(verdicts: Mapping[str, Sequence[Verdict]]) -> dict[str, dict[str, list[float]]]:
    by_kind: dict[str, list[list[Verdict]]] = {}
    for judged in verdicts.values():
        for kind, own in _of_kind(judged).items():
            by_kind.setdefault(kind, []).append(own)
    return {
        kind: {
            decision.value: mean_interval(
                [[float(verdict.decision is decision) for verdict in own] for own in groups]
            ).to_json()
            for decision in GateDecision
        }
        for kind, groups in sorted(by_kind.items())
    }


def _failures(judged: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Answerable ones that were refused, lowest first, then the others that passed, highest first."""
    wrong = [verdict for verdict in judged if verdict.is_wrong]
    wrong.sort(key=_by_gravity)
    return [
        {
            "id": verdict.id,
            "question": verdict.text,
            **verdict.to_json(),
            "found": [{"title": verdict.title, "text": verdict.passage}],
        }
        for verdict in wrong[:LISTED]
    ]


def _by_gravity(verdict: Verdict) -> tuple[bool, float]:
    score = verdict.score or 0.0
    return verdict.kind != "answerable", score if verdict.kind == "answerable" else -score
