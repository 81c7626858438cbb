"""What HWP and HWPX files are made of, whoever read them: paragraphs, tables, pictures, notes."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph. ``text`` is inline Markdown; ``\\n`` is a line break that the author set."""

    text: str
    size: float = 0.0
    """Points of its first letters behind the mark, 0 where the reader does not say."""
    bold: bool = False
    """Its first letters are bold."""
    centred: bool = False
    outline: int = 0
    """Outline level that the format declares, from 1; 0 for none."""
    boxed: bool = False
    """It stood alone in a frame."""
    mark: str = ""
    """``1`` or ``참고 2`` where the frame had a cell of its own for it."""


@dataclass(frozen=True, slots=True)
class Picture:
    data: bytes = field(repr=False)
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Formula:
    latex: str


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote or endnote; the text refers to it as ``[^label]``."""

    label: str
    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Cell:
    blocks: tuple["Block", ...]
    row: int
    column: int
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    cells: tuple[Cell, ...]
    """In reading order; none where another one reaches."""
    caption: tuple["Block", ...] = ()
    caption_above: bool = False

    @property
    def width(self) -> int:
        return max((cell.column + cell.columns for cell in self.cells), default=0)

    @property
    def height(self) -> int:
        return max((cell.row + cell.rows for cell in self.cells), default=0)


Block = Text | Picture | Formula | Note | Table
