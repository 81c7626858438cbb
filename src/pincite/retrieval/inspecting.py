"""Where each candidate stood in each leg, for who asks why it was found or not."""

from collections.abc import Collection, Mapping, Sequence

from pincite.core.inspection import LegPlace, PoolEntry
from pincite.ports.index import DenseLeg, Leg, LegHit


def pool_entries(
    legs: Sequence[Leg],
    found: Sequence[Sequence[LegHit]],
    clauses: int,
    fused: Mapping[str, float],
    pool: Collection[str],
    exact: Collection[str],
) -> tuple[PoolEntry, ...]:
    """All that the fused legs found and the exact clauses of ``pool``, best first; the last ``clauses`` of
    ``legs`` are of clauses. Further holders of a clause's number are no candidates."""
    places: dict[str, list[LegPlace]] = {}
    seen: dict[str, int] = {}
    for number, (leg, hits) in enumerate(zip(legs, found, strict=True)):
        name = "clause" if number >= len(legs) - clauses else _name(leg)
        wording = 0 if name == "clause" else seen.get(name, 0)
        seen[name] = seen.get(name, 0) + 1
        ordered = sorted(hits, key=lambda hit: (-hit.score, hit.id))
        for rank, hit in enumerate(ordered, start=1):
            if name == "clause" and hit.id not in exact:
                continue  # it has words of the name, or is the clause of another document
            places.setdefault(hit.id, []).append(LegPlace(name, rank, hit.score, wording))
    ids = [*fused, *(id_ for id_ in sorted(pool) if id_ not in fused)]
    return tuple(PoolEntry(id_, fused.get(id_, 0.0), tuple(places.get(id_, ())), id_ in pool) for id_ in ids)


def _name(leg: Leg) -> str:
    return "dense" if isinstance(leg, DenseLeg) else leg.field.value
