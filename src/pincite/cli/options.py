"""The options that commands share, under one name each, and the commands that all carry them."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperOption

from pincite.cli.context import Options
from pincite.core.catalogue import LANGUAGES
from pincite.core.errors import InvalidInput

F = TypeVar("F", bound=Callable[..., Any])

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Base = Annotated[str, typer.Option("--base", "-b", help="Knowledge base.")]
NewBase = Annotated[str, typer.Option("--base", "-b", help="Knowledge base; made if it is new.")]
ManyBases = Annotated[
    list[str] | None, typer.Option("--base", "-b", help="Base to ask; may be given again. All if none.")
]
BaseName = Annotated[str, typer.Argument(help="Name of the base.")]
Document = Annotated[str, typer.Argument(help="Id, file name, path or title.")]
Chunking = Annotated[
    list[str] | None,
    typer.Option("--set", "--config", help="Chunking setting, key=value; may be given again."),
]
LARGEST = 2**31 - 1
"""Of counts and places: what every database and index can hold."""
Offset = Annotated[int, typer.Option("--offset", min=0, max=LARGEST, help="How many to pass over.")]
Limit = Annotated[
    int | None, typer.Option("--limit", min=1, max=LARGEST, help="How many to show at most. All if none.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]

LIBRARY_HELP = "Directory of the library; else PINCITE_DATA_DIR, else your data directory."
LANGUAGE_HELP = (
    "Of messages, and of the answer of `ask`: ko, en or zh; else the setting `language`, else the terminal's."
)


class Command(TyperCommand):
    """A command that takes ``--library`` and ``--language`` behind it as well as before it."""

    def __init__(self, name: str | None, **words: Any) -> None:
        params = list(words.pop("params", None) or ())
        shared = [
            TyperOption(
                param_decls=["--library"],
                type=str,
                metavar="DIR",
                help=LIBRARY_HELP,
                expose_value=False,
                callback=_library,
            ),
            TyperOption(
                param_decls=["--language"],
                type=str,
                metavar="ko|en|zh",
                help=LANGUAGE_HELP,
                expose_value=False,
                callback=_language,
            ),
        ]
        super().__init__(name, params=[*params, *shared], **words)


class Commands(typer.Typer):
    """A group of `Command`s."""

    def command(self, name: str | None = None, **words: Any) -> Callable[[F], F]:
        return super().command(name, cls=Command, **words)


def set_library(options: Options, library: str | None) -> None:
    if library is not None:
        if not library.strip():
            raise InvalidInput("A path is empty.", hint="Name a file, a folder or an address.")
        options.library = Path(library)


def set_language(options: Options, language: str | None) -> None:
    """Raises InvalidInput for a language that nothing is said in."""
    if language is not None:
        if language not in LANGUAGES:
            raise InvalidInput(
                f"There is no language {language!r}.", hint=f"Use one of {', '.join(LANGUAGES)}."
            )
        options.language = language


def _library(context: Any, _option: Any, value: str | None) -> None:
    set_library(context.obj, value)


def _language(context: Any, _option: Any, value: str | None) -> None:
    set_language(context.obj, value)
