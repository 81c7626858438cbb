"""What a document looks like, and which tiers that calls for (reference 002, profiling)."""

import re
from collections import Counter
from dataclasses import dataclass
from operator import mul
from typing import Final

from pincite.chunking.clauses import ARTICLE
from pincite.chunking.layout import Layout, read_layout
from pincite.chunking.marks import MarkKind
from pincite.text.language import detect_language

BLANK_RUN: Final = re.compile(r"\n\n\n+")
"""Three line ends and more (reference 002, tier 2)."""

_MIN_HEADINGS: Final = 3
_MIN_MARKERS: Final = 5
"""Numbered sections, titles in capitals, rules: fewer may be chance (reference 002)."""
_MIN_DENSITY: Final = 0.005
"""Markdown headings a line from which headings are the skeleton of a document (reference 002)."""


@dataclass(frozen=True, slots=True)
class DocumentProfile:
    """Counts of one document. Headings count for nothing else, and lines in code blocks for nothing."""

    total_chars: int
    total_lines: int
    mean_line_length: float
    line_length_variance: float
    heading_counts: dict[int, int]
    """Markdown headings a level."""
    articles: int
    """Lines that open an article, Markdown headings included."""
    divisions: int
    """Lines that open a part, chapter, annex and the like."""
    chapters: dict[str, int]
    """Clause marks on plain lines, by language."""
    numbered_sections: int
    all_caps_lines: int
    blank_runs: int
    form_feeds: int
    rules: int
    footers: int
    has_tables: bool
    has_code: bool
    code_share: float
    """Characters in code blocks by all characters, in [0, 1]."""
    language: str

    @property
    def heading_total(self) -> int:
        return sum(self.heading_counts.values())

    @property
    def heading_density(self) -> float:
        """Markdown headings a line."""
        return self.heading_total / self.total_lines if self.total_lines else 0.0

    @property
    def marker_total(self) -> int:
        """What the heuristic tier can cut at, page footers and blank runs left out (PR-02)."""
        chapters = sum(self.chapters.values())
        return self.numbered_sections + self.all_caps_lines + self.rules + self.form_feeds + chapters

    @property
    def dominant_heading_level(self) -> int:
        return dominant_level([level for level, n in self.heading_counts.items() for _ in range(n)])


def dominant_level(levels: list[int]) -> int:
    """The shallowest level that occurs three times, else the deepest that occurs, 0 without headings."""
    frequent = [level for level in set(levels) if levels.count(level) >= _MIN_HEADINGS]
    return min(frequent) if frequent else max(levels, default=0)


def profile_document(text: str) -> DocumentProfile:
    """Counts what `select_chain` and the diagnostics need."""
    return profile_layout(read_layout(text))


def profile_layout(layout: Layout) -> DocumentProfile:
    text, outline = layout.text, layout.outline
    lengths = list(map(len, text.split("\n"))) if text else []
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    squares = sum(map(mul, lengths, lengths)) / len(lengths) if lengths else 0.0
    taken = {heading.line_start for heading in outline.headings}
    marks = Counter(kind for start, kind in layout.marks.items() if start not in taken)
    levels = [heading.level for heading in outline.headings if heading.level]
    plain = [heading.language for heading in outline.headings if not heading.level]
    code = sum(end - start for start, end in layout.fences)
    return DocumentProfile(
        total_chars=len(text),
        total_lines=len(lengths),
        mean_line_length=mean,
        line_length_variance=max(0.0, squares - mean * mean),
        heading_counts={level: levels.count(level) for level in sorted(set(levels))},
        articles=sum(heading.is_article for heading in outline.headings),
        divisions=sum(0 < heading.rank < ARTICLE for heading in outline.headings),
        chapters={language: plain.count(language) for language in sorted(set(plain))},
        numbered_sections=marks[MarkKind.NUMBERED],
        all_caps_lines=marks[MarkKind.CAPS],
        blank_runs=len(BLANK_RUN.findall(text)),
        form_feeds=text.count("\f"),
        rules=marks[MarkKind.RULE],
        footers=marks[MarkKind.FOOTER],
        has_tables=any(table.header for table in layout.tables)
        or any(text[start : start + 6].lower() == "<table" for start, _ in layout.spans),
        has_code=bool(layout.fences),
        code_share=code / len(text) if text else 0.0,
        language=detect_language(text),
    )


def has_heading_structure(profile: DocumentProfile) -> bool:
    """PR-06: enough Markdown headings to cut by."""
    return profile.heading_total >= _MIN_HEADINGS and profile.heading_density > _MIN_DENSITY


def has_clause_structure(profile: DocumentProfile) -> bool:
    """Two articles, or one below a division. One alone and chapters are enough where no Markdown headings
    are the skeleton."""
    if profile.articles >= 2 or (profile.articles and profile.divisions):
        return True
    alone = profile.articles or sum(profile.chapters.values())
    return bool(alone) and not has_heading_structure(profile)


def has_heuristic_structure(profile: DocumentProfile) -> bool:
    """PR-07: marks enough on plain lines, or one that leaves no doubt (a form feed, a chapter)."""
    return profile.marker_total >= _MIN_MARKERS or profile.form_feeds > 0 or bool(profile.chapters)
