"""What a crash leaves behind, put right. Safe to run while other workers work, and twice."""

from dataclasses import dataclass

import structlog

from pincite.core.errors import ConfigurationError, IndexUnavailable, NotFound
from pincite.ingest.owners import is_gone
from pincite.ingest.placing import finish
from pincite.ingest.storing import collect
from pincite.ingest.tools import Stores
from pincite.ports.index import SearchFilter
from pincite.ports.rebuilds import Placement
from pincite.ports.records import JobKind

_log = structlog.get_logger("pincite.ingest")


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What was found; all zero after a clean end."""

    leases_taken_back: int = 0
    jobs_added: int = 0
    versions_removed_from_index: int = 0
    blobs_removed: int = 0
    documents_to_reindex: int = 0


_SAMPLE = 5
"""Texts looked for: one may be lost with a damaged disk, all of them only with the directory."""


async def check_directory(stores: Stores) -> None:
    """Whether the blobs are those of the database: a worker with the database of others and a directory of
    its own would fail every document.

    Raises:
        ConfigurationError: none of the newest texts is there.
    """
    keys = await stores.metadata.versions.newest_texts(_SAMPLE)
    for key in keys:
        try:
            await stores.blobs.get(key)
        except NotFound:
            continue
        return
    if keys:
        raise ConfigurationError(
            "The files of this database are not in the library's directory.",
            hint="Processes that share a database share the directory too: name the same with --library.",
        )


async def repair(stores: Stores, now: float) -> RepairReport:
    """Take back the leases and holds of dead processes, then remove what no row owns, and enqueue what the
    index lacks. An index that does not open is left to those who ask it, and to `reindex`.

    Raises:
        ConfigurationError: the directory is not that of the database. IndexLocked, SearchTimeout.
    """
    await check_directory(stores)
    jobs, holds = stores.metadata.jobs, stores.metadata.holds
    # Index and graph are read before the database: a version that appears in between is then no orphan.
    in_index = await _in_index(stores)
    in_graph = await stores.graph.version_ids() if stores.graph is not None else set()
    taken = await jobs.abandon([owner for owner in await jobs.owners() if is_gone(owner)], now)
    await holds.abandon([owner for owner in await holds.owners() if is_gone(owner)])
    added = await jobs.enqueue_missing(now)
    in_use = await stores.metadata.versions.in_use()
    orphans = (in_index or set()) - in_use
    if orphans:
        await stores.index.delete(SearchFilter(version_ids=tuple(sorted(orphans))))
    if stores.graph is not None:
        for version_id in sorted(in_graph - in_use):
            await stores.graph.delete(version_id=version_id)
    return RepairReport(
        leases_taken_back=taken,
        jobs_added=added,
        versions_removed_from_index=len(orphans),
        blobs_removed=await collect(stores, await stores.blobs.keys(), now),
        documents_to_reindex=0 if in_index is None else await _reindex_lost(stores, now),
    )


async def _in_index(stores: Stores) -> set[str] | None:
    """The versions that have points; None where the index does not tell."""
    try:
        if stores.rebuildable is not None:
            for base_id, placement in (await stores.metadata.rebuilds.placements()).items():
                if placement.next_identity == stores.embedder.identity:
                    await finish(stores, base_id)
            await stores.rebuildable.tidy()
        return await stores.index.version_ids()
    except IndexUnavailable as error:
        _log.warning("the index is left as it is", error=error.message)
        return None


async def _reindex_lost(stores: Stores, now: float) -> int:
    """Enqueue the live versions whose points are not all there: a lost index, or a restored backup. Those of
    another encoder wait for a rebuild."""
    metadata = stores.metadata
    placements = await metadata.rebuilds.placements()
    count = 0
    for base_id, versions in (await metadata.versions.live()).items():
        placement = placements.get(base_id) or Placement(base_id)
        if stores.embedder.identity not in (
            placement.identity or stores.embedder.identity,
            placement.next_identity,
        ):
            continue
        if await stores.index.count(SearchFilter(base_ids=(base_id,))) >= sum(versions.values()):
            continue
        for version_id, chunks in versions.items():
            here = SearchFilter(base_ids=(base_id,), version_ids=(version_id,))
            if await stores.index.count(here) < chunks:
                version = await metadata.versions.get(version_id)
                await metadata.jobs.enqueue(JobKind.REINDEX, base_id, version.document_id, version_id, now)
                count += 1
    return count
