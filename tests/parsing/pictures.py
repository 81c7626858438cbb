"""Pictures made at test time: pages of bars that look like lines of print, and pages of real words."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

PAGE = (1240, 1754)
"""A4 at 150 dots an inch."""


def encoded(image: Image.Image, kind: str = "PNG", **more: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def blank(width: int, height: int, kind: str = "PNG", mode: str = "L") -> bytes:
    return encoded(Image.new(mode, (width, height), "white"), kind)


def bars(rows: Sequence[Sequence[tuple[int, int]]], top: int = 150) -> Image.Image:
    """A page with a bar for each (left, right) of a row, rows 40 pixels apart: print to a layout analysis."""
    image = Image.new("L", PAGE, 255)
    draw = ImageDraw.Draw(image)
    for number, row in enumerate(rows):
        for left, right in row:
            draw.rectangle((left, top + 40 * number, right, top + 40 * number + 20), fill=0)
    return image


def written(lines: Sequence[str], size: int = 40, width: int = 1600) -> Image.Image:
    """Latin words in the font that comes with Pillow."""
    image = Image.new("L", (width, 120 + len(lines) * size * 2), 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size)
    for number, line in enumerate(lines):
        draw.text((60, 60 + number * size * 2), line, font=font, fill=0)
    return image
