"""Traces of answers: listed, shown, summed up, made again. Of the tenant that asks alone."""

from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Query

from pincite.api.library import LibraryDep
from pincite.api.trace_schemas import (
    ReplayIn,
    ReplayOut,
    TraceComparisonOut,
    TraceFilter,
    TraceHeadOut,
    TraceOut,
    TracePage,
    TracesOut,
    TraceSummaryOut,
)
from pincite.observability.traces_reading import narrowed
from pincite.ports.tenants import DEFAULT_TENANT

router = APIRouter(tags=["traces"])

Filter = Annotated[TraceFilter, Query()]
Page = Annotated[TracePage, Query()]


@router.get("/traces")
async def list_traces(library: LibraryDep, asked: Page) -> TracesOut:
    """Answers, the newest first, by what is asked for."""
    selection = asked.selection(DEFAULT_TENANT)

    def read() -> TracesOut:
        found = library.traces.list(selection, limit=asked.limit + 1, after=asked.after)
        shown = [TraceHeadOut.of(trace) for trace in found[: asked.limit]]
        return TracesOut(traces=shown, next=shown[-1].trace_id if len(found) > asked.limit else None)

    return await anyio.to_thread.run_sync(read)


@router.get("/traces/summary")
async def summary(library: LibraryDep, asked: Filter) -> TraceSummaryOut:
    """What the answers of a period come to: types, refusals, retries, risk, failures, times by stage."""
    found = await anyio.to_thread.run_sync(library.traces.summary, asked.selection(DEFAULT_TENANT))
    return TraceSummaryOut(**found)


@router.get("/traces/compare")
async def compare(
    library: LibraryDep,
    asked: Filter,
    first: Annotated[str, Query(description="`2026-02-01..2026-02-28`, or a fingerprint of settings.")],
    second: Annotated[str, Query(description="As `first`.")],
) -> TraceComparisonOut:
    """Two periods, or two configurations, side by side."""
    selection = asked.selection(DEFAULT_TENANT)
    sides = narrowed(selection, first), narrowed(selection, second)
    return TraceComparisonOut(**await anyio.to_thread.run_sync(library.traces.compare, sides[0], sides[1]))


@router.get("/traces/{trace}")
async def show(trace: str, library: LibraryDep) -> TraceOut:
    """One answer with all that it was made from."""
    return TraceOut(trace=await anyio.to_thread.run_sync(library.traces.get, trace, DEFAULT_TENANT))


@router.post("/traces/{trace}/replay")
async def replay(trace: str, library: LibraryDep, body: ReplayIn | None = None) -> ReplayOut:
    """Ask the question of a trace again, of the library and the settings of today, and tell what is
    otherwise. No trace is kept of that."""
    verify_only = body.verify_only if body else False
    found = await library.replay(trace, verify_only=verify_only, tenant_id=DEFAULT_TENANT)
    return ReplayOut.of(found)
