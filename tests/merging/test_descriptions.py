"""What a model wrote about a table is a way to the table, and nothing that an answer stands on."""

import pytest

from pincite.core.types import Chunk, ChunkType
from pincite.merging.pictures import at_their_text, is_about_text
from tests.builders import chunk, hit

TABLE = chunk("t", "| age | premium |")
SUMMARY = chunk("s", "Premiums by age.", chunk_type=ChunkType.TABLE_SUMMARY, parent_id="t")
COLUMNS = chunk("c", "- age: in years", chunk_type=ChunkType.TABLE_COLUMN, parent_id="t")


@pytest.mark.parametrize("found", [[SUMMARY], [COLUMNS, SUMMARY], [SUMMARY, TABLE, COLUMNS]])
def test_a_description_that_is_found_brings_its_table_once(found: list[Chunk]) -> None:
    assert all(is_about_text(one) for one in (SUMMARY, COLUMNS))
    hits = [hit(one, score=0.9 - at / 10) for at, one in enumerate(found)]
    (moved,) = at_their_text(hits, {"t": TABLE})
    assert (moved.chunk, moved.score) == (TABLE, 0.9)


def test_a_description_of_a_table_that_is_out_of_search_is_dropped() -> None:
    picture = chunk("p", "A duck.", chunk_type=ChunkType.IMAGE_CAPTION, parent_id="gone")
    kept = at_their_text([hit(SUMMARY), hit(picture)], {})
    assert [one.chunk for one in kept] == [picture]
