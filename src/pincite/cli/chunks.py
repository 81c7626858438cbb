"""``pincite chunks``: look at the chunks of a document, and change them by hand."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.options import LARGEST, AsJson, Base, Commands, Document, Limit, Offset
from pincite.core.errors import InvalidInput
from pincite.core.settings import DEFAULT_BASE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.library import AsyncLibrary
    from pincite.ports.edits import ChunkRecord, Revision

Id = Annotated[str, typer.Argument(help="Id of the chunk, as `chunks list` and answers show it.")]
EXCERPT = 90
"""Characters of a chunk that a list shows."""

chunks = Commands(help="Chunks of documents: look at them, change them by hand.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(chunks, name="chunks")


@chunks.command("list")
def list_chunks(
    context: typer.Context,
    document: Document,
    base: Base = DEFAULT_BASE,
    offset: Offset = 0,
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """Chunks of a document in their order; a sign tells the edited (*) and the disabled (-).

    Example: `pincite chunks list terms.pdf -b terms --limit 20`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "tuple[Sequence[ChunkRecord], int]":
        knowledge_base = await library.knowledge_base(base, create=False)
        return await knowledge_base.chunks(document, offset=offset, limit=limit)

    records, total = run_with_library(options, work)
    if as_json:
        print_json({"total": total, "offset": offset, "chunks": [chunk_json(record) for record in records]})
        return
    for record in records:
        chunk = record.chunk
        sign = "-" if chunk.disabled else "*" if chunk.edited else " "
        pages = f"  {options.say('page', page=chunk.page_range[0])}" if chunk.page_range else ""
        size = options.say("characters", count=len(chunk.content))
        console.print(
            f"{sign} #{chunk.seq} {chunk.id} {size}{pages}  {chunk.place}",
            style="cyan",
            markup=False,
        )
        words = " ".join(chunk.content.split())
        console.print(f"    {words[:EXCERPT]}{'…' if len(words) > EXCERPT else ''}", markup=False)
    console.print(options.say("chunks_shown", count=len(records), total=total), style="dim")


@chunks.command("show")
def show(context: typer.Context, chunk_id: Id, as_json: AsJson = False) -> None:
    """One chunk: its place, its text, and the slice under it if it was edited.

    Example: `pincite chunks show ID`
    """
    _print(context.obj, _run(context, lambda library: library.chunk(chunk_id)), as_json)


@chunks.command("edit")
def edit(
    context: typer.Context,
    chunk_id: Id,
    text: Annotated[str | None, typer.Option(help="The new text.")] = None,
    file: Annotated[Path | None, typer.Option(help="A file that holds the new text, UTF-8.")] = None,
    revision: Annotated[
        int | None, typer.Option(min=0, max=LARGEST, help="Refuse if the chunk is at another revision.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write over a chunk. What is written is indexed, shown and cited; only this chunk is embedded again.

    Example: `pincite chunks edit ID --file clause.md`
    """
    if (text is None) == (file is None):
        raise InvalidInput("Give the new text with --text or with --file.")
    words = _read(file) if file is not None else text or ""
    _print(
        context.obj,
        _run(context, lambda library: library.edit_chunk(chunk_id, words, revision=revision)),
        as_json,
    )


@chunks.command("history")
def history(context: typer.Context, chunk_id: Id, as_json: AsJson = False) -> None:
    """Every text of a chunk. Revision 0 is the text as it was cut.

    Example: `pincite chunks history ID`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "tuple[ChunkRecord, Sequence[Revision]]":
        return await library.chunk(chunk_id), await library.chunk_history(chunk_id)

    record, revisions = run_with_library(options, work)
    rows = [{"number": 0, "action": "cut", "content": record.original, "restored": None, "created_at": None}]
    rows += [
        {
            "number": one.number,
            "action": one.action.value,
            "content": record.original if one.content is None else one.content,
            "restored": one.restored,
            "created_at": one.created_at,
        }
        for one in revisions
    ]
    if as_json:
        print_json({"id": chunk_id, "revision": record.revision, "revisions": rows})
        return
    for row in rows:
        when = row["created_at"]
        moment = f"{datetime.fromtimestamp(float(str(when)), UTC):%Y-%m-%d %H:%M}Z" if when else ""
        of = "" if row["restored"] is None else f" {options.say('to_revision', number=row['restored'])}"
        mark = f"  {options.say('now')}" if row["number"] == record.revision else ""
        action = options.say(f"action_{row['action']}")
        console.print(f"{row['number']} {action}{of} {moment}{mark}", style="cyan", markup=False)
        console.print(str(row["content"]).strip(), markup=False)


@chunks.command("rollback")
def rollback(
    context: typer.Context,
    chunk_id: Id,
    to: Annotated[
        int,
        typer.Argument(
            metavar="REVISION", min=0, max=LARGEST, help="Revision to go back to; 0 is as it was cut."
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Give a chunk an earlier text back, as a new revision.

    Example: `pincite chunks rollback ID 0`
    """
    _print(context.obj, _run(context, lambda library: library.rollback_chunk(chunk_id, to)), as_json)


@chunks.command("disable")
def disable(context: typer.Context, chunk_id: Id, as_json: AsJson = False) -> None:
    """Take a chunk out of search. Its text and its history stay.

    Example: `pincite chunks disable ID`
    """
    _print(context.obj, _run(context, lambda library: library.set_chunk_disabled(chunk_id, True)), as_json)


@chunks.command("enable")
def enable(context: typer.Context, chunk_id: Id, as_json: AsJson = False) -> None:
    """Put a disabled chunk back.

    Example: `pincite chunks enable ID`
    """
    _print(context.obj, _run(context, lambda library: library.set_chunk_disabled(chunk_id, False)), as_json)


def _run(context: typer.Context, work: "Callable[[AsyncLibrary], Awaitable[ChunkRecord]]") -> "ChunkRecord":
    options: Options = context.obj
    return run_with_library(options, work)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{file} cannot be read as UTF-8 text.", hint="Check the path.") from error


def _print(options: Options, record: "ChunkRecord", as_json: bool) -> None:
    if as_json:
        print_json(chunk_json(record))
        return
    chunk = record.chunk
    states = [options.say(f"state_{name}") for name in ("edited", "disabled") if getattr(chunk, name)]
    console.print(
        f"#{chunk.seq} {chunk.id}  {chunk.document_title} > {chunk.place}  "
        f"{options.say('revision', number=record.revision)}"
        f"{''.join(f', {state}' for state in states)}",
        style="cyan",
        markup=False,
    )
    console.print(chunk.content.strip(), markup=False)
    if chunk.edited:
        console.print(Text(options.say("as_cut"), style="dim"))
        console.print(Text(record.original.strip(), style="dim"))


def chunk_json(record: "ChunkRecord") -> dict[str, Any]:
    """A chunk as the command line shows it; the fields are those of ``GET /chunks/{id}``."""
    from pincite.enrichment import names_of, questions_of, summaries_of

    chunk = record.chunk
    return {
        "id": chunk.id,
        "document_id": chunk.document_id,
        "document": chunk.document_title,
        "seq": chunk.seq,
        "start": chunk.start,
        "end": chunk.end,
        "content": chunk.content,
        "original": record.original,
        "place": chunk.place,
        "table_header": chunk.table_header,
        "chunk_type": chunk.chunk_type.value,
        "page_range": list(chunk.page_range) if chunk.page_range else None,
        "clauses": list(chunk.clauses),
        "parent_id": chunk.parent_id,
        "previous_id": record.previous_id,
        "next_id": record.next_id,
        "edited": chunk.edited,
        "disabled": chunk.disabled,
        "revision": record.revision,
        "indexing": record.indexing,
        "questions": list(questions_of(chunk)),
        "entities": list(names_of(chunk)),
        "summaries": summaries_of(chunk),
    }
