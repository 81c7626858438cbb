"""The bundled ranker, trained from retrieval sets: which questions it learns from and how they weigh."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from pincite.core.settings import RetrievalSettings
from pincite.evaluation.candidates import find_candidates
from pincite.evaluation.examples import FEW, SEED, SMALL, Rows, crossed, joined, rows_of, small_bases
from pincite.evaluation.material import Material
from pincite.evaluation.muffled import muffled
from pincite.evaluation.progress import Progress, silent
from pincite.ports.models import Embedder
from pincite.ranking.features import FOREIGN_NAMES, NAMES, SIGNS
from pincite.ranking.model import LogisticModel, RankerModel, columns, fit_signed
from pincite.retrieval import HybridRetriever

SMALL_WEIGHT = 0.5
"""Of a row from a small library, against 1: sets as they are say most about documents as they are."""

MUFFLED_WEIGHT = 0.5
"""Of a row of a question in other words than its documents."""

UNANSWERABLE_WEIGHT = 1.75
FOREIGN_UNANSWERABLE_WEIGHT = 1.5
FEW_UNANSWERABLE_WEIGHT = 8.0
"""Of a row whose question has no answer, against 1. Chosen on the leave-one-set-out table so that the gates
0.3 and 0.1 refuse at most 4 % of the answerable questions and pass at most 1 % of the far ones."""

RIDGE = 10.0
FOREIGN_RIDGE = 30.0
"""Penalties. Crossed sets are two, so what they teach must be held shorter."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Rows of one kind, and the sets that their questions and passages come from."""

    rows: Rows
    sets: frozenset[str]
    weight: float = 1.0
    few: bool = False
    """Of lists so short that the model for these learns from it, and no other."""


async def gather_lessons(
    materials: Sequence[Material],
    embedder: Embedder,
    settings: RetrievalSettings,
    progress: Progress = silent,
) -> list[Lesson]:
    """Lessons of every set: as it is, in other words, in small libraries, and parallel sets crossed."""
    lessons = []
    for material in materials:
        name = material.data.name
        lessons.append(Lesson(rows_of(material.found), frozenset({name})))
        generator = random.Random(SEED)
        in_other_words = [muffled(candidates, generator) for candidates in material.found]
        lessons.append(Lesson(rows_of(in_other_words), frozenset({name}), MUFFLED_WEIGHT))
        for size in (SMALL, *FEW):
            bases, questions, homes = small_bases(material.data, material.library, size)
            index, reader = material.library.stores(bases)
            retriever = HybridRetriever(embedder, index, reader, settings)
            found = await find_candidates(
                questions, homes, retriever, settings.top_k, progress, f"{name} in libraries of {size}"
            )
            lessons.append(Lesson(rows_of(found), frozenset({name}), SMALL_WEIGHT, few=size in FEW))
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
            lessons.append(Lesson(rows_of(found), frozenset(names)))
    return lessons


def train(lessons: Sequence[Lesson], identity: str, without: str = "") -> RankerModel:
    """The models of ``lessons``, those that touch the set ``without`` left out.

    Foreign passages are taught by crossed sets alone. When leaving a set out leaves none, they are taught by
    all, for nothing in the set left out is foreign.
    """
    used = [lesson for lesson in lessons if without not in lesson.sets]
    names = sorted(set().union(*(lesson.sets for lesson in used)))
    crossed_sets = [lesson for lesson in lessons if len(lesson.sets) > 1]
    crossed_used = [lesson for lesson in used if len(lesson.sets) > 1] or crossed_sets
    plain = [lesson for lesson in used if len(lesson.sets) == 1 and not lesson.few]
    short = [lesson for lesson in used if lesson.few]
    return RankerModel(
        identity,
        tuple(names),
        native=_fit(plain, NAMES, UNANSWERABLE_WEIGHT, RIDGE, foreign=False),
        few=_fit(short, NAMES, FEW_UNANSWERABLE_WEIGHT, RIDGE, foreign=False, signs=SIGNS),
        foreign=_fit(crossed_used, FOREIGN_NAMES, FOREIGN_UNANSWERABLE_WEIGHT, FOREIGN_RIDGE, foreign=True),
    )


def _fit(
    lessons: Sequence[Lesson],
    names: tuple[str, ...],
    unanswerable: float,
    ridge: float,
    *,
    foreign: bool,
    signs: Mapping[str, int] = MappingProxyType({}),
) -> LogisticModel:
    rows = joined([lesson.rows for lesson in lessons])
    weights = np.concatenate([np.full(len(lesson.rows.labels), lesson.weight) for lesson in lessons])
    weights = weights * np.where(rows.answerable, 1.0, unanswerable)
    chosen = rows.foreign == foreign
    if not chosen.any():
        return _disbelief(names)
    features = rows.features[chosen][:, columns(names)]
    return fit_signed(names, features, rows.labels[chosen], weights[chosen], ridge, signs)


def _disbelief(names: tuple[str, ...]) -> LogisticModel:
    """The model where there was nothing to learn from: below both gates, whatever the evidence."""
    nothing = np.zeros(len(names))
    return LogisticModel(names, nothing, nothing + 1.0, nothing, -4.0)
