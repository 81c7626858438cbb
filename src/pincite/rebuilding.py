"""A rebuild of the search index from beginning to end, as the library and the command line run it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import anyio

from pincite.core.errors import EncoderChanged, TemporaryFailure
from pincite.ingest import IngestSummary
from pincite.ingest.reindexing import IndexState, Reindexer
from pincite.ports.records import BaseRecord

_LOOK = 0.5
"""Seconds between two looks at how far a rebuild is; and at what another process still writes."""


@dataclass(frozen=True, slots=True)
class RebuildProgress:
    """Chunks in the new indexes, of those that will be there."""

    done: int
    total: int


RebuildCallback = Callable[[RebuildProgress], None]


class _Work(Protocol):
    def __call__(self) -> Awaitable[IngestSummary]: ...


async def rebuild(
    reindexer: Reindexer,
    run_pending: _Work,
    bases: Sequence[str] = (),
    progress: RebuildCallback | None = None,
) -> Sequence[IndexState]:
    """Build these bases, or all, into a new index and let it answer; how they stand then.

    Cancelled, it keeps what is written, and the next call goes on; the old index answers meanwhile, and after
    any end of the process.

    Raises:
        TemporaryFailure: something could not be written; the old index answers. As `Reindexer.begin`, and
        what is wrong with the configuration.
    """
    chosen = await reindexer.begin(bases)
    ids = [base.id for base in chosen]
    try:
        async with anyio.create_task_group() as group:
            if progress is not None:
                group.start_soon(_tell, reindexer, ids, progress)
            left = await _write(reindexer, run_pending, chosen)
            group.cancel_scope.cancel()
    except anyio.get_cancelled_exc_class():
        with anyio.CancelScope(shield=True):
            await reindexer.pause(ids)
        raise
    except BaseExceptionGroup as failures:
        raise _first(failures) from None
    if left:
        raise TemporaryFailure(
            f"The new index of {', '.join(left)} is not complete.",
            hint="The old one goes on answering. Run `pincite reindex` again to go on; the log says why.",
        )
    return await reindexer.states(ids)


async def _write(reindexer: Reindexer, run_pending: _Work, chosen: Sequence[BaseRecord]) -> list[str]:
    """Work until all is written and swapped, or nothing more can be; the names of the bases that are left."""
    while True:
        try:
            postponed = (await run_pending()).postponed
        except EncoderChanged:  # of a base that was not to be rebuilt
            postponed = False
        done = {base.id for base in await reindexer.finished(chosen)}
        left = [base for base in chosen if base.id not in done]
        if not left or postponed or not await reindexer.waiting(left):
            return [base.name for base in left]
        await anyio.sleep(_LOOK)  # another process is at the rest


async def _tell(reindexer: Reindexer, ids: Sequence[str], progress: RebuildCallback) -> None:
    while True:
        states = [state for state in await reindexer.states(ids) if state.building]
        if states:
            progress(RebuildProgress(sum(one.done for one in states), sum(one.total for one in states)))
        await anyio.sleep(_LOOK)


def _first(failures: BaseExceptionGroup[BaseException]) -> BaseException:
    first = failures.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
