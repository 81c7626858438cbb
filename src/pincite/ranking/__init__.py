"""From the pool to the order of the answer: evidence, probability, composite score, diversity."""

from pincite.ranking.composite import composed, composite_score
from pincite.ranking.diversity import mmr, select_diverse
from pincite.ranking.ranker import FeatureRanker

__all__ = ["FeatureRanker", "composed", "composite_score", "mmr", "select_diverse"]
