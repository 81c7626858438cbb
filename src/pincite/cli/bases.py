"""``pincite kb``: the bases of a library and what is in them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.rendering import document_json

if TYPE_CHECKING:
    from pincite.library import AsyncLibrary
    from pincite.ports.metadata import BaseRecord, DocumentRecord

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Name = Annotated[str, typer.Argument(help="Name of the base.")]
kb = typer.Typer(help="Knowledge bases.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(kb, name="kb")


@kb.command("list")
def list_bases(context: typer.Context, as_json: AsJson = False) -> None:
    """All bases with how many documents they hold."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "list[tuple[BaseRecord, int]]":
        found = []
        for base in await library.bases():
            knowledge_base = await library.knowledge_base(base.id, create=False)
            found.append((base, len(await knowledge_base.documents())))
        return found

    bases = run_with_library(options, work)
    if as_json:
        print_json(
            [
                {"id": base.id, "name": base.name, "kind": base.kind.value, "documents": count}
                for base, count in bases
            ]
        )
        return
    for base, count in bases:
        console.print(f"{base.name}  ({base.kind.value}, {count} documents)", markup=False)
    if not bases:
        console.print("No base yet. `pincite add PATH` makes one.")


@kb.command("create")
def create(context: typer.Context, name: Name, as_json: AsJson = False) -> None:
    """Make an empty base."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "BaseRecord":
        return await library.create_base(name)

    base = run_with_library(options, work)
    if as_json:
        print_json({"id": base.id, "name": base.name, "kind": base.kind.value})
    else:
        console.print(f"Made {base.name}.", markup=False)


@kb.command("delete")
def delete(
    context: typer.Context,
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove a base with every document, vector and file of it."""
    options: Options = context.obj
    if not yes:
        typer.confirm(f"Remove {name} with all its documents?", abort=True)

    async def work(library: "AsyncLibrary") -> None:
        await library.delete_base(name)

    run_with_library(options, work)
    if as_json:
        print_json({"removed": name})
    else:
        console.print(f"Removed {name}.", markup=False)


@kb.command("show")
def show(context: typer.Context, name: Name, as_json: AsJson = False) -> None:
    """The documents of a base: state, chunks, and why one failed."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Sequence[DocumentRecord]":
        return await (await library.knowledge_base(name, create=False)).documents()

    documents = run_with_library(options, work)
    if as_json:
        print_json([document_json(document) for document in documents])
        return
    # Lines and not a table: a table folds the reason to the width of the terminal, or of a pipe.
    for document in documents:
        console.print(
            f"{document.status.value:9} {document.filename}  ({document.chunks} chunks)", markup=False
        )
        for note in filter(None, (document.error_message, *document.warnings)):
            console.print(f"          {note}", style="yellow", markup=False)
