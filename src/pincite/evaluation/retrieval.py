"""How well the right passage is found, in the final order of the pipeline."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pincite.core.errors import InvalidInput
from pincite.core.settings import Settings
from pincite.core.types import Hit
from pincite.evaluation.candidates import Candidates
from pincite.evaluation.datasets import RetrievalSet
from pincite.evaluation.library import Split, best_by_passage
from pincite.evaluation.material import gather_material
from pincite.evaluation.probes import Probed, ranking_of
from pincite.evaluation.progress import Progress, silent
from pincite.evaluation.rankings import Excerpt, Ranking, ranking_report
from pincite.evaluation.vectors import remembering
from pincite.ports.models import Embedder, Reranker
from pincite.ranking import composed

SHOWN = 3
"""Passages of a failure that are kept to read."""


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
    """``{"sets": {NAME: {"queries", "recall@1", …}}, "mean": {…}, …}`` over the sets in ``data_dir``; for
    what stands beside them see `ranking_report`.

    Passages become documents, cut by ``split`` and embedded by ``embedder`` (vectors kept in ``cache_dir``);
    a passage ranks where its best chunk does. Raises as `read_sets`, the encoder and the reranker.
    """
    rankings: dict[str, list[Ranking]] = {}
    async with remembering(embedder, cache_dir) as encoder:
        materials = await gather_material(data_dir, encoder, split, settings, progress)
    for material in materials:
        answerable = [found for found in material.found if found.question.kind == "answerable"]
        texts = {passage.id: (passage.title, passage.text) for passage in material.data.passages}
        _check(material.data)
        rankings[material.data.name] = ranked = []
        for number, candidates in enumerate(answerable, start=1):
            final = await final_order(candidates, reranker, settings)
            ranked.append(_ranking(candidates, final, texts))
            progress(f"{material.data.name} ranked", number, len(answerable))
    return ranking_report(rankings)


def evidence_report(name: str, probed: Sequence[Probed]) -> dict[str, Any]:
    """As `evaluate_retrieval`, of golden questions over a library: their evidence is the right passage.

    Raises:
        InvalidInput: no answerable question names its evidence.
    """
    held = [ranking_of(one) for one in probed if one.case.answerable and one.case.must_contain]
    if not held:
        raise InvalidInput(
            "No answerable question says what its evidence holds.",
            hint="Give questions `must_contain`: words of the passage that answers them.",
        )
    return ranking_report({name: held})


async def final_order(candidates: Candidates, reranker: Reranker, settings: Settings) -> list[Hit]:
    """The hits of ``candidates`` as the pipeline orders them."""
    probabilities = await reranker.rerank(candidates.question.text, candidates.hits)
    return composed(candidates.hits, probabilities, settings.ranking)


def _check(data: RetrievalSet) -> None:
    for question in data.answerable:
        if not question.relevant:
            raise InvalidInput(
                f"The set {data.name} does not say which passage answers its question {question.id}.",
                hint='Name one in qrels.tsv, or mark the question `"answerable": false`.',
            )


def _ranking(candidates: Candidates, final: Sequence[Hit], texts: dict[str, tuple[str, str]]) -> Ranking:
    question = candidates.question
    found = best_by_passage([hit.chunk for hit in final])
    scores: dict[str, float | None] = {}
    for hit in final:
        scores.setdefault(hit.chunk.document_id, hit.rerank_score)
    return Ranking.of(
        question.id,
        question.text,
        found,
        question.relevant,
        expected=tuple(Excerpt(id_, *texts[id_]) for id_ in sorted(question.relevant & texts.keys())),
        first=tuple(Excerpt(id_, *texts[id_], scores[id_]) for id_ in found[:SHOWN]),
    )
