"""``pincite faq``: the entries of an FAQ base."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, console, print_json, run_with_library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.faq import ImportReport
    from pincite.ingest.faq import FaqRecord
    from pincite.library import AsyncLibrary

DEFAULT_FAQ = "faq"

Base = Annotated[str, typer.Option("--base", "-b", help="FAQ base.")]
NewBase = Annotated[str, typer.Option("--base", "-b", help="FAQ base; made if it is new.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Entry = Annotated[str, typer.Argument(help="Id of the entry.")]
Similar = Annotated[
    list[str] | None, typer.Option("--similar", "-s", help="Another way to ask; may be given again.")
]
Negative = Annotated[
    list[str] | None, typer.Option("--negative", "-n", help="A question that it must not answer.")
]
Answers = Annotated[list[str] | None, typer.Option("--answer", "-a", help="Answer; may be given again.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", "-t", help="Tag; may be given again.")]
Strategy = Annotated[
    str | None, typer.Option(help="all shows every answer, random one of them, another each time.")
]
Enabled = Annotated[bool | None, typer.Option("--enabled/--disabled", help="Whether it answers.")]

faq = typer.Typer(help="Entries of question and answer.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(faq, name="faq")


@faq.command("add")
def add(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="The standard question.")],
    answer: Annotated[list[str], typer.Argument(help="One answer, or several.")],
    base: NewBase = DEFAULT_FAQ,
    similar: Similar = None,
    negative: Negative = None,
    tag: Tags = None,
    strategy: Strategy = None,
    as_json: AsJson = False,
) -> None:
    """Add an entry. A question that another entry asks already is refused."""
    options: Options = context.obj
    fields = {"similar": similar, "negative": negative, "tags": tag, "strategy": strategy}

    async def work(library: "AsyncLibrary") -> "FaqRecord":
        knowledge_base = await library.knowledge_base(base, kind="faq")
        return await knowledge_base.faq.add(question, answer, **fields)

    _show(run_with_library(options, work), as_json)


@faq.command("list")
def list_entries(
    context: typer.Context,
    base: Base = DEFAULT_FAQ,
    search: Annotated[str, typer.Option("--search", help="Part of a question or an answer.")] = "",
    tag: Annotated[str | None, typer.Option("--tag", "-t", help="Only entries with this tag.")] = None,
    enabled: Enabled = None,
    offset: Annotated[int, typer.Option(min=0, help="Entries to skip.")] = 0,
    limit: Annotated[int, typer.Option(min=1, help="Most entries to show.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Entries by age, oldest first."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "tuple[Sequence[FaqRecord], int]":
        knowledge_base = await library.knowledge_base(base, create=False)
        return await knowledge_base.faq.list(
            search=search, tag=tag, enabled=enabled, offset=offset, limit=limit
        )

    records, total = run_with_library(options, work)
    if as_json:
        entries = [record.to_json() for record in records]
        print_json({"total": total, "offset": offset, "entries": entries})
        return
    for record in records:
        console.print(f"{record.id}  {record.entry.standard}{_marks(record)}", markup=False)
    console.print(f"{len(records)} of {total} entries", style="bold", markup=False)


@faq.command("show")
def show(context: typer.Context, entry: Entry, base: Base = DEFAULT_FAQ, as_json: AsJson = False) -> None:
    """One entry with all its fields."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "FaqRecord":
        return await (await library.knowledge_base(base, create=False)).faq.get(entry)

    _show(run_with_library(options, work), as_json)


@faq.command("edit")
def edit(
    context: typer.Context,
    entry: Entry,
    base: Base = DEFAULT_FAQ,
    question: Annotated[str | None, typer.Option("--question", "-q", help="Standard question.")] = None,
    answer: Answers = None,
    similar: Similar = None,
    negative: Negative = None,
    tag: Tags = None,
    clear: Annotated[
        list[str] | None, typer.Option(help="Field to empty: similar, negative or tags.")
    ] = None,
    strategy: Strategy = None,
    enabled: Enabled = None,
    as_json: AsJson = False,
) -> None:
    """Change fields of an entry; a list that is given takes the place of the one that it had."""
    from pincite.core.errors import InvalidInput

    options: Options = context.obj
    fields: dict[str, Any] = {
        "question": question,
        "answers": answer,
        "similar": similar,
        "negative": negative,
        "tags": tag,
        "strategy": strategy,
        "enabled": enabled,
    }
    for name in clear or ():
        if name not in ("similar", "negative", "tags"):
            raise InvalidInput(f"{name!r} cannot be emptied.", hint="Use similar, negative or tags.")
        fields[name] = ()
    if all(value is None for value in fields.values()):
        raise InvalidInput("Nothing to change.", hint="Give at least one option; `--help` lists them.")

    async def work(library: "AsyncLibrary") -> "FaqRecord":
        return await (await library.knowledge_base(base, create=False)).faq.change(entry, **fields)

    _show(run_with_library(options, work), as_json)


@faq.command("remove")
def remove(
    context: typer.Context,
    entries: Annotated[list[str], typer.Argument(help="Ids of entries.")],
    base: Base = DEFAULT_FAQ,
    as_json: AsJson = False,
) -> None:
    """Remove entries with every vector of them."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> int:
        return await (await library.knowledge_base(base, create=False)).faq.remove(*entries)

    count = run_with_library(options, work)
    if as_json:
        print_json({"removed": count})
    else:
        console.print(f"Removed {count} entries.", markup=False)


@faq.command("import")
def import_entries(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="CSV, XLSX or JSON.", exists=True, dir_okay=False)],
    base: NewBase = DEFAULT_FAQ,
    mode: Annotated[
        str, typer.Option(help="append adds what is new; replace also removes what the file does not hold.")
    ] = "append",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, change nothing.")
    ] = False,
    language: Annotated[str | None, typer.Option(help="Of the sentences: ko, en or zh.")] = None,
    as_json: AsJson = False,
) -> None:
    """Import a table with headers in Korean, Chinese or English. Rows that cannot be used are named."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "ImportReport":
        # A dry run makes no base either.
        knowledge_base = await library.knowledge_base(base, kind="faq", draft=dry_run)
        return await knowledge_base.faq.import_file(file, mode=mode, dry_run=dry_run, language=language)

    report = run_with_library(options, work)
    if as_json:
        print_json(report.to_json())
    else:
        _print_report(report)
    if report.failed and not (report.added or report.updated or report.unchanged):
        raise typer.Exit(5)


@faq.command("export")
def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Where to write; `-` is standard output.")],
    base: Base = DEFAULT_FAQ,
    kind: Annotated[
        str | None, typer.Option("--format", help="csv, xlsx or json; by default as the file is called.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write all entries to a file that `import` reads back without loss."""
    options: Options = context.obj
    kind = kind or file.suffix.lstrip(".").lower() or "csv"

    async def work(library: "AsyncLibrary") -> bytes:
        return await (await library.knowledge_base(base, create=False)).faq.export(kind)

    data = run_with_library(options, work)
    if str(file) == "-":
        sys.stdout.buffer.write(data)
        return
    file.write_bytes(data)
    if as_json:
        print_json({"file": str(file), "format": kind, "bytes": len(data)})
    else:
        console.print(f"Wrote {file}.", markup=False)


def _marks(record: "FaqRecord") -> str:
    marks = [] if record.status == "ready" else [record.status.value]
    marks += [] if record.entry.enabled else ["disabled"]
    marks += [f"#{tag}" for tag in record.entry.tags]
    return f"  ({', '.join(marks)})" if marks else ""


def _show(record: "FaqRecord", as_json: bool) -> None:
    if as_json:
        print_json(record.to_json())
        return
    entry = record.entry
    console.print(f"{record.id}{_marks(record)}", style="dim", markup=False)
    console.print(f"Q: {entry.standard}", style="bold", markup=False)
    for sign, questions in (("=", entry.similar), ("≠", entry.negative)):
        for question in questions:
            console.print(f"   {sign} {question}", markup=False)
    for answer in entry.answers:
        console.print(f"A: {answer}", markup=False)
    if entry.strategy != "all":
        console.print(f"answers: {entry.strategy.value}", style="dim", markup=False)
    if record.error_message:
        console.print(record.error_message, style="red", markup=False)


def _print_report(report: "ImportReport") -> None:
    told = report.to_json()
    verb = "would be " if report.dry_run else ""
    if report.dry_run:
        for step in told["entries"]:
            console.print(f"{step['action']:9} row {_row(step)}  {step['question']}", markup=False)
        for removal in told["removals"]:
            console.print(f"remove    {removal['question']}", markup=False)
    for error in told["errors"]:
        console.print(f"failed  row {_row(error)}  {error['question']}", style="red", markup=False)
        console.print(f"        {error['reason']}", markup=False)
    for warning in told["warnings"]:
        console.print(f"warning row {_row(warning)}  {warning['reason']}", style="yellow", markup=False)
    for sentence in filter(None, (told["broken"], told["held_back"])):
        console.print(sentence, style="red", markup=False)
    if told["ignored_columns"]:
        console.print(f"Columns not read: {', '.join(told['ignored_columns'])}", style="yellow", markup=False)
    console.print(
        f"{report.added} {verb}added · {report.updated} {verb}changed · {report.removed} {verb}removed · "
        f"{report.unchanged} unchanged · {report.failed} failed",
        style="bold",
        markup=False,
    )


def _row(place: dict[str, Any]) -> str:
    return f"{place['row']} of {place['sheet']}" if place.get("sheet") else str(place["row"])
