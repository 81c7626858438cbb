"""The base that files or FAQ entries go to. Neither kind takes the name that the other goes to by default."""

from typing import TYPE_CHECKING

from pincite.core.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from pincite.knowledge_base import AsyncKnowledgeBase
    from pincite.library import AsyncLibrary

DEFAULT_FAQ = "faq"
"""Where FAQ entries go when no base is named; `pincite.core.settings.DEFAULT_BASE` is that of files."""


async def base_for_documents(library: "AsyncLibrary", name: str) -> "AsyncKnowledgeBase":
    """The base that files go to, made if it is new.

    Raises:
        InvalidInput: it is an FAQ base, or would take the name that FAQ entries go to.
    """
    found = await _held(library, name)
    if found is None and name == DEFAULT_FAQ:
        raise InvalidInput(
            f"{name} is where FAQ entries go when no base is named; "
            "no base of documents is made of that name.",
            hint="Name another base with --base, or import a table of entries with `pincite faq import`.",
        )
    return found or await library.knowledge_base(name)


async def base_for_entries(
    library: "AsyncLibrary", name: str, *, draft: bool = False
) -> "AsyncKnowledgeBase":
    """The base that FAQ entries go to, made if it is new; as a ``draft`` it is not stored.

    Raises:
        InvalidInput: it is a base of documents, or would take the name that files go to.
    """
    from pincite.core.settings import DEFAULT_BASE

    found = await _held(library, name)
    hint = "Name another base with --base, or add the file as a document with `pincite add`."
    if found is not None and found.record.kind != "faq":
        raise InvalidInput(f"{name} is a base of documents, which takes files and no entries.", hint=hint)
    if found is None and name == DEFAULT_BASE:
        raise InvalidInput(
            f"{name} is where files go when no base is named; no FAQ base is made of that name.", hint=hint
        )
    return found or await library.knowledge_base(name, kind="faq", draft=draft)


async def _held(library: "AsyncLibrary", name: str) -> "AsyncKnowledgeBase | None":
    try:
        return await library.knowledge_base(name, create=False)
    except NotFound:
        return None
