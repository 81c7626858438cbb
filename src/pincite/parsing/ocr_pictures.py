"""Pictures made ready for OCR: opened within limits, upright, grey on white, of a size that engines like."""

import io
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageOps, UnidentifiedImageError

from pincite.core.errors import CorruptDocument, DocumentTooLarge
from pincite.parsing.encoding import clean
from pincite.parsing.ocr_text import sanitize_ocr, tables_to_gfm
from pincite.parsing.options import Ocr, ParseLimits
from pincite.parsing.problems import Problem

MAX_READ = 25_000_000
"""Pixels of what an engine reads: A3 at 300 dots per inch has 17 million; a larger picture is reduced."""
MAX_SIDE = 20_000
"""Pixels of a side; tesseract (leptonica) takes at most 32,767."""
SMALLEST = 8
"""Pixels of a side below which no letter fits."""
_SMALL = 1_000
"""Pixels of the longer side up to which a picture is doubled, for the letters of screens. Measured on
rendered Korean text, character error as it is and doubled: letters of 9 pixels 0.95 and 0.30, 11 pixels
0.20 and 0.12, 14 pixels 0.05 and 0.05."""
_DAMAGE = (
    OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, ArithmeticError, RuntimeError,
    struct.error, zlib.error,
)  # fmt: skip
"""What Pillow raises on damaged pictures (found by flipping bytes)."""
_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP", "GIF", "MPO", "PPM", "ICO", "AVIF")
"""Of the readers that Pillow has; some others (EPS) start programs."""


@contextmanager
def opened(data: bytes, limits: ParseLimits) -> Iterator[Image.Image]:
    """Raises Problem: CorruptDocument for what no reader knows, DocumentTooLarge beyond ``limits.pixels``."""
    try:
        with warnings.catch_warnings():
            # Pillow's own limit only warns below twice its value; ours is checked before any pixel is read.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(data), formats=_FORMATS)
    except Image.DecompressionBombError as error:  # its other limit, which raises
        raise Problem(DocumentTooLarge, "more_pixels", limit=limits.pixels) from error
    except (UnidentifiedImageError, *_DAMAGE) as error:
        raise Problem(CorruptDocument, "damaged_picture") from error
    with image:
        yield image


def checked(data: bytes, limits: ParseLimits) -> tuple[int, int]:
    """Width and height of a picture that is whole, as far as that shows without decoding it.

    Raises Problem: as `opened`; DocumentTooLarge beyond ``limits.pixels``.
    """
    with opened(data, limits) as image:
        width, height = image.size
        _check_pixels(width, height, limits)
        try:
            image.verify()
        except _DAMAGE as error:
            raise Problem(CorruptDocument, "damaged_picture") from error
    return width, height


def _check_pixels(width: int, height: int, limits: ParseLimits) -> None:
    if width * height > limits.pixels:
        raise Problem(DocumentTooLarge, "too_many_pixels", width=width, height=height, limit=limits.pixels)


def upright(image: Image.Image, limits: ParseLimits) -> Image.Image:
    """The current frame, decoded, turned as its camera says, flattened on white, in greys.

    Raises Problem: as `opened`.
    """
    _check_pixels(image.width, image.height, limits)
    try:
        # JPEG decodes to a half, a quarter or an eighth by itself, which costs as much less.
        image.draft("L", _fitting(image.size))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # broken EXIF and odd modes: what can be seen is read
            turned = ImageOps.exif_transpose(image)
            if turned.has_transparency_data:
                turned = turned.convert("RGBA")
                paper = Image.new("RGBA", turned.size, "white")
                turned = Image.alpha_composite(paper, turned)
            if turned.mode in ("I", "I;16", "I;16B", "I;16L", "F"):
                return ImageOps.autocontrast(turned.convert("F").convert("L"))
            return turned.convert("L")
    except _DAMAGE as error:
        raise Problem(CorruptDocument, "damaged_picture") from error


def for_reading(image: Image.Image) -> bytes:
    """A PNG for an engine: reduced to `MAX_READ`, small ones doubled."""
    size = _fitting(image.size)
    if max(image.size) <= _SMALL:
        size = image.width * 2, image.height * 2
    if size != image.size:
        image = image.resize(size, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


def read_text(ocr: Ocr, picture: bytes) -> str:
    """What ``ocr`` reads on a PNG, as Markdown. Raises what the engine raises."""
    return tables_to_gfm(sanitize_ocr(clean(ocr(picture)))).strip()


def read_picture(ocr: Ocr, limits: ParseLimits, data: bytes) -> str:
    """What is written on a picture inside a document; empty for one that cannot be shown or is too large,
    which costs the document nothing. Raises what the engine raises."""
    try:
        with opened(data, limits) as image:
            grey = upright(image, limits)
    except Problem:
        return ""
    return read_text(ocr, for_reading(grey)) if min(grey.size) >= SMALLEST else ""


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """``size`` reduced to what is read."""
    width, height = size
    scale = min(1.0, (MAX_READ / max(width * height, 1)) ** 0.5, MAX_SIDE / max(width, height, 1))
    return (max(1, int(width * scale)), max(1, int(height * scale))) if scale < 1 else size
