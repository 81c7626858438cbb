"""How the gate decides on questions of each kind, with weights that never saw the set."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pincite.core.settings import Settings
from pincite.core.types import GateDecision
from pincite.evaluation.candidates import Candidates
from pincite.evaluation.library import Split
from pincite.evaluation.material import Material, gather_material
from pincite.evaluation.metrics import mean_over
from pincite.evaluation.progress import Progress, silent
from pincite.evaluation.training import gather_lessons, train
from pincite.evaluation.vectors import remembering
from pincite.grading import Thresholds, grade
from pincite.ports.models import Embedder
from pincite.ranking import FeatureRanker
from pincite.ranking.model import RankerModel

Row = dict[str, dict[str, float]]


async def evaluate_gate(
    data_dir: Path,
    embedder: Embedder,
    split: Split,
    settings: Settings,
    bundled: RankerModel,
    *,
    cache_dir: Path | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """``{"sets": {NAME: {"answerable": {"pass", "rewrite", "refuse"}, "near": …, "far": …}}, "mean": …}``.

    Shares of questions by what the gate says to the first retrieval. A set that the ``bundled`` model was
    trained on is judged by one trained here on the other sets; any other set by the bundled model itself.
    Kinds that a set lacks are absent. Raises as `read_sets` and as the encoder.
    """
    async with remembering(embedder, cache_dir) as encoder:
        materials = await gather_material(data_dir, encoder, split, settings, progress)
        seen = [material for material in materials if material.data.name in bundled.trained_on]
        lessons = await gather_lessons(seen, encoder, settings.retrieval, progress) if len(seen) > 1 else []
    rows: dict[str, Row] = {}
    for material in materials:
        name = material.data.name
        unseen = train(lessons, f"without {name}", name) if lessons and material in seen else bundled
        rows[name] = gate_row(material, FeatureRanker(unseen), settings)
    return {"sets": rows, "mean": _mean(rows)}


def gate_row(material: Material, ranker: FeatureRanker, settings: Settings) -> Row:
    """Shares of the gate's decisions a kind of question."""
    kinds = sorted({candidates.question.kind for candidates in material.found})
    return {
        kind: _shares([found for found in material.found if found.question.kind == kind], ranker, settings)
        for kind in kinds
    }


def _shares(found: Sequence[Candidates], ranker: FeatureRanker, settings: Settings) -> dict[str, float]:
    thresholds = Thresholds.from_settings(settings.gate)
    decisions = Counter(
        grade(max(ranker.score(candidates.question.text, candidates.hits), default=None), 0, thresholds)
        for candidates in found
    )
    return {decision.value: decisions[decision] / len(found) for decision in GateDecision}


def _mean(rows: dict[str, Row]) -> Row:
    kinds = sorted({kind for row in rows.values() for kind in row})
    return {
        kind: {
            decision.value: mean_over([row[kind][decision.value] for row in rows.values() if kind in row])
            for decision in GateDecision
        }
        for kind in kinds
    }
