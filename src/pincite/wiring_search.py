"""Settings to the indexes of a library, and to the search over its bases."""

import os
from collections.abc import Iterator, Mapping

from pincite.adapters.edge.shelf import EdgeShelf
from pincite.adapters.placed_index import PlacedIndex
from pincite.adapters.sql.metadata import SqlMetadata
from pincite.core.errors import ConfigurationError
from pincite.core.settings import Settings
from pincite.ports.index import IndexShelf, SearchIndex
from pincite.ports.models import Embedder
from pincite.retrieval import EntitySearch, HybridRetriever, SearchStores, SpacesRetriever, Store
from pincite.retrieval.fanout import TIMEOUT_VARIABLE, store_timeout


def library_index(settings: Settings, metadata: SqlMetadata, embedder: Embedder) -> PlacedIndex:
    """The indexes of a library as one. Nothing is opened yet.

    Raises:
        ConfigurationError: a package is missing.
    """
    return PlacedIndex(_shelf(settings), metadata.rebuilds, embedder)


def _shelf(settings: Settings) -> IndexShelf:
    storage, timeout = settings.storage, settings.retrieval.store_timeout
    if storage.qdrant_url and storage.pgvector_url:
        raise ConfigurationError(
            "storage.qdrant_url and storage.pgvector_url are both set.",
            hint="Set the one that holds the index.",
        )
    if storage.pgvector_url:
        return _pgvector_shelf(settings)
    if not storage.qdrant_url:
        return EdgeShelf(settings.data_dir, timeout=timeout)
    try:
        from pincite.adapters.qdrant_shelf import QdrantShelf
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"A Qdrant cluster needs the package {error.name}.", hint='pip install "pincite[qdrant]"'
        ) from error
    return QdrantShelf(
        storage.qdrant_url,
        collection=storage.qdrant_collection,
        timeout=timeout,
        api_key=storage.qdrant_api_key or None,
    )


def _pgvector_shelf(settings: Settings) -> IndexShelf:
    try:
        from pincite.adapters.pgvector.shelf import PgvectorShelf
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"An index in PostgreSQL needs the package {error.name}.", hint='pip install "pincite[postgres]"'
        ) from error
    return PgvectorShelf(
        settings.storage.pgvector_url,
        prefix=settings.storage.pgvector_prefix,
        timeout=settings.retrieval.store_timeout,
    )


class _OwnSpace(Mapping[str, HybridRetriever]):
    """The vector space of the one encoder, by what its identity is now."""

    def __init__(self, embedder: Embedder, retriever: HybridRetriever) -> None:
        self._embedder = embedder
        self._retriever = retriever

    def __getitem__(self, identity: str) -> HybridRetriever:
        if identity != self._embedder.identity:
            raise KeyError(identity)
        return self._retriever

    def __iter__(self) -> Iterator[str]:
        yield self._embedder.identity

    def __len__(self) -> int:
        return 1


def retriever(
    settings: Settings, metadata: SqlMetadata, embedder: Embedder, index: SearchIndex
) -> SpacesRetriever:
    """One encoder. Bases of another are found by words until they are rebuilt."""
    wanted, places = settings.retrieval, metadata.places
    timeout = store_timeout(os.environ.get(TIMEOUT_VARIABLE), wanted.store_timeout)
    stores = SearchStores({"": Store(index)}, parallel=wanted.store_parallelism, timeout=timeout)
    ours = HybridRetriever(embedder, stores, metadata.chunks, wanted, places)
    by_words = HybridRetriever(None, stores, metadata.chunks, wanted, places)
    return SpacesRetriever(_OwnSpace(embedder, ours), by_words, places)


def entity_search(metadata: SqlMetadata, retriever: SpacesRetriever) -> EntitySearch:
    """What finds names in the graphs of the bases, which lie in the metadata database."""
    return EntitySearch(metadata.graph, metadata.places, metadata.scopes, metadata.chunks, retriever)
