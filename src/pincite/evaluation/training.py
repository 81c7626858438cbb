"""The bundled ranker, trained from retrieval sets: which questions it learns from and how they weigh."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pincite.core.settings import RetrievalSettings
from pincite.evaluation.candidates import find_candidates
from pincite.evaluation.examples import Rows, crossed, joined, rows_of, small_bases
from pincite.evaluation.material import Material
from pincite.evaluation.progress import Progress, silent
from pincite.ports.models import Embedder
from pincite.ranking.model import LogisticModel, fit
from pincite.retrieval import HybridRetriever

FULL_WEIGHT = 1.0
SMALL_WEIGHT = 0.5
CROSS_WEIGHT = 0.5
"""Of a row, by the kind of library it comes from: sets as they are say most about documents as they are."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Rows of one kind, and the sets that their questions and passages come from."""

    rows: Rows
    sets: frozenset[str]
    weight: float


async def gather_lessons(
    materials: Sequence[Material],
    embedder: Embedder,
    settings: RetrievalSettings,
    progress: Progress = silent,
) -> list[Lesson]:
    """Lessons of every set: the whole library, small libraries cut out of it, and parallel sets crossed."""
    lessons = []
    for material in materials:
        name = material.data.name
        lessons.append(Lesson(rows_of(material.found), frozenset({name}), FULL_WEIGHT))
        bases, questions, homes = small_bases(material.data, material.library)
        index, reader = material.library.stores(bases)
        retriever = HybridRetriever(embedder, index, reader, settings)
        found = await find_candidates(
            questions, homes, retriever, settings.top_k, progress, f"{name} in small libraries"
        )
        lessons.append(Lesson(rows_of(found), frozenset({name}), SMALL_WEIGHT))
    for asking in materials:
        for answering in materials:
            questions = [] if asking is answering else crossed(asking.data, answering.data)
            if not questions:
                continue
            index, reader = answering.library.stores()
            retriever = HybridRetriever(embedder, index, reader, settings)
            names = (asking.data.name, answering.data.name)
            found = await find_candidates(
                questions,
                [answering.data.name] * len(questions),
                retriever,
                settings.top_k,
                progress,
                f"{names[0]} asked of {names[1]}",
            )
            lessons.append(Lesson(rows_of(found), frozenset(names), CROSS_WEIGHT))
    return lessons


def train(lessons: Sequence[Lesson], identity: str, without: str = "") -> LogisticModel:
    """The model of ``lessons``, those that touch the set ``without`` left out."""
    used = [lesson for lesson in lessons if without not in lesson.sets]
    rows = joined([lesson.rows for lesson in used])
    weights = np.concatenate([np.full(len(lesson.rows.labels), lesson.weight) for lesson in used])
    names = sorted(set().union(*(lesson.sets for lesson in used)))
    return fit(rows.features, rows.labels, weights, identity, names)
