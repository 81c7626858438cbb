"""What the bundled ranker looks at: one row a hit, one column a kind of evidence.

Everything is on an absolute scale or shrunk towards 0 in short lists, so that one model serves a library of
one document and one of a thousand. Matching is by the question's terms weighted with how rare they are in
the bases asked.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pincite.core.types import Hit, LexicalField
from pincite.ranking.answer_type import AnswerType, asked_type, holds_type
from pincite.text.analyzers import bigrams, fold, query_terms
from pincite.text.language import dominant_language, is_foreign
from pincite.text.references import find_references

Features = npt.NDArray[np.float64]
"""Shape ``(hits, len(NAMES))``."""

Mask = npt.NDArray[np.bool_]
"""Shape ``(hits,)``."""

NAMES = (
    "cosine",
    "cosine_z",
    "bm25_morphemes",
    "bm25_bigrams",
    "coverage_morphemes",
    "coverage_bigrams",
    "window_morphemes",
    "sentence_bigrams",
    "longest_run",
    "rarest_missing",
    "rarest_matched",
    "pool_coverage",
    "gap_above",
    "gap_below",
    "numbers",
    "names",
    "type_missing",
    "cosine_coverage",
    "cosine_window",
)

FOREIGN_NAMES = ("cosine", "cosine_z", "numbers", "names")
"""What is left when question and passage share no words: meaning, digits and names."""

AGAINST = frozenset({"rarest_missing", "gap_above", "type_missing"})
CIRCUMSTANCES = frozenset({"rarest_matched", "pool_coverage"})
SIGNS = {name: -1 if name in AGAINST else 1 for name in NAMES if name not in CIRCUMSTANCES}
"""Which way each kind of evidence can only speak; `CIRCUMSTANCES` are read beside the others."""

WINDOW = 24
"""Morphemes looked at together: about two sentences."""

GUESSED_NEARNESS = (0.29, 0.42, 0.28)
"""Nearness where no hit has a vector (encoder down, keyword-only base): constant, share of `coverage_bigrams`
and of `window_morphemes`. Least squares over the training rows (correlation 0.65); taken as 0 instead, words
alone pass nothing in a small library."""

LIST_SHRINKAGE = 10.0
"""Hits from which statistics of the list count half."""

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])|\n+")
_NOT_WORD = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_QUOTED = re.compile(r"[「『《〈“\"‘']([^」』》〉”\"’']{2,30})[」』》〉”\"’']")
_LATIN_NAME = re.compile(
    r"(?<![.!?]\s)(?<!^)\b[A-Z][A-Za-z0-9\-]+|\b[A-Z0-9]*\d[A-Z0-9\-]*[A-Z][A-Z0-9\-]*\b"
)


@dataclass(frozen=True, slots=True)
class _Question:
    language: str
    idf: Mapping[LexicalField, Mapping[str, float]]
    squeezed: str
    """Content words without blanks and punctuation."""
    numbers: frozenset[str]
    names: tuple[str, ...]
    answer_type: AnswerType


@dataclass(frozen=True, slots=True)
class _Match:
    """One passage against the question."""

    cosine: float
    covered: Mapping[LexicalField, float]
    found: frozenset[str]
    window: float
    sentence: float
    run: float
    rarest_missing: float
    rarest_matched: float
    numbers: float
    names: float
    type_missing: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """``features`` of every hit, and which hits are in another language than the question."""

    features: Features
    foreign: Mask


def extract(question: str, hits: Sequence[Hit]) -> Evidence:
    """Evidence of every hit, in the order of ``hits``."""
    if not hits:
        return Evidence(np.zeros((0, len(NAMES))), np.zeros(0, dtype=np.bool_))
    asked = _understand(question, next((hit.idf for hit in hits if hit.idf), {}))
    matches = [_match(asked, hit) for hit in hits]
    if all(hit.nearness is None for hit in hits):
        matches = [replace(match, cosine=_guessed(match)) for match in matches]
    cosines = np.array([match.cosine for match in matches])
    shrink = len(hits) / (len(hits) + LIST_SHRINKAGE)
    z = np.clip((cosines - cosines.mean()) / (cosines.std() + 0.01), -3, 5) * shrink
    above, below = _gaps(np.array([hit.base_score for hit in hits]))
    pool = _covered(
        asked.idf.get(LexicalField.MORPHEMES, {}), frozenset().union(*(match.found for match in matches))
    )
    rows = [
        (
            match.cosine,
            z[i],
            hit.lexical.get(LexicalField.MORPHEMES, 0.0),
            hit.lexical.get(LexicalField.BIGRAMS, 0.0),
            match.covered[LexicalField.MORPHEMES],
            match.covered[LexicalField.BIGRAMS],
            match.window,
            match.sentence,
            match.run,
            match.rarest_missing,
            match.rarest_matched,
            pool,
            above[i] * shrink,
            below[i] * shrink,
            match.numbers,
            match.names,
            match.type_missing,
            match.cosine * match.covered[LexicalField.MORPHEMES],
            match.cosine * match.window,
        )
        for i, (hit, match) in enumerate(zip(hits, matches, strict=True))
    ]
    foreign = np.array(
        [is_foreign(asked.language, hit.chunk.content, hit.chunk.language) for hit in hits], dtype=np.bool_
    )
    return Evidence(np.array(rows, dtype=np.float64), foreign)


def _understand(question: str, known: Mapping[LexicalField, Mapping[str, float]]) -> _Question:
    terms = query_terms(question)
    references = find_references(question)
    keys = {reference.key for reference in references}
    idf = known or {
        field: {term: 1.0 for term in counts if term not in keys} for field, counts in terms.items()
    }
    quoted = tuple(fold(name) for name in _QUOTED.findall(question))
    latin = tuple(fold(name) for name in _LATIN_NAME.findall(question))
    in_references = {number for reference in references for number in _NUMBER.findall(reference.text)}
    # A single digit stands in every list and article, so it is no evidence.
    numbers = {n for n in (m.replace(",", "") for m in _NUMBER.findall(fold(question))) if len(n) > 1}
    content = list(idf.get(LexicalField.MORPHEMES, {}))
    return _Question(
        language=dominant_language(question),
        idf=idf,
        squeezed=_squeeze(" ".join(content)) if content else _squeeze(question),
        numbers=frozenset(numbers - in_references),
        names=tuple(dict.fromkeys(_squeeze(name) for name in (*quoted, *latin) if _squeeze(name))),
        answer_type=asked_type(question),
    )


def _match(question: _Question, hit: Hit) -> _Match:
    chunk = hit.chunk
    text = fold(chunk.embedding_text())
    squeezed = _squeeze(text)
    morphemes = chunk.morphemes.split()
    weights = question.idf.get(LexicalField.MORPHEMES, {})
    pair_weights = question.idf.get(LexicalField.BIGRAMS, {})
    found = frozenset(morphemes) & weights.keys()
    sentences = [part for part in _SENTENCE.split(text) if part and not part.isspace()]
    per_sentence = [frozenset(bigrams(part)) for part in sentences]
    coverages = [_covered(pair_weights, pairs) for pairs in per_sentence]
    best = max(range(len(coverages)), key=coverages.__getitem__, default=-1)
    numbers_held = {number.replace(",", "") for number in _NUMBER.findall(text)}
    held = holds_type(
        question.answer_type, " ".join(sentences[max(0, best - 1) : best + 2]), question.numbers
    )
    return _Match(
        cosine=min(1.5, max(-0.5, hit.nearness or 0.0)),
        covered={
            LexicalField.MORPHEMES: _covered(weights, found),
            LexicalField.BIGRAMS: _covered(pair_weights, frozenset().union(*per_sentence)),
        },
        found=found,
        window=_best_window(weights, morphemes),
        sentence=max(coverages, default=0.0),
        run=_longest_run(question.squeezed, squeezed),
        rarest_missing=_share_of_largest(weights, weights.keys() - found),
        rarest_matched=_share_of_largest(weights, found),
        numbers=_agreement(question.numbers, numbers_held),
        names=_agreement(question.names, {name for name in question.names if name in squeezed}),
        type_missing=float(held is False),
    )


def _guessed(match: _Match) -> float:
    constant, pairs, window = GUESSED_NEARNESS
    return constant + pairs * match.covered[LexicalField.BIGRAMS] + window * match.window


def _covered(weights: Mapping[str, float], found: Collection[str]) -> float:
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in found) / total if total else 0.0


def _share_of_largest(weights: Mapping[str, float], terms: Collection[str]) -> float:
    """Largest weight among ``terms`` as a share of the sum: how much of the question hangs on one word."""
    total = sum(weights.values())
    return max((weights[term] for term in terms), default=0.0) / total if total else 0.0


def _best_window(weights: Mapping[str, float], morphemes: Sequence[str]) -> float:
    places = [(i, term) for i, term in enumerate(morphemes) if term in weights]
    best = 0.0
    for start, (position, _) in enumerate(places):
        inside = {term for i, term in places[start:] if i < position + WINDOW}
        best = max(best, _covered(weights, inside))
    return best


def _longest_run(question: str, text: str) -> float:
    """Longest part of the question's content that the text has unbroken, as a share of the content."""
    best = start = 0
    for end in range(1, len(question) + 1):
        while start < end and question[start:end] not in text:
            start += 1
        best = max(best, end - start)
    return best / len(question) if question else 0.0


def _agreement(wanted: Collection[str], held: Collection[str]) -> float:
    """Share held, from -1 (none of them) to 1 (all); 0 when nothing is wanted."""
    if not wanted:
        return 0.0
    return 2.0 * sum(item in held for item in wanted) / len(wanted) - 1.0


def _gaps(scores: Features) -> tuple[Features, Features]:
    """How far each score is from the best of the others: short of it, and ahead of it."""
    if len(scores) < 2:
        return np.zeros(len(scores)), np.zeros(len(scores))
    order = np.sort(scores)[::-1]
    best_other = np.where(scores == order[0], order[1], order[0])
    difference = scores - best_other
    return np.maximum(-difference, 0.0), np.maximum(difference, 0.0)


def _squeeze(text: str) -> str:
    return _NOT_WORD.sub("", text)
