"""Which clauses a chunk is, told from its heading trail and the clause headings inside it."""

import re

from pincite.text.numerals import fold_digits
from pincite.text.references_model import Reference
from pincite.text.references_scan import find_references

_OPENING = re.compile(
    r"^[\s\ufeff\u200b]*(?:#{1,6}[ \t]+)?(?:\*\*|__)?(?:[■▣□][^\n\[【]{0,60}(?=[\[【]))?[\[【<〔(]?[ \t]*"
)
"""The law that the official line of an annex names first is passed over: ``■ 도로교통법 시행령 [별표 2]``."""
_NUMBERED = re.compile(r"^(?P<no>\d{1,3}(?:\.\d{1,3}){1,4})\.?[ \t]+(?=[A-Z가-힣\u4e00-\u9fff\"'“(])")
_NUMBERED_HEADING = re.compile(r"^(?P<no>\d{1,3}(?:\.\d{1,3}){0,4})[.)]?[ \t]+\S")
_CLAUSE_BODY = re.compile(r"^(?:\*\*|__)?\s*(?:[(（\[【〔<①-⑳:：.．。—–\-\]】>]|$|\n)")
_MENTION_KO = re.compile(
    r"^(?:[가-힣]|\s+(?:제\s*\d|내지|부터|및|또는|각\s*호|각\s*항|단서|본문|전단|후단|중\s|에\s|의\s|규정|따른|이하))"
)
_MENTION_EN = re.compile(
    r"^(?:\s+(?:[a-z]|and\b|Abs\.|Absatz|Satz\b|Nr\.|Nummer)|[,;)]|\([a-z0-9]+\)\s+[a-z])"
)
_MENTION_TITLED = re.compile(
    r"^\s?[(（\[【][^()（）\[\]【】\n]{0,60}[)）\]】](?:\s+(?:및|또는|내지)|[에의을를은는과와]|에서|에는)(?:\s|$)"
)
"""A title and a particle: 제3조(의료기관)에 규정한."""
_BARE = re.compile(r"(?!.*(?:삭제|删除|刪除|eleted|eserved|epealed))[^。；;]{1,40}(?<![다.,])")
"""A line that may be all label: short, and no sentence."""
_ENTRIES = 3
"""Labels in a row from which they are a table of contents."""
_ANCESTORS_MATTER = frozenset({"rule", "section", "part", "chapter", "title"})


def held_clauses(context_header: str, content: str) -> tuple[str, ...]:
    """Keys of the clauses that a chunk *is*: its heading trail's deepest clause and clause headings in it.

    A clause that running text only mentions is not held. Where numbering restarts under each division (a
    rule book's Article 3 of Section 2 of Rule 8) the divisions are held too, after the clause.

    >>> held_clauses("## 제2장 보험금의 지급\\n### 제43조(보험금의 지급)", "제44조에 따라 지급합니다.")
    ('article:43',)
    >>> held_clauses("", "Article 5. Notices must be in writing.\\nSection 9 applies.")
    ('article:5',)
    """
    trail = [line for line in re.split(r"\n|(?<=\S) > (?=\S)", context_header) if line.strip()]
    headings = [found for line in trail if (found := heading_reference(line, is_heading=True))]
    keys: list[str] = []
    if headings:
        keys.append(headings[-1].key)
        if headings[-1].noun not in ("조", "条", "절", "장", "편", "관", "章", "节", "编"):
            keys += [h.key for h in reversed(headings[:-1]) if h.kind in _ANCESTORS_MATTER]
        if headings[-1].kind == "article" and any(h.kind == "supplement" for h in headings[:-1]):
            keys.append(f"supplement:{headings[-1].numbers[0]}")
    return tuple(dict.fromkeys([*keys, *_opened(content)]))


def _opened(content: str) -> list[str]:
    """Keys of the clauses that lines open. Three and more labels in a row without text of their own are a
    table of contents, which holds none of what it names; one named again begins the text."""
    keys: list[str] = []
    bare: list[str] = []
    for line in [*filter(str.strip, content.splitlines()), ""]:
        found = heading_reference(line)
        key = found.key if found else ""
        if (not key or key in bare) and len(bare) >= _ENTRIES:
            keys += bare[-1:] if line and not key else []
            bare = []
        if key and _BARE.fullmatch(line):
            bare.append(key)
            continue
        keys += bare if len(bare) < _ENTRIES else []
        bare = []
        keys += [key] if key else []
    return keys


def heading_reference(line: str, *, is_heading: bool | None = None) -> Reference | None:
    """The clause that a line opens (``제43조(보험금의 지급) …``, ``3.1 Waiting period``), else None."""
    marked = bool(re.match(r"\s*#{1,6}\s", line)) if is_heading is None else is_heading
    opening = _OPENING.match(line)
    body = line[opening.end() if opening else 0 :]
    folded = fold_digits(body)[:200]
    if not folded:
        return None
    numbered = (_NUMBERED_HEADING if marked else _NUMBERED).match(folded)
    if numbered:
        number = numbered["no"]
        return Reference(0, len(number), number, "section", (number,))
    first = next(iter(find_references(folded)), None)
    if first is None or first.start > 0 or first.kind == "paragraph":
        return None
    rest = folded[first.end :]
    return first if marked or _opens_clause(first, rest) else None


def _opens_clause(first: Reference, rest: str) -> bool:
    if len(first.numbers) > 1 and not rest.startswith((" ", "\t")):
        return False
    if _CLAUSE_BODY.match(rest):
        return not _MENTION_TITLED.match(rest)
    if not rest[:1].isspace():
        return False
    if first.noun in ("article", "section") or first.noun.isascii():
        return not _MENTION_EN.match(rest)
    return not _MENTION_KO.match(rest)
