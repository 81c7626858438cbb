"""From the pool to the order of the answer: evidence, probability, composite score, diversity."""

from pincite.ranking.boosts import boosted, has_wiki
from pincite.ranking.composite import composed, composite_score
from pincite.ranking.diversity import mmr, select_diverse
from pincite.ranking.ranker import FeatureRanker
from pincite.ranking.thresholds import above_threshold

__all__ = [
    "FeatureRanker",
    "above_threshold",
    "boosted",
    "composed",
    "composite_score",
    "has_wiki",
    "mmr",
    "select_diverse",
]
