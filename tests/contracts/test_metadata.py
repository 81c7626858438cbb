"""The metadata contract on SQLite, and on Postgres where ``PINCITE_TEST_POSTGRES`` names one.

The address is an SQLAlchemy one, e.g. ``postgresql+asyncpg://postgres@127.0.0.1:5432/test``; every test works
in a database of its own, which it drops.
"""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from pincite.adapters.sql import open_metadata
from pincite.ports.metadata import Metadata
from pincite.testing.metadata import MetadataContract

POSTGRES = os.environ.get("PINCITE_TEST_POSTGRES", "")


@pytest.fixture(scope="module")
async def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database, to be copied: a copy takes a tenth of the time of making one."""
    path = tmp_path_factory.mktemp("fresh") / "pincite.db"
    await (await open_metadata(path)).aclose()
    return path


class TestSqlite(MetadataContract):
    @pytest.fixture(autouse=True)
    def _copy(self, fresh: Path, tmp_path: Path) -> None:
        self.path = tmp_path / "pincite.db"
        shutil.copy(fresh, self.path)

    async def make_metadata(self) -> Metadata:
        return await open_metadata(self.path)


if POSTGRES:

    class TestPostgres(MetadataContract):
        @pytest.fixture(autouse=True)
        async def _database(self) -> AsyncIterator[None]:
            self.name = f"pincite_{uuid4().hex}"
            engine = create_async_engine(POSTGRES, isolation_level="AUTOCOMMIT")
            async with engine.connect() as connection:
                await connection.execute(text(f"CREATE DATABASE {self.name}"))
                yield
                await connection.execute(text(f"DROP DATABASE {self.name}"))
            await engine.dispose()

        async def make_metadata(self) -> Metadata:
            url = make_url(POSTGRES).set(database=self.name)
            return await open_metadata(url.render_as_string(hide_password=False))
