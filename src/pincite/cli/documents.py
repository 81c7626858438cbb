"""``pincite add``, ``pincite reparse`` and ``pincite remove``."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.managing import values_of
from pincite.cli.words import settings_of
from pincite.core.addresses import AddressRules, check_url, looks_like_url
from pincite.core.settings import DEFAULT_BASE
from pincite.core.validity import read_day

if TYPE_CHECKING:
    from pincite.ingest import IngestSummary
    from pincite.library import AsyncLibrary

Base = Annotated[str, typer.Option("--base", "-b", help="Knowledge base; made if it is new.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    app.command()(add)
    app.command()(reparse)
    app.command()(remove)


def add(
    context: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(help="Files, folders (with all below), globs or web addresses.")
    ],
    base: Base = DEFAULT_BASE,
    tag: Annotated[list[str] | None, typer.Option("--tag", "-t", help="Tag; may be given again.")] = None,
    config: Annotated[
        list[str] | None,
        typer.Option("--set", "--config", help="Chunking setting of these files."),
    ] = None,
    folder: Annotated[
        str | None, typer.Option("--folder", "-f", help="Folder of the base to file them in.")
    ] = None,
    effective_from: Annotated[
        str | None, typer.Option(help="First day on which they are in force, 2024-01-31.")
    ] = None,
    effective_to: Annotated[str | None, typer.Option(help="Last day on which they are in force.")] = None,
    supersedes: Annotated[
        str | None, typer.Option(help="Document of the base whose place they take: id, file name or title.")
    ] = None,
    custom: Annotated[list[str] | None, typer.Option(help="Value of your own, name=value.")] = None,
    as_json: AsJson = False,
) -> None:
    """Add documents. The same file or page again changes nothing; a changed one becomes a new version.

    What lies below a folder is filed as it lies there.
    """
    from pincite.cli.adding import Bars, print_summary, summary_json
    from pincite.ingest import expand_paths

    options: Options = context.obj
    chunking = settings_of(config) or None
    said: dict[str, Any] = {"folder": folder, "supersedes": supersedes, "custom": values_of(custom)}
    days = {"effective_from": effective_from, "effective_to": effective_to}
    said |= {name: read_day(day) for name, day in days.items() if day}
    # Before the library opens, so that a slip of the pen makes no base.
    expand_paths(path for path in paths if not looks_like_url(path))
    for path in filter(looks_like_url, paths):
        check_url(path, AddressRules(private=True))

    async def work(library: "AsyncLibrary") -> "IngestSummary":
        knowledge_base = await library.knowledge_base(base)
        with Bars(quiet=as_json) as bars:
            return await knowledge_base.add(*paths, tags=tag, chunking=chunking, progress=bars.step, **said)

    summary = run_with_library(options, work)
    if as_json:
        print_json(summary_json(base, summary))
    else:
        print_summary(console, summary)
    if (summary.failed or summary.refused) and not (summary.ready or summary.unchanged):
        raise typer.Exit(5)


def reparse(
    context: typer.Context,
    documents: Annotated[
        list[str] | None, typer.Argument(help="Ids, file names, paths or titles. All if none.")
    ] = None,
    base: Annotated[str, typer.Option("--base", "-b", help="Knowledge base.")] = DEFAULT_BASE,
    config: Annotated[
        list[str] | None,
        typer.Option("--set", "--config", help="Chunking setting of these documents, key=value."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Parse documents again with the settings of today. The old version is found until the new is ready.

    Hand edits stay on the chunks that are cut again as they were; a warning counts the others.
    """
    from pincite.cli.adding import Bars, print_summary, summary_json

    options: Options = context.obj
    chunking = settings_of(config) if config else None

    async def work(library: "AsyncLibrary") -> "IngestSummary":
        knowledge_base = await library.knowledge_base(base, create=False)
        with Bars(quiet=as_json) as bars:
            return await knowledge_base.reparse(*(documents or ()), chunking=chunking, progress=bars.step)

    summary = run_with_library(options, work)
    if as_json:
        print_json(summary_json(base, summary))
    else:
        print_summary(console, summary)
    if summary.failed and not summary.ready:
        raise typer.Exit(5)


def remove(
    context: typer.Context,
    documents: Annotated[list[str], typer.Argument(help="Ids, file names, paths or titles.")],
    base: Annotated[str, typer.Option("--base", "-b", help="Knowledge base.")] = DEFAULT_BASE,
    as_json: AsJson = False,
) -> None:
    """Remove documents with every chunk, vector and file of them."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> None:
        await (await library.knowledge_base(base, create=False)).remove(*documents)

    run_with_library(options, work)
    if as_json:
        print_json({"removed": documents})
    else:
        console.print(f"Removed {', '.join(documents)}.", markup=False)
