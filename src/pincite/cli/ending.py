"""The exit code of a command that did many things, some of which may have failed."""

import typer

from pincite.core.errors import DocumentError, SomeFailed


def end(done: int, failed: int, *, nothing_done: int = DocumentError.exit_code) -> None:
    """Nothing if all went well; else a part of it failed (6), or all of it (``nothing_done``).

    Raises:
        typer.Exit: with that code; what failed has been printed.
    """
    if failed:
        raise typer.Exit(SomeFailed.exit_code if done else nothing_done)
