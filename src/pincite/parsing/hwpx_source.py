"""What the bytes of an HWPX file say before any library renders them; see `hwp_source`."""

import re
from dataclasses import dataclass
from functools import cached_property
from xml.parsers import expat

from pincite.core.errors import CorruptDocument, PasswordProtected
from pincite.parsing.containers import check_archive, read_entry, zip_names
from pincite.parsing.problems import Problem

_SECTION = re.compile(r"(?i)(?:^|/)section(\d+)\.xml$")
_OUTLINE = re.compile(rb'\boutlineShapeIDRef="(\d{1,4})"')
_MAX_ENTRY = 1024 * 1024 * 1024
"""`check_archive` has set the true limit before."""
_OUTSIDE_THE_TEXT = frozenset(("header", "footer", "hiddenComment", "memogroup", "default"))
"""``default`` repeats for old programs what ``case`` says."""
_SHOWN = {"tab": "\t", "lineBreak": "\n", "nbSpace": " ", "fwSpace": " ", "hyphen": "-"}


@dataclass(frozen=True)
class HwpxSource:
    header: bytes
    """``Contents/header.xml``: styles, paragraph shapes, numberings."""
    sections: tuple[bytes, ...]

    @cached_property
    def text(self) -> str:
        """All text in stored order, one paragraph a line; no headers, footers, remarks, deletions."""
        return "".join(_SectionText(section).text for section in self.sections)

    @cached_property
    def outlines(self) -> tuple[int, ...]:
        """The numbering that each section's outline uses, from 1; 0 for none."""
        found = (_OUTLINE.search(section) for section in self.sections)
        return tuple(int(match.group(1)) if match else 0 for match in found)


def read_hwpx(data: bytes) -> HwpxSource:
    """Raises Problem: PasswordProtected, DocumentTooLarge, CorruptDocument."""
    names = zip_names(data)
    if names is None:
        raise Problem(CorruptDocument, "damaged_archive")
    check_archive(data)
    if b"encryption-data" in (read_entry(data, "META-INF/manifest.xml") or b""):
        raise Problem(PasswordProtected, "password")
    numbered = sorted((int(match.group(1)), name) for name in names if (match := _SECTION.search(name)))
    entries = [read_entry(data, name, _MAX_ENTRY) for _, name in numbered]
    sections = tuple(entry for entry in entries if entry is not None)
    if not sections or len(sections) < len(entries):
        raise Problem(CorruptDocument, "damaged_hwpx")
    source = HwpxSource(read_entry(data, "Contents/header.xml", _MAX_ENTRY) or b"", sections)
    try:
        source.text  # noqa: B018 - read once here, so that broken XML is told before a library guesses
    except expat.ExpatError as error:
        raise Problem(CorruptDocument, "damaged_hwpx") from error
    return source


class _SectionText:
    """Pulls the text out of a section's XML as a stream: nesting of any depth costs no stack."""

    def __init__(self, section: bytes) -> None:
        self._pieces: list[str] = []
        self._open: list[str] = []
        self._hidden = 0
        self._struck = False
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.Parse(section, True)
        self.text = "".join(self._pieces)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        self._open.append(tag)
        self._hidden += tag in _OUTSIDE_THE_TEXT
        if tag == "deleteBegin":
            self._struck = True
        elif tag == "deleteEnd":
            self._struck = False
        elif tag in _SHOWN and not self._hidden:
            self._pieces.append(_SHOWN[tag])

    def _end(self, name: str) -> None:
        tag = self._open.pop()
        self._hidden -= tag in _OUTSIDE_THE_TEXT
        if tag == "p":
            self._pieces.append("\n")

    def _characters(self, text: str) -> None:
        inside = self._open[-1] if self._open else ""
        in_text = inside == "t" or (len(self._open) > 1 and self._open[-2] == "t")
        if in_text and not self._hidden and not self._struck:
            self._pieces.append(text)

    def _entity(self, *declaration: object) -> None:
        """No program writes entities into HWPX; who does wants them expanded without end."""
        raise Problem(CorruptDocument, "damaged_hwpx")
