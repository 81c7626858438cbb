"""``pincite add``, ``pincite reparse`` and ``pincite remove``."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.batches import values_of
from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.options import AsJson, Base, Chunking, NewBase
from pincite.cli.targets import base_for_documents
from pincite.cli.words import settings_of
from pincite.core.addresses import AddressRules, check_url, looks_like_url
from pincite.core.errors import InvalidInput
from pincite.core.settings import DEFAULT_BASE
from pincite.core.validity import read_day

if TYPE_CHECKING:
    from pincite.ingest import IngestSummary
    from pincite.library import AsyncLibrary


def register(app: typer.Typer) -> None:
    app.command()(add)
    app.command()(reparse)
    app.command()(remove)


def add(
    context: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(help="Files, folders (with all below), globs or web addresses.")
    ],
    base: NewBase = DEFAULT_BASE,
    tag: Annotated[list[str] | None, typer.Option("--tag", "-t", help="Tag; may be given again.")] = None,
    config: Chunking = None,
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

    What lies below a folder is filed as it lies there. A file that cannot be used does not stop the others;
    the exit code is then 6, or 5 if none could be used.

    Example: `pincite add terms/ -b terms --tag 2026`
    """
    from pincite.ingest import expand_paths

    options: Options = context.obj
    chunking = settings_of(config) or None
    said: dict[str, Any] = {"folder": folder, "supersedes": supersedes, "custom": values_of(custom)}
    days = {"effective_from": effective_from, "effective_to": effective_to}
    said |= {name: read_day(day) for name, day in days.items() if day}
    # Before the library opens, so that a slip of the pen makes no base.
    if not all(path.strip() for path in paths):
        raise InvalidInput("A path is empty.", hint="Name a file, a folder or an address.")
    expand_paths(path for path in paths if not looks_like_url(path))
    for path in filter(looks_like_url, paths):
        check_url(path, AddressRules(private=True))

    async def work(library: "AsyncLibrary") -> "IngestSummary":
        from pincite.cli.progress import Bars

        knowledge_base = await base_for_documents(library, base)
        with Bars(options, quiet=as_json) as bars:
            return await knowledge_base.add(*paths, tags=tag, chunking=chunking, progress=bars.step, **said)

    _finish(options, base, run_with_library(options, work), as_json)


def reparse(
    context: typer.Context,
    documents: Annotated[
        list[str] | None, typer.Argument(help="Ids, file names, paths or titles. All if none.")
    ] = None,
    base: Base = DEFAULT_BASE,
    config: Chunking = None,
    as_json: AsJson = False,
) -> None:
    """Parse documents again with the settings of today. The old version is found until the new is ready.

    Hand edits stay on the chunks that are cut again as they were; a warning counts the others.

    Example: `pincite reparse terms.pdf -b terms --set chunk_size=800`
    """
    options: Options = context.obj
    chunking = settings_of(config) if config else None

    async def work(library: "AsyncLibrary") -> "IngestSummary":
        from pincite.cli.progress import Bars

        knowledge_base = await library.knowledge_base(base, create=False)
        with Bars(options, quiet=as_json) as bars:
            return await knowledge_base.reparse(*(documents or ()), chunking=chunking, progress=bars.step)

    _finish(options, base, run_with_library(options, work), as_json)


def remove(
    context: typer.Context,
    documents: Annotated[list[str], typer.Argument(help="Ids, file names, paths or titles.")],
    base: Base = DEFAULT_BASE,
    as_json: AsJson = False,
) -> None:
    """Remove documents with every chunk, vector and file of them.

    Example: `pincite remove old-terms.pdf -b terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> None:
        await (await library.knowledge_base(base, create=False)).remove(*documents)

    run_with_library(options, work, busy=not as_json)
    if as_json:
        print_json({"removed": documents})
    else:
        console.print(options.say("removed", names=", ".join(documents)), markup=False)


def _finish(options: Options, base: str, summary: "IngestSummary", as_json: bool) -> None:
    from pincite.cli.adding import end_of, print_summary, summary_json

    if as_json:
        print_json(summary_json(options, base, summary))
    else:
        print_summary(console, options, base, summary)
    end_of(summary)
