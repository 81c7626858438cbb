"""From a question to the pool of passages that may answer it."""

from pincite.retrieval.hybrid import HybridRetriever
from pincite.retrieval.request import Retrieval, SearchRequest

__all__ = ["HybridRetriever", "Retrieval", "SearchRequest"]
