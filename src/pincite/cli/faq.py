"""``pincite faq``: the entries of an FAQ base."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.ending import end
from pincite.cli.importing import print_report
from pincite.cli.options import LARGEST, AsJson, Base, Commands, NewBase, Offset
from pincite.cli.targets import DEFAULT_FAQ, base_for_entries
from pincite.core.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.faq import ImportReport
    from pincite.ingest.faq import FaqRecord
    from pincite.library import AsyncLibrary

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

faq = Commands(help="Entries of question and answer.", no_args_is_help=True)


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
    """Add an entry. A question that another entry asks already is refused.

    Example: `pincite faq add "Can I cancel?" "Within 7 days." --similar "Refund period"`
    """
    options: Options = context.obj
    fields = {"similar": similar, "negative": negative, "tags": tag, "strategy": strategy}

    async def work(library: "AsyncLibrary") -> "FaqRecord":
        knowledge_base = await base_for_entries(library, base)
        return await knowledge_base.faq.add(question, answer, **fields)

    _show(options, run_with_library(options, work), as_json)


@faq.command("list")
def list_entries(
    context: typer.Context,
    base: Base = DEFAULT_FAQ,
    search: Annotated[str, typer.Option("--search", help="Part of a question or an answer.")] = "",
    tag: Annotated[str | None, typer.Option("--tag", "-t", help="Only entries with this tag.")] = None,
    enabled: Enabled = None,
    offset: Offset = 0,
    limit: Annotated[int, typer.Option("--limit", min=1, max=LARGEST, help="How many to show at most.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Entries by age, oldest first.

    Example: `pincite faq list --search refund`
    """
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
        console.print(f"{record.id}  {record.entry.standard}{_marks(options, record)}", markup=False)
    console.print(options.say("entries_shown", count=len(records), total=total), style="bold")


@faq.command("show")
def show(context: typer.Context, entry: Entry, base: Base = DEFAULT_FAQ, as_json: AsJson = False) -> None:
    """One entry with all its fields.

    Example: `pincite faq show ID`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "FaqRecord":
        return await (await library.knowledge_base(base, create=False)).faq.get(entry)

    _show(options, run_with_library(options, work), as_json)


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
    """Change fields of an entry; a list that is given takes the place of the one that it had.

    Example: `pincite faq edit ID --answer "Within 14 days."`
    """
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

    _show(options, run_with_library(options, work), as_json)


@faq.command("remove")
def remove(
    context: typer.Context,
    entries: Annotated[list[str], typer.Argument(help="Ids of entries.")],
    base: Base = DEFAULT_FAQ,
    as_json: AsJson = False,
) -> None:
    """Remove entries with every vector of them.

    Example: `pincite faq remove ID`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> int:
        return await (await library.knowledge_base(base, create=False)).faq.remove(*entries)

    count = run_with_library(options, work)
    if as_json:
        print_json({"removed": count})
    else:
        console.print(options.say("removed_entries", count=count), markup=False)


@faq.command("import")
def import_entries(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="CSV, XLSX or JSON.")],
    base: NewBase = DEFAULT_FAQ,
    mode: Annotated[
        str, typer.Option(help="append adds what is new; replace also removes what the file does not hold.")
    ] = "append",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, change nothing.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Import a table with headers in Korean, Chinese or English. Rows that cannot be used are named.

    The exit code is 6 if some rows failed, 5 if none could be used.

    Example: `pincite faq import faq.xlsx -b answers --dry-run`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "ImportReport":
        # A dry run makes no base either.
        knowledge_base = await base_for_entries(library, base, draft=dry_run)
        return await knowledge_base.faq.import_file(file, mode=mode, dry_run=dry_run, language=options.wanted)

    report = run_with_library(options, work, busy=not as_json)
    if as_json:
        print_json(report.to_json())
    else:
        print_report(options, report)
    told = report.to_json()
    failed = report.failed or int(bool(told["broken"] or told["held_back"]))
    end(report.added + report.updated + report.unchanged, failed)


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
    """Write all entries to a file that `import` reads back without loss.

    Example: `pincite faq export faq.xlsx -b answers`
    """
    options: Options = context.obj
    kind = kind or file.suffix.lstrip(".").lower() or "csv"

    async def work(library: "AsyncLibrary") -> bytes:
        return await (await library.knowledge_base(base, create=False)).faq.export(kind)

    data = run_with_library(options, work)
    if str(file) == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        file.write_bytes(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InvalidInput(f"{file} cannot be written: {reason}.", hint="Check the path.") from error
    if as_json:
        print_json({"file": str(file), "format": kind, "bytes": len(data)})
    else:
        console.print(options.say("wrote", file=file), markup=False)


def _marks(options: Options, record: "FaqRecord") -> str:
    marks = [] if record.status == "ready" else [options.say(f"progress_{record.status.value}")]
    marks += [] if record.entry.enabled else [options.say("state_disabled")]
    marks += [f"#{tag}" for tag in record.entry.tags]
    return f"  ({', '.join(marks)})" if marks else ""


def _show(options: Options, record: "FaqRecord", as_json: bool) -> None:
    if as_json:
        print_json(record.to_json())
        return
    entry = record.entry
    console.print(f"{record.id}{_marks(options, record)}", style="dim", markup=False)
    console.print(f"{options.say('question_sign')} {entry.standard}", style="bold", markup=False)
    for sign, questions in (("=", entry.similar), ("≠", entry.negative)):
        for question in questions:
            console.print(f"   {sign} {question}", markup=False)
    for answer in entry.answers:
        console.print(f"{options.say('answer_sign')} {answer}", markup=False)
    if entry.strategy != "all":
        console.print(options.say("answers_by", strategy=entry.strategy.value), style="dim", markup=False)
    if record.error_message:
        console.print(options.told(record.error_message), style="red", markup=False)
