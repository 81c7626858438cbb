"""Calls of model servers: several at once, each within its time, tried again after what may pass."""

import math
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import anyio
import openai

from pincite.adapters.openai_client import Limit
from pincite.core.errors import PinciteError
from pincite.core.web import seconds_to_wait

T = TypeVar("T")

Sleep = Callable[[float], Awaitable[None]]

ATTEMPTS = 3
"""Tries of a call that somebody waits for: two more, as the client library has it."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before the second try, doubled with each, where the server names none; the client library's own."""

_PASSING = frozenset((408, 409, 429))
"""Statuses that may pass, as those from 500 on."""


async def tried(
    call: Callable[[], Awaitable[T]],
    *,
    timeout: float,  # noqa: ASYNC109 - handed to ``limit``
    patience: float,
    attempts: int = ATTEMPTS,
    limit: Limit = anyio.fail_after,
    sleep: Sleep = anyio.sleep,
) -> T:
    """What ``call`` gives. A try may take ``timeout`` seconds, the pauses between them ``patience`` in all.

    Waits as long as ``Retry-After`` says, and does not wait at all where that is longer than the patience.

    Raises:
        TimeoutError, openai.OpenAIError: of the last try.
    """
    waited = 0.0
    for attempt in range(1, attempts + 1):
        try:
            with limit(timeout):
                return await call()
        except openai.OpenAIError as error:
            pause = pause_after(error, attempt)
            if pause is None or attempt == attempts or waited + pause > patience:
                raise
        waited += pause
        await sleep(pause)
    raise AssertionError("attempts is at least 1")


def pause_after(error: openai.OpenAIError, attempt: int) -> float | None:
    """Seconds to wait after try number ``attempt``; None for what does not pass."""
    backoff = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (attempt - 1))
    if isinstance(error, openai.APIConnectionError):
        return backoff
    if not isinstance(error, openai.APIStatusError):
        return None
    if error.status_code not in _PASSING and error.status_code < 500:
        return None
    if error.code == "insufficient_quota":  # a 429 too, and paying is what helps
        return None
    told = retry_after(error)
    return backoff if told is None else told


def retry_after(error: openai.APIStatusError) -> float | None:
    """Seconds that the server asks to wait: a number, or a date of HTTP."""
    headers = error.response.headers
    try:
        told = float(headers["retry-after-ms"]) / 1000
    except (KeyError, ValueError):
        told = math.nan
    if math.isfinite(told):
        return max(0.0, told)
    return seconds_to_wait(headers.get("retry-after", ""), time.time())


async def in_parallel(calls: Sequence[Callable[[], Awaitable[T]]], at_once: int) -> list[T]:
    """What each call gives, in their order. The first that fails ends the others and is raised."""
    results: dict[int, T] = {}
    failures: list[PinciteError] = []
    room = anyio.Semaphore(at_once)

    async def run(number: int) -> None:
        async with room:
            try:
                results[number] = await calls[number]()
            except PinciteError as error:
                failures.append(error)
                group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        for number in range(len(calls)):
            group.start_soon(run, number)
    if failures:
        raise failures[0]
    return [results[number] for number in range(len(calls))]
