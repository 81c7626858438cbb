"""DOCX and HTML, through docling-rs."""

import codecs
import re

from pincite.core.errors import CorruptDocument, EmptyDocument, OcrNeeded
from pincite.core.types import ParsedDocument
from pincite.parsing import office, titles
from pincite.parsing.docling import convert
from pincite.parsing.docling_json import to_markdown
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.html_clean import Picture, clean_html, declared_charset
from pincite.parsing.main_text import main_text
from pincite.parsing.native import NativeFailure
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery, lift
from pincite.parsing.problems import Note, Problem
from pincite.parsing.text_files import decoded

_REFERENCE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_ALIASES = {"euc-kr": "cp949", "ks_c_5601-1987": "cp949", "gb2312": "gb18030", "gbk": "gb18030"}
"""What the names mean on the web (WHATWG Encoding Standard)."""


def parse_docx(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Headings keep their Word level (Heading 1 is ``#``), cells fill the rows and columns they span.

    Raises:
        Problem: CorruptDocument for a damaged archive, DocumentTooLarge for one that explodes or has too
            many pictures, EmptyDocument for one without text, OcrNeeded for one of pictures only.
    """
    office.open_archive(data)
    lean, media = lift(data)
    gallery = Gallery(options.limits.images, media)
    try:
        document = convert("document.docx", lean)
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_docx") from error
    markdown = clean(to_markdown(document, heading_shift=0, picture=gallery.docling))
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    if gallery.images and options.ocr is None and not re.search(r"\w", _REFERENCE.sub("", markdown)):
        raise Problem(OcrNeeded, "pictures_only")
    properties = office.properties(data)
    title = titles.choose(filename, titles.declared(properties["title"]), titles.first_heading(markdown))
    parsed = ParsedDocument(
        markdown=markdown,
        title=title,
        media_type=MEDIA_TYPES[Kind.DOCX],
        metadata={name: value for name, value in properties.items() if value},
        images=tuple(gallery.images),
    )
    return parsed, office.damaged_parts(data, "word/")


def parse_html(data: bytes, filename: str, *, main: bool = False) -> ParsedDocument:
    """The content of a page without its navigation. Its title is the first <h1>, else <title>. With ``main``
    also without what its site shows beside it (`main_text`).

    Raises:
        Problem: CorruptDocument where it cannot be decoded or converted, EmptyDocument without text.
    """
    text, encoding = page_text(data)
    markdown, declared = page_markdown(main_text(text) if main else text)
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    return ParsedDocument(
        markdown=markdown,
        title=page_title(filename, markdown, declared),
        media_type=MEDIA_TYPES[Kind.HTML],
        metadata={"encoding": encoding},
    )


def page_title(filename: str, markdown: str, declared: str) -> str:
    """The first <h1> of a page, else its <title>, else its first heading."""
    heading = titles.first_heading(markdown) if re.search(r"^# ", markdown, re.M) else ""
    return titles.choose(filename, heading, titles.declared(declared), titles.first_heading(markdown))


def page_markdown(text: str, *, whole: bool = False, picture: Picture | None = None) -> tuple[str, str]:
    """Markdown of a page and its <title>; ``whole`` and ``picture`` as in `clean_html`.

    Raises:
        Problem: CorruptDocument where it cannot be converted.
    """
    page, declared = clean_html(text, whole=whole, picture=picture)
    try:
        document = convert("page.html", page.encode())
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_html") from error
    return clean(to_markdown(document, heading_shift=1)), declared


def page_text(data: bytes) -> tuple[str, str]:
    """The declared charset if the bytes obey it, else what the letters say."""
    charset = declared_charset(data)
    if charset is not None and not data.startswith(
        (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    ):
        charset = _ALIASES.get(charset, charset)
        try:
            return clean(data.decode(charset)), charset
        except (UnicodeDecodeError, LookupError):
            charset = None
    found = decoded(data)
    return found.text, found.encoding
