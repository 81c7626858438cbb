"""Cut a text in a thread that ends: when nobody waits for it, and when its time is over."""

import threading
from collections.abc import Mapping
from functools import partial
from time import monotonic
from typing import Any

from anyio import to_thread

from pincite.core.catalogue import say
from pincite.core.errors import ChunkingStopped, CuttingTimeout, DocumentTooLarge
from pincite.ingest.tools import Cut, Pace, Tools


async def cut_in_time(
    tools: Tools, text: str, overrides: Mapping[str, Any], pace: Pace, *, filename: str, language: str
) -> Cut:
    """The pieces of ``text``. Cancelled, it returns at once and the thread ends soon after.

    Raises:
        CuttingTimeout: it took longer than ``pace.cut_seconds``.
        DocumentTooLarge: more than ``pace.max_chunks`` pieces.
        InvalidInput: the overrides cannot be used.
    """
    stop = threading.Event()
    until = monotonic() + pace.cut_seconds

    def should_stop() -> bool:
        return stop.is_set() or monotonic() > until

    try:
        cut = await to_thread.run_sync(
            partial(tools.cut, text, overrides, should_stop=should_stop), abandon_on_cancel=True
        )
    except ChunkingStopped as error:
        sentence = say("ingest.cutting_timeout", language, filename=filename, seconds=f"{pace.cut_seconds:g}")
        raise CuttingTimeout(sentence) from error
    finally:
        stop.set()
    if (count := len(cut.chunks)) > pace.max_chunks:
        raise DocumentTooLarge(
            say("ingest.too_many_chunks", language, filename=filename, count=count, limit=pace.max_chunks)
        )
    return cut
