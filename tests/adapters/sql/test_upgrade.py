"""Opening a library brings its schema up to date."""

from pathlib import Path

import anyio
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from pincite.adapters.sql import open_metadata
from pincite.adapters.sql.tables import metadata as tables
from pincite.adapters.sql.upgrade import SCHEMA, alembic_config
from pincite.core.errors import LibraryTooNew
from pincite.ports.metadata import BaseRecord


async def test_the_migrations_make_exactly_the_tables(tmp_path: Path) -> None:
    metadata = await open_metadata(tmp_path / "p.db")
    async with metadata.database.read() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), tables)
        )
        head = await connection.run_sync(
            lambda sync: ScriptDirectory.from_config(alembic_config(sync)).get_current_head()
        )
    await metadata.aclose()
    assert differences == []
    assert head == SCHEMA


async def test_a_library_of_a_newer_pincite_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    metadata = await open_metadata(path)
    await metadata.bases.create(BaseRecord(id="b", name="terms"))
    async with metadata.database.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await metadata.aclose()
    with pytest.raises(LibraryTooNew, match="9999"):
        await open_metadata(path)


async def test_a_directory_with_odd_characters(tmp_path: Path) -> None:
    path = tmp_path / "약관 100% #1?" / "p.db"
    metadata = await open_metadata(path)
    await metadata.bases.create(BaseRecord(id="b", name="terms"))
    await metadata.aclose()
    assert path.exists()
    again = await open_metadata(path)
    assert [base.name for base in await again.bases.list()] == ["terms"]
    await again.aclose()


async def test_many_open_the_same_new_library_at_once(tmp_path: Path) -> None:
    names: list[str] = []

    async def use(number: int) -> None:
        metadata = await open_metadata(tmp_path / "p.db")
        await metadata.bases.create(BaseRecord(id=str(number), name=str(number)))
        names.append(str(number))
        await metadata.aclose()

    async with anyio.create_task_group() as group:
        for number in range(4):
            group.start_soon(use, number)
    metadata = await open_metadata(tmp_path / "p.db")
    assert [base.name for base in await metadata.bases.list()] == sorted(names)
    await metadata.aclose()
