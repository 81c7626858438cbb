"""``POST /chunker/preview`` (reference 002): try settings before paying for them."""

import threading
from functools import partial

import anyio
from anyio import to_thread
from fastapi import APIRouter

from pincite.api.chunk_schemas import PreviewIn, PreviewOut
from pincite.api.library import LibraryDep
from pincite.chunking.preview import MAX_CHARS, MAX_CHUNKS, TIMEOUT_SECONDS

router = APIRouter(prefix="/chunker", tags=["chunker"])


@router.post("/preview")
async def preview(body: PreviewIn, library: LibraryDep) -> PreviewOut:
    """Cut a text as ingest would, and say why so. Nothing is stored, embedded or logged.

    With `enable_parent_child` the children are shown, and the diagnostics are those of the parents. 400 for a
    blank text, 413 above 65,536 characters, 504 after 5 s, when the work has really ended. Of more than 500
    chunks the first 500 are returned; the statistics are of all.
    """
    chunker = (await library.engine()).chunker
    stop = threading.Event()
    work = partial(
        chunker.preview,
        body.text,
        body.chunking_config.overrides(),
        limit=MAX_CHUNKS,
        max_chars=MAX_CHARS,
        should_stop=stop.is_set,
    )
    # The thread is waited for, whatever ends the request: it asks about `stop` once a chunk.
    timer = threading.Timer(TIMEOUT_SECONDS, stop.set)
    timer.daemon = True
    timer.start()
    try:
        with anyio.CancelScope(shield=True):
            shown = await to_thread.run_sync(work)
    finally:
        timer.cancel()
    return PreviewOut.of(shown)
