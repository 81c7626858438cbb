"""The same code on Postgres: rows there, vectors embedded."""

from pathlib import Path

import pincite
from pincite.core.settings import StorageSettings
from tests.libraries import CLAUSE, KOREAN, settings_for
from tests.services import postgres_database


async def test_a_library_on_postgres_answers_as_on_sqlite(tmp_path: Path) -> None:
    answers = []
    async with postgres_database() as url:
        for name, storage in (("sqlite", {}), ("postgres", {"database_url": url})):
            settings = settings_for(tmp_path / name, storage=StorageSettings(**storage))
            async with await pincite.aopen(settings=settings) as library:
                base = await library.knowledge_base("terms")
                (tmp_path / "terms.md").write_text(KOREAN, encoding="utf-8")
                summary = await base.add(tmp_path / "terms.md")
                assert len(summary.ready) == 1
                answers.append(await base.ask(CLAUSE))
            assert (tmp_path / name / "pincite.db").exists() is (name == "sqlite")
    sqlite, postgres = answers
    assert not postgres.is_refusal
    assert [source.content for source in postgres.sources] == [source.content for source in sqlite.sources]
    assert [source.score for source in postgres.sources] == [source.score for source in sqlite.sources]
