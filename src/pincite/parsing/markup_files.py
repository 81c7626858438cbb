"""DOCX and HTML, through docling-rs."""

import codecs
import json
import re
from functools import cache
from typing import Any

from pincite.core.errors import CorruptDocument, EmptyDocument
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.containers import check_archive, read_entry, zip_names
from pincite.parsing.docling_json import to_markdown
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.html_clean import clean_html, declared_charset
from pincite.parsing.native import NativeFailure, guarded, load_extension
from pincite.parsing.problems import Problem
from pincite.parsing.text_files import decoded

_PROPERTY = r"<dc:{name}[^>]*>([^<]*)</dc:{name}>"
_ALIASES = {"euc-kr": "cp949", "ks_c_5601-1987": "cp949", "gb2312": "gb18030", "gbk": "gb18030"}
"""What the names mean on the web (WHATWG Encoding Standard)."""


@cache
def _converter() -> Any:
    native = load_extension("docling_rs", "_native")
    return native.DocumentConverter(do_ocr=False, keep_picture_images=False)


def _docling(name: str, data: bytes) -> dict[str, Any]:
    result = guarded(lambda: _converter().convert_bytes(name, data))
    if result.status == "failure":
        raise NativeFailure(str(result.errors))
    loaded: dict[str, Any] = json.loads(result.document_json)
    return loaded


def parse_docx(data: bytes, filename: str) -> ParsedDocument:
    """Headings keep their Word level (Heading 1 is ``#``), cells fill the rows and columns they span.

    Raises:
        Problem: CorruptDocument for a damaged archive, DocumentTooLarge for one that explodes,
            EmptyDocument for one without text.
    """
    if zip_names(data) is None:
        raise Problem(CorruptDocument, "damaged_archive")
    check_archive(data)
    try:
        document = _docling("document.docx", data)
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_docx") from error
    markdown = clean(to_markdown(document, heading_shift=0))
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    core = (read_entry(data, "docProps/core.xml") or b"").decode("utf-8", "replace")
    properties = {name: _property(core, name) for name in ("title", "creator", "subject")}
    title = titles.choose(filename, titles.declared(properties["title"]), titles.first_heading(markdown))
    return ParsedDocument(
        markdown=markdown,
        title=title,
        media_type=MEDIA_TYPES[Kind.DOCX],
        metadata={name: value for name, value in properties.items() if value},
    )


def _property(core: str, name: str) -> str:
    match = re.search(_PROPERTY.format(name=name), core)
    return " ".join(match.group(1).split()) if match else ""


def parse_html(data: bytes, filename: str) -> ParsedDocument:
    """The content of a page without its navigation. Its title is the first <h1>, else <title>.

    Raises:
        Problem: CorruptDocument where it cannot be decoded or converted, EmptyDocument without text.
    """
    text, encoding = _page_text(data)
    page, declared = clean_html(text)
    try:
        document = _docling("page.html", page.encode())
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_html") from error
    markdown = clean(to_markdown(document, heading_shift=1))
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    heading = titles.first_heading(markdown) if re.search(r"^# ", markdown, re.M) else ""
    return ParsedDocument(
        markdown=markdown,
        title=titles.choose(filename, heading, titles.declared(declared), titles.first_heading(markdown)),
        media_type=MEDIA_TYPES[Kind.HTML],
        metadata={"encoding": encoding},
    )


def _page_text(data: bytes) -> tuple[str, str]:
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
