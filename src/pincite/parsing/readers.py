"""Which parser reads which kind of file: the one table of the room. A new format is a line here."""

from collections.abc import Callable

from pincite.core.types import ParsedDocument
from pincite.parsing.data_files import parse_data
from pincite.parsing.delimited import parse_delimited
from pincite.parsing.epub import parse_epub
from pincite.parsing.formats import EXTENSIONS, Kind, extension
from pincite.parsing.hwp import parse_hwp, parse_hwpx
from pincite.parsing.image_files import parse_image
from pincite.parsing.mail import parse_mail
from pincite.parsing.markup_files import parse_docx
from pincite.parsing.mhtml import parse_mhtml
from pincite.parsing.options import ParseOptions
from pincite.parsing.pdf import parse_pdf
from pincite.parsing.problems import Note
from pincite.parsing.rich_text import parse_odf, parse_rtf
from pincite.parsing.sheets import parse_workbook
from pincite.parsing.slides import parse_pptx
from pincite.parsing.text_files import parse_markdown, parse_text
from pincite.parsing.web_pages import read_page

Reader = Callable[[bytes, str, ParseOptions], tuple[ParsedDocument, list[Note]]]
"""Bytes, file name and options to the document and what a reader of it must be told. Raises Problem."""


def _plain(parse: Callable[[bytes, str], ParsedDocument]) -> Reader:
    """A parser without options and notes."""
    return lambda data, filename, options: (parse(data, filename), [])


READERS: dict[Kind, Reader] = {
    Kind.MARKDOWN: parse_markdown,
    Kind.TEXT: _plain(parse_text),
    Kind.PDF: parse_pdf,
    Kind.IMAGE: parse_image,
    Kind.DOCX: parse_docx,
    Kind.HTML: read_page,
    Kind.PPTX: parse_pptx,
    Kind.EPUB: parse_epub,
    Kind.EMAIL: parse_mail,
    Kind.MHTML: parse_mhtml,
    Kind.RTF: parse_rtf,
    Kind.ODF: parse_odf,
    Kind.HWP: parse_hwp,
    Kind.HWPX: parse_hwpx,
    **dict.fromkeys((Kind.XLSX, Kind.XLS, Kind.ODS), parse_workbook),
    Kind.CSV: parse_delimited,
    Kind.DATA: parse_data,
}

_WRITTEN = (Kind.MARKDOWN, Kind.HTML, Kind.CSV, Kind.DATA)
"""Kinds that are text, and so can be read as it stands."""


def reader_of(kind: Kind, filename: str, options: ParseOptions) -> Reader | None:
    """The reader of a kind, or that of plain text where ``options.engines`` wants it for the extension."""
    as_text = options.engines.get(extension(filename).removeprefix(".")) == "text"
    return READERS.get(Kind.TEXT if as_text and kind in _WRITTEN else kind)


SUPPORTED: tuple[str, ...] = tuple(name for name, kind in EXTENSIONS.items() if name and kind in READERS)
"""Extensions that `parse` reads. A file with another name is read too if its content is one of these."""
