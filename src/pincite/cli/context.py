"""What every command needs: the library, the language of the person, and the way to print.

The modules of the command line import the rooms inside their functions, else `pincite --help` and every
slip of the pen would wait for the database, the pipeline and the model client: 1.9 s of processor time
against 0.3 s.
"""

import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import anyio
import typer
from rich.console import Console

from pincite.cli.language import language_of_environment
from pincite.core.catalogue import LANGUAGES, say

if TYPE_CHECKING:
    from pincite.core.settings import Settings
    from pincite.library import AsyncLibrary

T = TypeVar("T")


class Output(Console):
    """Leaves a reader that went away (``| head -1``) to `pincite.cli.failing`; rich would end with code 1."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


console = Output(highlight=False, soft_wrap=True)
errors = Output(stderr=True, highlight=False, soft_wrap=True)


@dataclass(slots=True)
class Options:
    """What may stand before and after every command."""

    library: Path | None = None
    language: str | None = None
    """As ``--language`` says; of messages, and of answers where a command gives one."""
    _spoken: str | None = None

    @property
    def spoken(self) -> str:
        """The language of messages: ``--language``, else the settings, else that of the terminal."""
        if self._spoken is None:
            self._spoken = self.wanted or language_of_environment()
        return self._spoken

    @property
    def wanted(self) -> str | None:
        """The language that a person asked for by option or settings; None leaves it to what is spoken of."""
        from pincite.core.errors import ConfigurationError
        from pincite.core.settings import load_settings

        if self.language in LANGUAGES:
            return self.language
        try:
            language = load_settings(self.library).language
        except ConfigurationError:
            return None
        return None if language == "auto" else language

    def settings(self) -> "Settings":
        """Those of the library, in the language of the person. Raises ConfigurationError."""
        from pincite.core.settings import load_settings

        settings = load_settings(self.library)
        return settings.model_copy(update={"language": self.spoken})

    def say(self, key: str, **values: object) -> str:
        """A sentence of the command line."""
        return say(f"cli.{key}", self.spoken, **values)

    def told(self, text: str) -> str:
        """What was written in another language or on another day, in theirs."""
        from pincite.core.translating import translated

        return translated(text, self.spoken)


def run_with_library(
    options: Options, work: "Callable[[AsyncLibrary], Awaitable[T]]", *, busy: bool = False
) -> T:
    """Open the library, do ``work``, close it; ``busy`` shows in a terminal that something goes on."""
    from pincite.wiring import open_library

    settings = options.settings()

    async def main() -> T:
        library = await open_library(
            settings=settings, progress=lambda _, done, total: _show_conversion(options, done, total)
        )
        async with library:
            return await work(library)

    with _spinner(options, busy):
        return anyio.run(main)


@contextmanager
def _spinner(options: Options, busy: bool) -> Iterator[None]:
    if not (busy and errors.is_terminal):
        yield
        return
    with errors.status(f"{options.say('progress_working')}…"):
        yield


def _show_conversion(options: Options, done: int, total: int) -> None:
    """The one-time conversion of the encoder, on one line of standard error."""
    message = options.say("progress_converting")
    if errors.is_terminal:
        errors.print(f"\r{message} {done}/{total}", end="" if done < total else "\n", markup=False)
    elif done == 0:
        errors.print(message, markup=False)


def print_json(value: Any) -> None:
    """Where the stream has another encoding than UTF-8, in ASCII. Halves of surrogate pairs, which the bytes
    of broken file names are read as, come out as JSON writes them: see `pincite.cli.main.run`."""
    plain = sys.stdout.encoding.lower().replace("-", "") != "utf8"
    sys.stdout.write(json.dumps(value, ensure_ascii=plain, indent=2) + "\n")


def ask_first(options: Options, key: str, *, as_json: bool, **values: object) -> None:
    """Ask a person on standard error before something goes for good.

    Raises:
        typer.Abort: they do not want it, or nobody is there.
    """
    if as_json:
        raise typer.Abort
    typer.confirm(options.say(key, **values), abort=True, err=True)
