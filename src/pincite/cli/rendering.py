"""Answers and hits as a person reads them in a terminal."""

import re
from html import unescape
from typing import TYPE_CHECKING, Any

from rich.console import Console

from pincite.core.catalogue import say
from pincite.text.scores import shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from pincite.pipeline.answer import Answer, Source
    from pincite.ports.records import DocumentRecord

_TAG = re.compile(r'\s?<kb\s[^<>]*?chunk_id="([^"]*)"[^<>]*/>')
_OLD = "answer.not_in_force_mark"
EXCERPT = 160
"""Characters of a hit that a list shows."""


def numbered(answer: "Answer") -> "tuple[str, list[Source]]":
    """The text with ``[1]`` for each citation, and the cited sources in that order."""
    by_chunk = {chunk_id: source for source in answer.sources for chunk_id in source.chunk_ids}
    cited: list[Source] = []

    def mark(match: re.Match[str]) -> str:
        source = by_chunk.get(unescape(match.group(1)))
        if source is None:
            return ""
        if source not in cited:
            cited.append(source)
        return f" [{cited.index(source) + 1}]"

    return _TAG.sub(mark, answer.answer), cited


def print_answer(console: Console, answer: "Answer") -> None:
    """Text, sources, verdict, and times."""
    text, cited = numbered(answer)
    console.print(text, markup=False)
    if answer.is_refusal:
        console.print(answer.refusal_reason or "", style="yellow", markup=False)
        console.print(f"Searched: {', '.join(answer.searched) or 'nothing'}", style="dim", markup=False)
        for source in answer.nearest:
            console.print(
                f"  nearest {shown(source.rerank_score or 0)}  {source.location}", style="dim", markup=False
            )
    for number, source in enumerate(cited, start=1):
        console.print(f"[{number}] {_marked(source, answer.language)}", style="cyan", markup=False)
    for notice in answer.notices:
        console.print(notice, style="yellow", markup=False)
    console.print(verdict(answer), style="dim", markup=False)


def _marked(source: "Source", language: str) -> str:
    """Where it stands, and that it is not in force today."""
    return source.location if source.in_force else f"{source.location} — {say(_OLD, language)}"


def verdict(answer: "Answer") -> str:
    """One line: what was checked, how it was routed, how long it took."""
    parts: list[str] = []
    report = answer.verification
    if report is not None:
        parts.append(f"checked: {report.risk_level.value}")
        if report.groundedness is not None:
            parts.append(f"grounded {shown(report.groundedness)}")
        parts.extend(report.warnings)
    elif answer.ungrounded:
        parts.append("not grounded in the documents")
    if answer.query_type is not None:
        parts.append(answer.query_type.value)
    if answer.crag_retries:
        parts.append(f"searched again {answer.crag_retries}x")
    if answer.degraded:
        parts.append(f"degraded: {', '.join(answer.degraded)}")
    parts.append(f"{answer.elapsed_ms:.0f} ms")
    return " · ".join(parts)


def print_hits(console: Console, found: "Answer") -> None:
    """A line a passage: score, place, first words."""
    if not found.sources:
        console.print("Nothing found.")
    for number, source in enumerate(found.sources, start=1):
        score = source.rerank_score if source.rerank_score is not None else source.base_score
        place = _marked(source, found.language)
        console.print(f"{number:2} {shown(score, 3)}  {place}", style="cyan", markup=False)
        excerpt = " ".join(source.content.split())
        console.print(f"   {excerpt[:EXCERPT]}{'…' if len(excerpt) > EXCERPT else ''}", markup=False)


def document_json(document: "DocumentRecord") -> dict[str, Any]:
    """A document as the command line and HTTP show it."""
    from pincite.ingest.told import warnings_of

    return {
        "id": document.id,
        "filename": document.filename,
        "source": document.source,
        "title": document.title,
        "status": document.status.value,
        "error_code": document.error_code,
        "error_message": document.error_message,
        "warnings": list(warnings_of(document)),
        "chunks": document.chunks,
        "size": document.size,
        "tags": list(document.tags),
        "folder": document.folder,
        "custom": dict(document.custom),
        "effective_from": _iso(document.effective_from),
        "effective_to": _iso(document.effective_to),
        "supersedes": document.supersedes,
        "superseded_by": document.superseded_by,
        "duplicate_of": document.duplicate_of.id if document.duplicate_of else None,
    }


def _iso(day: "date | None") -> str | None:
    return None if day is None else day.isoformat()


def print_documents(console: Console, documents: "Sequence[DocumentRecord]") -> None:
    """A line a document: state, place, days, tags."""
    for document in documents:
        place = f"{document.folder}/{document.filename}" if document.folder else document.filename
        notes = [f"({document.validity})" if not document.validity.is_open else ""]
        notes += [f"#{tag}" for tag in document.tags]
        line = "  ".join(part for part in (place, *notes) if part)
        console.print(f"{document.status.value:9} {line}", markup=False)
