"""A DOCX made ready for the converter: what docling-rs does not see is written where it looks.

It puts the texts of notes behind the whole document, without a mark where they are referred to: a note to
chapter 1 would be cited as the end of the last one. It knows the title style by its English identifier alone
(Korean Word writes ``a3``), and outline levels only of styles. The XML is spliced and not written anew, so
that all else stays as its program wrote it.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from pincite.parsing.office import Parts
from pincite.parsing.word_parts import DOCUMENT, attribute, entries, lines_of
from pincite.parsing.word_styles import TITLE, title_styles

_NAMESPACE = re.compile(r"/wordprocessingml/(?:\d{4}/)?main$")
_TAG = re.compile(rb"<(/?)([^\s/>\"']*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_MARK = re.compile(r"\[\^(e?\d+)\]")
_HEADING = re.compile(r"#{1,6} [^\n]*\Z")
_SET_APART = re.compile(r"(?<=[\w)\]”’」。]) +(?=\[\^(e?\d+)\])")
"""A blank between a word and its mark, which the converter sets where the format changes."""
_REFERENCES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
_AWAY = frozenset(("del", "moveFrom", "Fallback"))
"""What was deleted, or stands here a second time for old programs."""
_LEVELS = range(9)
"""Outline levels of headings; 9 is body text."""


@dataclass(frozen=True, slots=True)
class Ready:
    data: bytes
    notes: Mapping[str, str]
    """Labels (``1``, ``e1`` for endnotes) to the texts; the document refers to them as ``[^1]``."""


def ready(data: bytes) -> Ready | None:
    """The archive with marks for its notes, and headings as such; None where nothing needs to be done, or
    the document is written in a way that cannot be spliced."""
    parts = Parts(data)
    document = parts.read(DOCUMENT) or b""
    texts = {kind: _texts(parts, kind) for kind in _REFERENCES.values()}
    titles = title_styles(parts.xml("word/styles.xml"))
    used = (b"outlineLvl", *(b'"%s"' % style.encode() for style in titles))
    if not any(texts.values()) and not any(name in document for name in used):
        return None
    finder = _Finder(document, texts, titles)
    if not finder.finish():
        return None
    edited = finder.spliced()
    return Ready(data if edited == document else _with_entry(data, DOCUMENT, edited), finder.notes)


def with_notes(blocks: Iterable[str], notes: Mapping[str, str]) -> Iterator[str]:
    """Each note behind the block that refers to it, as in HWPX, and so before the next heading; those whose
    mark the converter left out at the end."""
    waiting = dict(notes)
    for block in blocks:
        if _HEADING.match(block):  # it is cited, and its mark means nothing there
            yield _MARK.sub(lambda mark: "" if mark[1] in notes else mark[0], block).rstrip()
        else:
            yield _SET_APART.sub(lambda blank: "" if blank[1] in notes else blank[0], block)
        for label in _MARK.findall(block):
            if label in waiting:
                yield f"[^{label}]: {waiting.pop(label)}"
    for label, text in waiting.items():
        yield f"[^{label}]: {text}"


def _texts(parts: Parts, kind: str) -> dict[str, str]:
    """The notes of a kind by their ids, those without text left out."""
    found: dict[str, str] = {}
    for name in entries(parts, kind):
        root = parts.xml(name)
        for note in root if root is not None else ():
            text = " ".join(lines_of(note))
            if text and attribute(note, "type") in ("", "normal"):
                found.setdefault(attribute(note, "id"), text)
    return found


def _with_entry(data: bytes, name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for entry in dict.fromkeys(old.namelist()):
            new.writestr(entry, content if entry == name else old.read(entry))
    return out.getvalue()


@dataclass(slots=True)
class _Run:
    format: tuple[int, int] | None = None
    """Where its properties stand."""
    opened: int = 0
    has_text: bool = False
    marks: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Paragraph:
    inside: int
    """Where its start tag ends."""
    properties: int | None = None
    """Where the start tag of its properties ends."""
    style: tuple[int, int] | None = None
    style_name: str = ""
    level: int | None = None
    format: bytes = b""
    """Of the last run with text: a mark in another format would be set apart by a blank."""


class _Finder:
    """Goes through the document once and gathers what is to be put where."""

    def __init__(
        self, document: bytes, texts: Mapping[str, Mapping[str, str]], titles: frozenset[str]
    ) -> None:
        self._document = document
        self._texts = texts
        self._titles = titles
        self._labels: dict[tuple[str, str], str] = {}
        self.notes: dict[str, str] = {}
        self._edits: list[tuple[int, int, bytes]] = []
        self._path: list[str] = []
        self._paragraphs: list[_Paragraph] = []
        self._runs: list[_Run] = []
        self._away = self._tables = 0

    def finish(self) -> bool:
        """Whether the document could be read to its end."""
        parser = self._parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._refuse
        try:
            self._document.decode()
            parser.Parse(self._document, True)
        except (expat.ExpatError, ValueError, LookupError):
            return False
        return True

    def spliced(self) -> bytes:
        pieces: list[bytes] = []
        at = 0
        for start, end, new in sorted(self._edits):
            if start >= at:
                pieces += [self._document[at:start], new]
                at = end
        return b"".join([*pieces, self._document[at:]])

    def _refuse(self, *declaration: object) -> None:
        raise ValueError("No program writes a document type into a DOCX.")

    def _tag(self, at: int) -> tuple[int, bytes]:
        """Where the tag at ``at`` ends, and its prefix with the colon."""
        tag = _TAG.match(self._document, at)
        if tag is None:
            raise ValueError("no tag")
        prefix, colon, _ = tag[2].rpartition(b":")
        return tag.end(), prefix + colon

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        at = self._parser.CurrentByteIndex
        self._path.append(tag)
        self._away += tag in _AWAY
        if _NAMESPACE.search(space) is None:
            return
        self._tables += tag == "tbl"
        if tag == "p":
            self._paragraphs.append(_Paragraph(self._tag(at)[0]))
        elif tag == "r":
            self._runs.append(_Run())
        elif self._paragraphs:
            self._within(tag, at, {key.rpartition(" ")[2]: value for key, value in attributes.items()})

    def _within(self, tag: str, at: int, attributes: dict[str, str]) -> None:
        paragraph = self._paragraphs[-1]
        parents = self._path[-3:-1]
        if tag == "pPr" and parents[-1:] == ["p"]:
            end, _ = self._tag(at)
            paragraph.properties = None if self._document[end - 2 : end] == b"/>" else end
        elif tag == "pStyle" and parents == ["p", "pPr"]:
            paragraph.style, paragraph.style_name = (at, self._tag(at)[0]), attributes.get("val", "")
        elif tag == "outlineLvl" and parents == ["p", "pPr"]:
            level = attributes.get("val", "")
            paragraph.level = int(level) if level.isascii() and level.isdigit() else None
        elif self._runs and parents[-1:] == ["r"]:
            run = self._runs[-1]
            if tag == "rPr":
                run.opened = at
            elif tag == "t":
                run.has_text = True
            elif tag in _REFERENCES and not self._away:
                label = self._label(_REFERENCES[tag], attributes.get("id", ""))
                if label:
                    run.marks.append((at, label))

    def _label(self, kind: str, identity: str) -> str:
        """Numbers in the order of the text, as the converter for HWPX gives them; empty without a note."""
        text = self._texts[kind].get(identity, "")
        if text and (kind, identity) not in self._labels:
            number = 1 + sum(other == kind for other, _ in self._labels)
            label = f"e{number}" if kind == "endnotes" else str(number)
            self._labels[kind, identity] = label
            self.notes[label] = text
        return self._labels.get((kind, identity), "")

    def _end(self, name: str) -> None:
        space, _, tag = name.rpartition(" ")
        self._path.pop()
        self._away -= tag in _AWAY
        if _NAMESPACE.search(space) is None:
            return
        self._tables -= tag == "tbl"
        if tag == "rPr" and self._runs and self._path[-1:] == ["r"]:
            self._runs[-1].format = self._runs[-1].opened, self._tag(self._parser.CurrentByteIndex)[0]
        elif tag == "r" and self._runs:
            self._end_run(self._runs.pop())
        elif tag == "p" and self._paragraphs:
            self._end_paragraph(self._paragraphs.pop())

    def _end_run(self, run: _Run) -> None:
        paragraph = self._paragraphs[-1] if self._paragraphs else _Paragraph(0)
        if run.has_text:
            paragraph.format = self._document[slice(*run.format)] if run.format else b""
        elif run.marks and run.format:
            self._edits.append((*run.format, paragraph.format))
        elif run.marks and paragraph.format:
            at = run.marks[0][0]
            self._edits.append((at, at, paragraph.format))
        for at, label in run.marks:
            end, prefix = self._tag(at)
            mark = b'<%st xml:space="preserve">[^%s]</%st>' % (prefix, label.encode(), prefix)
            self._edits.append((at, end, mark))

    def _end_paragraph(self, paragraph: _Paragraph) -> None:
        """Gives a heading the style that the converter knows it by; not in tables, which hold no headings."""
        if paragraph.level is not None and paragraph.level in _LEVELS:
            style = b"Heading%d" % (paragraph.level + 1)
        elif paragraph.level is None and paragraph.style_name in self._titles:
            style = TITLE.encode()
        else:
            return
        if self._tables or self._away or style == paragraph.style_name.encode():
            return
        if paragraph.style is not None:
            start, end = paragraph.style
        elif paragraph.properties is not None:
            start = end = paragraph.properties
        else:
            return
        _, prefix = self._tag(start if paragraph.style else self._document.rindex(b"<", 0, end))
        self._edits.append((start, end, b'<%spStyle %sval="%s"/>' % (prefix, prefix, style)))
