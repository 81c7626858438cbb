"""The graph of one version: a call a chunk, each once (row GR-02).

Whatever the model does, the document comes in: what is missing is said in a warning.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import anyio

from pincite.core.catalogue import say
from pincite.core.types import Chunk, ChunkType
from pincite.enrichment import Asker, Enricher
from pincite.enrichment.graph import ChunkGraph, graph_details, known_graph, read_graph, version_graph
from pincite.enrichment.planning import WORTH_ASKING, Call
from pincite.enrichment.prompts import graph_prompt
from pincite.ingest.preparing import IndexedChunk
from pincite.ingest.stages import Stages
from pincite.ingest.tools import Stores, Tools
from pincite.ports.records import BaseKind, BaseRecord, DocumentRecord, VersionRecord
from pincite.text.language import dominant_language

MOST_NAMES = 12
"""Names, and relations, that one chunk is asked for: with what is said of each they fit the longest reply."""
_LANGUAGES = ("ko", "zh", "en")


@dataclass(frozen=True, slots=True)
class Graphed:
    """What came of it."""

    chunks: Sequence[IndexedChunk]
    """Those of before, in their order, with what each names."""
    warnings: tuple[str, ...] = ()
    counts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Grapher:
    """One try at one document."""

    stores: Stores
    tools: Tools
    notes: Stages
    language: str
    """Of what the person is told."""
    enter: Callable[[], Awaitable[None]]
    """Says that the stage begins."""
    tell: Callable[[int, int], None]
    """Calls done and in all."""

    async def run(
        self, base: BaseRecord, document: DocumentRecord, chunks: Sequence[IndexedChunk]
    ) -> Graphed:
        """Ask a model, where there is one, what the chunks name."""
        enricher = self.tools.enricher
        if enricher is None or base.kind is BaseKind.FAQ or not chunks:
            why = "no chat model" if enricher is None else "nothing to extract"
            self.notes.skip("graph", reason=why)
            return Graphed(chunks)
        with self.notes.span("graph") as details:
            await self.enter()
            old = document.active_version_id
            known = await self.stores.metadata.versions.chunks(old) if old is not None else ()
            graphed = await _Extraction(enricher, self.language, self.tell).of(chunks, known)
            details.update(graphed.counts)
        return graphed


async def keep_graph(
    stores: Stores, base: BaseRecord, version: VersionRecord, chunks: Sequence[IndexedChunk]
) -> None:
    """Store what the chunks of a version name, where its base wants that. Done before the version lives:
    until then its chunks are not found, and if it never lives its graph is removed with its points."""
    if not base.graph or stores.graph is None:
        return
    named = [(item.chunk.id, known[1]) for item in chunks if (known := known_graph(item.chunk)) is not None]
    await stores.graph.replace(version_graph(base.id, version.document_id, version.id, named))


@dataclass(slots=True)
class _Extraction:
    """The calls of one document."""

    enricher: Enricher
    language: str
    tell: Callable[[int, int], None]
    _made: dict[str, ChunkGraph] = field(default_factory=dict)

    async def of(self, chunks: Sequence[IndexedChunk], old: Sequence[Chunk]) -> Graphed:
        """``old`` are the chunks of the version before: what would be asked again as it was is taken from
        them."""
        settings = self.enricher.settings
        worth = [item.chunk for item in chunks if _is_worth(item.chunk)]
        planned = [(chunk, self._call(chunk)) for chunk in worth[: settings.max_graph_chunks]]
        self._made = dict(known for chunk in old if (known := known_graph(chunk)) is not None)
        reused = sum(call.key in self._made for _, call in planned)
        asker = Asker(self.enricher)
        await self._ask(asker, [call for _, call in planned if call.key not in self._made])
        found = {
            chunk.id: graph_details(self._made[call.key], call.key)
            for chunk, call in planned
            if call.key in self._made
        }
        missing, over = len(planned) - len(found), len(worth) - len(planned)
        counts = {
            "calls": asker.calls,
            "chunks_made": len(found) - reused,
            "chunks_reused": reused,
            "chunks_missing": missing,
        }
        warnings = []
        if missing:
            reason = asker.last_error or say("ingest.no_usable_reply", self.language)
            warnings.append(
                say("ingest.graph_missing", self.language, count=missing, total=len(planned), reason=reason)
            )
        if over:
            counts["chunks_over_limit"] = over
            limit = settings.max_graph_chunks
            warnings.append(say("ingest.graph_limited", self.language, count=over, limit=limit))
        return Graphed([_with_details(item, found) for item in chunks], tuple(warnings), counts)

    def _call(self, chunk: Chunk) -> Call:
        text = chunk.embedding_text()
        language = chunk.language if chunk.language in _LANGUAGES else dominant_language(text)
        most = self.enricher.settings.max_characters
        return Call(
            graph_prompt(text, count=MOST_NAMES, language=language, most=most),
            partial(read_graph, text=text, most=MOST_NAMES),
        )

    async def _ask(self, asker: Asker, calls: Sequence[Call]) -> None:
        different = list({call.key: call for call in calls}.values())
        done = 0
        self.tell(done, len(different))

        async def one(call: Call) -> None:
            nonlocal done
            graph = await asker.ask(call.prompt, call.read)
            if graph is not None:
                self._made[call.key] = graph
            done += 1
            self.tell(done, len(different))

        async with anyio.create_task_group() as group:
            for call in different:
                group.start_soon(one, call)


def _is_worth(chunk: Chunk) -> bool:
    text = chunk.chunk_type is ChunkType.TEXT and not chunk.disabled
    return text and sum(map(str.isalnum, chunk.content)) >= WORTH_ASKING


def _with_details(item: IndexedChunk, found: Mapping[str, Mapping[str, Any]]) -> IndexedChunk:
    more = found.get(item.chunk.id)
    if more is None:
        return item
    return replace(item, chunk=replace(item.chunk, details={**item.chunk.details, **more}))
