"""How well the right passage is found, in the final order of the pipeline."""

from pathlib import Path
from typing import Any

from pincite.core.settings import Settings
from pincite.core.types import Hit
from pincite.evaluation.candidates import Candidates
from pincite.evaluation.library import Split, best_by_passage
from pincite.evaluation.material import gather_material
from pincite.evaluation.metrics import mean_rows, retrieval_metrics
from pincite.evaluation.progress import Progress, silent
from pincite.evaluation.vectors import remembering
from pincite.ports.models import Embedder, Reranker
from pincite.ranking import composed


async def evaluate_retrieval(
    data_dir: Path,
    embedder: Embedder,
    reranker: Reranker,
    split: Split,
    settings: Settings,
    *,
    cache_dir: Path | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """``{"sets": {NAME: {"queries", "recall@1", …}}, "mean": {…}}`` over the sets in ``data_dir``.

    Passages become documents, cut by ``split`` and embedded by ``embedder`` (vectors kept in ``cache_dir``);
    a passage ranks where its best chunk does. Raises as `read_sets` and as the encoder.
    """
    rows: dict[str, dict[str, float]] = {}
    async with remembering(embedder, cache_dir) as encoder:
        materials = await gather_material(data_dir, encoder, split, settings, progress)
    for material in materials:
        runs = []
        for candidates in material.found:
            if candidates.question.kind == "answerable":
                final = await final_order(candidates, reranker, settings)
                runs.append((best_by_passage([hit.chunk for hit in final]), candidates.question.relevant))
        rows[material.data.name] = retrieval_metrics(runs)
    return {"sets": rows, "mean": mean_rows(rows)}


async def final_order(candidates: Candidates, reranker: Reranker, settings: Settings) -> list[Hit]:
    """The hits of ``candidates`` as the pipeline orders them."""
    probabilities = await reranker.rerank(candidates.question.text, candidates.hits)
    return composed(candidates.hits, probabilities, settings.ranking)
