"""DOCX and HTML, through docling-rs."""

import codecs
import re

from pincite.core.errors import CorruptDocument, EmptyDocument, OcrNeeded
from pincite.core.types import ParsedDocument
from pincite.parsing import office, titles
from pincite.parsing.docling import convert
from pincite.parsing.docling_json import Writer, body_blocks
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.html_clean import Picture, clean_html, declared_charset
from pincite.parsing.html_parts import parts
from pincite.parsing.inline_pictures import placing
from pincite.parsing.main_text import main_text
from pincite.parsing.native import NativeFailure
from pincite.parsing.ocr_pictures import SMALLEST
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery, lift, unshown
from pincite.parsing.problems import Note, Problem
from pincite.parsing.text_files import decoded
from pincite.parsing.word_parts import beside_the_text
from pincite.parsing.word_ready import ready, with_notes

_REFERENCE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LAYERS = frozenset(("body", "furniture"))
"""What stands above the first heading is furniture to docling. `clean_html` has dropped what is none, so the
rest is content: the date of a letter, the opening of a mail."""
_ALIASES = {"euc-kr": "cp949", "ks_c_5601-1987": "cp949", "gb2312": "gb18030", "gbk": "gb18030"}
"""What the names mean on the web (WHATWG Encoding Standard)."""


def parse_docx(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Headings keep their Word level (Heading 1 is ``#``), cells fill the rows and columns they span. Notes
    follow what refers to them (`word_ready`); page headers, page footers and comments stand at the end
    (`word_parts`).

    Raises:
        Problem: CorruptDocument for a damaged archive, DocumentTooLarge for one that explodes or has too
            many pictures, EmptyDocument for one without text, OcrNeeded for one of pictures only.
    """
    office.open_archive(data)
    lean, media = lift(data)
    gallery = Gallery(options.limits, media)
    made = ready(lean)
    try:
        document = convert("document.docx", made.data if made else lean)
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_docx") from error
    blocks = body_blocks(document, heading_shift=0, picture=gallery.docling, notes=made is None)
    markdown = clean("\n\n".join(with_notes(blocks, made.notes) if made else blocks))
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    check_words(markdown, gallery, options)
    properties = office.properties(data)
    title = titles.choose(filename, titles.declared(properties["title"]), titles.first_heading(markdown))
    archive = office.Parts(data)
    beside = clean(beside_the_text(archive, title, markdown))
    parsed = ParsedDocument(
        markdown=f"{markdown}\n\n{beside}" if beside else markdown,
        title=title,
        media_type=MEDIA_TYPES[Kind.DOCX],
        metadata={name: value for name, value in properties.items() if value},
        images=tuple(gallery.images),
    )
    return parsed, [*office.damaged_parts(data, "word/"), *unshown(archive.names, "word/media/")]


def parse_html(
    data: bytes, filename: str, options: ParseOptions, *, main: bool = False
) -> tuple[ParsedDocument, list[Note]]:
    """The content of a page without its navigation, with the pictures that it holds itself. Its title is the
    first <h1>, else <title>. With ``main`` also without what its site shows beside it (`main_text`).

    Raises:
        Problem: CorruptDocument where it cannot be decoded or converted, EmptyDocument without text,
            OcrNeeded for one of pictures only.
    """
    text, encoding = page_text(data)
    gallery = Gallery(options.limits, smallest=SMALLEST if main else 0)
    markdown, declared = page_markdown(main_text(text) if main else text, picture=placing(gallery))
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    check_words(markdown, gallery, options)
    parsed = ParsedDocument(
        markdown=markdown,
        title=page_title(filename, markdown, declared),
        media_type=MEDIA_TYPES[Kind.HTML],
        metadata={"encoding": encoding},
        images=tuple(gallery.images),
    )
    return parsed, gallery.notes()


def check_words(markdown: str, gallery: Gallery, options: ParseOptions) -> None:
    """Raises Problem (OcrNeeded) for pictures without a word where nothing reads pictures."""
    if gallery.images and options.ocr is None and not re.search(r"\w", _REFERENCE.sub("", markdown)):
        raise Problem(OcrNeeded, "pictures_only")


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
    return clean("\n\n".join(filter(None, map(_converted, parts(page))))), declared


def _converted(page: str) -> str:
    try:
        document = convert("page.html", page.encode())
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_html") from error
    writer = Writer(document, heading_shift=1, picture=lambda _node: "", layers=_LAYERS)
    return "\n\n".join(filter(None, writer.blocks(writer.children(document["body"]))))


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
