"""The extractive answer: whole sentences with their handles, in the shape that the route asks for.

It is what answers when no generative model is configured, so it may say less than a model, but never
anything that the documents do not say.
"""

import re
from collections.abc import Sequence

from pincite.composing.comparison import comparison_table
from pincite.composing.evidence import Analyze, Evidence, mark_kind, without_mark
from pincite.core.types import Passage, QueryType
from pincite.text.clause_parts import clause_text, paragraph_text
from pincite.text.references import find_references

_PROVISO = re.compile(r"^\s*(?:다만|단,|그러나|However|Provided|Except|Unless|但是?|除外)", re.IGNORECASE)
_OPENS_LIST = re.compile(
    r"다음\s*각\s*(?:호|목|항)|다음과\s*같|아래와\s*같|the following|as follows|下列|如下|[:：]\s*$",
    re.IGNORECASE,
)
_ABOVE = re.compile(r"\A(?:\s*#{1,6}\s[^\n]*\n+)+(?=\s*#{1,6}\s)")
_STEPS = re.compile(
    r"절차|순서|방법|단계|procedure|steps?\b|how to|in this order|程序|流程|步骤|办理|办法", re.IGNORECASE
)
NEAR_BEST = 0.9
"""A second sentence joins when it scores this share of the best. Chosen by reading answers, not measured."""
NEAR_BEST_STRICT = 0.97
"""The same for rows, which differ by the one word asked for, and for units that bring a list with them."""
MOST_SENTENCES = {QueryType.SIMPLE_FACT: 2, QueryType.INTERPRETATION: 3, QueryType.PROCEDURE: 6}
TELLS_STEPS = 0.1
"""What a passage gains for calling itself a procedure, for a list, and twice for a heading in the question's
words, where the question asks for a procedure."""
LONGEST_LIST = 60
"""Items quoted of a list. It is quoted whole, because half a list reads like all of it: one of the Korean
Labour Standards Act has 13. This bounds a table of thousands of rows."""


def extract_answer(
    query: str,
    query_type: QueryType,
    ranked: Sequence[Evidence],
    passages: Sequence[tuple[str, Passage]],
    analyze: Analyze,
) -> str:
    """An answer with ``<ref id="cN"/>`` after each quote; empty only when there is no evidence at all.

    ``ranked`` is every scored unit in document order of its passage; ``passages`` are ``(handle, passage)``,
    best first.
    """
    if query_type is QueryType.STRUCTURED_LOOKUP:
        clauses = [(handle, passage) for handle, passage in passages if passage.hit.exact_reference]
        if clauses:
            return "\n\n".join(_clause(query, handle, passage) for handle, passage in clauses)
    if query_type is QueryType.COMPARISON:
        table = comparison_table(query, ranked, analyze)
        if table:
            return table
    if query_type is QueryType.PROCEDURE:
        return _steps(query, ranked, analyze)
    return _sentences(ranked, MOST_SENTENCES.get(query_type, 2))


def reference(handle: str) -> str:
    return f'<ref id="{handle}"/>'


def _clause(query: str, handle: str, passage: Passage) -> str:
    text = _ABOVE.sub("", passage.text)  # the headings above the clause are its place, not its text
    text = _parts(query, passage, text) or text
    place = passage.chunk.label
    lead = f"{place}\n" if place and place not in text else ""
    return f"{lead}{text} {reference(handle)}"


def _parts(query: str, passage: Passage, text: str) -> str:
    """The paragraphs that the question names, each with its items; "" where it names none."""
    held = {key for member in (passage.chunk, *passage.members) for key in member.clauses}
    named = [found for found in find_references(query) if found.key in held]
    deeper = {found.key for found in named if len(found.numbers) > 1}
    if not deeper:
        return ""
    parts: list[str] = []
    for found in named:
        clause = clause_text(text, found.key) or text
        if len(found.numbers) > 1:
            parts.append(paragraph_text(clause, found.numbers[1:], passage.chunk.language) or "")
        elif found.key not in deeper:
            parts.append(clause)
    return "\n".join(dict.fromkeys(part for part in parts if part))


def _sentences(ranked: Sequence[Evidence], most: int) -> str:
    best = sorted(ranked, key=lambda unit: -unit.score)[: most * 2]
    if not best:
        return ""
    chosen = [unit for unit in best if unit is best[0] or _joins(unit, best[0])][:most]
    blocks: list[str] = []
    used: set[tuple[str, int]] = set()
    for unit in chosen:
        if (unit.handle, unit.order) in used:
            continue
        quoted = _with_following(unit, ranked)
        used.update((part.handle, part.order) for part in quoted)
        blocks.append(_quote(quoted))
    return "\n\n".join(blocks)


def _joins(unit: Evidence, best: Evidence) -> bool:
    """Whether a further unit is worth quoting: a table row or a whole list must be as good as the best."""
    strict = best.kind == "row" or unit.kind == "row" or _OPENS_LIST.search(unit.text)
    return unit.score >= (NEAR_BEST_STRICT if strict else NEAR_BEST) * best.score


def _with_following(unit: Evidence, ranked: Sequence[Evidence]) -> list[Evidence]:
    """The unit with what opens it, the list it opens, the proviso that limits it: half a rule misleads."""
    later = [other for other in ranked if other.handle == unit.handle and other.order > unit.order]
    taken = [*_opening(unit, ranked), unit]
    opened = bool(_OPENS_LIST.search(unit.text))
    own = mark_kind(unit.text) if unit.kind == "item" else ""
    room = LONGEST_LIST
    for other in later:
        if _PROVISO.match(other.text):
            opened = bool(_OPENS_LIST.search(other.text))
        elif opened and room and other.kind != "sentence" and mark_kind(other.text) not in (own, "circled"):
            room -= 1
        else:
            break
        taken.append(other)
    return taken


def _opening(unit: Evidence, ranked: Sequence[Evidence]) -> list[Evidence]:
    """The sentence that opens the list of an item: "drunk driving" says nothing without "is not covered"."""
    if unit.kind != "item":
        return []
    earlier = [other for other in ranked if other.handle == unit.handle and other.order < unit.order]
    for other in reversed(earlier):
        if _OPENS_LIST.search(other.text):
            return [other]
        if other.kind == "sentence" and not _PROVISO.match(other.text):
            return []
    return []


def _quote(units: Sequence[Evidence]) -> str:
    first = units[0]
    place = first.passage.chunk.label
    lead = f"{place}: " if place and place not in first.passage.text[:200] else ""
    if first.kind == "row":
        rows = [unit.text.rstrip() for unit in units if unit.kind == "row"]
        # Inside the last cell: after the row it would stand in the table as a row of its own.
        rows[-1] = f"{rows[-1].removesuffix('|').rstrip()} {reference(first.handle)} |"
        notes = [f"\n{unit.text} {reference(first.handle)}" for unit in units if unit.kind != "row"]
        return "\n".join(part for part in (first.header, *rows, *notes) if part)
    lines = [first.text]
    for unit in units[1:]:
        lines.append(("\n" if unit.kind != "sentence" else " ") + unit.text)
    return f"{lead}{''.join(lines)} {reference(first.handle)}"


def _steps(query: str, ranked: Sequence[Evidence], analyze: Analyze) -> str:
    """The steps of the passage that fits best, in the order and with the numbers of the document.

    Its own numbers stay, for clauses refer to them ("제1항 제2호"); bullets become numbers.
    """
    if not ranked:
        return ""
    terms = set(analyze(query))
    own_of = {unit.handle: [other for other in ranked if other.handle == unit.handle] for unit in ranked}
    own = max(own_of.values(), key=lambda units: _procedure_fit(units, terms, analyze))
    items = [unit for unit in own if unit.kind == "item"]
    if len(items) >= 2:
        intro = [unit for unit in own if unit.kind == "sentence" and unit.order < items[0].order][-1:]
        steps = items[:LONGEST_LIST]
    else:
        floor = 0.5 * max(unit.score for unit in own)
        intro = []
        steps = [unit for unit in own if unit.score >= floor][: MOST_SENTENCES[QueryType.PROCEDURE]]
    lines = [_cited(unit.text, unit) for unit in intro]
    for number, unit in enumerate(steps, start=1):
        numbered = unit.kind == "item" and mark_kind(unit.text) != "bullet"
        lines.append(_cited(unit.text if numbered else f"{number}. {without_mark(unit.text)}", unit))
    return "\n".join(lines)


def _procedure_fit(units: Sequence[Evidence], terms: set[str], analyze: Analyze) -> float:
    label = units[0].passage.chunk.label
    named = len(terms & set(analyze(label))) / len(terms) if terms else 0.0
    listed = sum(unit.kind == "item" for unit in units) >= 3
    tells = bool(_STEPS.search(label) or any(_STEPS.search(unit.text) for unit in units))
    return max(unit.score for unit in units) + TELLS_STEPS * (tells + listed + 2 * named)


def _cited(text: str, unit: Evidence) -> str:
    return f"{' '.join(text.split())} {reference(unit.handle)}"
