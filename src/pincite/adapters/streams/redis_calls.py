"""Calls of Redis: their failures as errors of ours, and many of them in one round trip."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, AuthorizationError, NoPermissionError, RedisError

from pincite.core.errors import ConfigurationError, PinciteError, StreamLogUnavailable

_Call = tuple[tuple[Any, ...], asyncio.Future[Any]]

BATCH = 256
"""Most calls of one round trip: Redis does one thing at a time, and others wait."""


def open_client(url: str, timeout: float) -> "Redis":
    """A client that connects when it is first used. It repeats nothing: an append whose answer was lost may
    have been done.

    Raises:
        ConfigurationError: ``url`` is no address of a Redis. The message leaves it out for its password.
    """
    try:
        return Redis.from_url(
            url,
            protocol=2,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError as error:
        raise ConfigurationError(
            "stream.url is no address of a Redis.", hint="Check stream.url, e.g. redis://127.0.0.1:6379/0."
        ) from error


@contextmanager
def guarded() -> Iterator[None]:
    """
    Raises:
        ConfigurationError: Redis does not let us in.
        StreamLogUnavailable: it is gone, or it refused.
    """
    try:
        yield
    except (AuthenticationError, AuthorizationError, NoPermissionError) as error:
        raise ConfigurationError(f"Redis cannot be used: {error}", hint="Check stream.url.") from error
    except (RedisError, OSError, TimeoutError) as error:
        raise StreamLogUnavailable(f"The log of the streams failed: {error}") from error


class Batches:
    """Calls that gather while a round trip is under way and go together in the next, in order: alone a call
    waits for nothing, and a thousand writers need one connection."""

    def __init__(self, client: "Redis") -> None:
        self._client = client
        self._gathered: list[_Call] = []
        self._sender: asyncio.Task[None] | None = None
        self._closed = False

    async def call(self, *command: Any) -> Any:
        """What Redis answers to ``command``. Raises StreamLogUnavailable once it is closed: the client would
        connect anew, and nobody would close that connection."""
        if self._closed:
            raise closed()
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._gathered.append((command, answer))
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send())
        result = await answer
        with guarded():
            if isinstance(result, Exception):
                raise result
        return result

    async def aclose(self) -> None:
        """What was called before is answered."""
        self._closed = True
        if self._sender is not None:
            await asyncio.wait([self._sender])

    async def _send(self) -> None:
        while self._gathered:
            calls, self._gathered = self._gathered[:BATCH], self._gathered[BATCH:]
            calls = [call for call in calls if not call[1].done()]
            try:
                with guarded():
                    results = await self._round_trip([command for command, _ in calls])
            except PinciteError as error:
                _fail(calls, error)
                continue
            except BaseException:
                _fail([*calls, *self._gathered], closed())
                self._gathered.clear()
                raise
            for (_, answer), result in zip(calls, results, strict=True):
                if not answer.done():
                    answer.set_result(result)

    async def _round_trip(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        if not commands:
            return []
        async with self._client.pipeline(transaction=False) as pipe:
            for command in commands:
                pipe.execute_command(*command)
            return await pipe.execute(raise_on_error=False)


def closed() -> StreamLogUnavailable:
    return StreamLogUnavailable("The log of the streams was closed.")


def _fail(calls: list[_Call], error: PinciteError) -> None:
    for _, answer in calls:
        if not answer.done():
            answer.set_exception(copy(error))  # As in `Waiters.wake_all`.
