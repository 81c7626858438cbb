"""Pages of a PDF as pictures for OCR."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from pincite.core.errors import CorruptDocument, DocumentTooLarge
from pincite.parsing.ocr_pictures import MAX_READ, MAX_SIDE
from pincite.parsing.options import ParseLimits
from pincite.parsing.pdf_source import LOCK, opened_pdf
from pincite.parsing.problems import Problem

_POINTS = 72
"""Points an inch."""
_DEPTH = 4
"""Forms inside forms that are looked into for pictures, as in `pdf_source`."""


def page_pictures(
    data: bytes, numbers: Sequence[int], *, dpi: int, limits: ParseLimits
) -> Iterator[tuple[int, bytes]]:
    """``(number, PNG in greys)`` of each page, one at a time; a page larger than A3 gets fewer dots an inch.

    Raises:
        Problem: DocumentTooLarge where a page holds a picture of more than ``limits.pixels``, which rendering
            would decode; CorruptDocument where a page cannot be drawn.
    """
    for number in numbers:
        # Opened anew for each page: whoever reads the picture takes a second and must not hold the lock.
        with LOCK, opened_pdf(data) as document:
            try:
                picture = _png(document[number - 1], dpi, limits)
            except pypdfium2.PdfiumError as error:
                raise Problem(CorruptDocument, "damaged_pdf") from error
        yield number, picture


def _png(page: Any, dpi: int, limits: ParseLimits) -> bytes:
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=_DEPTH):
        width, height = item.get_px_size()
        if width * height > limits.pixels:
            raise Problem(
                DocumentTooLarge, "too_many_pixels", width=width, height=height, limit=limits.pixels
            )
    width, height = page.get_size()
    most = min(MAX_READ, limits.pixels)
    scale = min(dpi / _POINTS, (most / (width * height)) ** 0.5, MAX_SIDE / max(width, height))
    bitmap = page.render(scale=scale, grayscale=True)
    out = io.BytesIO()
    bitmap.to_pil().save(out, "PNG", compress_level=1)
    return out.getvalue()
