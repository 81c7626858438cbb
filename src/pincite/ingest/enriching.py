"""Questions, summaries and descriptions of tables for one version, each call once (rows CH-11, CX-10).

Whatever the model does, the document comes in: what is missing is said in a warning.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from uuid import UUID, uuid5

import anyio
from anyio import to_thread

from pincite.core.catalogue import say
from pincite.core.errors import InvalidInput
from pincite.core.types import Chunk, ChunkType, ParsedDocument
from pincite.enrichment import Asker, Enricher, EnrichmentModes, changed_switches
from pincite.enrichment.notes import (
    DOCUMENT_SUMMARY,
    SECTION_SUMMARY,
    TABLE,
    Summary,
    known_questions,
    question_details,
    summary_of,
)
from pincite.enrichment.planning import Call, Plan, PlannedTable, plan_calls
from pincite.enrichment.replies import TableNotes
from pincite.enrichment.tables import column_text
from pincite.ingest.preparing import IndexedChunk, rebuild_chunks, with_terms
from pincite.ingest.tools import Tools
from pincite.ports.records import BaseKind, BaseRecord

TABLE_KINDS = (ChunkType.TABLE_SUMMARY, ChunkType.TABLE_COLUMN)
_SLICE = 128
"""Chunks analysed in one thread call, as in `steps`."""


@dataclass(frozen=True, slots=True)
class Enriched:
    """What came of it."""

    chunks: Sequence[IndexedChunk]
    """Those of before, in their order, with what was made of them."""
    children: Sequence[IndexedChunk] = ()
    """Chunks about tables, below the chunk in which the table begins."""
    warnings: tuple[str, ...] = ()
    counts: Mapping[str, Any] = field(default_factory=dict)


def checked_enrichment(kind: BaseKind, held: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, bool]:
    """The switches of a base, ``given`` over those that it has. Raises InvalidInput."""
    if given and kind is BaseKind.FAQ:
        raise InvalidInput("The entries of an FAQ base are not enriched.", hint="Leave enrichment out.")
    return changed_switches(held, given)


def why_not_enriched(base: BaseRecord, chunks: Sequence[IndexedChunk], tools: Tools) -> str:
    """Why nothing is asked about a document; "" where something is."""
    if tools.enricher is None:
        return "no chat model"
    if base.kind is BaseKind.FAQ or not chunks:
        return "nothing to enrich"
    if not base.is_indexed:
        return "not indexed"
    modes = EnrichmentModes.of(base.enrichment, tools.enricher.settings)
    return "" if modes.wanted else "switched off"


def document_enricher(
    base: BaseRecord,
    overrides: Mapping[str, Any],
    tools: Tools,
    language: str,
    tell: Callable[[int, int], None],
) -> "DocumentEnricher":
    """For a document for which `why_not_enriched` gives no reason. ``overrides`` are the chunking settings
    of base and upload, among which the guidance for tables lies (row CH-11)."""
    if tools.enricher is None:
        raise ValueError("without a chat model nothing is enriched")
    instructions = overrides.get("table_metadata_instructions", tools.enricher.instructions)
    modes = EnrichmentModes.of(base.enrichment, tools.enricher.settings)
    return DocumentEnricher(tools.enricher, tools, modes, str(instructions), language, tell)


@dataclass(slots=True)
class DocumentEnricher:
    """One document. ``made`` holds what its prompts gave, by their keys."""

    enricher: Enricher
    tools: Tools
    modes: EnrichmentModes
    instructions: str
    language: str
    """Of what the person is told."""
    tell: Callable[[int, int], None]
    """Calls done and in all."""
    made: dict[str, Any] = field(default_factory=dict)
    reused: set[str] = field(default_factory=set)
    _done: int = 0

    async def enrich(
        self, parsed: ParsedDocument, title: str, chunks: Sequence[IndexedChunk], old: Sequence[Chunk]
    ) -> Enriched:
        """``old`` are the chunks of the version before: what would be asked again as it was is taken from
        them."""
        plan = await to_thread.run_sync(
            partial(
                plan_calls,
                parsed,
                title,
                [item.chunk for item in chunks],
                modes=self.modes,
                settings=self.enricher.settings,
                instructions=self.instructions,
            )
        )
        self.made = known(old)
        asker = Asker(self.enricher)
        await self._ask(asker, plan.calls, later=1 if plan.parts else 0)
        outline = plan.outline_call(self.made)
        if outline is not None:
            await self._ask(asker, [outline])
        details = self._details(plan, outline or plan.document)
        children = await to_thread.run_sync(self._children, plan, parsed, chunks)
        warnings, counts = self._account(plan, outline or plan.document, asker)
        return Enriched(await self._with_details(chunks, details), children, warnings, counts)

    async def _ask(self, asker: Asker, calls: Sequence[Call], *, later: int = 0) -> None:
        """All of ``calls`` that nothing is known of, some at once; ``later`` more are to come."""
        self.reused |= {call.key for call in calls if call.key in self.made}
        unknown = [call for call in calls if call.key not in self.made]
        total = self._done + len(unknown) + later
        self.tell(self._done, total)

        async def one(call: Call) -> None:
            value = await asker.ask(call.prompt, call.read)
            if value is not None:
                self.made[call.key] = value
            self._done += 1
            self.tell(self._done, total)

        async with anyio.create_task_group() as group:
            for call in unknown:
                group.start_soon(one, call)

    def _details(self, plan: Plan, document: Call | None) -> dict[str, dict[str, Any]]:
        """What is kept with each chunk, by its id."""
        details: dict[str, dict[str, Any]] = {}
        for chunk, call in plan.questions:
            if (questions := self.made.get(call.key)) is not None:
                details[chunk.id] = question_details(
                    chunk, questions, call.key, indexed=self.modes.index_questions
                )
        summaries = [(section.first, SECTION_SUMMARY, call) for section, call in plan.sections]
        if document is not None and plan.first is not None:
            summaries.append((plan.first, DOCUMENT_SUMMARY, document))
        for chunk, kind, call in summaries:
            if (text := self.made.get(call.key)) is not None:
                details.setdefault(chunk.id, {})[kind] = Summary(text, call.key).to_json()
        return details

    async def _with_details(
        self, chunks: Sequence[IndexedChunk], details: Mapping[str, Mapping[str, Any]]
    ) -> list[IndexedChunk]:
        noted = [
            replace(item, chunk=replace(item.chunk, details={**item.chunk.details, **more}))
            if (more := details.get(item.chunk.id))
            else item
            for item in chunks
        ]
        if not self.modes.index_questions:
            return noted
        result: list[IndexedChunk] = []
        for first in range(0, len(noted), _SLICE):
            part = [item.chunk for item in noted[first : first + _SLICE]]
            result += await to_thread.run_sync(rebuild_chunks, part, self.tools)
        return result

    def _children(
        self, plan: Plan, parsed: ParsedDocument, chunks: Sequence[IndexedChunk]
    ) -> list[IndexedChunk]:
        """A chunk on what each table holds and one on its columns. CPU-bound."""
        if not plan.tables:
            return []
        title_morphemes = " ".join(self.tools.analyze(chunks[0].chunk.document_title))
        seq = max(item.chunk.seq for item in chunks) + 1
        children: list[IndexedChunk] = []
        for planned in plan.tables:
            notes = self.made.get(planned.call.key)
            if not isinstance(notes, TableNotes):
                continue
            texts = (notes.summary, column_text(planned.table, notes))
            for kind, text in zip(TABLE_KINDS, texts, strict=True):
                if text.strip():
                    child = _child(planned, notes, kind, text, seq, parsed, self.tools)
                    children.append(with_terms(child, title_morphemes=title_morphemes, tools=self.tools))
                    seq += 1
        return children

    def _account(
        self, plan: Plan, document: Call | None, asker: Asker
    ) -> tuple[tuple[str, ...], dict[str, Any]]:
        """What is missing, in sentences, and what was done, in numbers."""
        wanted = {
            "questions": [call for _, call in plan.questions],
            "summaries": [call for _, call in plan.sections] + ([document] if document else []),
            "tables": [planned.call for planned in plan.tables],
        }
        over = {
            "questions": (plan.chunks_over, self.enricher.settings.max_chunks),
            "summaries": (plan.sections_over, self.enricher.settings.max_sections),
            "tables": (plan.tables_over, self.enricher.settings.max_tables),
        }
        counts: dict[str, Any] = {"calls": asker.calls}
        warnings: list[str] = []
        for kind in self.modes.wanted:
            calls = wanted[kind]
            missing = sum(call.key not in self.made for call in calls)
            reused = sum(call.key in self.reused for call in calls)
            counts |= {
                f"{kind}_made": len(calls) - missing - reused,
                f"{kind}_reused": reused,
                f"{kind}_missing": missing,
            }
            if missing:
                reason = asker.last_error or say("ingest.no_usable_reply", self.language)
                warnings.append(
                    say(
                        f"ingest.{kind}_missing",
                        self.language,
                        count=missing,
                        total=len(calls),
                        reason=reason,
                    )
                )
            beyond, limit = over[kind]
            if beyond:
                counts[f"{kind}_over_limit"] = beyond
                warnings.append(say(f"ingest.{kind}_limited", self.language, count=beyond, limit=limit))
        return tuple(warnings), counts


def known(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """What an earlier version was given, by the keys of the prompts."""
    made: dict[str, Any] = {}
    for chunk in chunks:
        if (questions := known_questions(chunk)) is not None:
            made[questions[0]] = questions[1]
        for kind in (DOCUMENT_SUMMARY, SECTION_SUMMARY):
            if (summary := summary_of(chunk, kind)) is not None:
                made[summary.key] = summary.text
        table = chunk.details.get(TABLE)
        if isinstance(table, Mapping) and chunk.chunk_type is ChunkType.TABLE_SUMMARY:
            made[str(table["key"])] = TableNotes(str(table["summary"]), dict(table["columns"]))
    return made


def _child(
    planned: PlannedTable,
    notes: TableNotes,
    kind: ChunkType,
    text: str,
    seq: int,
    parsed: ParsedDocument,
    tools: Tools,
) -> Chunk:
    table, home = planned.table, planned.home
    details: dict[str, Any] = {"key": planned.call.key, "rows": table.count}
    if kind is ChunkType.TABLE_SUMMARY:  # as it was made, whatever a person writes over it
        details |= {"summary": notes.summary, "columns": dict(notes.columns)}
    chunk = Chunk(
        id=str(uuid5(UUID(home.version_id), f"{kind} {table.start}")),
        base_id=home.base_id,
        document_id=home.document_id,
        version_id=home.version_id,
        document_title=home.document_title,
        seq=seq,
        start=table.start,
        end=table.end,
        content=text,
        context_header=home.context_header,
        chunk_type=kind,
        page_range=parsed.page_range(table.start, table.end) or home.page_range,
        parent_id=home.id,
        details={TABLE: details},
    )
    reading = chunk.embedding_text()
    return replace(chunk, morphemes=" ".join(tools.analyze(reading)), language=tools.language(reading))
