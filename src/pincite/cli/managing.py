"""``pincite document``: find documents by folder and tag, change what they are filed under, many at once."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.rendering import document_json, print_documents
from pincite.core.errors import InvalidInput
from pincite.core.settings import DEFAULT_BASE

if TYPE_CHECKING:
    from pincite.filing import AsyncFiling, BatchResult, Selection
    from pincite.library import AsyncLibrary
    from pincite.ports.documents import DocumentPage
    from pincite.ports.records import DocumentRecord

document = typer.Typer(help="Documents by folder, tag and day: list them, change many at once.")

Base = Annotated[str, typer.Option("--base", "-b", help="Knowledge base.")]
Names = Annotated[list[str] | None, typer.Argument(help="Ids, file names, paths or titles.")]
Folder = Annotated[str | None, typer.Option("--folder", "-f", help='Those in this folder; "" is all.')]
Below = Annotated[bool, typer.Option("--below/--here", help="With the folders below, or only there.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", "-t", help="Those with this tag; any of them.")]
Statuses = Annotated[list[str] | None, typer.Option("--status", help="Those that stand there.")]
Named = Annotated[str, typer.Option("--name", help="Part of file name, title or source.")]
Where = Annotated[list[str] | None, typer.Option("--where", help="Those with this value, name=value.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


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
    offset: Annotated[int, typer.Option(help="Documents to pass over.")] = 0,
    limit: Annotated[int | None, typer.Option(help="Documents to list.")] = None,
    as_json: AsJson = False,
) -> None:
    """List documents, and how many stand where."""
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
        rows = [document_json(record) for record in page.documents]
        print_json({"total": page.total, "by_status": counts, "documents": rows})
    else:
        print_documents(console, page.documents)
        summary = ", ".join(f"{number} {status}" for status, number in counts.items())
        console.print(f"{page.total} documents" + (f" ({summary})" if summary else ""), style="bold")


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
    """Change days of validity, folder, tags and values of documents. Nothing is parsed again."""
    options: Options = context.obj
    given: dict[str, Any] = {"folder": move_to}
    given |= {
        field: day or None
        for field, day in (("effective_from", effective_from), ("effective_to", effective_to))
        if day is not None
    }
    given["custom"] = {key: None if value == "" else value for key, value in values_of(custom).items()}
    renamed = _renamings(rename_tag)

    async def work(library: "AsyncLibrary") -> "list[BatchResult]":
        from pincite.filing import document_change, tag_change

        filing = await _filing(library, base)
        change = document_change(
            supersedes=await filing.identify(supersedes),
            tags=tag_change(add=add_tag or (), remove=remove_tag or (), rename=renamed),
            **given,
        )
        return await filing.change_many(_selection(names, folder, tag, where), change)

    _finish(run_with_library(options, work), as_json, "changed")


@document.command("delete")
def delete(
    context: typer.Context,
    names: Names = None,
    base: Base = DEFAULT_BASE,
    folder: Folder = None,
    tag: Tags = None,
    where: Where = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove documents with every chunk, vector and file of them: by name, folder, tag or value."""
    options: Options = context.obj
    if not names and not yes:
        typer.confirm("Remove all documents that this selects?", abort=True)

    async def work(library: "AsyncLibrary") -> "list[BatchResult]":
        return await (await _filing(library, base)).remove_many(_selection(names, folder, tag, where))

    _finish(run_with_library(options, work), as_json, "removed")


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
    """Parse documents again with the settings of today: by name, folder, tag or value."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "list[BatchResult]":
        return await (await _filing(library, base)).reparse_many(_selection(names, folder, tag, where))

    _finish(run_with_library(options, work), as_json, "parsed again")


@document.command("cancel")
def cancel(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Id, file name, path or title.")],
    base: Base = DEFAULT_BASE,
    as_json: AsJson = False,
) -> None:
    """Stop the work on a document, also that of a running server. A version that was live stays."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "DocumentRecord":
        return await (await library.knowledge_base(base, create=False)).cancel(name)

    record = run_with_library(options, work)
    if as_json:
        print_json(document_json(record))
    else:
        console.print(f"{record.filename} is {record.status.value}.", markup=False)


@document.command("folders")
def folders(context: typer.Context, base: Base = DEFAULT_BASE, as_json: AsJson = False) -> None:
    """Folders and tags of a base, with the number of their documents."""
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
    """Documents with the same content under different names. All are kept."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Sequence[Sequence[DocumentRecord]]":
        return await (await _filing(library, base)).duplicates()

    groups = run_with_library(options, work)
    if as_json:
        print_json([[document_json(record) for record in group] for group in groups])
        return
    for group in groups:
        console.print(" = ".join(record.source for record in group), markup=False)
    console.print(f"{len(groups)} contents with duplicates", style="bold")


async def _filing(library: "AsyncLibrary", base: str) -> "AsyncFiling":
    return (await library.knowledge_base(base, create=False)).filing


def _selection(
    names: list[str] | None, folder: str | None, tags: list[str] | None, where: list[str] | None
) -> "Selection":
    from pincite.filing import Selection, document_query

    query = document_query(folder=folder, tags=tags or (), custom=values_of(where))
    return Selection(tuple(names or ()), query)


def values_of(words: list[str] | None) -> dict[str, Any]:
    """``name=value`` words; what reads as a JSON number or as true or false is one.

    Raises:
        InvalidInput: a word is no assignment.
    """
    found: dict[str, Any] = {}
    for word in words or ():
        key, assigned, text = word.partition("=")
        if not key or not assigned:
            raise InvalidInput(f"{word!r} is no value.", hint="Write name=value.")
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        found[key] = value if isinstance(value, bool | int | float) else text
    return found


def _renamings(words: list[str] | None) -> dict[str, str]:
    renamed = {}
    for word in words or ():
        old, assigned, new = word.partition("=")
        if not assigned:
            raise InvalidInput(f"{word!r} renames nothing.", hint="Write old=new.")
        renamed[old] = new
    return renamed


def _finish(results: "list[BatchResult]", as_json: bool, done: str) -> None:
    """Print what came of each; the exit code is that of the first failure if nothing was done."""
    failed = [result for result in results if result.error is not None]
    if as_json:
        print_json(
            {
                "done": len(results) - len(failed),
                "failed": len(failed),
                "results": [
                    {
                        **(
                            {"id": None, "filename": result.filename, "status": None}
                            if result.document is None
                            else document_json(result.document)
                        ),
                        "error": None
                        if result.error is None
                        else {"code": result.error.code, "message": result.error.message},
                    }
                    for result in results
                ],
            }
        )
    else:
        for result in failed:
            if result.error is not None:
                console.print(f"failed  {result.filename}", style="red", markup=False)
                console.print(f"        {result.error.code}: {result.error.message}", markup=False)
        print_documents(
            console,
            [result.document for result in results if result.error is None and result.document is not None],
        )
        console.print(f"{len(results) - len(failed)} {done} · {len(failed)} failed", style="bold")
    if failed and len(failed) == len(results) and failed[0].error is not None:
        raise typer.Exit(failed[0].error.exit_code)
