"""How the documents of a folder are cut: ``python -m tools.chunk_report ../shared/documents [key=value …]``.

A chunk begins *at structure* when it begins at a heading, a clause, a numbered line, a rule or a page; *at a
block* when it begins at one of these, at a paragraph, or at a table row.
"""

import re
import sys
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path

from pincite.chunker import Chunker
from pincite.chunking.layout import read_layout
from pincite.cli.words import settings_of
from pincite.core.errors import PinciteError
from pincite.core.settings import ChunkingSettings, load_settings
from pincite.core.types import TextChunk
from pincite.parsing import ParseOptions, parse
from pincite.wiring_documents import ocr_engine
from pincite.wiring_parsing import parse_options

_BLOCK = re.compile(r"(?:\A|\n[ \t]*\n|\f|\n(?=[ \t]*\|))\s*")


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one file; sizes in characters, shares in [0, 1]."""

    name: str
    tier: str = ""
    rejected: tuple[str, ...] = ()
    chunks: int = 0
    smallest: int = 0
    average: float = 0.0
    largest: int = 0
    at_structure: float = 0.0
    at_block: float = 0.0
    refused: str = ""
    """Code of the error of a file that cannot be read."""


def report(
    path: Path, chunker: Chunker, overrides: dict[str, object], options: ParseOptions | None = None
) -> Row:
    """Parse and cut one file."""
    try:
        text = parse(path.read_bytes(), path.name, options=options or ParseOptions()).markdown
    except PinciteError as error:
        return Row(path.name, refused=error.code)
    chunks, _, why = chunker.explain(text, overrides)
    lengths = [len(chunk.content) for chunk in chunks]
    return Row(
        name=path.name,
        tier=why.selected_tier.value,
        rejected=tuple(f"{one.tier}: {one.reason}" for one in why.rejected),
        chunks=len(chunks),
        smallest=min(lengths, default=0),
        average=sum(lengths) / len(lengths) if lengths else 0.0,
        largest=max(lengths, default=0),
        at_structure=_share(text, chunks, _structure(text)),
        at_block=_share(text, chunks, _structure(text) | {match.end() for match in _BLOCK.finditer(text)}),
    )


def _structure(text: str) -> set[int]:
    layout = read_layout(text)
    starts = {0, *layout.marks}
    starts.update(match.end() for match in re.finditer("\f", text))
    for heading in layout.outline.headings:
        starts |= {heading.start, heading.line_start}
    return {_first_letter(text, start) for start in starts}


def _share(text: str, chunks: list[TextChunk], starts: set[int]) -> float:
    known = sorted(starts)
    count = 0
    for chunk in chunks:
        first = _first_letter(text, chunk.start)
        place = bisect_left(known, first)
        count += place < len(known) and known[place] == first
    return count / len(chunks) if chunks else 0.0


def _first_letter(text: str, start: int) -> int:
    found = re.compile(r"\S").search(text, start)
    return found.start() if found else len(text)


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else Path("../shared/documents")
    if not folder.is_dir():
        print(f"{folder} is no folder of documents")
        return 2
    chunker, overrides = Chunker(ChunkingSettings()), settings_of(arguments[1:])
    chunker.config(overrides)
    settings = load_settings()
    options = parse_options(settings, {}, ocr_engine(settings))  # scans are read as ingest reads them
    print(f"{'file':36} {'tier':9} {'chunks':>6} {'min':>5} {'avg':>5} {'max':>5}  struct  block  rejected")
    rows = [
        report(path, chunker, overrides, options)
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name != "MANIFEST.md"
    ]
    for row in rows:
        if row.refused:
            print(f"{row.name:36} {'':9} {'':6} {'':5} {'':5} {'':5}  not read: {row.refused}")
            continue
        print(
            f"{row.name:36} {row.tier:9} {row.chunks:6} {row.smallest:5} {row.average:5.0f} {row.largest:5}"
            f"  {100 * row.at_structure:5.1f}%  {100 * row.at_block:5.1f}%  {'; '.join(row.rejected)}"
        )
    total = sum(row.chunks for row in rows)
    if total:
        structure = sum(row.chunks * row.at_structure for row in rows) / total
        block = sum(row.chunks * row.at_block for row in rows) / total
        print(
            f"{len(rows)} files, {total} chunks, "
            f"{100 * structure:.1f} % begin at structure, {100 * block:.1f} % at a block"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
