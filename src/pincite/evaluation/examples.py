"""Training rows for the ranker: what it should have said of each candidate.

Besides each set as it is, small libraries cut out of it teach short lists, and parallel sets teach questions
in another language than their documents.
"""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pincite.evaluation.candidates import Candidates
from pincite.evaluation.datasets import Question, RetrievalSet
from pincite.evaluation.library import EvaluationLibrary
from pincite.ranking.features import NAMES, Features, Mask, extract
from pincite.ranking.model import Column
from pincite.text.references import find_references

DEPTH = 10
"""Candidates a question that become rows, besides the right ones. Lower ones teach nothing new."""

SMALL = 20
FEW = (2, 5, 10)
"""Passages of a small library, and of those whose lists are too short for statistics."""

SEED = 7


@dataclass(frozen=True, slots=True)
class Rows:
    """Candidates as rows: features, and whether each answers its question."""

    features: Features
    foreign: Mask
    labels: Column
    answerable: Mask
    """Of the row's question."""


def rows_of(found: Sequence[Candidates]) -> Rows:
    """Rows of ``found``. Questions that name a clause are left out: a rule decides those, not the model."""
    features, foreign, labels, answerable = [], [], [], []
    for candidates in found:
        question = candidates.question
        if not candidates.hits or find_references(question.text):
            continue
        evidence = extract(question.text, candidates.hits)
        for place, label in enumerate(_labels(candidates)):
            if label is not None and (place < DEPTH or label):
                features.append(evidence.features[place])
                foreign.append(bool(evidence.foreign[place]))
                labels.append(float(label))
                answerable.append(question.kind == "answerable")
    return Rows(
        np.array(features).reshape(-1, len(NAMES)),
        np.array(foreign, dtype=np.bool_),
        np.array(labels),
        np.array(answerable, dtype=np.bool_),
    )


def joined(parts: Sequence[Rows]) -> Rows:
    """All rows of ``parts``; none of no parts."""
    return Rows(
        np.concatenate([np.zeros((0, len(NAMES))), *(part.features for part in parts)]),
        np.concatenate([np.zeros(0, dtype=np.bool_), *(part.foreign for part in parts)]),
        np.concatenate([np.zeros(0), *(part.labels for part in parts)]),
        np.concatenate([np.zeros(0, dtype=np.bool_), *(part.answerable for part in parts)]),
    )


def small_bases(
    data: RetrievalSet, library: EvaluationLibrary, size: int = SMALL
) -> tuple[list[str], list[Question], list[str]]:
    """Cut ``library`` into bases of ``size`` passages: base of each chunk, questions, base of each question.

    An answerable question goes to the base that holds its passage; the same questions go to another base
    as well, where they are unanswerable, half as many.
    """
    generator = random.Random(SEED)
    order = [passage.id for passage in data.passages]
    generator.shuffle(order)
    base_of = {id_: f"{data.name}-{place // size}" for place, id_ in enumerate(order)}
    names = sorted(set(base_of.values()))
    questions, bases = [], []
    for place, question in enumerate(data.answerable):
        homes = {base_of[id_] for id_ in question.relevant if id_ in base_of}
        if len(homes) != 1:
            continue
        home = homes.pop()
        questions.append(question)
        bases.append(home)
        elsewhere = [name for name in names if name != home]
        if place % 2 == 0 and elsewhere:
            questions.append(replace(question, kind="near", relevant=frozenset()))
            bases.append(generator.choice(elsewhere))
    return [base_of[chunk.document_id] for chunk in library.chunks], questions, bases


def crossed(asking: RetrievalSet, answering: RetrievalSet) -> list[Question]:
    """Questions of ``asking`` for the passages of ``answering``; empty when the sets are not parallel.

    Parallel sets share passage ids. A question whose passage was taken out of ``answering`` is near there;
    the near ones of ``asking`` are left out, their passages may be in.
    """
    ids = {passage.id for passage in answering.passages}
    if len(ids & {passage.id for passage in asking.passages}) < len(ids) / 2:
        return []
    answerable = [
        replace(question, answer="", relevant=question.relevant & ids)
        if question.relevant & ids
        else replace(question, kind="near", relevant=frozenset())
        for question in asking.answerable
    ]
    return [*answerable, *(question for question in asking.questions if question.kind == "far")]


def _labels(candidates: Candidates) -> list[bool | None]:
    """Whether each hit answers; None where a passage is right but the answer may lie in its other chunk."""
    relevant = candidates.question.relevant
    answer = _squeeze(candidates.question.answer)
    by_passage: dict[str, list[bool]] = defaultdict(list)
    holds = []
    for hit in candidates.hits:
        held = not answer or answer in _squeeze(hit.chunk.content)
        holds.append(held)
        by_passage[hit.chunk.document_id].append(held)
    return [
        False
        if hit.chunk.document_id not in relevant
        else (True if held or not any(by_passage[hit.chunk.document_id]) else None)
        for hit, held in zip(candidates.hits, holds, strict=True)
    ]


def _squeeze(text: str) -> str:
    return "".join(text.split()).lower()
