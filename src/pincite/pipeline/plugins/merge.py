"""CHUNK_MERGE: hits to passages, and a named clause to the whole clause."""

import dataclasses
import random

from pincite.core.settings import MergingSettings
from pincite.core.types import Chunk, Hit, Passage
from pincite.faq import refilled
from pincite.merging import (
    drop_near_duplicates,
    fill_gap,
    find_gaps,
    merge_hits,
    order,
    same_clause,
    split_off_children,
)
from pincite.merging.pictures import at_their_text, with_pictures
from pincite.pipeline.events import Event, Next
from pincite.pipeline.pictures import pictures_of, texts_of
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader


class MergePlugin:
    events = (Event.CHUNK_MERGE,)

    def __init__(
        self, reader: ChunkReader, settings: MergingSettings, choice: random.Random | None = None
    ) -> None:
        self._reader = reader
        self._settings = settings
        self._choice = choice or random.Random()

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        hits = chat.state.reranked or chat.state.hits
        # Versions that are compared are merged one by one: what they have in common is no duplicate here.
        parts = chat.state.versions.sides(hits)
        merged = [passage for part in parts for passage in await self._merged(part)]
        passages = merged if len(parts) == 1 else sorted(merged, key=order)
        chat.state.passages = [refilled(passage, self._choice) for passage in passages]
        await next()

    async def _merged(self, hits: list[Hit]) -> list[Passage]:
        hits = at_their_text(hits, await texts_of(self._reader, (hit.chunk for hit in hits)))
        found = {hit.chunk.id for hit in hits}
        hits = await self._whole_clauses(hits)
        hits = await self._without_gaps(hits)
        whole, hits = await self._parents(hits)
        neighbours = {
            hit.chunk.id: await self._reader.neighbours(hit.chunk, self._settings.sibling_window)
            for hit in hits
            if len(hit.chunk.content) < self._settings.short_passage
        }
        passages = merge_hits(
            hits,
            neighbours,
            short_passage=self._settings.short_passage,
            grown_passage=self._settings.grown_passage,
            near_duplicate=self._settings.near_duplicate,
        )
        if whole:
            passages = sorted([*whole, *passages], key=order)
            passages = drop_near_duplicates(passages, self._settings.near_duplicate)
        pictures = await pictures_of(self._reader, (m for passage in passages for m in passage.members))
        # Neighbours that a short passage grew by are read whole; the other children of a parent are not.
        parents = {passage.chunk.id for passage in whole}
        return [
            with_pictures(
                passage, pictures, found if passage.chunk.id in parents else {m.id for m in passage.members}
            )
            for passage in passages
        ]

    async def _parents(self, hits: list[Hit]) -> tuple[list[Passage], list[Hit]]:
        """Children that were found, as passages of their parents' text."""
        ids = list(dict.fromkeys(hit.chunk.parent_id for hit in hits if hit.chunk.parent_id is not None))
        if not ids:
            return [], hits
        parents = await self._reader.chunks(ids)
        children: dict[str, list[Chunk]] = {}
        for child in await self._reader.children(ids):
            children.setdefault(child.parent_id or "", []).append(child)
        return split_off_children(hits, parents, children)

    async def _without_gaps(self, hits: list[Hit]) -> list[Hit]:
        """What stands between two found pieces of a clause comes with them."""
        window = self._settings.sibling_window
        filled: list[Hit] = []
        for before, after in find_gaps(hits, window):
            around = await self._reader.neighbours(before.chunk, window)
            filled += fill_gap(before, after, around)
        return [*hits, *filled]

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
