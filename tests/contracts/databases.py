"""SQLite and Postgres for contract suites: every test works in a database of its own."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pincite.adapters.sql import open_metadata
from pincite.ports.metadata import Metadata
from tests.services import postgres_database

_made: dict[Path, Path] = {}
"""By the folder of the run."""


async def fresh(folders: pytest.TempPathFactory) -> Path:
    """A new database, to be copied: a copy takes a tenth of the time of making one."""
    run = folders.getbasetemp()
    if run not in _made:
        path = folders.mktemp("fresh") / "pincite.db"
        await (await open_metadata(path)).aclose()
        _made[run] = path
    return _made[run]


class OnSqlite:
    @pytest.fixture(autouse=True)
    async def _copy(self, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
        self.path = tmp_path / "pincite.db"
        shutil.copy(await fresh(tmp_path_factory), self.path)

    async def make_metadata(self) -> Metadata:
        return await open_metadata(self.path)


class OnPostgres:
    @pytest.fixture(autouse=True)
    async def _database(self) -> AsyncIterator[None]:
        async with postgres_database() as self.url:
            yield

    async def make_metadata(self) -> Metadata:
        return await open_metadata(self.url)
