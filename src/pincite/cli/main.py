"""``pincite``: the command line. One module a group of commands; this one holds the door."""

import os
import sys
from typing import Annotated

import typer

from pincite.cli import (
    asking,
    assistants,
    bases,
    calibrating,
    chunking,
    chunks,
    doctor,
    documents,
    evaluating,
    faq,
    managing,
    operating,
    reindexing,
    serving,
    tracing,
)
from pincite.cli.context import Options
from pincite.cli.failing import check_words, guarded
from pincite.cli.options import LANGUAGE_HELP, LIBRARY_HELP, Commands, set_language, set_library

EXIT_CODES = (
    "Exit codes: 0 done · 1 a fault of pincite · 2 wrong input · 3 not found · 4 not in this state · "
    "5 no file or row could be used · 6 some failed, the others are done · 10 settings or set-up · "
    "11 another process has the library · 20 passing, try again · 130 stopped by Ctrl-C · "
    "141 the reader of the output has gone."
)

app = Commands(
    name="pincite",
    help="Answers from your own documents, every statement pinned to document, page and clause, and checked.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.callback()
def options(
    context: typer.Context,
    library: Annotated[str | None, typer.Option("--library", metavar="DIR", help=LIBRARY_HELP)] = None,
    language: Annotated[
        str | None, typer.Option("--language", metavar="ko|en|zh", help=LANGUAGE_HELP)
    ] = None,
) -> None:
    given = context.ensure_object(Options)
    set_library(given, library)
    set_language(given, language)


documents.register(app)
managing.register(app)
asking.register(app)
assistants.register(app)
bases.register(app)
operating.register(app)
reindexing.register(app)
faq.register(app)
chunking.register(app)
chunks.register(app)
evaluating.register(app)
calibrating.register(app)
serving.register(app)
tracing.register(app)
doctor.register(app)


def run(arguments: list[str] | None = None) -> None:
    """Entry point: runs a command and ends with the exit code of the error table."""
    if "_PINCITE_COMPLETE" in os.environ:  # the shell asks what could come next
        app()
    words = sys.argv[1:] if arguments is None else arguments
    # What the terminal's encoding cannot show is escaped, in place of an error in the middle of an answer.
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    given = Options()

    def work() -> None:
        check_words(words)
        command = typer.main.get_command(app)
        with command.make_context("pincite", list(words), obj=given) as context:
            command.invoke(context)

    sys.exit(guarded(work, given, "--json" in words))
