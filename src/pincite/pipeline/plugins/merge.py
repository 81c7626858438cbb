"""CHUNK_MERGE: hits to passages, and a named clause to the whole clause."""

import dataclasses
import random
from collections.abc import Sequence

from pincite.core.catalogue import say
from pincite.core.errors import SearchNothing
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
from pincite.pipeline.named import (
    NamedClauses,
    clause_names,
    has_part,
    is_lookup,
    is_under,
    named_clauses,
    own_words,
    trail_to,
)
from pincite.pipeline.pictures import pictures_of, texts_of
from pincite.pipeline.remembering import remembered
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader
from pincite.text.references import Reference

NO_DUPLICATES = 2.0
"""A share that no two texts have in common."""

LONGEST_CLAUSE = 100
"""Chunks that follow a heading and are read with it at most; a chapter may be most of a book."""


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
        if named := await self._named(chat, hits):
            # A search goes on with what is like them; an answer to "show me Article 3" is Article 3.
            ids = {member.id for passage in named for member in passage.members}
            others = [] if chat.request.gated else [hit for hit in hits if hit.chunk.id not in ids]
            chat.state.passages = [*named, *(await self._merged(others) if others else [])]
            await next()
            return
        hits = await remembered(chat, hits, self._reader)
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

    async def _named(self, chat: ChatState, hits: list[Hit]) -> list[Passage]:
        """The clauses that a lookup names, whole, in their own words, every document's for itself: that
        another document says the same is no reason to leave one out."""
        query = chat.request.query
        exact = [hit for hit in hits if hit.exact_reference]
        if not exact or not is_lookup(query) or chat.state.versions.compared:
            return []
        asked = named_clauses(query, hits)
        exact = await self._whole_clauses(at_their_text(exact, await texts_of(self._reader, _chunks(exact))))
        exact, asked = await self._with_below(exact, asked)
        whole, rest = await self._parents(exact)
        by_version: dict[str, list[Hit]] = {}
        for hit in rest:
            by_version.setdefault(hit.chunk.version_id, []).append(hit)
        passages = [*whole]
        for group in by_version.values():
            passages += merge_hits(group, {}, short_passage=0, grown_passage=0, near_duplicate=NO_DUPLICATES)
        named = [(passage, asked.of(passage)) for passage in passages]
        return self._with_parts(chat, [pair for pair in named if pair[1]])

    def _with_parts(
        self, chat: ChatState, named: Sequence[tuple[Passage, Sequence[Reference]]]
    ) -> list[Passage]:
        """The passages that hold the paragraphs that are named, if any are. Raises SearchNothing where an
        answer was wanted and the clauses have no such paragraph."""
        state = chat.state
        lacking: dict[str, Reference] = {}
        held: set[str] = set()
        kept: list[Passage] = []
        for passage, references in named:
            own = [reference for reference in references if has_part(passage, reference)]
            held.update(reference.full_key for reference in own)
            lacking |= {reference.full_key: reference for reference in references if reference not in own}
            if own:
                kept.append(own_words(passage, own))
        missing = [reference for key, reference in lacking.items() if key not in held]
        if missing:
            said = say(
                "answer.no_paragraph", state.language, clauses=clause_names(missing, chat.request.query)
            )
            if not kept and chat.request.gated:
                raise SearchNothing(said)
            state.notices.append(said)
        return kept or [passage for passage, _ in named]

    async def _with_below(self, hits: list[Hit], asked: NamedClauses) -> tuple[list[Hit], NamedClauses]:
        """What stands under a heading that was named: the articles of a chapter, 2.1 of section 2."""
        known = {hit.chunk.id for hit in hits}
        found = {hit.chunk.id: hit for hit in hits}
        below: list[Hit] = []
        held: list[tuple[Reference, frozenset[str]]] = []
        for reference, ids in asked.held:
            more: set[str] = set()
            for hit in [found[id_] for id_ in sorted(ids) if id_ in found]:
                above = trail_to(hit.chunk, reference.key)
                around = await self._reader.neighbours(hit.chunk, LONGEST_CLAUSE) if above else []
                for chunk in around:
                    if chunk.seq > hit.chunk.seq and is_under(chunk, above) and _alike(chunk, hit.chunk):
                        more.add(chunk.id)
                        if chunk.id not in known:
                            known.add(chunk.id)
                            below.append(dataclasses.replace(hit, chunk=chunk))
            held.append((reference, ids | more))
        return [*hits, *below], dataclasses.replace(asked, held=tuple(held))

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


def _chunks(hits: Sequence[Hit]) -> list[Chunk]:
    return [hit.chunk for hit in hits]


def _alike(first: Chunk, second: Chunk) -> bool:
    return first.version_id == second.version_id and first.chunk_type == second.chunk_type
