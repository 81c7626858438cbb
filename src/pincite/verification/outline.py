"""The inner structure of clauses: which paragraphs, items and sub-items the passages hold."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.text.numerals import fold_digits, ordinal_number
from pincite.text.references import Reference, find_references
from pincite.text.references_held import heading_reference

_MARK = re.compile(
    r"(?P<circled>[①-⑳])"
    r"|(?:(?<=\s)|(?<=^))第\s*(?P<zpara>[\d一二三四五六七八九十]{1,3})\s*款(?=\s|　|[:：])"
    r"|(?:^|(?<=[\n\s;；:：.]))[(（](?P<paren>\d{1,3})[)）](?=\s|[가-힣A-Z\u4e00-\u9fff])"
    r"|(?:^|(?<=[\n\s;；:：。]))[(（](?P<letter>[a-z])[)）](?=\s)"
    r"|(?:^|(?<=[\n\s;；:：。]))[(（](?P<zitem>[一二三四五六七八九十]{1,3})[)）]"
    r"|(?:^|(?<=\n)|(?<=[.:)다] )|(?<=\) ))[ \t]*(?P<number>\d{1,2})\.(?=\s+\S)"
    r"|(?:^|(?<=\n)|(?<=[.:다] ))[ \t]*(?P<hangul>[가나다라마바사아자차카타파하])\.(?=\s)"
)
_INLINE_SECTION = re.compile(
    r"(?<=[.;:。；])[ \t]+(?=\d{1,3}(?:\.\d{1,3}){1,4}\.?[ \t]+[A-Z가-힣\u4e00-\u9fff])"
)
"""``… per month. 6.3 Freezing``: a numbered section that begins within a line."""
_CIRCLED = {chr(0x2460 + i): str(i + 1) for i in range(20)}


@dataclass(slots=True)
class ClauseOutline:
    """Marks of one clause: paragraphs, items under each paragraph (``""`` without one), sub-items."""

    paragraphs: set[str] = field(default_factory=set)
    items: set[tuple[str, str]] = field(default_factory=set)
    subitems: set[tuple[str, str, str]] = field(default_factory=set)
    numbered: set[str] = field(default_factory=set)
    """Marks ``1.`` directly under the clause, which may be paragraphs (plain-text laws) or items."""
    plain_paragraphs: int = 0
    """Lines without a mark; a Chinese 款 has none."""

    def holds(self, numbers: tuple[str, ...]) -> bool:
        """Whether the paragraph, item, sub-item ``numbers`` (after the clause) exists here."""
        para, item, sub = (*numbers, "", "", "")[:3]
        if para and not self._has_paragraph(para, alone=not item):
            return False
        if item and not self._has_item(para, item):
            return False
        return not sub or any(s == sub and (not item or i == item) for _, i, s in self.subitems)

    def _has_paragraph(self, para: str, *, alone: bool) -> bool:
        if self.paragraphs:
            return para in self.paragraphs or (
                alone and not para.isdecimal() and any(i == para for _, i in self.items)
            )
        if para in self.numbered or any(i == para for _, i in self.items if not para.isdecimal()):
            return True
        return para.isdecimal() and int(para) <= max(1, self.plain_paragraphs)

    def _has_item(self, para: str, item: str) -> bool:
        if para and self.paragraphs:
            return (para, item) in self.items
        return any(i == item for _, i in self.items) or item in self.numbered


def outline_clauses(heading: str, text: str) -> Iterator[tuple[Reference, ClauseOutline]]:
    """Every clause that a passage is, with its inner marks: those of the trail, then those in the text."""
    current: Reference | None = None
    for line in re.split(r"\n|(?<=\S)\s*>\s*(?=\S)", heading):
        if line.strip() and (found := heading_reference(line, is_heading=True)):
            current = found
            yield found, ClauseOutline()
    block: list[str] = []
    owner = current
    for line in _INLINE_SECTION.sub("\n", text).splitlines():
        found = heading_reference(line)
        if found is None:
            block.append(line)
            continue
        if owner is not None and block:
            yield owner, read_marks("\n".join(block))
        start = re.search(re.escape(found.text), fold_digits(line))
        owner, block = found, [line[start.end() if start else 0 :]]
    if owner is not None:
        yield owner, read_marks("\n".join(block))
    inline = list(find_references(text))
    for position, reference in enumerate(inline):
        if reference.kind == "supplement" and re.match(r"\s*[(（]", text[reference.end :]):
            end = inline[position + 1].start if position + 1 < len(inline) else len(text)
            yield reference, read_marks(text[reference.end : end])


def read_marks(text: str) -> ClauseOutline:
    """The marks of one clause's text in order; an item belongs to the paragraph above it."""
    outline = ClauseOutline()
    text = fold_digits(re.sub(r"^\s*[(（\[【][^)）\]】\n]{0,60}[)）\]】]\s*", "", text))
    para = item = ""
    for match in _MARK.finditer(text):
        kind = match.lastgroup
        value = match[kind] if kind else ""
        if kind in ("circled", "zpara", "paren"):
            para, item = (_CIRCLED.get(value) or ordinal_number(value) or value), ""
            outline.paragraphs.add(para)
        elif kind in ("letter", "zitem", "number"):
            item = ordinal_number(value) or value
            outline.items.add((para, item))
            if kind == "number" and not para:
                outline.numbered.add(item)
        else:
            outline.subitems.add((para, item, value))
    lines = [line for line in text.splitlines() if line.strip() and not re.match(r"\s*[(（\d①-⑳]", line)]
    outline.plain_paragraphs = len(lines)
    return outline


def merge(outlines: list[ClauseOutline]) -> ClauseOutline:
    """The union of several chunks of one clause."""
    whole = ClauseOutline()
    for outline in outlines:
        whole.paragraphs |= outline.paragraphs
        whole.items |= outline.items
        whole.subitems |= outline.subitems
        whole.numbered |= outline.numbered
        whole.plain_paragraphs += outline.plain_paragraphs
    return whole
