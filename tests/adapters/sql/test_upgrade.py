"""Opening a library brings its schema up to date."""

from hashlib import sha256
from pathlib import Path

import anyio
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, text

from pincite.adapters.sql import open_metadata
from pincite.adapters.sql.database import Database, create_engine
from pincite.adapters.sql.rows import pack_counts
from pincite.adapters.sql.tables import metadata as tables
from pincite.adapters.sql.upgrade import SCHEMA, alembic_config, prepare_sqlite
from pincite.core.errors import LibraryTooNew
from pincite.core.types import LexicalField
from pincite.ports.records import BaseRecord, JobKind
from pincite.testing.metadata_edits import change_of

FIRST_SCHEMA_ROWS = (
    "INSERT INTO knowledge_bases (id, tenant_id, name, kind, chunking, vector, keyword, created_at) "
    """VALUES ('b', 'default', 'terms', 'document', '{"chunk_size": 300}', true, true, 1)""",
    "INSERT INTO documents (id, base_id, source, filename, title, media_type, size, status, content_hash, "
    "active_version_id, chunks, warnings, tags, created_at, updated_at) VALUES ('d', 'b', 't.md', 't.md', "
    "'Terms', 'text/markdown', 3, 'ready', 'f', 'v', 3, '[]', '[]', 1, 1)",
    "INSERT INTO document_versions (id, document_id, base_id, filename, file_key, markdown_key, pages, chunks, "
    "created_at) VALUES ('v', 'd', 'b', 't.md', 'f', 'm', '[]', 3, 1)",
    *(
        'INSERT INTO chunks (id, base_id, document_id, version_id, seq, start, "end", content, context_header, '
        "table_header, chunk_type, clauses, morphemes, language, morpheme_length, bigram_length) VALUES "
        f"('c{seq}', 'b', 'd', 'v', {seq}, 0, 1, '{words}', '', '', 'text', '', '{words}', 'en', 2, 5)"
        for seq, words in enumerate(("we war", "we peace", "end"))
    ),
    "INSERT INTO base_totals VALUES ('b', 'morphemes', 3, 6), ('b', 'bigrams', 3, 15)",
    "INSERT INTO term_statistics VALUES ('b', 'morphemes', 'war', 1), ('b', 'morphemes', 'peace', 1), "
    "('b', 'morphemes', 'we', 2)",
    "INSERT INTO jobs (kind, base_id, document_id, version_id, state, run_after, created_at) "
    "VALUES ('reindex', 'b', 'd', 'v', 'queued', 1, 1)",
)


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


async def test_a_library_of_the_first_schema_keeps_its_data_and_can_be_edited(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    await prepare_sqlite(path)
    database = Database(create_engine(URL.create("sqlite+aiosqlite", database=str(path))))
    async with database.write() as connection:
        await connection.run_sync(lambda sync: command.upgrade(alembic_config(sync), "0001"))
        for statement in FIRST_SCHEMA_ROWS:
            await connection.execute(text(statement))
        await connection.execute(
            text("UPDATE document_versions SET chunks_with_term = :counts"),
            {"counts": pack_counts({LexicalField.MORPHEMES: {"war": 1, "peace": 1, "we": 2}})},
        )
    await database.aclose()

    metadata = await open_metadata(path)
    base = await metadata.bases.get("terms")
    assert (base.chunking, base.vector, base.keyword) == ({"chunk_size": 300}, True, True)
    assert (base.wiki, base.graph) == (False, False)
    (document,) = await metadata.documents.list("b")
    assert (document.title, document.chunks, document.stages) == ("Terms", 3, ())
    records, total = await metadata.edits.list("d")
    assert total == 3
    assert [record.chunk.content for record in records] == ["we war", "we peace", "end"]
    assert [record.previous_id for record in records] == [None, "c0", "c1"]
    assert [record.next_id for record in records] == ["c1", "c2", None]
    assert {(record.revision, record.chunk.edited, record.chunk.disabled) for record in records} == {
        (0, False, False)
    }
    async with metadata.database.read() as connection:
        hashes = (await connection.scalars(text("SELECT content_hash FROM chunks ORDER BY id"))).all()
    assert hashes == [sha256(record.original.encode()).hexdigest() for record in records]
    job = await metadata.jobs.claim("me", 10.0, 30.0)
    assert job is not None
    assert (job.kind, job.chunk_id) == (JobKind.REINDEX, None)
    await metadata.jobs.finish(job)
    await metadata.edits.apply(change_of(records[0], "we rest"), 20.0)
    statistics = await metadata.chunks.term_statistics(["b"], LexicalField.MORPHEMES, ["war", "rest", "we"])
    assert statistics.document_frequency == {"rest": 1, "we": 2}
    await metadata.aclose()


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
