"""Runs the application on a socket until the process is told to end."""

import contextlib
import signal
import socket
from collections.abc import Callable, Generator

import anyio
import uvicorn

from pincite.api.app import create_app
from pincite.core.errors import ConfigurationError
from pincite.library import AsyncLibrary

GRACE = 5
"""Seconds that requests under way may take after the signal; an answer takes 0.1 s, a model call longer."""


class _Server(uvicorn.Server):
    """uvicorn without its signal handlers, which raise the signal anew before the library is closed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


async def serve(library: AsyncLibrary, host: str, port: int, *, ready: Callable[[str], None]) -> None:
    """Answer until SIGTERM or SIGINT; ``ready`` hears the address once the library is open.

    Raises:
        ConfigurationError: the address cannot be listened on. IndexLocked: another process has the library.
    """
    listener = _listen(host, port)
    with listener:
        await library.engine()
        config = uvicorn.Config(create_app(library), log_level="warning", timeout_graceful_shutdown=GRACE)
        server = _Server(config)
        stop = anyio.Event()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_obey_signals, server)
            tasks.start_soon(library.work, stop)
            address, number = listener.getsockname()[:2]
            ready(f"http://[{address}]:{number}" if ":" in address else f"http://{address}:{number}")
            await server.serve([listener])
            stop.set()
            tasks.cancel_scope.cancel()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise ConfigurationError(
            f"{host}:{port} cannot be listened on: {error.strerror}.",
            hint="Choose another address with --host and --port.",
        ) from error


async def _obey_signals(server: uvicorn.Server) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            server.force_exit = server.should_exit  # a second signal does not wait
            server.should_exit = True
