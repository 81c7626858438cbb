"""The work on documents: progress as it happens, time lines, pausing, webhooks."""

from collections.abc import AsyncIterator

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from pincite.api.base_schemas import BaseOut
from pincite.api.library import LibraryDep
from pincite.api.operations_schemas import (
    ProgressOut,
    TimelineEntryOut,
    WebhookIn,
    WebhookMade,
    WebhookOut,
)

router = APIRouter(tags=["operations"])


@router.get(
    "/knowledge-bases/{base}/progress",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
            "description": "Server-sent events; the data of each is a `ProgressOut`.",
        }
    },
)
async def progress(
    base: str,
    library: LibraryDep,
    once: bool = Query(False, description="End the stream when every document is settled."),
) -> StreamingResponse:
    """Where each document of a base stands, then every step as it happens.

    Frames are `event: progress` with a `ProgressOut` as data; a comment line each quiet second keeps the
    connection alive. The stream may begin again at any time: it always starts with the present state.
    """
    ingest = (await library.engine()).ingest
    record = await ingest.get_base(base)

    async def frames() -> AsyncIterator[str]:
        async for step in ingest.watch(record.id, once=once):
            if step is None:
                yield ": alive\n\n"
            else:
                yield f"event: progress\ndata: {ProgressOut.of(step).model_dump_json()}\n\n"

    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(frames(), media_type="text/event-stream", headers=headers)


@router.get("/knowledge-bases/{base}/documents/{document}/timeline")
async def timeline(base: str, document: str, library: LibraryDep) -> list[TimelineEntryOut]:
    """What happened to a document: each stage of each attempt, how long it took, and how it ended."""
    record = await (await library.knowledge_base(base, create=False)).document(document)
    return [TimelineEntryOut.of(entry) for entry in await library.timeline(record.id)]


@router.post("/knowledge-bases/{base}/pause")
async def pause(base: str, library: LibraryDep) -> BaseOut:
    """Let the documents of a base wait. What is live answers, and removals go on."""
    return BaseOut.of(await library.set_paused(base, True))


@router.post("/knowledge-bases/{base}/resume")
async def resume(base: str, library: LibraryDep) -> BaseOut:
    """Go on with the documents of a base that was paused."""
    return BaseOut.of(await library.set_paused(base, False))


@router.get("/webhooks")
async def list_webhooks(library: LibraryDep) -> list[WebhookOut]:
    """All webhooks by age."""
    return [WebhookOut.of(webhook) for webhook in await library.webhooks()]


@router.post("/webhooks", status_code=201)
async def add_webhook(body: WebhookIn, library: LibraryDep) -> WebhookMade:
    """Have an address called when a document is `ready`, `failed` or `cancelled`.

    Each call is a POST of JSON with `id`, `event`, `at` and `document`, and carries
    `Pincite-Signature: t=<Unix seconds>,v1=<hex>`, where v1 is the HMAC-SHA-256 of `<t>.<body>` under the
    secret. A call that is not answered with 2xx is made again, up to eight times within about 15 hours; one
    may arrive twice, with the same `id`. Link-local, metadata and reserved addresses are refused
    (`url_refused`), for names with each call; private networks are allowed.
    """
    made = await library.add_webhook(body.url, base=body.base, secret=body.secret)
    return WebhookMade(**WebhookOut.of(made).model_dump(), secret=made.secret)


@router.delete("/webhooks/{webhook}", status_code=204)
async def remove_webhook(webhook: str, library: LibraryDep) -> Response:
    """Remove a webhook with its waiting calls."""
    await library.remove_webhook(webhook)
    return Response(status_code=204)
