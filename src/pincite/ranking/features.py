"""What the bundled ranker looks at: one row a hit, one column a kind of evidence.

Everything is on an absolute scale or shrunk towards 0 in short lists, so that one model serves a library of
one document and one of a thousand. Matching is by the question's terms weighted with how rare they are in
the bases asked.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pincite.core.types import Hit, LexicalField
from pincite.ranking.answer_type import AnswerType, asked_type, holds_type
from pincite.text.analyzers import bigrams, fold, query_terms
from pincite.text.language import dominant_language, letters_in
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

WINDOW = 24
"""Morphemes looked at together: about two sentences."""

LIST_SHRINKAGE = 10.0
"""Hits from which statistics of the list count half."""

FOREIGN_SHARE = {"ko": 0.1, "zh": 0.1, "en": 0.3}
"""Letters of the question's script up to which a passage counts as foreign: the names and terms that it
quotes. A Latin word takes three times the letters of a Korean or Chinese one."""

FOREIGN_LETTERS = {"ko": 12, "zh": 12, "en": 400}
"""And how many of them at most: a clause is enough to meet a question's words (a Chinese sentence above an
English bibliography)."""

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
    foreign = np.array([is_foreign(asked.language, hit) for hit in hits], dtype=np.bool_)
    return Evidence(np.array(rows, dtype=np.float64), foreign)


def is_foreign(language: str, hit: Hit) -> bool:
    """Whether the passage is in another language than the question, so that their words cannot meet.

    A passage that quotes much but is also written in the question's script is not.
    """
    chunk = hit.chunk
    if chunk.language == language:
        return False
    own, letters = letters_in(chunk.content, language)
    return own < FOREIGN_SHARE[language] * letters and own <= FOREIGN_LETTERS[language]


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
        cosine=min(1.5, max(-0.5, ((hit.cosine if hit.cosine is not None else 0.75) - 0.75) / 0.2)),
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
