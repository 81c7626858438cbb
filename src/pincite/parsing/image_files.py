"""Picture files as documents: what is written on them, a page a frame of a TIFF."""

from collections.abc import Iterator

from PIL import Image

from pincite.core.errors import DocumentTooLarge, EmptyDocument, OcrNeeded, UnsupportedFormat
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.ocr_pictures import SMALLEST, for_reading, opened, read_text, upright
from pincite.parsing.options import ParseLimits, ParseOptions
from pincite.parsing.pdf_join import join_pages
from pincite.parsing.pdf_reflow import reflow
from pincite.parsing.problems import Note, Problem, page_list

_PHONE = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypmsf1")
"""HEIC, the photographs of telephones, which no library here decodes."""


def parse_image(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """The text that OCR reads, a page a frame of a TIFF and one page otherwise.

    Raises:
        Problem: UnsupportedFormat for HEIC, OcrNeeded without an engine, EmptyDocument where nothing is
            written on it, CorruptDocument, DocumentTooLarge.
    """
    if data[4:12] in _PHONE:
        raise Problem(UnsupportedFormat, "unsupported_picture")
    with opened(data, options.limits) as image:
        media_type = Image.MIME.get(image.format or "", "image/*")
        if options.ocr is None:
            upright(image, options.limits)  # a damaged picture is damaged with and without an engine
            raise Problem(OcrNeeded, "picture_without_text")
        pages = [
            (number, reflow(read_text(options.ocr, for_reading(frame))))
            for number, frame in enumerate(_frames(image, options.limits), 1)
            if min(frame.size) >= SMALLEST
        ]
    blank = [number for number, text in pages if not text]
    written = [(number, text) for number, text in pages if text]
    if not written:
        raise Problem(EmptyDocument, "no_text_on_picture")
    markdown, spans = join_pages(written)
    numbers = page_list([number for number, _ in written])
    notes = [Note("read_by_ocr", {"pages": numbers, "total": len(pages)})]
    if blank:
        notes.append(Note("ocr_found_nothing", {"pages": page_list(blank), "total": len(pages)}))
    title = titles.choose(filename, titles.first_line(markdown))
    return ParsedDocument(markdown, title, media_type, spans, metadata={"ocr": numbers}), notes


def _frames(image: Image.Image, limits: ParseLimits) -> Iterator[Image.Image]:
    """The pages of a TIFF, decoded one by one; the first frame of anything that moves."""
    count = getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
    if count > limits.pages:
        raise Problem(DocumentTooLarge, "too_many_pages", count=count, limit=limits.pages)
    for number in range(count):
        if number:
            image.seek(number)
        yield upright(image, limits)
