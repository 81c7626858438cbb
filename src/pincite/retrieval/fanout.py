"""Several searches at once: few at a time, each with a time limit, all or nothing (reference 004, 8.5)."""

from collections.abc import Awaitable, Callable, Sequence
from math import isfinite
from typing import TypeVar

import anyio

from pincite.core.errors import PinciteError, SearchTimeout

Found = TypeVar("Found")

PARALLEL_STORES = 4
STORE_SECONDS = 30.0
"""Reference 000, part 8.5."""

TIMEOUT_VARIABLE = "MULTI_STORE_RETRIEVE_TIMEOUT_SEC"
"""Reference 000's name of the limit, for who comes from there."""


def store_timeout(value: str | None, default: float = STORE_SECONDS) -> float:
    """Seconds that a store may take, from the environment; ``default`` for what is no positive number.

    >>> store_timeout("45"), store_timeout("-3"), store_timeout("soon", 20.0)
    (45.0, 30.0, 20.0)
    """
    try:
        seconds = float(value or "")
    except ValueError:
        return default
    return seconds if isfinite(seconds) and seconds > 0 else default


async def fan_out(
    calls: Sequence[Callable[[], Awaitable[Found]]],
    *,
    parallel: int = PARALLEL_STORES,
    timeout: float = STORE_SECONDS,  # noqa: ASYNC109  one limit a call, which may wait for its turn without it
) -> list[Found]:
    """What ``calls`` give, in their order. The first that fails ends the others.

    Raises:
        SearchTimeout: one took longer than ``timeout`` seconds. And what the calls raise; when the caller is
            cancelled that is a cancellation and no failure of a store.
    """
    if len(calls) == 1:
        return [await _within(calls[0], timeout)]
    found: dict[int, Found] = {}
    failures: list[PinciteError] = []
    turns = anyio.CapacityLimiter(max(parallel, 1))

    async def run(number: int, call: Callable[[], Awaitable[Found]]) -> None:
        async with turns:
            if failures:
                return
            try:
                found[number] = await _within(call, timeout)
            except PinciteError as error:
                failures.append(error)
                group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        for number, call in enumerate(calls):
            group.start_soon(run, number, call)
    if failures:
        raise failures[0]
    return [found[number] for number in range(len(calls))]


async def _within(call: Callable[[], Awaitable[Found]], seconds: float) -> Found:
    try:
        with anyio.fail_after(seconds):
            return await call()
    except TimeoutError as error:
        raise SearchTimeout(
            f"A search index did not answer within {seconds:g} s.",
            hint="Try again, ask fewer bases, or raise `retrieval.store_timeout`.",
        ) from error
