"""Ways to find something that run beside each other: what works is kept (rows SR-06 and SR-07)."""

from collections.abc import Awaitable, Callable, Sequence

import anyio

from pincite.core.errors import PinciteError, TemporaryFailure
from pincite.core.types import Hit
from pincite.retrieval.request import Retrieval

SEARCH = "search"
"""Named in ``degraded`` when a part of what was asked could not be searched."""

Way = Callable[[], Awaitable[Retrieval]]


async def found_at_once(ways: Sequence[Way]) -> Retrieval:
    """The hits of all ``ways`` in one order, each chunk once with its best score.

    One that fails for a passing reason is left out and named in ``degraded``, if another finds something;
    inside of one all or nothing holds. The result does not depend on which is faster.

    Raises:
        TemporaryFailure: nothing was found, and the first of ``ways`` that failed says why. And at once what
            does not pass by itself, as a wrong configuration.
    """
    found: dict[int, Retrieval] = {}
    failed: dict[int, TemporaryFailure] = {}
    lasting: list[PinciteError] = []

    async def run(number: int, way: Way) -> None:
        try:
            found[number] = await way()
        except TemporaryFailure as error:
            failed[number] = error
        except PinciteError as error:
            lasting.append(error)
            group.cancel_scope.cancel()

    if len(ways) == 1:
        return await ways[0]()
    async with anyio.create_task_group() as group:
        for number, way in enumerate(ways):
            group.start_soon(run, number, way)
    if lasting:
        raise lasting[0]
    parts = [found[number] for number in sorted(found)]
    hits = _joined([hit for part in parts for hit in part.hits])
    if failed and not hits:
        raise failed[min(failed)]
    degraded = [mark for part in parts for mark in part.degraded] + [SEARCH] * bool(failed)
    return Retrieval(
        tuple(hits),
        tuple(dict.fromkeys(degraded)),
        entries=tuple({entry.chunk_id: entry for part in parts for entry in part.entries}.values()),
        by_words=bool(parts) and all(part.by_words for part in parts),
    )


def _joined(hits: Sequence[Hit]) -> list[Hit]:
    joined: dict[str, Hit] = {}
    for hit in sorted(hits, key=lambda hit: (not hit.exact_reference, -hit.base_score, hit.chunk.id)):
        joined.setdefault(hit.chunk.id, hit)
    return list(joined.values())
