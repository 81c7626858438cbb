"""pincite: answers from your own documents, pinned to document, page and clause, and checked.

>>> import pincite
>>> with pincite.open("my-library") as library:  # doctest: +SKIP
...     terms = library.knowledge_base("terms")
...     terms.add("terms.pdf")
...     print(terms.ask("How long is the waiting period?").answer)
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pincite.blocking import KnowledgeBase, Library
    from pincite.core.errors import PinciteError
    from pincite.core.settings import Settings, load_settings
    from pincite.knowledge_base import AsyncKnowledgeBase
    from pincite.library import AsyncLibrary
    from pincite.pipeline.answer import Answer, Citation, Source

__version__ = "0.1.0"

# Resolved at first use (PEP 562): the index process and every import of one room would else load the
# encoder, the database and the model client too.
_HOMES = {
    "Answer": "pincite.pipeline.answer",
    "AsyncKnowledgeBase": "pincite.knowledge_base",
    "AsyncLibrary": "pincite.library",
    "Citation": "pincite.pipeline.answer",
    "KnowledgeBase": "pincite.blocking",
    "Library": "pincite.blocking",
    "PinciteError": "pincite.core.errors",
    "Settings": "pincite.core.settings",
    "Source": "pincite.pipeline.answer",
    "load_settings": "pincite.core.settings",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'pincite' has no attribute {name!r}")


def open(data_dir: str | Path | None = None, *, settings: "Settings | None" = None) -> "Library":  # noqa: A001
    """The library in ``data_dir``, made if it is new; close it, or use it in a ``with`` block.

    Raises:
        ConfigurationError: the settings cannot be read, or the library was written by a newer pincite.
    """
    from pincite.blocking import Library

    return Library(lambda: aopen(data_dir, settings=settings))


async def aopen(data_dir: str | Path | None = None, *, settings: "Settings | None" = None) -> "AsyncLibrary":
    """As `open`, for callers with an event loop: ``async with await pincite.aopen("dir") as library``."""
    from pincite.wiring import open_library

    return await open_library(data_dir, settings=settings)


__all__ = [
    "Answer",
    "AsyncKnowledgeBase",
    "AsyncLibrary",
    "Citation",
    "KnowledgeBase",
    "Library",
    "PinciteError",
    "Settings",
    "Source",
    "aopen",
    "load_settings",
    "open",
]
