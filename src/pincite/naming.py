"""Which documents a name means."""

import unicodedata
from collections.abc import Iterable
from pathlib import Path

from pincite.ports.records import DocumentRecord


def matching(documents: Iterable[DocumentRecord], name: str) -> list[DocumentRecord]:
    """Those that ``name`` means: by id, else by source or path, else by file name, else by title.

    Names compare in NFC, because file systems and keyboards write Hangul and accents in either form.
    """
    known = list(documents)
    wanted = _composed(name)
    # A null byte ends every path, so none can hold one.
    path = "" if "\0" in name else _composed(str(Path(name).absolute().resolve()))
    for found in (
        [document for document in known if document.id == name],
        [document for document in known if _composed(document.source) in (wanted, path)],
        [document for document in known if _composed(document.filename) == wanted],
        [document for document in known if _composed(document.title) == wanted],
    ):
        if found:
            return found
    return []


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)
