"""``pincite reindex``, and what other commands say of a base that needs it."""

from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.context import Options, console, errors, print_json, run_with_library
from pincite.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.core.types import JSON
    from pincite.ingest.reindexing import IndexState
    from pincite.library import AsyncLibrary
    from pincite.rebuilding import RebuildProgress

Bases = Annotated[
    list[str] | None,
    typer.Option("--base", "-b", help="Base to build anew; may be given again. All if none."),
]


def register(app: typer.Typer) -> None:
    app.command()(reindex)


def reindex(
    context: typer.Context,
    base: Bases = None,
    cancel: Annotated[
        bool, typer.Option("--cancel", help="Give a rebuild up and remove what was built of it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Build the search index anew from the library, for the encoder of the settings. The old index answers
    until the new one is complete; a rebuild that was stopped goes on where it was.

    Example: `pincite reindex -b terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Sequence[IndexState]":
        if cancel:
            reindexer = (await library.engine()).reindexer
            stopped = await reindexer.cancel(base or ())
            return await reindexer.states([one.id for one in stopped]) if stopped else ()
        with _Bar(options, quiet=as_json) as bar:
            return await library.reindex(base or (), bar.step)

    states = run_with_library(options, work)
    if as_json:
        print_json({"bases": [state_json(state) for state in states]})
        return
    if not states:
        console.print(options.say("reindex_nothing"), markup=False)
    for state in states:
        key = "reindex_cancelled" if cancel else "reindex_done"
        console.print(
            options.say(key, base=state.base, chunks=state.total, identity=state.identity or state.encoder),
            markup=False,
        )


def state_json(state: "IndexState") -> "JSON":
    """As HTTP shows it."""
    return {
        "id": state.base_id,
        "base": state.base,
        "identity": state.identity,
        "encoder": state.encoder,
        "current": state.current,
        "building": state.building,
        "done": state.done,
        "total": state.total,
    }


async def note_other_encoder(library: "AsyncLibrary", options: Options, degraded: "Sequence[str]") -> None:
    """On standard error, why words alone found, where that is so because a base has vectors of another
    encoder; nothing where the encoder failed."""
    if "embedding" not in degraded:
        return
    for state in await library.index_states():
        if not state.current:
            errors.print(options.told(stale_sentence(state)), style="yellow", markup=False)


def stale_sentence(state: "IndexState") -> str:
    """What is so with a base that is not current, and what to do. English, as what `doctor` says."""
    if state.building:
        return (
            f"{state.base} was embedded by {state.identity}, not by {state.encoder}; words alone find in it "
            f"until its new index is complete: {state.done} of {state.total} chunks. "
            "`pincite reindex` goes on with it."
        )
    return (
        f"{state.base} was embedded by {state.identity}, not by {state.encoder}; words alone find in it. "
        f'Run `pincite reindex -b "{state.base}"`, or set the embedding back.'
    )


class _Bar:
    """One bar on standard error; none with ``quiet`` or in a pipe."""

    def __init__(self, options: Options, *, quiet: bool) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=errors,
            disable=quiet or not errors.is_terminal,
        )
        self._task = self._progress.add_task(options.say("progress_reindexing"), total=None)

    def __enter__(self) -> "_Bar":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def step(self, step: "RebuildProgress") -> None:
        self._progress.update(self._task, completed=step.done, total=step.total or None)
