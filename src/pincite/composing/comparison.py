"""Two things side by side, each cell quoted from the documents."""

import re
from collections.abc import Sequence

from pincite.composing.evidence import Analyze, Evidence, rarity

_SIDES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<a>[^,?？]+?)\s*(?:와|과|이랑|랑|하고|및)\s+(?P<b>[^,?？]+?)(?:의|은|는|이|가|을|를)?\s*"
        r"(?:차이|비교|구별|다른|달라|다릅|어떻게\s*다|뭐가|무엇이|중\s|공통|같은)",
        r"(?P<a>[^,?？]+?)\s*(?:vs\.?|대)\s*(?P<b>[^,?？]+?)(?:의|은|는|을|를)?\s*(?:차이|비교|[?？]|$)",
        r"(?:differences?|differ|compare|comparison)\s+(?:is\s+|are\s+|there\s+)?(?:between|of)?\s*(?:the\s+)?"
        r"(?P<a>.+?)\s+(?:and|with|to|from|versus|vs\.?)\s+(?:the\s+)?(?P<b>.+?)[?.]?$",
        r"how (?:do|does|is|are)\s+(?:the\s+)?(?P<a>.+?)\s+"
        r"(?:differ(?:ent)? from|compare (?:with|to))\s+(?:the\s+)?(?P<b>.+?)[?.]?$",
        r"(?:the\s+)?(?P<a>[^,?]+?)\s+(?:vs\.?|versus)\s+(?:the\s+)?(?P<b>[^,?:]+)",
        r"(?P<a>[^，。？?]+?)(?:和|与|跟|同)(?P<b>[^，。？?]+?)(?:之间)?(?:有什么|有何|的|在)?"
        r"(?:区别|差异|不同|比较|差别|异同)",
    )
)
_EDGES = re.compile(
    r"^(?:what is|what are|the|请问|请比较|比较)\s+|(?<=[가-힣]{2})(?:이?랑|은|는|을|를|의)(?:\s.*)?$",
    re.IGNORECASE,
)


def sides(query: str) -> tuple[str, str] | None:
    """The two things that a question compares, in its own words.

    >>> sides("면책기간과 감액기간의 차이가 뭔가요?")
    ('면책기간', '감액기간')
    >>> sides("What is the difference between Plan A and Plan B?")
    ('Plan A', 'Plan B')
    """
    for pattern in _SIDES:
        match = pattern.search(query.strip())
        if match:
            first, second = (_EDGES.sub("", match.group(name).strip()).strip() for name in ("a", "b"))
            if first and second and first != second:
                return first, second
    return None


def comparison_table(query: str, ranked: Sequence[Evidence], analyze: Analyze) -> str:
    """A Markdown table with a column a side, or "" when the documents give no two sides.

    Where the question's own words do not name them, the two best passages are the columns.
    """
    named = sides(query)
    if named is None:
        return _two_best(ranked)
    terms = [set(analyze(name)) for name in named]
    own = (terms[0] - terms[1], terms[1] - terms[0])
    cells: list[str] = []
    for mine, other in (own, own[::-1]):
        unit = _best(ranked, mine, other, analyze)
        if unit is None:
            return _two_best(ranked)
        cells.append(_cell(unit))
    return _table(named, cells)


def _two_best(ranked: Sequence[Evidence]) -> str:
    best: dict[str, Evidence] = {}
    for unit in sorted(ranked, key=lambda unit: -unit.score):
        best.setdefault(unit.handle, unit)
    if len(best) < 2:
        return ""
    first, second = list(best.values())[:2]
    return _table((_name(first), _name(second)), [_cell(first), _cell(second)])


def _name(unit: Evidence) -> str:
    return unit.passage.chunk.label or unit.passage.chunk.document_title


def _cell(unit: Evidence) -> str:
    text = " ".join(unit.text.strip("| ").split()).replace("|", "·")
    return f'{text} <ref id="{unit.handle}"/>'


def _table(heads: Sequence[str], cells: Sequence[str]) -> str:
    return f"| {heads[0]} | {heads[1]} |\n| --- | --- |\n| {cells[0]} | {cells[1]} |"


def _best(ranked: Sequence[Evidence], mine: set[str], other: set[str], analyze: Analyze) -> Evidence | None:
    bags = [set(analyze(f"{unit.passage.chunk.label} {unit.header} {unit.text}")) for unit in ranked]
    weights = rarity(mine, bags)
    total = sum(weights.values())
    scored = []
    for unit, bag in zip(ranked, bags, strict=True):
        named = sum(weight for term, weight in weights.items() if term in bag)
        said = set(analyze(unit.text))
        if named:
            fit = named / total + 0.5 * bool(mine & said) - 0.25 * len(other & said)
            scored.append((fit + unit.score, unit))
    return max(scored, key=lambda pair: pair[0])[1] if scored else None
