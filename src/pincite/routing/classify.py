"""Five kinds of question by rules, and how each is searched (reference 001 part 1).

Clause references, names and courtesies are taken out of the question before its cues are read, so that
`예방법 제18조` holds no 방법 and `한도가 얼마나 되나요` no question of meaning.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from pincite.core.types import QueryType, Route, SearchStrategy
from pincite.routing.patterns import BASE, INSURANCE, Pattern, PatternPack, Role
from pincite.text.references import find_references

FACTORS: dict[SearchStrategy, tuple[int, int]] = {
    SearchStrategy.BM25_HEAVY: (3, 8),
    SearchStrategy.DENSE_HEAVY: (8, 3),
    SearchStrategy.HYBRID: (6, 6),
}
"""Prefetch factors (dense, bm25) of each strategy; reference 001 part 1-B."""

READ_AT_EACH_END = 500
"""Characters read for cues at each end of a question; what lies between is pasted material, and reading it
costs seconds (2.6 s for 6,000 characters, measured on the worst of the patterns)."""

_MEANING = (QueryType.COMPARISON, QueryType.PROCEDURE, QueryType.INTERPRETATION)
_REFERENCE = "§"
_TAKEN_OUT = "¤"
_SPACES = re.compile(r"\s+")

# The traditional characters that occur in the Chinese patterns, so that these are written once.
_TRADITIONAL = str.maketrans(
    "區別異麼甚嗎適義應該當請問幾個時間長種樣還讓給會對誰條項規則錄說寫屬於況費響權責務資關為憑據現場證辦"
    "續驟領報繳選點優樓與獲較樣貴寬廣輕強優釋無實際認視簡複雜處裡裏產後療賠償訴訟審號碼類圖書達開啟結圍",
    "区别异么什吗适义应该当请问几个时间长种样还让给会对谁条项规则录说写属于况费响权责务资关为凭据现场证办"
    "续骤领报缴选点优楼与获较样贵宽广轻强优释无实际认视简复杂处里里产后疗赔偿诉讼审号码类图书达开启结围",
)


def classify_query(
    query: str, *, rewritten: str | None = None, extensions: Sequence[PatternPack] = (INSURANCE,)
) -> Route:
    """How to search for ``query`` and which prompt answers it; no model, the same result every time.

    What either ``query`` or ``rewritten`` names or asks counts. A clause without a question of meaning is
    a lookup; with one, the question decides the type and both legs weigh the same. Then comparison,
    procedure, interpretation, and simple fact for the rest (DESIGN.md section 13).

    >>> classify_query("제43조 내용 알려줘").query_type
    <QueryType.STRUCTURED_LOOKUP: 'structured_lookup'>
    >>> classify_query("제43조가 자전거 사고에도 적용되나요?").strategy
    <SearchStrategy.HYBRID: 'hybrid'>
    """
    rules = _rules((BASE, *extensions))
    referring = False
    cues: set[Role] = set()
    for text in (query, rewritten or ""):
        named, folded = _fold(text)
        referring = referring or named
        cues |= _cues(folded, rules)
    meaning = next((kind for kind in _MEANING if Role(kind) in cues), None)
    if meaning is not None:
        return _route(meaning, SearchStrategy.HYBRID if referring else SearchStrategy.DENSE_HEAVY)
    if referring:
        return _route(QueryType.STRUCTURED_LOOKUP, SearchStrategy.BM25_HEAVY)
    return _route(QueryType.SIMPLE_FACT, SearchStrategy.HYBRID)


def prefetch_limits(route: Route, top_k: int) -> tuple[int, int]:
    """Candidates that the dense and the lexical legs fetch; a ``top_k`` of zero or less fetches none."""
    wanted = max(0, top_k)
    return wanted * route.dense_factor, wanted * route.bm25_factor


def _route(kind: QueryType, strategy: SearchStrategy) -> Route:
    return Route(kind, strategy, *FACTORS[strategy])


def _fold(text: str) -> tuple[bool, str]:
    """Whether ``text`` names a clause, and its folded form with each clause as ``§``."""
    pieces: list[str] = []
    end = 0
    references = find_references(text)
    for reference in sorted(references, key=lambda found: (found.start, -found.end)):
        if reference.start >= end:
            # Blanks that the reference took with it part the words around it.
            blank = " " if text[reference.end - 1].isspace() else ""
            pieces += [text[end : reference.start], _REFERENCE, blank]
        end = max(end, reference.end)
    pieces.append(text[end:])
    folded = unicodedata.normalize("NFKC", "".join(pieces)).lower().translate(_TRADITIONAL)
    folded = _SPACES.sub(" ", folded.replace("’", "'")).strip()
    if len(folded) > 2 * READ_AT_EACH_END:
        folded = f"{folded[:READ_AT_EACH_END]}. {folded[-READ_AT_EACH_END:]}"
    return bool(references), folded


def _cues(text: str, rules: dict[Role, tuple[re.Pattern[str], ...]]) -> set[Role]:
    for pattern in rules[Role.NAMES]:
        text = pattern.sub(_TAKEN_OUT, text)
    for pattern in rules[Role.STRUCTURED_LOOKUP]:
        text = pattern.sub(" ", text)
    cues = {
        role
        for role in (Role.COMPARISON, Role.PROCEDURE)
        if any(pattern.search(text) for pattern in rules[role])
    }
    for pattern in rules[Role.SIMPLE_FACT]:
        text = pattern.sub(" ", text)
    if any(pattern.search(text) for pattern in rules[Role.INTERPRETATION]):
        cues.add(Role.INTERPRETATION)
    return cues


@lru_cache(maxsize=32)
def _rules(packs: tuple[PatternPack, ...]) -> dict[Role, tuple[re.Pattern[str], ...]]:
    patterns: list[Pattern] = [pattern for pack in packs for pattern in pack.patterns]
    return {role: tuple(re.compile(p.expression) for p in patterns if p.role is role) for role in Role}
