"""Embed chunks and write their points."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from pincite.core.errors import EncoderChanged
from pincite.ingest.preparing import IndexedChunk
from pincite.ports.index import IndexPoint, SearchIndex
from pincite.ports.models import Embedder
from pincite.ports.records import BaseRecord

_BATCH = 64
"""Chunks embedded and written at once: 2 s of the bundled encoder on 2 cores, the grain of the progress bar.
At 64 the writing is under 1 % of the embedding (bench/ingest.py)."""


async def write_points(
    chunks: Sequence[IndexedChunk],
    base: BaseRecord,
    tags: tuple[str, ...],
    *,
    embedder: Embedder,
    index: SearchIndex,
    turn: AbstractAsyncContextManager[object],
    progress: Callable[[int], None],
) -> None:
    """Upsert a point a chunk; ``progress`` hears how many are written. ``turn`` is taken for each batch, so
    that a small document gets in between those of a large one.

    A disabled chunk gets a point with neither vector nor terms, which no search finds: it takes the place of
    the one that it had, and the counts that `repair` compares stay true. Chunks go in the order of their
    length, because an encoder pads a batch to its longest text.

    Raises:
        EmbeddingFailed, IndexUnavailable, IndexLocked.
    """
    # The disabled ones last, so that those with a vector have the first rows of each batch.
    ordered = sorted(chunks, key=lambda item: (item.chunk.disabled, len(item.text)))
    for first in range(0, len(ordered), _BATCH):
        batch = ordered[first : first + _BATCH]
        async with turn:
            texts = [item.text for item in batch if not item.chunk.disabled]
            vectors = await embedder.embed_passages(texts) if base.vector and texts else None
            await index.upsert(
                [
                    IndexPoint(
                        id=item.chunk.id,
                        base_id=item.chunk.base_id,
                        document_id=item.chunk.document_id,
                        version_id=item.chunk.version_id,
                        vector=None if vectors is None or item.chunk.disabled else vectors[row],
                        terms=item.terms if base.keyword and not item.chunk.disabled else {},
                        tags=tags,
                    )
                    for row, item in enumerate(batch)
                ]
            )
        progress(first + len(batch))


def check_identity(base: BaseRecord, embedder: Embedder) -> None:
    """Two vector spaces never share an index. While a base is built anew for ``embedder`` it takes documents:
    the old index gets their words, the new one their vectors too.

    Raises:
        EncoderChanged: the base was embedded by another model.
    """
    known = (None, embedder.identity)
    if base.vector and base.embedding_identity not in known and base.next_identity != embedder.identity:
        raise EncoderChanged(
            f"The knowledge base {base.name!r} was embedded by {base.embedding_identity}, "
            f"but the settings say {embedder.identity}."
        )
