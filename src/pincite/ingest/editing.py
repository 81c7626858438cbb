"""What a hand edit makes of a chunk, and which edits outlive a new version. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.core.errors import InvalidInput
from pincite.core.types import Chunk, LexicalField
from pincite.ingest.preparing import IndexedChunk, rebuild_chunks, rewritten
from pincite.ingest.tools import Tools
from pincite.ports.edits import ChunkChange, ChunkRecord, KeptEdit, RevisionAction

MAX_EDITED = 7500
"""Characters that a person may write over a chunk: what the longest protected span may have (reference 002,
tier 3). A chunk that is longer as it was cut may keep its length."""


def checked_text(text: str, original: str) -> str:
    """``text`` with line feeds alone.

    Raises:
        InvalidInput: it is blank, longer than `MAX_EDITED`, or holds what no database can store.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InvalidInput("The new text is blank.", hint="Disable the chunk to take it out of search.")
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InvalidInput("The new text holds a character that is no text.")
    limit = max(MAX_EDITED, len(original))
    if len(text) > limit:
        raise InvalidInput(f"The new text has {len(text):,} characters; a chunk has at most {limit:,}.")
    return text


def plan_change(
    seen: ChunkRecord,
    *,
    tools: Tools,
    text: str | None = None,
    disabled: bool | None = None,
    action: RevisionAction | None = None,
    restored: int | None = None,
) -> ChunkChange:
    """The change that gives ``seen`` another text, another switch, or both. CPU-bound: use a thread."""
    chunk = seen.chunk
    if text is not None and text != chunk.content:
        chunk = rewritten(chunk, text, edited=text != seen.original, tools=tools)
    if disabled is not None:
        chunk = replace(chunk, disabled=disabled)
    before, after = rebuild_chunks([seen.chunk, chunk], tools)
    return ChunkChange(
        chunk=chunk,
        original=seen.original,
        seen=seen,
        action=action,
        restored=restored,
        lengths=after.lengths,
        counted_out=_terms(before),
        counted_in=_terms(after),
    )


def _terms(item: IndexedChunk) -> Mapping[LexicalField, Sequence[str]]:
    return {field: tuple(counts) for field, counts in item.terms.items()}


@dataclass(frozen=True, slots=True)
class Carried:
    """Chunks of a new version with the edits that still fit."""

    chunks: list[IndexedChunk]
    kept: Mapping[str, KeptEdit]
    lost: int
    """Edits and switches whose slice is no longer cut."""


def carry_edits(chunks: Iterable[IndexedChunk], changed: Sequence[ChunkRecord], tools: Tools) -> Carried:
    """Give each edit of the old version to the chunk of the new one that is the same slice under the same
    trail; of several alike, in their order."""
    waiting: dict[tuple[str, str, str], list[ChunkRecord]] = defaultdict(list)
    for record in changed:
        waiting[_slice(record.chunk, record.original)].append(record)
    result: list[IndexedChunk] = []
    kept: dict[str, KeptEdit] = {}
    for item in chunks:
        same = waiting.get(_slice(item.chunk, item.chunk.content))
        if same:
            record = same.pop(0)
            kept[item.chunk.id] = KeptEdit(record.chunk.id, item.chunk.content)
            item = _with_edit(item.chunk, record, tools)
        result.append(item)
    lost = sum(
        record.chunk.edited or record.chunk.disabled for records in waiting.values() for record in records
    )
    return Carried(result, kept, lost)


def _slice(chunk: Chunk, original: str) -> tuple[str, str, str]:
    return original, chunk.context_header, chunk.table_header


def _with_edit(chunk: Chunk, record: ChunkRecord, tools: Tools) -> IndexedChunk:
    if record.chunk.edited:
        chunk = rewritten(chunk, record.chunk.content, edited=True, tools=tools)
    (item,) = rebuild_chunks([replace(chunk, disabled=record.chunk.disabled)], tools)
    return item
