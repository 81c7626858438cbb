"""The border to the native parsers, which are written by others and meet hostile files."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class NativeFailure(Exception):  # noqa: N818 (named by what it is; it never leaves this room)
    """Raise when a native parser gives up on a file. The text is its own message."""


def guarded(call: Callable[[], T]) -> T:
    """The result of ``call``.

    A Rust panic arrives as ``pyo3_runtime.PanicException``, which derives from BaseException and would
    end a worker; here it becomes a failure of this file like any other.

    Raises:
        NativeFailure: the parser raised or panicked.
    """
    try:
        return call()
    except (ValueError, RuntimeError, OSError, KeyError, TypeError) as error:
        raise NativeFailure(str(error)) from error
    except BaseException as error:
        if type(error).__name__ in ("PanicException", "ConversionError", "EncryptionError"):
            raise NativeFailure(str(error)) from error
        raise
