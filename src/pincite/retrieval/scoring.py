"""The base score: a convex combination of absolute scales, comparable across questions and bases.

Shares, cosine range and normalisation are those that gave the best Recall@1 on 13 retrieval sets, 4 points
above rank fusion (data README, baselines).
"""

from collections import Counter
from collections.abc import Mapping

from pincite.core.bm25 import K1, idf, saturation
from pincite.core.types import Chunk, CosineRange, LexicalField
from pincite.ports.storage import TermStatistics
from pincite.text.analyzers import bigrams

E5_RANGE = CosineRange(0.75, 0.95)
"""Of E5 as it is (LIBRARIES.md, Embedding): what a cosine without a range is read on."""

DENSE_SHARE = 0.5
LEXICAL_SHARE = 0.25
"""Of each lexical field."""

FOREIGN_SHARE = 0.6
"""Of nearness in a passage whose words cannot meet the question's: the dense half, and about what words add
to a native passage that answers in other words. Golden questions by base score alone: 0.5 finds 67 of 100
crossed ones among the first five and 89 of the others, 0.6 75 and 89, 0.65 to 1 75 and 87 (ADR 0013)."""

Idf = Mapping[LexicalField, Mapping[str, float]]


def question_idf(terms: Mapping[str, int], statistics: TermStatistics) -> dict[str, float]:
    """Inverse document frequency of each of the question's ``terms`` in the bases asked."""
    known = statistics.document_frequency
    return {term: idf(statistics.chunks, known.get(term, 0)) for term in terms}


def bm25n(counts: Mapping[str, int], length: int, average: float, weights: Mapping[str, float]) -> float:
    """BM25 of a chunk divided by the most that the question could give (idf sum times k1 + 1), in [0, 1]."""
    total = sum(weights.values())
    if total <= 0.0:
        return 0.0
    score = sum(
        weight * saturation(counts[term], length, average)
        for term, weight in weights.items()
        if counts.get(term)
    )
    return min(1.0, score / (total * (K1 + 1)))


def lexical_scores(
    chunk: Chunk, weights: Idf, statistics: Mapping[LexicalField, TermStatistics]
) -> dict[str, float]:
    """bm25n of ``chunk`` a lexical field, from its stored morphemes and its recomputed bigrams."""
    tokens = {
        LexicalField.MORPHEMES: chunk.morphemes.split(),
        LexicalField.BIGRAMS: bigrams(chunk.embedding_text()),
    }
    return {
        field.value: bm25n(
            Counter(tokens[field]), len(tokens[field]), statistics[field].average_length, weights[field]
        )
        for field in LexicalField
    }


def base_score(cosine: float | None, lexical: Mapping[str, float], scale: CosineRange = E5_RANGE) -> float:
    """``0.5 · clip(nearness, 0, 1) + 0.25 · bm25n(bigrams) + 0.25 · bm25n(morphemes)``.

    ``nearness`` is the cosine on the encoder's ``scale``: (cos − 0.75) / 0.2 for E5 as it is.
    """
    return score_of(None if cosine is None else scale.nearness(cosine), lexical)


def score_of(nearness: float | None, lexical: Mapping[str, float], *, foreign: bool = False) -> float:
    """`base_score` of a cosine that is on its scale already.

    Where the passage is ``foreign`` (`is_foreign`) words cannot meet, and it has `FOREIGN_SHARE` of nearness.

    Without a vector (embedder down, keyword-only base) the lexical half counts double, so that the scale
    stays [0, 1].
    """
    words = LEXICAL_SHARE * sum(lexical.get(field.value, 0.0) for field in LexicalField)
    if nearness is None:
        return min(1.0, words / (1 - DENSE_SHARE))
    near = min(1.0, max(0.0, nearness))
    return FOREIGN_SHARE * near if foreign else DENSE_SHARE * near + words
