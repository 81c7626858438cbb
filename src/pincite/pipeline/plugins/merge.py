"""CHUNK_MERGE: hits to passages, and a named clause to the whole clause."""

import dataclasses

from pincite.core.settings import MergingSettings
from pincite.core.types import Hit
from pincite.merging import merge_hits, same_clause
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader


class MergePlugin:
    events = (Event.CHUNK_MERGE,)

    def __init__(self, reader: ChunkReader, settings: MergingSettings) -> None:
        self._reader = reader
        self._settings = settings

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        hits = chat.state.reranked or chat.state.hits
        hits = await self._whole_clauses(hits)
        neighbours = {
            hit.chunk.id: await self._reader.neighbours(hit.chunk, self._settings.sibling_window)
            for hit in hits
            if len(hit.chunk.content) < self._settings.short_passage
        }
        chat.state.passages = merge_hits(
            hits,
            neighbours,
            short_passage=self._settings.short_passage,
            grown_passage=self._settings.grown_passage,
            near_duplicate=self._settings.near_duplicate,
        )
        await next()

    async def _whole_clauses(self, hits: list[Hit]) -> list[Hit]:
        """A clause that was asked for by name comes with all its pieces, not only those that were found."""
        known = {hit.chunk.id for hit in hits}
        extra: list[Hit] = []
        for hit in hits:
            if not hit.exact_reference:
                continue
            found = hit.chunk
            for clause in found.clauses:
                for chunk in await self._reader.clause_chunks(
                    [found.base_id], clause, version_ids=[found.version_id]
                ):
                    if chunk.id not in known and same_clause(chunk, found):
                        known.add(chunk.id)
                        extra.append(dataclasses.replace(hit, chunk=chunk))
        return [*hits, *extra]
