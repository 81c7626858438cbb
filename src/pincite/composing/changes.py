"""What differs between two versions of a document, each side in its own words."""

from collections.abc import Iterable, Mapping, Sequence

from pincite.composing.evidence import Evidence
from pincite.text.similarity import bare_content, overlap_ratio

MOST_CHANGES = 4
"""Rows of the table; a question about a change is about one thing."""
NEAR_BEST = 0.8
"""A further change joins when it scores this share of the best. Chosen by reading answers, not measured."""
SAME_UNIT = 0.3
"""Share of common letter triples from which two sentences are the older and newer form of one: the sentences
of one clause share 0.1 to 0.2 by its words, a sentence with one figure changed 0.6 and more."""


def changes_table(ranked: Sequence[Evidence], sides: Mapping[str, str], *, whole: bool = False) -> str:
    """A Markdown table with a column a version, "" when fewer than two have a unit.

    ``sides`` maps a document to its column's head, older first. A row is a unit that not all versions have;
    where all that was found is the same in all, the best unit stands in every column. ``whole`` lists every
    change in the order of the document, a clause that was named all of its own; else those that fit the
    question best come first.
    """
    units = _by_side(ranked, sides)
    if len(units) < 2:
        return ""
    said = {id_: {bare_content(unit.text) for unit in found} for id_, found in units.items()}
    everywhere = set.intersection(*said.values())
    changed = {
        id_: [unit for unit in found if bare_content(unit.text) not in everywhere]
        for id_, found in units.items()
    }
    rows = _rows(_comparable(changed, units) or changed)
    if not rows:
        best = max((unit for found in units.values() for unit in found), key=lambda unit: unit.score)
        rows = [_alike(best, units)]
    named = [row for row in rows if any(unit.passage.hit.exact_reference for unit in row.values())]
    if whole or named:
        rows = sorted(rows if whole else named, key=_place)
    else:
        best_score = _score(rows[0])
        rows = [row for row in rows if _score(row) >= NEAR_BEST * best_score][:MOST_CHANGES]
    heads = [sides[id_] for id_ in units]
    lines = [_line(heads), _line(["---"] * len(heads))]
    lines += [_line([_cell(row.get(id_)) for id_ in units]) for row in rows]
    return "\n".join(lines)


def is_unchanged(ranked: Sequence[Evidence], sides: Sequence[str]) -> bool:
    """Whether all that was found says the same in every version."""
    said = [{bare_content(unit.text) for unit in found} for found in _by_side(ranked, sides).values()]
    return len(said) > 1 and all(texts == said[0] for texts in said)


def _by_side(ranked: Sequence[Evidence], sides: Iterable[str]) -> dict[str, list[Evidence]]:
    """Units a version; of a clause that was named and stands in all of them only its own."""
    for meant in ([unit for unit in ranked if unit.passage.hit.exact_reference], ranked):
        units = {id_: [unit for unit in meant if unit.passage.chunk.document_id == id_] for id_ in sides}
        units = {id_: found for id_, found in units.items() if found}
        if len(units) > 1:
            return units
    return {}


def _comparable(
    changed: Mapping[str, Sequence[Evidence]], units: Mapping[str, Sequence[Evidence]]
) -> dict[str, list[Evidence]]:
    """Changed units of clauses that were found in every version: of the others nobody knows whether they are
    new or were only not found. Empty when there are none."""
    clauses = [{_clause(unit) for unit in found} for found in units.values()]
    shared = set.intersection(*clauses)
    kept = {id_: [unit for unit in found if _clause(unit) in shared] for id_, found in changed.items()}
    return kept if any(kept.values()) else {}


def _clause(unit: Evidence) -> str:
    return bare_content(unit.passage.chunk.label)


def _rows(changed: Mapping[str, Sequence[Evidence]]) -> list[dict[str, Evidence]]:
    """Units of the versions that belong together, the best row first."""
    rows: list[dict[str, Evidence]] = []
    for id_, units in changed.items():
        for unit in sorted(units, key=lambda unit: -unit.score):
            free = [row for row in rows if id_ not in row]
            near = max(free, key=lambda row: _nearness(unit, row), default=None)
            if near is not None and _nearness(unit, near) >= SAME_UNIT:
                near[id_] = unit
            else:
                rows.append({id_: unit})
    return sorted(rows, key=lambda row: (-_score(row), -len(row)))


def _alike(best: Evidence, units: Mapping[str, Sequence[Evidence]]) -> dict[str, Evidence]:
    return {id_: max(found, key=lambda unit: _nearness(unit, {"": best})) for id_, found in units.items()}


def _nearness(unit: Evidence, row: Mapping[str, Evidence]) -> float:
    """Common letter triples with the unit of the row that is most like it; a clause of the same name counts
    for a tenth."""
    return max(
        overlap_ratio(_triples(unit.text), _triples(other.text))
        + 0.1 * (bool(unit.passage.chunk.label) and unit.passage.chunk.label == other.passage.chunk.label)
        for other in row.values()
    )


def _triples(text: str) -> frozenset[str]:
    bare = bare_content(text)
    return frozenset(bare[start : start + 3] for start in range(max(len(bare) - 2, 1)))


def _place(row: Mapping[str, Evidence]) -> tuple[int, int]:
    """Where it stands in the newest version that has it."""
    newest = list(row.values())[-1]
    return newest.passage.chunk.seq, newest.order


def _score(row: Mapping[str, Evidence]) -> float:
    return max(unit.score for unit in row.values())


def _cell(unit: Evidence | None) -> str:
    if unit is None:
        return "—"
    label = unit.passage.chunk.label
    text = " ".join(unit.text.strip("| ").split())
    lead = f"{label}: " if label and label not in text else ""
    return f'{lead}{text} <ref id="{unit.handle}"/>'.replace("|", "·")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
