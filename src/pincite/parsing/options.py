"""How a file is to be read, and how much of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

Ocr = Callable[[bytes], str]
"""A picture (PNG, JPEG) to the text on it, lines in reading order. Raises TemporaryFailure, DocumentError."""


@runtime_checkable
class PlacesWords(Protocol):
    """An `Ocr` that tells where the words stand."""

    def words(self, picture: bytes) -> Sequence[tuple[str, float, float, float, float]]:
        """Words in reading order, each with left, top, right and bottom in parts of the picture's width and
        height, from its upper left corner. Raises as an `Ocr`."""
        ...


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """Beyond these a file is refused (DocumentTooLarge). The largest public file of each kind that was
    looked at lies below a tenth of each."""

    characters: int = 60_000_000
    """Of the Markdown. A text file as large as the settings allow (50 MB) has 52 million."""
    pages: int = 5_000
    """Pages, slides or sheets."""
    cells: int = 2_000_000
    """Cells of all tables of a workbook or CSV file."""
    images: int = 2_000
    pixels: int = 100_000_000
    """Of one picture, and of one rendered page."""
    nesting: int = 5
    """Containers inside containers, e.g. mails attached to mails."""


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """What a base or an upload wants of the parsers. Picklable, because parsers run in another process."""

    limits: ParseLimits = ParseLimits()
    ocr: Ocr | None = None
    """Reads pages and pictures without text; None where no engine is installed."""
    ocr_dpi: int = 300
    """Dots an inch at which pages are drawn for it; the usual resolution of scans."""
    ocr_garbled: bool = False
    """Whether it reads files whose text layer is nonsense, too (golden case g174: they fail and say so)."""
    first_row_as_header: bool = False
    """Spreadsheets: the first row of a sheet names its columns (row CH-10)."""
    headed_types: frozenset[str] = frozenset()
    """Extensions without dot for which that holds too."""
    engines: Mapping[str, str] = field(default_factory=dict)
    """Extension without dot to the name of the parser to take, where a kind has several (row CH-10)."""
    language: str = "en"
    is_page: bool = False
    """HTML: a page of the web, of which the main text counts; no file that a person chose."""

    def names_first_row(self, filename: str) -> bool:
        """Whether the first row of a sheet of this file names its columns."""
        return self.first_row_as_header or filename.lower().rpartition(".")[2] in self.headed_types
