"""Servers that tests talk to. They run already, or the test says what it skipped; with CI=true none is."""

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

POSTGRES = os.environ.get("PINCITE_TEST_POSTGRES", "postgresql+asyncpg://postgres@127.0.0.1:5432/postgres")
"""An SQLAlchemy address of a server on which databases may be made."""


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
        message = f"needs {what} at {host}:{port}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
