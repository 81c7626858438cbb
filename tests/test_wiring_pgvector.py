"""A library whose search index lives in PostgreSQL."""

import asyncio
from pathlib import Path
from uuid import uuid4

import pytest

import pincite
from pincite.adapters.pgvector.shelf import PgvectorShelf
from pincite.core.errors import ConfigurationError
from pincite.core.settings.places import StorageSettings
from tests.libraries import KOREAN, settings_for
from tests.services import pgvector_server

QUESTION = "보험금은 며칠 안에 지급되나요?"


def test_a_library_finds_in_postgres_and_a_second_opening_finds_the_same(tmp_path: Path) -> None:
    prefix = f"pincite_{uuid4().hex}"[:40]
    storage = StorageSettings(pgvector_url=pgvector_server(), pgvector_prefix=prefix)
    settings = settings_for(tmp_path / "library", storage=storage)
    (tmp_path / "약관.md").write_text(KOREAN, encoding="utf-8")
    with pincite.open(settings=settings) as library:
        assert len(library.knowledge_base().add(tmp_path / "약관.md").ready) == 1
        first = library.knowledge_base().search(QUESTION).sources
    with pincite.open(settings=settings) as library:
        again = library.knowledge_base().search(QUESTION).sources
    assert "3영업일" in first[0].content
    assert [source.content for source in again] == [source.content for source in first]
    assert not (tmp_path / "library" / "index").exists()
    asyncio.run(_remove(prefix))


async def _remove(prefix: str) -> None:
    shelf = PgvectorShelf(pgvector_server(), prefix=prefix, timeout=60)
    for name in await shelf.names():
        await shelf.remove(name)
    await shelf.aclose()


def test_two_places_of_one_index_are_refused(tmp_path: Path) -> None:
    storage = StorageSettings(pgvector_url="postgresql://somewhere/x", qdrant_url="http://somewhere:6333")
    with (
        pincite.open(settings=settings_for(tmp_path, storage=storage)) as library,
        pytest.raises(ConfigurationError, match="both set"),
    ):
        library.knowledge_base().search(QUESTION)


@pytest.mark.parametrize("prefix", ["", "A", "1a", "a-b", "a;b", "a" * 41, "a\n"])
def test_a_prefix_that_is_no_name_of_a_table_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="pgvector_prefix"):
        StorageSettings(pgvector_prefix=prefix)
