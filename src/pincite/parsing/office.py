"""What archives of XML parts (DOCX, PPTX, EPUB) have in common."""

import html
import io
import posixpath
import re
import zipfile
import zlib
from xml.etree.ElementTree import Element, ParseError
from xml.parsers import expat

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pincite.core.errors import CorruptDocument
from pincite.parsing.containers import check_archive, read_entry, zip_names
from pincite.parsing.problems import Note, Problem

_HEAD = 64 * 1024
"""Bytes in which a document type stands; a file with one is not read on."""
_NAMED = 5
"""Parts that a warning lists."""
_PROPERTY = r"<dc:{name}[^>]*>([^<]*)</dc:{name}>"


def open_archive(data: bytes) -> None:
    """Make sure that an archive is whole and safe to unpack.

    Raises:
        Problem: CorruptDocument for a damaged one, DocumentTooLarge for one that explodes.
    """
    if zip_names(data) is None:
        raise Problem(CorruptDocument, "damaged_archive")
    check_archive(data)


class Parts:
    """The entries of an archive that `open_archive` let pass. Nothing is ever written to a disk."""

    def __init__(self, data: bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        self.names = frozenset(self._archive.namelist())

    def read(self, name: str) -> bytes | None:
        """An entry, or None where there is none of that name."""
        try:
            return self._archive.read(name)
        except (KeyError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):
            return None

    def xml(self, name: str, *, dtd: bool = False) -> Element | None:
        """The root of an XML entry, or None where it is missing, no XML, or declares entities.

        With ``dtd`` a document type is allowed, entities are not.
        """
        try:
            root: Element = fromstring(self.read(name) or b"", forbid_dtd=not dtd)
        except (ParseError, DefusedXmlException, ValueError, LookupError):
            return None
        return root


def damaged_parts(data: bytes, folder: str) -> list[Note]:
    """What to say of XML parts below ``folder`` that docling-rs leaves out without a word: broken ones and
    those that declare entities."""
    parts = Parts(data)
    names = sorted(name for name in parts.names if name.startswith(folder) and name.endswith(".xml"))
    damaged = [name for name in names if not _is_sound(parts.read(name) or b"")]
    if not damaged:
        return []
    more = ", …" if len(damaged) > _NAMED else ""
    return [Note("damaged_parts", {"names": ", ".join(damaged[:_NAMED]) + more})]


def _is_sound(content: bytes) -> bool:
    """Well-formed XML without a document type, which no office format has. Nothing is built or fetched."""
    types: list[str] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda name, system, public, internal: types.append(name)
    try:
        parser.Parse(content[:_HEAD], len(content) <= _HEAD)
        if len(content) > _HEAD and not types:
            parser.Parse(content[_HEAD:], True)
    except (expat.ExpatError, ValueError, LookupError):
        return False
    return not types


def resolved(base: str, target: str) -> str:
    """The entry that a relative reference in the entry ``base`` means; never one outside of the archive."""
    joined = posixpath.join("/", posixpath.dirname(base), target)
    return posixpath.normpath(joined).lstrip("/")


def properties(data: bytes) -> dict[str, str]:
    """``title``, ``creator`` and ``subject`` of the file's properties, empty where it has none."""
    core = (read_entry(data, "docProps/core.xml") or b"").decode("utf-8", "replace")
    return {name: _property(core, name) for name in ("title", "creator", "subject")}


def _property(core: str, name: str) -> str:
    match = re.search(_PROPERTY.format(name=name), core)
    return " ".join(html.unescape(match.group(1)).split()) if match else ""
