"""E-books (EPUB 2 and 3): the chapters in reading order, each through the HTML reader."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from pincite.core.errors import CorruptDocument, EmptyDocument, OcrNeeded, PasswordProtected
from pincite.core.types import ParsedDocument
from pincite.parsing import office, titles
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.html_clean import Picture
from pincite.parsing.inline_pictures import inline_picture
from pincite.parsing.markup_files import page_markdown, page_text
from pincite.parsing.office import Parts, resolved
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery
from pincite.parsing.problems import Note, Problem

_OPF = "{http://www.idpf.org/2007/opf}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_NCX = "{http://www.daisy.org/z3986/2005/ncx/}"
_XHTML = "{http://www.w3.org/1999/xhtml}"
_ENC = "{http://www.w3.org/2001/04/xmlenc#}"
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*\[.*?\]\s*>", re.I | re.S)
_REFERENCE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_HEADING = re.compile(r"^#{1,6} ", re.M)
_HEAD = 16 * 1024
"""Characters in which a document type stands."""
_NAMED = 5
"""Names of missing chapters that a warning lists."""


@dataclass(frozen=True, slots=True)
class _Book:
    package: str
    """Entry name of the package document."""
    opf: Element
    chapters: tuple[str, ...]
    labels: Mapping[str, str]
    """Entry names to their titles in the table of contents."""


def parse_epub(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Chapters in the order of the spine; one without a heading of its own gets that of the contents.

    Raises:
        Problem: CorruptDocument for a damaged book, PasswordProtected for one locked by DRM,
            DocumentTooLarge for one that explodes or has too many pictures, EmptyDocument without text,
            OcrNeeded for one of pictures only.
    """
    office.open_archive(data)
    parts = Parts(data)
    book = _book(parts)
    if _is_locked(parts, book.chapters):
        raise Problem(PasswordProtected, "locked_book")
    gallery = Gallery(options.limits)
    texts, missing = [], []
    for name in book.chapters:
        content = parts.read(name)
        if content is None:
            missing.append(name)
        elif content.strip():
            texts.append(_chapter(parts, name, content, book.labels.get(name, ""), gallery))
    markdown = "\n\n".join(text for text in texts if text.strip())
    if not markdown and missing:
        raise Problem(CorruptDocument, "damaged_epub")
    if not re.search(r"\w", _REFERENCE.sub("", markdown)):
        if not gallery.images:
            raise Problem(EmptyDocument, "no_text_in_file")
        if options.ocr is None:
            raise Problem(OcrNeeded, "pictures_only")
    fields = {
        name: " ".join("".join(item.itertext()).split())
        for name in ("title", "creator", "language", "date")
        if (item := book.opf.find(f".//{_DC}{name}")) is not None
    }
    parsed = ParsedDocument(
        markdown=markdown,
        title=titles.choose(
            filename, titles.declared(fields.get("title", "")), titles.first_heading(markdown)
        ),
        media_type=MEDIA_TYPES[Kind.EPUB],
        metadata={name: value for name, value in fields.items() if value},
        images=tuple(gallery.images),
    )
    values = {"count": len(missing), "names": ", ".join(missing[:_NAMED])}
    return parsed, [*([Note("missing_chapters", values)] if missing else []), *gallery.notes()]


def _book(parts: Parts) -> _Book:
    container = parts.xml("META-INF/container.xml", dtd=True)
    root = container.find(".//{*}rootfile") if container is not None else None
    package = resolved("", unquote(root.get("full-path", ""))) if root is not None else ""
    opf = parts.xml(package, dtd=True)
    if opf is None:
        raise Problem(CorruptDocument, "damaged_epub")
    items = {item.get("id", ""): item for item in opf.iterfind(f"{_OPF}manifest/{_OPF}item")}
    chapters = []
    for reference in opf.iterfind(f"{_OPF}spine/{_OPF}itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None:
            chapters.append(reference.get("idref", ""))
        elif item.get("media-type") in _CHAPTERS and "nav" not in item.get("properties", "").split():
            chapters.append(resolved(package, unquote(item.get("href", ""))))
    labels: dict[str, str] = {}
    for item in items.values():
        name = resolved(package, unquote(item.get("href", "")))
        if (
            "nav" in item.get("properties", "").split()
            or item.get("media-type") == "application/x-dtbncx+xml"
        ):
            for target, label in _labels(parts.xml(name, dtd=True)):
                labels.setdefault(resolved(name, unquote(target.partition("#")[0])), label)
    return _Book(package, opf, tuple(dict.fromkeys(chapters)), labels)


def _labels(contents: Element | None) -> Iterator[tuple[str, str]]:
    """Targets and titles of a table of contents, EPUB 3 (nav) or EPUB 2 (NCX)."""
    if contents is None:
        return
    for link in contents.iter(f"{_XHTML}a"):
        yield link.get("href", ""), " ".join("".join(link.itertext()).split())
    for point in contents.iter(f"{_NCX}navPoint"):
        target, label = point.find(f"{_NCX}content"), point.find(f"{_NCX}navLabel")
        if target is not None and label is not None:
            yield target.get("src", ""), " ".join("".join(label.itertext()).split())


def _is_locked(parts: Parts, chapters: tuple[str, ...]) -> bool:
    """Whether a chapter is encrypted. Fonts often are, which harms nobody who reads text."""
    encryption = parts.xml("META-INF/encryption.xml", dtd=True)
    if encryption is None:
        return False
    references = encryption.iter(f"{_ENC}CipherReference")
    return not {resolved("", unquote(item.get("URI", ""))) for item in references}.isdisjoint(chapters)


def _chapter(parts: Parts, name: str, content: bytes, label: str, gallery: Gallery) -> str:
    text, _ = page_text(content)
    markdown, _ = page_markdown(_without_doctype(text), whole=True, picture=_picture(parts, name, gallery))
    if label and markdown.strip() and not _HEADING.search(markdown):
        return f"# {label}\n\n{markdown}"
    return markdown


def _without_doctype(text: str) -> str:
    """Without a document type that declares things: the HTML reader would keep its end as text."""
    found = _DOCTYPE.search(text, 0, _HEAD)
    return text if found is None else text[: found.start()] + text[found.end() :]


def _picture(parts: Parts, chapter: str, gallery: Gallery) -> Picture:
    def place(attributes: Mapping[str, str | None]) -> str:
        source = attributes.get("src") or ""
        data = inline_picture(source)
        if data is not None:
            return gallery.offer(data, attributes.get("alt") or "")
        data = parts.read(resolved(chapter, unquote(source)))
        return gallery.add(data, attributes.get("alt") or "") if data else ""

    return place
