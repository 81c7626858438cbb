"""CSV and TSV: the separator and the encoding found by looking, one table a file."""

import codecs
import csv
import io
import re
from collections.abc import Iterator

from pincite.core.errors import DocumentTooLarge, EmptyDocument
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.options import ParseOptions
from pincite.parsing.problems import Note, Problem
from pincite.parsing.sheets_blocks import is_figure
from pincite.parsing.sheets_markdown import grid_markdown
from pincite.parsing.text_files import decoded

_SEPARATORS = ",\t;|"
_SAMPLE = 64 * 1024
_SAMPLE_RECORDS = 100
_LONGEST_FIELD = 16 * 1024 * 1024
"""Characters; the standard library allows 131,072, less than a text with pictures in it."""
_LONGEST_NAME = 80
_DECLARED = re.compile(r"\Asep=(.)\r?\n", re.I)
"""What Excel reads, and writes nowhere in a cell."""


def parse_delimited(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Rows are read one by one, so that a file beyond the limit is refused before it fills the memory.

    Raises:
        Problem: CorruptDocument in an unknown encoding, EmptyDocument without a value, DocumentTooLarge
            with more cells than ``options.limits``.
    """
    grid, encoding, separator = read_grid(data, filename, options.limits.cells)
    document = ParsedDocument(
        markdown=grid_markdown(
            grid, first_row_as_header=options.names_first_row(filename) or is_header(grid), level=2
        ),
        title=titles.stem(filename),
        media_type="text/tab-separated-values" if separator == "\t" else MEDIA_TYPES[Kind.CSV],
        metadata={"encoding": encoding.removesuffix("-sig")},
    )
    return document, []


def read_grid(data: bytes, filename: str, cells: int) -> tuple[list[list[str]], str, str]:
    """The cells as they are written, with the encoding and the separator that were found. Raises as
    `parse_delimited`, with more than so many ``cells`` too."""
    encoding = _encoding(data)
    sample = _text(data[:_SAMPLE], encoding).read()
    declared = _DECLARED.match(sample)
    separator = declared[1] if declared else find_separator(sample, filename)
    grid = _grid(_records(data, encoding, separator), declared is not None, cells)
    if not grid:
        raise Problem(EmptyDocument, "no_text_in_file")
    return grid, encoding, separator


def _grid(records: Iterator[list[str]], is_declared: bool, limit: int) -> list[list[str]]:
    grid: list[list[str]] = []
    cells = 0
    for record in records:
        if is_declared:  # the line that names the separator
            is_declared = False
            continue
        row = [clean(value).strip() for value in record]
        while row and not row[-1]:
            row.pop()
        cells += len(row)
        if cells > limit:
            raise Problem(DocumentTooLarge, "too_many_cells", limit=limit)
        grid.append(row)
    return _without_gaps(grid)


def is_header(grid: list[list[str]]) -> bool:
    """A first line that is as wide as any and says a different word in every field: what exports write."""
    first = grid[0]
    return (
        len(grid) > 1
        and len(first) == max(map(len, grid)) > 1
        and all(grid)
        and len({text for text in first if text}) == len(first)
        and not any(map(is_figure, first))
        and max(map(len, first)) <= _LONGEST_NAME
    )


def find_separator(sample: str, filename: str = "") -> str:
    """The separator that cuts most lines of a text into the same number (above one) of fields.

    >>> find_separator("a;b,c\\n1;2,5\\n3;4,5")
    ';'
    """
    if filename.lower().endswith((".tsv", ".tab")) and "\t" in sample:
        return "\t"
    best, best_score = ",", 0.0
    for separator in _SEPARATORS:
        widths = [len(record) for record in _sampled(sample, separator)]
        usual = max(set(widths), key=lambda width: (widths.count(width), width), default=0)
        wide = [width for width in widths if width > 1]
        if usual < 2:  # a few lines of title may stand above
            usual = max(set(wide), key=wide.count, default=0)
        score = widths.count(usual) / len(widths) if usual > 1 else 0.0
        if score > best_score + 0.05:
            best, best_score = separator, score
    return best


def _sampled(sample: str, separator: str) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(sample, newline=""), delimiter=separator)
    try:
        for _ in range(_SAMPLE_RECORDS):
            record = next(reader, None)
            if record is None:
                return
            if any(record):
                yield record
    except csv.Error:
        return


def _records(data: bytes, encoding: str, separator: str) -> Iterator[list[str]]:
    """Records, with quotes as quotes where they are closed, else as signs of the text."""
    csv.field_size_limit(_LONGEST_FIELD)
    closed = _quotes_close(data, encoding, separator)
    with _text(data, encoding) as stream:
        try:
            yield from csv.reader(
                stream, delimiter=separator, quoting=csv.QUOTE_MINIMAL if closed else csv.QUOTE_NONE
            )
        except csv.Error as error:
            raise Problem(DocumentTooLarge, "long_field", limit=_LONGEST_FIELD) from error


def _quotes_close(data: bytes, encoding: str, separator: str) -> bool:
    """Whether no quote swallows the rest of the file."""
    if b'"' not in data:
        return True
    reader: Iterator[list[str]]
    with _text(data, encoding) as stream:
        reader = csv.reader(stream, delimiter=separator, strict=True)
        try:
            for _ in reader:
                pass
        except csv.Error as error:
            return "end of data" not in str(error) and "field larger" not in str(error)
    return True


def _encoding(data: bytes) -> str:
    """Judged on the part around the first letter beyond ASCII: a price list begins with 60 KB of digits."""
    wide = (
        data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE))
        or 0 in data[:_SAMPLE]
    )
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    foreign = None if wide else re.search(rb"[\x80-\xff]", data)
    start = data.rfind(b"\n", 0, foreign.start()) + 1 if foreign else 0
    return decoded(data[start : start + _SAMPLE]).encoding


def _text(data: bytes, encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding=encoding, errors="replace", newline="")


def _without_gaps(grid: list[list[str]]) -> list[list[str]]:
    """Blank lines part two tables only where the number of fields changes; others are mere space."""
    kept: list[list[str]] = []
    gap = False
    for row in grid:
        if not row:
            gap = bool(kept)
            continue
        if gap and len(row) != len(kept[-1]):
            kept.append([])
        kept.append(row)
        gap = False
    return kept
