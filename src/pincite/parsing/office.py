"""What the office archives (DOCX, PPTX) have in common."""

import html
import re

from pincite.core.errors import CorruptDocument
from pincite.parsing.containers import check_archive, read_entry, zip_names
from pincite.parsing.problems import Problem

_PROPERTY = r"<dc:{name}[^>]*>([^<]*)</dc:{name}>"


def open_archive(data: bytes) -> list[str]:
    """Entry names of an archive that is whole and safe to unpack.

    Raises:
        Problem: CorruptDocument for a damaged one, DocumentTooLarge for one that explodes.
    """
    names = zip_names(data)
    if names is None:
        raise Problem(CorruptDocument, "damaged_archive")
    check_archive(data)
    return names


def properties(data: bytes) -> dict[str, str]:
    """``title``, ``creator`` and ``subject`` of the file's properties, empty where it has none."""
    core = (read_entry(data, "docProps/core.xml") or b"").decode("utf-8", "replace")
    return {name: _property(core, name) for name in ("title", "creator", "subject")}


def _property(core: str, name: str) -> str:
    match = re.search(_PROPERTY.format(name=name), core)
    return " ".join(html.unescape(match.group(1)).split()) if match else ""
