"""What lies above the cells of a sheet of an XLSX: pictures and text boxes, which calamine does not read."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pincite.parsing.sheets_parts import local_name, relations, xml_part

_ANCHORS = frozenset(("twoCellAnchor", "oneCellAnchor", "absoluteAnchor"))
_LAST_ROW, _LAST_COLUMN = 1_048_575, 16_383
"""Of a sheet (ECMA-376), from 0."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture (``entry`` is its name in the archive) or a text box, at the cell of its upper left."""

    row: int
    column: int
    """Both from 0; -1 where it floats over the sheet."""
    text: str
    """What a text box says, or the description of a picture."""
    entry: str = ""


def drawings(data: bytes, part: str) -> list[Drawn]:
    """The drawings of the sheet in ``part``, row by row; of two versions of one (``mc:AlternateContent``) the
    first."""
    found: list[Drawn] = []
    for kind, target in relations(data, part).values():
        if kind.endswith("/drawing"):
            root = xml_part(data, target)
            pictures = {name: entry for name, (_, entry) in relations(data, target).items()}
            for anchor in _children(root):
                if local_name(anchor.tag) in _ANCHORS:
                    found += _anchored(anchor, pictures)
    return sorted(dict.fromkeys(found), key=lambda item: (item.row, item.column))


def _children(node: Element | None) -> Iterator[Element]:
    """Of ``node``, alternatives opened."""
    for child in node if node is not None else ():
        if local_name(child.tag) == "AlternateContent":
            choice = next(iter(child), None)
            yield from _children(choice)
        else:
            yield child


def _anchored(anchor: Element, pictures: dict[str, str]) -> Iterator[Drawn]:
    row, column = _corner(anchor)
    waiting = deque(_children(anchor))
    while waiting:
        shape = waiting.popleft()
        kind = local_name(shape.tag)
        if kind == "grpSp":
            waiting.extendleft(reversed(list(_children(shape))))
        elif kind == "pic":
            entry = _embedded(shape, pictures)
            if entry:
                yield Drawn(row, column, _description(shape), entry)
        elif kind in ("sp", "cxnSp") and (text := _text(shape)):
            yield Drawn(row, column, text)


def _corner(anchor: Element) -> tuple[int, int]:
    start = next((child for child in anchor if local_name(child.tag) == "from"), None)
    numbers = {local_name(child.tag): child.text or "" for child in (start if start is not None else ())}
    row, column = (numbers.get(name, "").strip() for name in ("row", "col"))
    if not (row.isascii() and row.isdigit() and column.isascii() and column.isdigit()):
        return -1, -1
    return min(int(row[:9]), _LAST_ROW), min(int(column[:9]), _LAST_COLUMN)


def _embedded(shape: Element, pictures: dict[str, str]) -> str:
    blip = next((node for node in shape.iter() if local_name(node.tag) == "blip"), None)
    identity = (
        "" if blip is None else next((value for name, value in blip.items() if name.endswith("}embed")), "")
    )
    return pictures.get(identity, "")


def _description(shape: Element) -> str:
    about = next((node for node in shape.iter() if local_name(node.tag) == "cNvPr"), None)
    return " ".join((about.get("descr", "") if about is not None else "").split())


def _text(shape: Element) -> str:
    paragraphs = (node for node in shape.iter() if local_name(node.tag) == "p")
    lines = (
        "".join(leaf.text or "" for leaf in node.iter() if local_name(leaf.tag) == "t") for node in paragraphs
    )
    return " ".join(" ".join(lines).split())
