"""``pincite document``: find documents by folder and tag, change what they are filed under, many at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.batches import renamings_of, run_batch, values_of
from pincite.cli.context import Options, ask_first, console, print_json, run_with_library
from pincite.cli.options import LARGEST, AsJson, Base, Commands, Document, Offset, Yes
from pincite.cli.rendering import document_json, print_documents, print_stages, print_state
from pincite.core.settings import DEFAULT_BASE

if TYPE_CHECKING:
    from pincite.filing import AsyncFiling, BatchResult, Selection
    from pincite.library import AsyncLibrary
    from pincite.ports.documents import DocumentPage
    from pincite.ports.records import DocumentRecord

document = Commands(
    help="Documents by folder, tag and day: list them, change many at once.", no_args_is_help=True
)

Names = Annotated[list[str] | None, typer.Argument(help="Ids, file names, paths or titles.")]
Folder = Annotated[str | None, typer.Option("--folder", "-f", help='Those in this folder; "" is all.')]
Below = Annotated[bool, typer.Option("--below/--here", help="With the folders below, or only there.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", "-t", help="Those with this tag; any of them.")]
Statuses = Annotated[list[str] | None, typer.Option("--status", help="Those that stand there.")]
Named = Annotated[str, typer.Option("--name", help="Part of file name, title or source.")]
Where = Annotated[list[str] | None, typer.Option("--where", help="Those with this value, name=value.")]


def register(app: typer.Typer) -> None:
    app.add_typer(document, name="document")


@document.command("list")
def list_documents(
    context: typer.Context,
    base: Base = DEFAULT_BASE,
    folder: Folder = None,
    below: Below = True,
    tag: Tags = None,
    status: Statuses = None,
    name: Named = "",
    where: Where = None,
    order: Annotated[
        str, typer.Option(help="name, folder, created, updated, size, status or effective_from.")
    ] = "name",
    descending: Annotated[bool, typer.Option("--descending", help="The other way round.")] = False,
    offset: Offset = 0,
    limit: Annotated[
        int | None, typer.Option("--limit", min=0, max=LARGEST, help="How many to show at most.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List documents, and how many stand where.

    Example: `pincite document list -b terms --status failed`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "DocumentPage":
        return await (await _filing(library, base)).page(
            folder=folder,
            below=below,
            tags=tag or (),
            statuses=status or (),
            name=name,
            custom=values_of(where),
            order=order,
            descending=descending,
            offset=offset,
            limit=limit,
        )

    page = run_with_library(options, work)
    counts = {status.value: number for status, number in sorted(page.by_status.items())}
    if as_json:
        rows = [document_json(record, options) for record in page.documents]
        print_json({"total": page.total, "by_status": counts, "documents": rows})
    else:
        print_documents(console, options, page.documents)
        summary = ", ".join(f"{number} {status}" for status, number in counts.items())
        total = options.say("documents_in_all", count=page.total)
        console.print(total + (f" ({summary})" if summary else ""), style="bold")


@document.command("show")
def show(context: typer.Context, name: Document, base: Base = DEFAULT_BASE, as_json: AsJson = False) -> None:
    """One document: its state, why it failed and what to do, its warnings, and what each stage took.

    Example: `pincite document show terms.pdf -b terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "DocumentRecord":
        return await (await library.knowledge_base(base, create=False)).document(name)

    record = run_with_library(options, work)
    if as_json:
        print_json(document_json(record, options))
        return
    line = options.say(
        "shown_document", status=f"{record.status.value:9}", name=record.filename, count=record.chunks
    )
    console.print(line, style="bold", markup=False)
    print_state(console, options, record)
    facts = {
        "id": record.id,
        options.say("fact_source"): record.source,
        options.say("fact_folder"): record.folder,
        options.say("fact_tags"): ", ".join(record.tags),
        options.say("fact_validity"): "" if record.validity.is_open else str(record.validity),
        options.say("fact_size"): options.say("fact_bytes", count=f"{record.size:,}"),
        **{key: str(value) for key, value in record.custom.items()},
    }
    for label, fact in facts.items():
        if fact:
            console.print(f"  {label}: {fact}", markup=False)
    print_stages(console, options, record)


@document.command("set")
def set_values(
    context: typer.Context,
    names: Names = None,
    base: Base = DEFAULT_BASE,
    folder: Folder = None,
    tag: Tags = None,
    where: Where = None,
    effective_from: Annotated[
        str | None, typer.Option(help='First day in force, 2024-01-31; "" opens it.')
    ] = None,
    effective_to: Annotated[str | None, typer.Option(help='Last day in force; "" opens it.')] = None,
    supersedes: Annotated[str | None, typer.Option(help='Document whose place it takes; "" is none.')] = None,
    move_to: Annotated[str | None, typer.Option(help='Folder to file it in; "" is the top.')] = None,
    add_tag: Annotated[list[str] | None, typer.Option(help="Tag to add.")] = None,
    remove_tag: Annotated[list[str] | None, typer.Option(help="Tag to take away.")] = None,
    rename_tag: Annotated[list[str] | None, typer.Option(help="Tag to rename, old=new.")] = None,
    custom: Annotated[list[str] | None, typer.Option(help='Value, name=value; "name=" removes it.')] = None,
    as_json: AsJson = False,
) -> None:
    """Change days of validity, folder, tags and values of documents. Nothing is parsed again.

    Example: `pincite document set terms.pdf -b terms --effective-to 2026-12-31 --add-tag old`
    """
    given: dict[str, Any] = {"folder": move_to}
    given |= {
        field: day or None
        for field, day in (("effective_from", effective_from), ("effective_to", effective_to))
        if day is not None
    }
    given["custom"] = {key: None if value == "" else value for key, value in values_of(custom).items()}
    renamed = renamings_of(rename_tag)

    async def work(filing: "AsyncFiling", selection: "Selection") -> "list[BatchResult]":
        from pincite.filing import document_change, tag_change

        change = document_change(
            supersedes=await filing.identify(supersedes),
            tags=tag_change(add=add_tag or (), remove=remove_tag or (), rename=renamed),
            **given,
        )
        return await filing.change_many(selection, change)

    selected = (names, folder, tag, where)
    run_batch(context.obj, base, selected, work, told="done_changed", as_json=as_json)


@document.command("delete")
def delete(
    context: typer.Context,
    names: Names = None,
    base: Base = DEFAULT_BASE,
    folder: Folder = None,
    tag: Tags = None,
    where: Where = None,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Remove documents with every chunk, vector and file of them: by name, folder, tag or value.

    Example: `pincite document delete -b terms --folder drafts --yes`
    """
    if not names and not yes:
        ask_first(context.obj, "confirm_selected", as_json=as_json)

    async def work(filing: "AsyncFiling", selection: "Selection") -> "list[BatchResult]":
        return await filing.remove_many(selection)

    selected = (names, folder, tag, where)
    run_batch(context.obj, base, selected, work, told="done_removed", as_json=as_json)


@document.command("reparse")
def reparse(
    context: typer.Context,
    names: Names = None,
    base: Base = DEFAULT_BASE,
    folder: Folder = None,
    tag: Tags = None,
    where: Where = None,
    as_json: AsJson = False,
) -> None:
    """Parse documents again with the settings of today: by name, folder, tag or value.

    Example: `pincite document reparse -b terms --tag scanned`
    """

    async def work(filing: "AsyncFiling", selection: "Selection") -> "list[BatchResult]":
        return await filing.reparse_many(selection)

    selected = (names, folder, tag, where)
    run_batch(context.obj, base, selected, work, told="done_parsed", as_json=as_json)


@document.command("cancel")
def cancel(
    context: typer.Context, name: Document, base: Base = DEFAULT_BASE, as_json: AsJson = False
) -> None:
    """Stop the work on a document, also that of a running server. A version that was live stays.

    Example: `pincite document cancel terms.pdf -b terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "DocumentRecord":
        return await (await library.knowledge_base(base, create=False)).cancel(name)

    record = run_with_library(options, work)
    if as_json:
        print_json(document_json(record, options))
    else:
        console.print(options.say("is_now", name=record.filename, status=record.status.value), markup=False)


@document.command("folders")
def folders(context: typer.Context, base: Base = DEFAULT_BASE, as_json: AsJson = False) -> None:
    """Folders and tags of a base, with the number of their documents.

    Example: `pincite document folders -b terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> tuple[dict[str, int], dict[str, int]]:
        filing = await _filing(library, base)
        return dict(await filing.folders()), dict(await filing.tags())

    held, tags = run_with_library(options, work)
    if as_json:
        print_json({"folders": held, "tags": tags})
        return
    for path, number in held.items():
        console.print(f"{number:6}  {path or '.'}/", markup=False)
    for tag, number in tags.items():
        console.print(f"{number:6}  #{tag}", markup=False)


@document.command("duplicates")
def duplicates(context: typer.Context, base: Base = DEFAULT_BASE, as_json: AsJson = False) -> None:
    """Documents with the same content under different names. All are kept.

    Example: `pincite document duplicates -b terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Sequence[Sequence[DocumentRecord]]":
        return await (await _filing(library, base)).duplicates()

    groups = run_with_library(options, work)
    if as_json:
        print_json([[document_json(record, options) for record in group] for group in groups])
        return
    for group in groups:
        console.print(" = ".join(record.source for record in group), markup=False)
    console.print(options.say("duplicates", count=len(groups)), style="bold")


async def _filing(library: "AsyncLibrary", base: str) -> "AsyncFiling":
    return (await library.knowledge_base(base, create=False)).filing
