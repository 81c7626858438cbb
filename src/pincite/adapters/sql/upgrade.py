"""Bring the schema of a library up to date, under a lock, whenever it is opened."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from anyio import to_thread
from sqlalchemy import Connection, inspect, text

from pincite.adapters.sql.database import Database
from pincite.core.errors import IndexLocked, LibraryTooNew

if TYPE_CHECKING:
    from alembic.config import Config

SCHEMA = "0009"
"""The newest migration. Kept here, and compared by a test, so that opening a library that is up to date does
not import Alembic (a third of a command's start)."""
_MIGRATIONS = Path(__file__).parent / "migrations"
_WAL_SECONDS = 30.0
"""How long opening waits for another process that opens the same new library."""


def alembic_config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


async def upgrade(database: Database) -> None:
    """Run the migrations that are missing. Two processes may call this at once.

    Raises:
        LibraryTooNew: the schema was written by a newer pincite.
    """
    async with database.read() as connection:
        if await connection.run_sync(_revision) == SCHEMA:
            return
    async with database.write() as connection:
        await database.serialise(connection, "pincite migrations")
        await connection.run_sync(_migrate)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory

    config = alembic_config(connection)
    known = {revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()}
    found = _revision(connection)
    if found is not None and found not in known:
        raise LibraryTooNew(f"This library has schema {found}, which this version of pincite does not know.")
    command.upgrade(config, "head")


async def prepare_sqlite(path: Path) -> None:
    """Create the file if need be and switch it to the write-ahead log, which it then keeps."""
    await to_thread.run_sync(_prepare_sqlite, path)


def _prepare_sqlite(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + _WAL_SECONDS
    while True:
        try:
            with closing(sqlite3.connect(path, timeout=_WAL_SECONDS)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            # The switch does not honour the busy time-out when two processes make it at once.
            if "locked" not in str(error):
                raise
            if time.monotonic() > deadline:
                raise IndexLocked(f"{path} is locked by another process.") from error
            time.sleep(0.05)
