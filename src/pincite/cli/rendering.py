"""Answers and hits as a person reads them in a terminal."""

import re
from collections import Counter
from html import unescape
from typing import TYPE_CHECKING, Any

from rich.console import Console

from pincite.cli.context import Options
from pincite.core.catalogue import say
from pincite.core.translating import hint_of
from pincite.text.scores import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from pincite.pipeline.answer import Answer, Source
    from pincite.ports.records import DocumentRecord

_TAG = re.compile(r'\s?<(?:kb|web)\s[^<>]*?(?:chunk_id|url)="([^"]*)"[^<>]*/>')
_OLD = "answer.not_in_force_mark"
SYMBOLS: "Mapping[str, str]" = {"supported": "✓", "unsupported": "✗", "reversed": "⇄", "unchecked": ""}
LETTERS: "Mapping[str, str]" = {"supported": "+", "unsupported": "x", "reversed": "<>", "unchecked": ""}
EXCERPT = 160
"""Characters of a hit that a list shows."""


def numbered(
    answer: "Answer", symbols: "Mapping[str, str] | None" = None, language: str = "en"
) -> "tuple[str, list[Source]]":
    """The text with ``[1]`` for each citation, and the cited sources in that order; with ``symbols`` each
    claim is `marked`."""
    by_chunk = {chunk_id: source for source in answer.sources for chunk_id in source.chunk_ids}
    cited: list[Source] = []

    def mark(match: re.Match[str]) -> str:
        source = by_chunk.get(unescape(match.group(1)))
        if source is None:
            return ""
        if source not in cited:
            cited.append(source)
        return f" [{cited.index(source) + 1}]"

    return _TAG.sub(mark, marked(answer, symbols or {}, language)), cited


def marked(answer: "Answer", symbols: "Mapping[str, str]", language: str) -> str:
    """The answer with the symbol of its verdict behind each claim that was checked, and the word where it
    fails: colours are not seen by everyone and not kept in files."""
    text, at, parts = answer.answer, 0, []
    for claim in answer.verified.claims if answer.verified else ():
        verdict = claim.verdict.value
        if claim.end < at or not symbols.get(verdict):
            continue
        word = "" if verdict == "supported" else f" {say(f'verification.word_{verdict}', language)}"
        parts += [text[at : claim.end], f" {symbols[verdict]}{word}"]
        at = claim.end
    return "".join((*parts, text[at:]))


def symbols_for(console: Console) -> "Mapping[str, str]":
    """By verdict; what terminals of other encodings cannot show has letters in its place."""
    return SYMBOLS if console.encoding.lower().startswith("utf") else LETTERS


def print_claims(console: Console, options: Options, answer: "Answer") -> None:
    """How many claims have which verdict, what is wrong with those that fail, and what to do."""
    verified = answer.verified
    if verified is None:
        return
    symbols = symbols_for(console)
    counts = Counter(claim.verdict.value for claim in verified.claims)
    told = [
        f"{symbols[verdict]} {say(f'verification.word_{verdict}', options.spoken)} {count}".strip()
        for verdict in ("supported", "unsupported", "reversed", "unchecked")
        if (count := counts[verdict])
    ]
    console.print(" · ".join(told), style="dim", markup=False)
    for warning in verified.warnings:
        console.print(f"! {warning}", style="yellow", markup=False)
    advice = verified.to_json()["advice"]
    if advice:
        console.print(advice, style="yellow", markup=False)


def print_answer(console: Console, options: Options, answer: "Answer") -> None:
    """Text, sources, verdict, and times."""
    text, cited = numbered(answer, symbols_for(console), options.spoken)
    console.print(text, markup=False)
    if answer.is_refusal:
        console.print(answer.refusal_reason or "", style="yellow", markup=False)
        where = options.say("searched", names=", ".join(answer.searched))
        where = where if answer.searched else options.say("searched_nothing")
        console.print(where, style="dim", markup=False)
        for source in answer.nearest:
            score = shown(source.rerank_score or 0)
            line = options.say("nearest", score=score, place=source.location)
            console.print(f"  {line}", style="dim", markup=False)
    for number, source in enumerate(cited, start=1):
        console.print(f"[{number}] {_marked(source, answer.language)}", style="cyan", markup=False)
    for notice in answer.notices:
        console.print(notice, style="yellow", markup=False)
    print_claims(console, options, answer)
    console.print(verdict(options, answer), style="dim", markup=False)


def _marked(source: "Source", language: str) -> str:
    """Where it stands, and that it is not in force today."""
    return source.location if source.in_force else f"{source.location} — {say(_OLD, language)}"


def verdict(options: Options, answer: "Answer") -> str:
    """One line: what was checked, how it was routed, how long it took."""
    parts: list[str] = []
    report = answer.verification
    if report is not None:
        parts.append(options.say("checked", level=answer.risk_level))
        if report.groundedness is not None:
            parts.append(options.say("grounded", share=shown(report.groundedness)))
    elif answer.ungrounded:
        parts.append(options.say("ungrounded"))
    if answer.query_type is not None:
        parts.append(answer.query_type.value)
    if answer.crag_retries:
        parts.append(options.say("searched_again", count=answer.crag_retries))
    if answer.degraded:
        parts.append(options.say("degraded", names=", ".join(answer.degraded)))
    parts.append(f"{answer.elapsed_ms:.0f} ms")
    return " · ".join(parts)


def print_hits(console: Console, options: Options, found: "Answer") -> None:
    """A line a passage: score, place, first words."""
    if not found.sources:
        console.print(options.say("nothing_found"))
    for number, source in enumerate(found.sources, start=1):
        score = source.rerank_score if source.rerank_score is not None else source.base_score
        place = _marked(source, found.language)
        console.print(f"{number:2} {shown(score, 3)}  {place}", style="cyan", markup=False)
        excerpt = " ".join(source.content.split())
        console.print(f"   {excerpt[:EXCERPT]}{'…' if len(excerpt) > EXCERPT else ''}", markup=False)


def document_json(document: "DocumentRecord", options: Options) -> dict[str, Any]:
    """A document as the command line and HTTP show it, its sentences in the language of the person."""
    from pincite.ingest.told import warnings_of

    return {
        "id": document.id,
        "filename": document.filename,
        "source": document.source,
        "title": document.title,
        "status": document.status.value,
        "error_code": document.error_code,
        "error_message": document.error_message and options.told(document.error_message),
        "error_hint": (hint_of(document.error_code, options.spoken) or None) if document.error_code else None,
        "warnings": [options.told(warning) for warning in warnings_of(document, options.spoken)],
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
        "stages": [
            {
                "name": stage.name,
                "outcome": stage.outcome,
                "milliseconds": round(stage.milliseconds, 1),
                "details": dict(stage.details),
            }
            for stage in document.stages
        ],
    }


def _iso(day: "date | None") -> str | None:
    return None if day is None else day.isoformat()


def print_documents(console: Console, options: Options, documents: "Sequence[DocumentRecord]") -> None:
    """A line a document (state, place, days, tags), and why one failed."""
    for document in documents:
        place = f"{document.folder}/{document.filename}" if document.folder else document.filename
        notes = [f"({document.validity})" if not document.validity.is_open else ""]
        notes += [f"#{tag}" for tag in document.tags]
        line = "  ".join(part for part in (place, *notes) if part)
        console.print(f"{document.status.value:9} {line}", markup=False)
        print_state(console, options, document)


def print_state(console: Console, options: Options, document: "DocumentRecord") -> None:
    """Why a document failed and what to do, and what was warned of."""
    from pincite.ingest.told import warnings_of

    if document.error_message:
        code = document.error_code or ""
        print_failure(console, options, code, document.error_message, indent=10)
    for warning in warnings_of(document, options.spoken):
        console.print(f"{'':10}{options.told(warning)}", style="yellow", markup=False)


def print_failure(
    console: Console,
    options: Options,
    code: str,
    message: str,
    *,
    hint: str | None = None,
    indent: int = 8,
) -> None:
    """The sentence of a failure and what to do, below the line that names what failed."""
    console.print(f"{'':{indent}}{code}: {options.told(message)}", markup=False)
    hint = hint_of(code, options.spoken) if hint is None else hint
    if hint:
        console.print(f"{'':{indent}}{hint}", style="dim", markup=False)


def print_stages(console: Console, options: Options, document: "DocumentRecord") -> None:
    """The stages of the last attempt: how long each took, how it ended, and what it counted."""
    if not document.stages:
        return
    console.print(options.say("timeline_head"), style="bold", markup=False)
    for stage in document.stages:
        line = f"  {stage.name:10} {stage.outcome:8} {stage.milliseconds:10,.1f} ms"
        console.print(f"{line}  {counts_of(stage.details)}".rstrip(), markup=False)
    whole = sum(stage.milliseconds for stage in document.stages)
    console.print(f"  {options.say('timeline_sum', milliseconds=f'{whole:,.1f}')}", style="dim", markup=False)


def counts_of(details: "Mapping[str, Any]") -> str:
    """What a stage noted, without what is empty."""
    return ", ".join(f"{key} {value}" for key, value in details.items() if value not in ("", [], {}))
