"""The search for the names of a question beside that for its words and meaning (rows SR-01, SR-02)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

import anyio

from pincite.core.errors import ConfigurationError, PinciteError, TemporaryFailure
from pincite.core.inspection import LegPlace, PoolEntry
from pincite.core.types import Hit
from pincite.pipeline.events import Event
from pincite.pipeline.plugins.entities import GRAPH
from pincite.pipeline.state import Cancelled, ChatState, RunContext
from pincite.retrieval import Retrieval
from pincite.retrieval.parallel import SEARCH, Way
from pincite.text.similarity import bare_content


async def beside_entities(chat: ChatState, search: Way) -> Retrieval:
    """What ``search`` finds, and where the question names entities of a graph, what these lead to; both at
    once. Without such names it is ``search`` alone.

    Raises:
        As ``search``; where that fails for a passing reason the graph alone may find something.
    """
    if not chat.state.entities:
        return await search()
    trigger = chat.context.trigger
    if trigger is None:
        raise ConfigurationError("A search for entities needs a run that can trigger it.")
    branch = _branch(chat)
    found: list[Retrieval] = []
    passing: list[TemporaryFailure] = []
    lasting: list[Exception] = []

    async def words() -> None:
        try:
            found.append(await search())
        except TemporaryFailure as error:
            passing.append(error)

    async def names() -> None:
        try:
            await trigger(Event.ENTITY_SEARCH, branch)
        except TemporaryFailure:
            branch.mark_degraded([GRAPH])

    async def run(work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except (PinciteError, Cancelled) as error:
            lasting.append(error)
            group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        group.start_soon(run, words)
        group.start_soon(run, names)
    if lasting:
        raise lasting[0]
    if passing and not branch.state.hits:
        raise passing[0]
    chat.mark_degraded(branch.state.degraded)
    chat.state.graph = branch.state.graph
    before = found[0] if found else Retrieval((), (SEARCH,))
    joined = with_hits(before, branch.state.hits)
    return joined if chat.context.inspector is not None else replace(joined, entries=())


def _branch(chat: ChatState) -> ChatState:
    """A copy to write in, whose times and calls are those of the question."""
    branch, context = chat.clone(), chat.context
    branch.context = RunContext(
        trace_id=context.trace_id,
        trigger=context.trigger,
        stage_ms=context.stage_ms,
        calls=context.calls,
        now=context.now,
        cancelled=context.cancelled,
    )
    return branch


def with_hits(found: Retrieval, led: Sequence[Hit]) -> Retrieval:
    """``found`` with those hits of the graph that it lacks, in one order. A passage that it has, or one that
    reads the same, stays as it was found; ``led`` are ordered and scored by the graph, which only `entries`
    tell."""
    ids = {hit.chunk.id for hit in found.hits}
    texts = {bare_content(hit.chunk.content) for hit in found.hits} if led else set()
    new: list[Hit] = []
    for hit in led:
        text = bare_content(hit.chunk.content)
        if hit.chunk.id not in ids and text not in texts:
            texts.add(text)
            new.append(replace(hit, score=hit.base_score))
    hits = sorted(
        (*found.hits, *new), key=lambda hit: (not hit.exact_reference, -hit.base_score, hit.chunk.id)
    )
    joined = {hit.chunk.id for hit in hits}
    places = {hit.chunk.id: LegPlace(GRAPH, rank, hit.score) for rank, hit in enumerate(led, start=1)}
    return replace(found, hits=tuple(hits), entries=_entries(found.entries, places, joined))


def _entries(
    entries: Sequence[PoolEntry], places: Mapping[str, LegPlace], pool: set[str]
) -> tuple[PoolEntry, ...]:
    told = [
        replace(
            entry,
            legs=(*entry.legs, places[entry.chunk_id]),
            in_pool=entry.in_pool or entry.chunk_id in pool,
        )
        if entry.chunk_id in places
        else entry
        for entry in entries
    ]
    known = {entry.chunk_id for entry in entries}
    told += [PoolEntry(id_, 0.0, (place,), id_ in pool) for id_, place in places.items() if id_ not in known]
    return tuple(told)
