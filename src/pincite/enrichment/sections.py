"""The sections of a document, from the heading trails of its chunks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pincite.core.types import Chunk
from pincite.enrichment.prompts import shortened
from pincite.text.join import rebuild_document

WORTH_A_SUMMARY = 1_000
"""Characters from which a section is summarised: shorter ones are read as fast as their summary."""
_SHORTEST_PART = 80
"""Characters of a part in the outline of a document, below which it would say nothing."""


@dataclass(frozen=True, slots=True)
class DocumentSection:
    """Neighbouring chunks under one heading, or as many of them as one call carries."""

    heading: str
    chunks: Sequence[Chunk]
    text: str

    @property
    def first(self) -> Chunk:
        return self.chunks[0]


def find_sections(chunks: Sequence[Chunk], most: int) -> list[DocumentSection]:
    """Sections of the highest level on which the document has more than one, none longer than ``most``
    characters as far as chunks allow; a document without headings is cut by length alone."""
    ordered = sorted(chunks, key=lambda chunk: chunk.seq)
    depth = _depth(ordered)
    found: list[DocumentSection] = []
    for heading, run in groupby(ordered, key=lambda chunk: _heading(chunk, depth)):
        part: list[Chunk] = []
        size = 0
        for chunk in run:
            if part and size + len(chunk.content) > most:
                found.append(_section(heading, part))
                part, size = [], 0
            part.append(chunk)
            size += len(chunk.content)
        found.append(_section(heading, part))
    return found


def worth_a_summary(sections: Sequence[DocumentSection]) -> list[DocumentSection]:
    """Those that gain by one; none where the whole document is a single section."""
    if len(sections) < 2:
        return []
    return [section for section in sections if len(section.text) >= WORTH_A_SUMMARY]


def outline(parts: Sequence[tuple[str, str]], most: int) -> str:
    """Headings with what is said under them (a summary, or its first words), together ``most`` characters at
    most. Of more parts than fit, some from the first to the last."""
    room = max(most // _SHORTEST_PART, 1)
    if len(parts) > room:
        parts = [parts[at * len(parts) // room] for at in range(room)]
    share = most // max(len(parts), 1)
    lines = (
        shortened(": ".join(filter(None, (heading, " ".join(said.split())))), share - 1)
        for heading, said in parts
    )
    return "\n".join(line for line in lines if line)


def _section(heading: str, chunks: Sequence[Chunk]) -> DocumentSection:
    return DocumentSection(heading, tuple(chunks), rebuild_document(chunks).strip())


def _depth(chunks: Sequence[Chunk]) -> int:
    """The first level of headings on which chunks differ; 0 without one."""
    deepest = max((chunk.section.count("\n") + 1 for chunk in chunks), default=0)
    return next((d for d in range(1, deepest + 1) if len({_heading(c, d) for c in chunks}) > 1), 0)


def _heading(chunk: Chunk, depth: int) -> str:
    lines = (line.lstrip("#").strip() for line in chunk.section.split("\n")[:depth])
    return " > ".join(line for line in lines if line)
