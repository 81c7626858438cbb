"""The border to the native parsers, which are written by others and meet hostile files."""

import importlib.util
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


class NativeFailure(Exception):
    """Raise when a native parser gives up on a file. The text is its own message."""


def load_extension(package: str, name: str) -> ModuleType:
    """The extension module ``package.name`` without running the package's own ``__init__``.

    ``docling_rs/__init__.py`` imports docling-core and pandas: 2 s and 90 MB for 20 ms of work (measured),
    and it breaks on docling-core versions that its own JSON does not need.

    Raises:
        ImportError: the package or the module is not installed.
    """
    full = f"{package}.{name}"
    if full in sys.modules:
        return sys.modules[full]
    parent = importlib.util.find_spec(package)
    for directory in (parent.submodule_search_locations or ()) if parent is not None else ():
        found = FileFinder(directory, (ExtensionFileLoader, EXTENSION_SUFFIXES)).find_spec(name)
        spec = importlib.util.spec_from_file_location(full, found.origin) if found and found.origin else None
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            sys.modules[full] = module
            return module
    raise ImportError(f"{full} is not installed")


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
