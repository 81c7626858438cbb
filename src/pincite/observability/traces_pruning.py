"""Old traces go, while a worker runs."""

import anyio
import anyio.to_thread
import structlog

from pincite.observability.traces_store import TraceStore

EVERY_SECONDS = 6 * 3600.0
"""A day becomes too old once a day; a worker that is started each evening prunes too."""

log = structlog.get_logger(__name__)


async def keep_pruned(store: TraceStore, retention_days: int, every: float = EVERY_SECONDS) -> None:
    """Until it is cancelled. What cannot be removed now is tried again."""
    while retention_days:
        try:
            removed = await anyio.to_thread.run_sync(store.prune, retention_days)
        except OSError as error:
            log.warning("traces not pruned", error=str(error))
        else:
            if removed:
                log.info("traces pruned", days=removed)
        await anyio.sleep(every)
