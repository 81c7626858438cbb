"""What every command needs: the library, the way to print, and errors as exit codes.

The modules of the command line import the rooms inside their functions, else `pincite --help` and every
slip of the pen would wait for the database, the pipeline and the model client: 1.9 s of processor time
against 0.3 s.
"""

import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from rich.console import Console

from pincite.core.errors import PinciteError

if TYPE_CHECKING:
    from pincite.library import AsyncLibrary

T = TypeVar("T")

console = Console(highlight=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False, soft_wrap=True)


@dataclass(slots=True)
class Options:
    """The options before the command."""

    library: Path | None = None


def run_with_library(options: Options, work: "Callable[[AsyncLibrary], Awaitable[T]]") -> T:
    """Open the library, do ``work``, close it."""
    from pincite.wiring import open_library

    async def main() -> T:
        library = await open_library(options.library, progress=show_conversion)
        async with library:
            return await work(library)

    return anyio.run(main)


def show_conversion(message: str, done: int, total: int) -> None:
    """The one-time conversion of the encoder, on one line of standard error."""
    if sys.stderr.isatty():
        errors.print(f"\r{message} {done}/{total}", end="" if done < total else "\n", markup=False)
    elif done == 0:
        errors.print(message, markup=False)


def print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def print_error(error: PinciteError, as_json: bool) -> None:
    """The envelope of HTTP on standard output, or two lines for a person on standard error."""
    if as_json:
        print_json({"code": error.code, "message": error.message, "hint": error.hint})
    else:
        errors.print(error.code, style="bold red", end=": ", markup=False)
        errors.print(error.message, markup=False)
        errors.print(error.hint, style="dim", markup=False)
