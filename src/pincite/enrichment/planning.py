"""Which calls a document is worth, within the limits. Pure; CPU-bound for long documents."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pincite.core.settings import EnrichmentSettings
from pincite.core.types import Chunk, ChunkType, ParsedDocument
from pincite.enrichment.modes import EnrichmentModes
from pincite.enrichment.prompts import (
    Prompt,
    document_prompt,
    outline_prompt,
    question_prompt,
    section_prompt,
    table_prompt,
)
from pincite.enrichment.replies import TableNotes, read_questions, read_summary, read_table
from pincite.enrichment.sections import DocumentSection, find_sections, outline, worth_a_summary
from pincite.enrichment.tables import TABULAR_TYPES, FoundTable, find_tables, table_facts, words_above
from pincite.text.join import rebuild_document
from pincite.text.language import dominant_language

WORTH_ASKING = 10
"""Letters and digits from which a chunk can answer a question: below are bare headings and page numbers."""
_LANGUAGES = ("ko", "zh", "en")


@dataclass(frozen=True, slots=True)
class Call:
    """A prompt and the reader of its reply."""

    prompt: Prompt
    read: Callable[[str], Any]

    @property
    def key(self) -> str:
        return self.prompt.key


@dataclass(frozen=True, slots=True)
class PlannedTable:
    table: FoundTable
    home: Chunk
    """The chunk of text in which it begins."""
    call: Call


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls of a document. What the limits leave out is counted, not asked."""

    title: str
    language: str
    settings: EnrichmentSettings
    questions: Sequence[tuple[Chunk, Call]] = ()
    sections: Sequence[tuple[DocumentSection, Call]] = ()
    tables: Sequence[PlannedTable] = ()
    document: Call | None = None
    """None where no summary is wanted, or where it waits for those of the parts (`outline_call`)."""
    first: Chunk | None = None
    """Where the summary of the document goes."""
    parts: Sequence[DocumentSection] = ()
    """All parts of a document that is too long for one call."""
    chunks_over: int = 0
    sections_over: int = 0
    tables_over: int = 0

    @property
    def calls(self) -> list[Call]:
        """Those that wait for nothing, each prompt once."""
        every = [call for _, call in (*self.questions, *self.sections)]
        every += [planned.call for planned in self.tables] + ([self.document] if self.document else [])
        return list({call.key: call for call in every}.values())

    def outline_call(self, made: Mapping[str, Any]) -> Call | None:
        """The summary of a long document from what is ``made`` of its parts, by key of the prompt."""
        if not self.parts or self.first is None:
            return None
        summaries = {section.first.id: made.get(call.key) for section, call in self.sections}
        described: list[tuple[str, str]] = []
        for planned in self.tables:
            notes = made.get(planned.call.key)
            if isinstance(notes, TableNotes):
                described.append((planned.home.trail, notes.summary))
        parts = described or [
            (part.heading, str(summaries.get(part.first.id) or part.text)) for part in self.parts
        ]
        most = self.settings.max_characters
        text = outline(parts, most - len(self.title) - 2)
        return Call(outline_prompt(self.title, text, language=self.language, most=most), read_summary)


def plan_calls(
    parsed: ParsedDocument,
    title: str,
    chunks: Sequence[Chunk],
    *,
    modes: EnrichmentModes,
    settings: EnrichmentSettings,
    instructions: str,
) -> Plan:
    """``chunks`` are all of the document; those taken out of search are neither read nor asked about.
    ``title`` is cut, should it be long, so that it never pushes the text out of a call."""
    texts = [
        chunk
        for chunk in sorted(chunks, key=lambda chunk: chunk.seq)
        if chunk.chunk_type is ChunkType.TEXT and not chunk.disabled and chunk.content.strip()
    ]
    title = title[: settings.max_characters // 10]
    language = dominant_language(parsed.markdown)
    tabular = parsed.media_type in TABULAR_TYPES
    plan: dict[str, Any] = {}
    if modes.questions:
        worth = [chunk for chunk in texts if sum(map(str.isalnum, chunk.content)) >= WORTH_ASKING]
        asked = worth[: settings.max_chunks]
        plan["questions"] = [(chunk, _question_call(chunk, language, settings)) for chunk in asked]
        plan["chunks_over"] = len(worth) - len(asked)
    if modes.tables and tabular:
        tables = _with_homes(find_tables(parsed.markdown), texts)
        described = tables[: settings.max_tables]
        plan["tables"] = [
            PlannedTable(
                table,
                home,
                _table_call(
                    table,
                    "\n".join(filter(None, (home.trail, words_above(parsed.markdown, table)))),
                    title,
                    instructions,
                    language,
                    settings,
                ),
            )
            for table, home in described
        ]
        plan["tables_over"] = len(tables) - len(described)
    if modes.summaries and texts:
        plan |= _summaries(title, texts, language, settings, tabular=tabular)
    return Plan(title, language, settings, **plan)


def _summaries(
    title: str, texts: Sequence[Chunk], language: str, settings: EnrichmentSettings, *, tabular: bool
) -> dict[str, Any]:
    """Rows of a table are no sections: what they are about, its description tells."""
    most = settings.max_characters
    sections = find_sections(texts, most)
    worth = [] if tabular else worth_a_summary(sections)
    asked = worth[: settings.max_sections]
    calls = [
        (
            section,
            Call(section_prompt(section.heading, section.text, language=language, most=most), read_summary),
        )
        for section in asked
    ]
    plan: dict[str, Any] = {
        "first": texts[0],
        "sections": calls,
        "sections_over": len(worth) - len(asked),
    }
    if sum(len(section.text) for section in sections) + len(title) > most:
        return {**plan, "parts": sections}
    text = rebuild_document(texts)
    return {
        **plan,
        "document": Call(document_prompt(title, text, language=language, most=most), read_summary),
    }


def _question_call(chunk: Chunk, language: str, settings: EnrichmentSettings) -> Call:
    count = settings.questions_per_chunk
    prompt = question_prompt(
        chunk.embedding_text(),
        count=count,
        language=chunk.language if chunk.language in _LANGUAGES else language,
        most=settings.max_characters,
    )
    return Call(prompt, partial(read_questions, most=count))


def _table_call(
    table: FoundTable,
    place: str,
    title: str,
    instructions: str,
    language: str,
    settings: EnrichmentSettings,
) -> Call:
    most = settings.max_characters
    facts = table_facts(table, place, most - len(title) - 2)
    prompt = table_prompt(title, facts, instructions=instructions, language=language, most=most)
    return Call(prompt, partial(read_table, names=table.columns))


def _with_homes(tables: Sequence[FoundTable], texts: Sequence[Chunk]) -> list[tuple[FoundTable, Chunk]]:
    """Tables with the chunk in which they begin; those whose chunk was taken out of search are left out."""
    starts = [chunk.start for chunk in texts]
    found: list[tuple[FoundTable, Chunk]] = []
    for table in tables:
        at = bisect_right(starts, table.start) - 1
        if at >= 0 and table.start < texts[at].end:
            found.append((table, texts[at]))
    return found
