"""How a command ends that does not end well: one envelope, one exit code, never a traceback.

The exit codes are those of ``pincite.core.errors`` and two of the shell's: 130 after Ctrl-C (128 + SIGINT)
and 141 when the reader of a pipe has gone (128 + SIGPIPE).
"""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence

import typer

# typer carries click inside since 0.16 and names only some of its errors itself.
from typer._click.exceptions import ClickException, NoArgsIsHelpError, UsageError

from pincite.cli.context import Options, errors, print_json
from pincite.core.errors import ConfigurationError, InvalidInput, PinciteError
from pincite.core.translating import said

INTERRUPTED = 130
READER_GONE = 141


def guarded(work: Callable[[], None], options: Options, as_json: bool) -> int:
    """Do ``work``; the exit code that it ends with. What went wrong is printed."""
    try:
        try:
            work()
        finally:
            sys.stdout.flush()
    except typer.Exit as ended:
        return ended.exit_code
    except NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except BrokenPipeError:
        _forget_output()
        return READER_GONE
    except KeyboardInterrupt:
        return _interrupted(options, as_json)
    except Exception as error:  # noqa: BLE001  the boundary of the process: it prints, and writes the traceback
        return _failed(_typed(error), options, as_json)
    return 0


def check_words(words: Sequence[str]) -> None:
    """Raises InvalidInput for what no command, name or path of ours can hold."""
    for word in words:
        if "\0" in word:
            raise InvalidInput(
                f"The words of the command hold a control character: {word!r}", hint="Leave it out."
            )
        if any("\ud800" <= letter <= "\udfff" for letter in word):
            raise InvalidInput(
                f"The words of the command hold bytes that are no UTF-8: {word!r}",
                hint="Write it in UTF-8, or rename the file.",
            )


def print_error(error: PinciteError, options: Options, as_json: bool) -> None:
    """The envelope of HTTP on standard output, or two lines for a person on standard error."""
    message, hint = said(error, options.spoken)
    if as_json:
        print_json({"code": error.code, "message": message, "hint": hint})
    else:
        errors.print(error.code, style="bold red", end=": ", markup=False)
        errors.print(message, markup=False)
        errors.print(hint, style="dim", markup=False)


def _typed(error: Exception) -> PinciteError:
    """The error that a person is told for one of another library."""
    if isinstance(error, PinciteError):
        return error
    if isinstance(error, UsageError):
        command = error.ctx.command_path if error.ctx else "pincite"
        return InvalidInput(error.format_message(), hint=f"`{command} --help` shows how it is called.")
    if isinstance(error, ClickException):
        return InvalidInput(error.format_message())
    if isinstance(error, typer.Abort):
        return InvalidInput("Nothing was done.", hint="Answer y, or pass --yes.")
    if isinstance(error, OSError) and error.filename is not None:
        return ConfigurationError(
            f"{os.fsdecode(error.filename)} may not be read or written: {error.strerror}.",
            hint="Check the rights of the file or folder, and that the disk has room.",
        )
    return _fault(error)


def _fault(error: Exception) -> PinciteError:
    """A fault of ours; its traceback goes to a file, which a person may send."""
    handle, name = tempfile.mkstemp(prefix="pincite-", suffix=".log")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as log:
        traceback.print_exception(error, file=log)
    return PinciteError(
        f"Something unexpected happened: {type(error).__name__}",
        hint=f"This is a fault of pincite. Please report it with {name}.",
    )


def _failed(error: PinciteError, options: Options, as_json: bool) -> int:
    try:
        print_error(error, options, as_json)
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
    return error.exit_code


def _interrupted(options: Options, as_json: bool) -> int:
    """What is committed stays, and the queue knows the rest, so the next run goes on with it."""
    if as_json:
        stopped = PinciteError(
            "Stopped.", hint="What was finished is kept; the same command goes on with the rest."
        )
        message, hint = said(stopped, options.spoken)
        print_json({"code": "interrupted", "message": message, "hint": hint})
    else:
        for sentence in ("Stopped.", "What was finished is kept; the same command goes on with the rest."):
            errors.print(options.told(sentence), style="yellow", markup=False)
    return INTERRUPTED


def _forget_output() -> None:
    """Else Python tries to flush what nobody reads at the end, and complains."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
