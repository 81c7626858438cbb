"""``pincite``: the command line. One module a group of commands; this one holds the door."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli import (
    asking,
    bases,
    chunking,
    chunks,
    doctor,
    documents,
    evaluating,
    faq,
    managing,
    operating,
    serving,
)
from pincite.cli.context import Options, print_error
from pincite.core.errors import PinciteError

app = typer.Typer(
    name="pincite",
    help="Answers from your own documents, every statement pinned to document, page and clause, and checked.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.callback()
def options(
    context: typer.Context,
    library: Annotated[
        Path | None,
        typer.Option(
            "--library", help="Directory of the library; else PINCITE_DATA_DIR, else your data directory."
        ),
    ] = None,
) -> None:
    context.obj = Options(library=library)


documents.register(app)
managing.register(app)
asking.register(app)
bases.register(app)
operating.register(app)
faq.register(app)
chunking.register(app)
chunks.register(app)
evaluating.register(app)
serving.register(app)
doctor.register(app)


def run(arguments: list[str] | None = None) -> None:
    """Entry point: runs a command and ends with the exit code of the error table."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        app(args=words, standalone_mode=True)
    except PinciteError as error:
        print_error(error, "--json" in words)
        sys.exit(error.exit_code)
