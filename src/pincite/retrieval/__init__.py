"""From a question to the pool of passages that may answer it."""

from pincite.retrieval.entities import EntityHits, EntityScope, EntitySearch
from pincite.retrieval.hybrid import HybridRetriever
from pincite.retrieval.recalled import expansion_plan
from pincite.retrieval.request import EntryRecall, Retrieval, Retriever, SearchRequest
from pincite.retrieval.spaces import SpacesRetriever
from pincite.retrieval.stores import SearchStores, Store

__all__ = [
    "EntityHits",
    "EntityScope",
    "EntitySearch",
    "EntryRecall",
    "HybridRetriever",
    "Retrieval",
    "Retriever",
    "SearchRequest",
    "SearchStores",
    "SpacesRetriever",
    "Store",
    "expansion_plan",
]
