"""Markdown from the docling JSON that docling-rs writes.

Its own way through ``docling_core`` breaks where the two packages' schema versions differ, and it puts
every DOCX heading one level too deep; the JSON itself is stable and says all that is needed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pincite.parsing.tables import gfm_table

Node = Mapping[str, Any]
Picture = Callable[[Node], str]
"""The Markdown of a picture node, empty to leave it out."""


def to_markdown(document: Node, *, heading_shift: int, picture: Picture = lambda node: "") -> str:
    """Body items in reading order. ``heading_shift`` is added to section header levels."""
    return "\n\n".join(body_blocks(document, heading_shift=heading_shift, picture=picture))


def body_blocks(document: Node, *, heading_shift: int, picture: Picture, notes: bool = True) -> Iterator[str]:
    """The same block by block; without ``notes``, which stand behind all else, where others place them."""
    writer = Writer(document, heading_shift=heading_shift, picture=picture)
    body = writer.children(document["body"])
    kept = body if notes else (node for node in body if not _is_note(node))
    return (block for block in writer.blocks(kept) if block)


class Writer:
    """Markdown blocks of docling nodes; items of other ``layers`` are left out, footnotes aside."""

    def __init__(
        self,
        document: Node,
        *,
        heading_shift: int,
        picture: Picture,
        layers: frozenset[str] = frozenset(("body",)),
    ) -> None:
        self._document = document
        self._shift = heading_shift
        self._picture = picture
        self._layers = layers
        self._captions = frozenset(
            reference["$ref"]
            for table in document.get("tables", ())
            for reference in table.get("captions", ())
        )
        """Of tables, which write them; some converters set them beside the table too."""

    def blocks(self, nodes: Iterable[Node]) -> Iterator[str]:
        """One string a block; some may be empty."""
        for child in nodes:
            label = child.get("label", "")
            if child.get("content_layer", "body") not in self._layers and not _is_note(child):
                continue
            if child.get("self_ref") in self._captions:
                continue
            if label in ("list", "ordered_list"):
                yield "\n".join(self._items(child, 0))
            elif label == "inline":
                yield self._inline(child)
            elif label == "table":
                yield from self._table(child)
            elif label == "picture":
                yield self._chart(child) or self._picture(child)
                yield from self.blocks(self.children(child))
            else:
                yield self._text(child)
                yield from self.blocks(self.children(child))

    def children(self, node: Node) -> Iterator[Node]:
        for reference in node.get("children", ()):
            _, collection, index = reference["$ref"].split("/")
            yield self._document[collection][int(index)]

    def _text(self, node: Node) -> str:
        text: str = node.get("text", "").strip()
        label = node.get("label", "")
        if not text or label in ("checkbox_selected", "checkbox_unselected"):
            return ""
        if label == "title":
            return f"# {_one_line(text)}"
        if label == "section_header":
            level = min(6, max(1, int(node.get("level", 1)) + self._shift))
            return f"{'#' * level} {_one_line(text)}"
        if label == "code":
            return f"```\n{text}\n```"
        if label == "formula":
            return f"$${text}$$"
        if label == "list_item":
            return f"{_marker(node, 1)} {text}"
        return text

    def _inline(self, node: Node) -> str:
        parts = [child.get("text", "").strip() for child in self.children(node)]
        return re.sub(r"\s+([,.;:!?)\]])", r"\1", " ".join(part for part in parts if part))

    def _items(self, node: Node, depth: int) -> Iterator[str]:
        indent = "  " * depth
        number = 0
        for child in self.children(node):
            number += bool(child.get("enumerated"))
            if child.get("label") in ("list", "ordered_list"):
                yield from self._items(child, depth + 1)
                continue
            inner = list(self.children(child))
            text = child.get("text", "").strip() or " ".join(
                self._inline(part) for part in inner if part.get("label") == "inline"
            )
            if text:
                yield f"{indent}{_marker(child, number)} {_one_line(text)}"
            for part in inner:
                if part.get("label") in ("list", "ordered_list"):
                    yield from self._items(part, depth + 1)
                elif part.get("label") == "table":
                    yield from self._table(part)
                elif part.get("label") == "picture":
                    yield f"{indent}  {self._picture(part)}".rstrip()
                elif part.get("label") != "inline" and part.get("text", "").strip():
                    yield f"{indent}  {_one_line(part['text'])}"

    def _chart(self, node: Node) -> str:
        """The values of a chart as a table; empty for other pictures."""
        data = ((node.get("meta") or {}).get("tabular_chart") or {}).get("chart_data")
        return gfm_table(_grid(data)) if data else ""

    def _table(self, node: Node) -> Iterator[str]:
        for reference in node.get("captions", ()):
            _, collection, index = reference["$ref"].split("/")
            caption = self._document[collection][int(index)].get("text", "").strip()
            if caption:
                yield caption
        if self._is_frame(node):
            for cell in node["data"]["table_cells"]:
                yield from self.blocks(self._cell(cell)) if "ref" in cell else (cell.get("text", ""),)
        else:
            yield gfm_table(_grid(node["data"]))
            yield from self._inside(node)

    def _cell(self, cell: Node) -> Iterator[Node]:
        """What lies in a cell that holds more than a text."""
        _, collection, index = cell["ref"]["$ref"].split("/")
        yield from self.children(self._document[collection][int(index)])

    def _is_frame(self, node: Node) -> bool:
        """A table that only places things: one column of several blocks, or cells with tables whose text
        docling repeats in the cell (HTML; in DOCX it does not, and the cells beside them are data)."""
        rich = [cell for cell in node["data"].get("table_cells", ()) if "ref" in cell]
        if int(node["data"].get("num_cols", 0)) == 1:
            return any(sum(_weight(item) for item in self._cell(cell)) > 1 for cell in rich)
        return any(
            _first_letters(inner["data"]) in _letters(cell.get("text", ""))
            for cell in rich
            for inner in self._cell(cell)
            if inner.get("label") == "table" and _first_letters(inner["data"])
        )

    def _inside(self, node: Node) -> Iterator[str]:
        """Tables and pictures that lie in cells follow their table: a cell holds only text in Markdown."""
        for child in self.children(node):
            if child.get("label") == "table":
                yield from self._table(child)
            elif child.get("label") == "picture":
                yield self._chart(child) or self._picture(child)
            else:
                yield from self._inside(child)


def _letters(text: str) -> str:
    return "".join(text.split())


def _first_letters(data: Node) -> str:
    """The first text in a table, without white space."""
    texts = (_letters(cell.get("text", "")) for cell in data.get("table_cells", ()))
    return next((text for text in texts if text), "")


def _weight(node: Node) -> int:
    """Blocks that a node of a cell makes: none where it is empty, and a table always is more than a text."""
    if node.get("label") == "table":
        return 2
    return bool(node.get("text", "").strip() or node.get("children"))


def _is_note(node: Node) -> bool:
    return bool(node.get("label") == "footnote")


def _marker(node: Node, number: int) -> str:
    """The marker of the file; where it names none, the place of the item in its list."""
    return (node.get("marker") or f"{number}.") if node.get("enumerated") else "-"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _grid(data: Node) -> Sequence[Sequence[str]]:
    """Rows of cell texts, every cell repeated over the rows and columns that it spans."""
    rows, columns = int(data.get("num_rows", 0)), int(data.get("num_cols", 0))
    grid = [[""] * columns for _ in range(rows)]
    for cell in data.get("table_cells", ()):
        for row in range(cell["start_row_offset_idx"], min(rows, cell["end_row_offset_idx"])):
            for column in range(cell["start_col_offset_idx"], min(columns, cell["end_col_offset_idx"])):
                grid[row][column] = cell.get("text", "")
    return [row for at, row in enumerate(grid) if at == 0 or any(cell.strip() for cell in row)]
