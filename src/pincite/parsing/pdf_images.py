"""Pictures embedded in PDF pages: which are worth keeping, and where in the page's Markdown they stand.

What is kept is the part of the page that they cover as a reader sees it: raw pictures lack their masks,
labels and drawn parts (``en_amt_handbook_manual.pdf`` embeds nothing but the shadows of its figures).
"""

import hashlib
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from pincite.core.types import ParsedImage
from pincite.parsing.options import ParseLimits
from pincite.parsing.pdf_pages import key
from pincite.parsing.pdf_source import LOCK, opened_pdf
from pincite.parsing.tables import is_row

_SIDE = 36.0
"""Points (half an inch) that each side of a picture has at least; icons and rules are smaller."""
_PIXELS = 48
"""The same in pixels: from there on something can be seen or read."""
_BACKGROUND = 0.8
"""Part of the page from which a picture lies behind its text."""
_LOGO_PAGES = 3
"""Pages on which the same picture stands from which it belongs to the paper, not to the text."""
_NEAR = 12.0
"""Points between two pictures of one figure."""
_FINEST = 300 / 72
_COARSEST = 150 / 72
"""Pixels a point: a figure is drawn as fine as its pictures are, within these."""
_FAINT = 24
"""Grey levels (of 255) between the darkest and the lightest spot below which a figure shows nothing."""
_PHOTOGRAPH = 250_000
"""Bytes of PNG from which a figure is kept as JPEG (a third of a page in flat colours has 20,000)."""
_DEPTH = 4
_ANCHOR = 12
"""Characters of the line above a picture by which its place is found, as letters without blanks."""


@dataclass(frozen=True, slots=True)
class Region:
    """A figure in points, y upward; ``mark`` is the same for the same pictures on other pages."""

    left: float
    bottom: float
    right: float
    top: float
    scale: float = 0.0
    mark: frozenset[bytes] = frozenset()

    def near(self, other: "Region") -> bool:
        return (
            self.left - _NEAR <= other.right
            and other.left - _NEAR <= self.right
            and self.bottom - _NEAR <= other.top
            and other.bottom - _NEAR <= self.top
        )

    def joined(self, other: "Region") -> "Region":
        return Region(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
            max(self.scale, other.scale),
            self.mark | other.mark,
        )


@dataclass(frozen=True, slots=True)
class PlacedPicture:
    """A picture on a page; ``above`` are the last letters printed above it in its own columns."""

    page: int
    data: bytes
    media_type: str
    above: str


def read_pictures(data: bytes, pages: Sequence[int], limits: ParseLimits) -> tuple[list[PlacedPicture], int]:
    """Those of ``pages``, in order from top to bottom, and how many were left out beyond ``limits.images``.

    A page with a picture of more than ``limits.pixels`` gives none, and one that cannot be drawn is left
    out: the text counts.
    """
    with LOCK, opened_pdf(data) as document:
        regions = {number: _regions(document[number - 1], limits) for number in pages}
    wanted = _without_logos(regions)
    found: list[PlacedPicture] = []
    for number, region in wanted[: limits.images]:
        with LOCK, opened_pdf(data) as document:
            page = document[number - 1]
            try:
                drawn = _drawn(page, region)
            except (pypdfium2.PdfiumError, OSError, ValueError):
                continue
            if drawn is not None:
                found.append(PlacedPicture(number, *drawn, _above(page, region)))
    return found, max(0, len(wanted) - limits.images)


def _regions(page: Any, limits: ParseLimits) -> list[Region]:
    """Figures, those that stand higher first."""
    width, height = page.get_size()
    found: list[Region] = []
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=_DEPTH):
        across, down = item.get_px_size()
        if across * down > limits.pixels:
            return []
        left, bottom, right, top = item.get_bounds()
        left, bottom, right, top = max(left, 0.0), max(bottom, 0.0), min(right, width), min(top, height)
        if (
            min(right - left, top - bottom) < _SIDE
            or min(across, down) < _PIXELS
            or (right - left) * (top - bottom) >= _BACKGROUND * width * height
        ):
            continue
        scale = min(across / (right - left), down / (top - bottom))
        mark = hashlib.sha256(bytes(item.get_data())).digest()
        found.append(Region(left, bottom, right, top, scale, frozenset((mark,))))
    return sorted(_merged(found), key=lambda region: (-region.top, region.left))


def _merged(regions: Iterable[Region]) -> list[Region]:
    """Pictures that touch or lie near each other are one figure."""
    merged: list[Region] = []
    for region in regions:
        while (other := next((each for each in merged if each.near(region)), None)) is not None:
            merged.remove(other)
            region = region.joined(other)
        merged.append(region)
    return merged


def _without_logos(regions: Mapping[int, Sequence[Region]]) -> list[tuple[int, Region]]:
    pages: dict[frozenset[bytes], set[int]] = defaultdict(set)
    for number, found in regions.items():
        for region in found:
            pages[region.mark].add(number)
    return [
        (number, region)
        for number, found in regions.items()
        for region in found
        if len(pages[region.mark]) < _LOGO_PAGES
    ]


def _drawn(page: Any, region: Region) -> tuple[bytes, str] | None:
    """The part of the page as PNG or JPEG; None where nothing can be seen on it."""
    width, height = page.get_size()
    scale = min(max(region.scale, _COARSEST), _FINEST)
    crop = (region.left, region.bottom, width - region.right, height - region.top)
    picture: Image.Image = page.render(scale=scale, crop=crop).to_pil().convert("RGB")
    if int(np.ptp(np.asarray(picture.convert("L")))) < _FAINT:
        return None
    out = io.BytesIO()
    picture.save(out, "PNG")
    if out.tell() <= _PHOTOGRAPH:
        return out.getvalue(), "image/png"
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=88)
    return out.getvalue(), "image/jpeg"


def _above(page: Any, region: Region) -> str:
    textpage = page.get_textpage()
    text = textpage.get_text_bounded(left=region.left, bottom=region.top - 2, right=region.right)
    lines = [letters for line in text.splitlines() if (letters := key(line))]
    return lines[-1][-_ANCHOR:] if lines else ""


def place_pictures(
    markdown: Mapping[int, str], found: Sequence[PlacedPicture]
) -> tuple[dict[int, str], tuple[ParsedImage, ...]]:
    """The pages with a reference below the block that each picture stands under, and the pictures.

    The same picture is kept once and referred to wherever it stands.
    """
    names: dict[bytes, str] = {}
    images: list[ParsedImage] = []
    pages = dict(markdown)
    inserts: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for picture in found:
        if picture.page not in pages:
            continue
        mark = hashlib.sha256(picture.data).digest()
        name = names.get(mark)
        if name is None:
            name = f"image-{len(images) + 1:04}{'.jpg' if picture.media_type == 'image/jpeg' else '.png'}"
            names[mark] = name
            images.append(ParsedImage(name, picture.data, picture.media_type, picture.page))
        text = pages[picture.page]
        at = 0 if not picture.above else _end_of_block(text, picture.above)
        inserts[picture.page][at].append(f"![]({name})")
    for number, places in inserts.items():
        text, parts, done = pages[number], [], 0
        for at, references in sorted(places.items()):
            parts += [text[done:at].strip("\n"), *references]
            done = at
        parts.append(text[done:].strip("\n"))
        pages[number] = "\n\n".join(part for part in parts if part)
    return pages, tuple(images)


def _end_of_block(text: str, above: str) -> int:
    """The end of the paragraph or table that holds the letters ``above`` last; of the text without them."""
    places = [at for at, char in enumerate(text) if key(char)]
    found = "".join(text[at] for at in places).rfind(above)
    if found < 0:
        return len(text)
    at = places[found + len(above) - 1]
    while True:
        end = text.find("\n", at)
        if end < 0:
            return len(text)
        line_start = text.rfind("\n", 0, end) + 1
        following = text[end + 1 :].split("\n", 1)[0]
        if not following.strip() or (is_row(text[line_start:end]) and not is_row(following)):
            return end
        at = end + 1
