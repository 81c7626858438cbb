"""The forms that vectors of the chunker share: text templates, and how lists of chunks are compared."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pincite.chunking import ChunkingConfig
from pincite.chunking.heuristic import find_boundaries
from pincite.chunking.layout import read_layout
from pincite.core.types import TextChunk

JSON = dict[str, Any]


def expand(template: Any, names: dict[str, str] | None = None) -> str:
    """The text of a template of README.md."""
    names = names or {}
    if isinstance(template, str):
        if template in names:
            return names[template]
        for name, value in names.items():
            template = template.replace(name, value)
        return str(template)
    names = names | {name: expand(part, names) for name, part in template.get("let", {}).items()}
    if "repeat" in template:
        part, times = template["repeat"]
        return expand(part, names) * int(times)
    if "for" in template:
        first, last = template["for"]
        body = "".join(expand(part, names) for part in template["concat"])
        return "".join(
            body.replace("{i}", str(i)).replace("{i%10}", str(i % 10)) for i in range(first, last + 1)
        )
    return "".join(expand(part, names) for part in template["concat"])


def text_of(given: JSON) -> str:
    return expand(given["text_template"]) if "text_template" in given else str(given["text"])


def config_of(values: JSON | None, **more: Any) -> ChunkingConfig:
    """A configuration as the vectors write it. An absent strategy is the splitter alone."""
    named = {"strategy": "legacy"} | (values or {}) | more
    if "separators" in named:
        named["separators"] = tuple(named["separators"])
    named["languages"] = tuple(named.get("languages") or ())
    return ChunkingConfig(**named)


def problems_of(text: str, chunks: Sequence[TextChunk], expect: JSON) -> list[str]:
    """Which of the shared expectations the chunks do not meet. Raises KeyError for a key it does not know."""
    got = [(c.start, c.end, c.display_text()) for c in chunks]
    facts = _Facts(text, list(chunks), expect)
    return [
        f"{key}: wanted {expect[key]!r}, got {got!r}"
        for key in expect
        if not _CHECKS[key](facts, expect[key])
    ]


@dataclass(frozen=True)
class _Facts:
    text: str
    chunks: list[TextChunk]
    expect: JSON

    def same_chunks(self, wanted: list[JSON]) -> bool:
        return len(wanted) == len(self.chunks) and all(
            (c.start, c.end, c.display_text()) == (w["start"], w["end"], w["content"])
            and w.get("context_header", c.context_header) == c.context_header
            for c, w in zip(self.chunks, wanted, strict=True)
        )

    def slices(self) -> bool:
        return all(c.content == self.text[c.start : c.end] for c in self.chunks)

    def restored(self) -> str:
        """The source out of the chunks' own text, each one's share that was not there yet."""
        out = ""
        for chunk in self.chunks:
            out += chunk.content[max(0, len(out) - chunk.start) :]
        return out

    def shows(self, part: str) -> bool:
        return any(part in c.display_text() for c in self.chunks)

    def rows_have(self, headers: dict[str, str]) -> bool:
        return all(
            header in c.display_text()
            for row, header in headers.items()
            for c in self.chunks
            if row in c.content
        )

    def rows_whole(self) -> bool:
        rows = [line for line in self.text.splitlines() if line.startswith("|")]
        return all(any(row in c.content for c in self.chunks) for row in rows)

    def trail_of(self, part: str) -> str | None:
        return next((c.context_header for c in self.chunks if part in c.content), None)


def _each(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


_CHECKS: dict[str, Callable[[_Facts, Any], bool]] = {
    "chunks": _Facts.same_chunks,
    "spans": lambda facts, value: [[c.start, c.end] for c in facts.chunks] == value,
    "content_equals_slice": lambda facts, value: facts.slices() is value,
    "restores_source": lambda facts, value: (facts.restored() == facts.text) is value,
    "covers_source": lambda facts, value: (facts.restored() == facts.text) is value,
    "min_chunks": lambda facts, value: len(facts.chunks) >= value,
    "max_chunks": lambda facts, value: len(facts.chunks) <= value,
    "count": lambda facts, value: len(facts.chunks) == value,
    "chunk_lengths": lambda facts, value: [len(c.content) for c in facts.chunks] == value,
    "max_chunk_chars": lambda facts, value: all(len(c.content) <= value for c in facts.chunks),
    "min_shared_suffix_prefix": lambda facts, value: all(
        a.end - b.start >= value for a, b in pairwise(facts.chunks)
    ),
    "no_chunk_startswith": lambda facts, value: not any(c.content.startswith(value) for c in facts.chunks),
    "contains": lambda facts, value: all(map(facts.shows, _each(value))),
    "not_contains": lambda facts, value: not any(map(facts.shows, _each(value))),
    "no_header_in_chunks_without_rows": lambda facts, value: (
        all(not c.table_header for c in facts.chunks if "|" not in c.content) is value
    ),
    "forbidden_together": lambda facts, value: (
        not any(all(part in c.display_text() for part in pair) for c in facts.chunks for pair in value)
    ),
    "row_needs_header": _Facts.rows_have,
    "rows_whole": lambda facts, value: facts.rows_whole() is value,
    "every_context_header_contains": lambda facts, value: all(
        value in c.context_header for c in facts.chunks
    ),
    "chunk_containing": lambda facts, value: facts.trail_of(value) is not None,
    "boundaries": lambda facts, value: len(find_boundaries(read_layout(facts.text))) == value,
    "context_header": lambda facts, value: facts.trail_of(facts.expect["chunk_containing"]) == value,
}
