"""Jobs while bases move from one index to another.

A base may begin to move, or arrive, at any moment, also between a job's look at its row and the end of the
job. Whoever wrote looks again afterwards and has the version written where it lies now; the queue never runs
two jobs of one document, so the last word is always that of the newest text.
"""

from dataclasses import replace

from pincite.core.errors import NotFound
from pincite.ingest.tools import Stores
from pincite.ports.index import SearchFilter
from pincite.ports.records import BaseRecord, Job, JobKind


async def stores_for(stores: Stores, base: BaseRecord, job: Job) -> Stores:
    """Where ``job`` writes: a version that is written again goes into the index that is being built, and the
    one that answers is left as it is."""
    if job.kind is not JobKind.REINDEX or base.next_store is None or stores.rebuildable is None:
        return stores
    return replace(stores, index=await stores.rebuildable.rebuilt(base.id))


def is_for_another(stores: Stores, base: BaseRecord, job: Job) -> bool:
    """Whether ``job`` belongs to a rebuild for another encoder, which enqueues it again when it goes on."""
    return (
        job.kind is JobKind.REINDEX
        and base.next_identity is not None
        and base.next_identity != stores.embedder.identity
    )


async def after(stores: Stores, base: BaseRecord, job: Job, now: float) -> None:
    """What is to do when ``job``, which saw ``base`` as it was, has written."""
    if stores.rebuildable is None:
        return
    try:
        current = await stores.metadata.bases.get(base.id)
    except NotFound:
        return
    again = job.kind is JobKind.REINDEX
    if not _needed(current, again) <= _needed(base, again) and job.version_id is not None:
        await stores.metadata.rebuilds.enqueue(base.id, [job.version_id], now)
    if again:
        await finish(stores, base.id)


def _needed(base: BaseRecord, again: bool) -> set[str]:
    """Names of the indexes that a job writes to."""
    if base.next_store is None:
        return {base.store}
    return {base.next_store} if again else {base.store, base.next_store}


async def missing(stores: Stores, base_id: str) -> list[str]:
    """Live versions of a base that are not whole in the index that is being built."""
    if stores.rebuildable is None:
        return []
    index = await stores.rebuildable.rebuilt(base_id)
    live = (await stores.metadata.versions.live()).get(base_id, {})
    here = {"base_ids": (base_id,)}
    return [
        version_id
        for version_id, chunks in live.items()
        if await index.count(SearchFilter(**here, version_ids=(version_id,))) < chunks
    ]


async def finish(stores: Stores, base_id: str) -> bool:
    """Let the index that is being built answer, if it is complete, and remove the old one; whether the base
    lies where it should."""
    rebuilds = stores.metadata.rebuilds
    placement = (await rebuilds.placements([base_id])).get(base_id)
    if placement is None or placement.next_store is None:
        return True
    if stores.rebuildable is None or placement.next_identity != stores.embedder.identity:
        return False
    if await rebuilds.waiting(base_id) or await missing(stores, base_id):
        return False
    await rebuilds.swap(base_id, placement.next_store)
    await stores.rebuildable.tidy()
    return True
