"""What a picture shows leads to the text that shows it, and is read with it."""

from dataclasses import replace

import pytest

from pincite.core.types import Chunk, ChunkType
from pincite.merging.pictures import at_their_text, by_text, read_with_pictures, with_pictures
from tests.builders import chunk, hit, passage

URL, OTHER = "/api/v1/documents/doc/images/1.png", "/api/v1/documents/doc/images/2.png"
TEXT = f"The sign says what you pay.\n\n![sign]({URL})\n\nBring the papers."
CAPTION, WORDS = "A yellow sign at a garage.", "The deductible is 250 dollars."


def shown(id_: str, words: str, kind: ChunkType, url: str = URL, parent: str = "t") -> Chunk:
    return chunk(
        id_, words, seq=9, chunk_type=kind, parent_id=parent, details={"image": url}, morphemes=words.lower()
    )


def family() -> tuple[Chunk, list[Chunk]]:
    children = [shown("c", CAPTION, ChunkType.IMAGE_CAPTION), shown("o", WORDS, ChunkType.IMAGE_OCR)]
    return chunk("t", TEXT, morphemes="sign pay papers"), children


@pytest.mark.feature("IM-03")
def test_a_picture_that_was_found_is_its_text_with_the_best_score() -> None:
    text, (caption, words) = family()
    found = [hit(words, 0.9), hit(text, 0.4), hit(caption, 0.5), hit(chunk("x", "Elsewhere."), 0.7)]
    moved = {each.chunk.id: each.score for each in at_their_text(found, {"t": text})}
    assert moved == {"t": 0.9, "x": 0.7}


def test_a_picture_whose_text_is_disabled_stands_for_itself() -> None:
    _, (_, words) = family()
    (moved,) = at_their_text([hit(words, 0.9)], {})
    assert moved.chunk is words


def test_a_clause_that_was_named_stays_named() -> None:
    text, (_, words) = family()
    named = replace(hit(text, 0.4), exact_reference=True)
    for order in ([named, hit(words, 0.9)], [hit(words, 0.9), named]):
        (moved,) = at_their_text(order, {"t": text})
        assert (moved.exact_reference, moved.score) == (True, 0.9)


@pytest.mark.feature("IM-05")
def test_a_reranker_reads_the_words_of_the_pictures() -> None:
    text, children = family()
    read = read_with_pictures(text, by_text(children))
    assert CAPTION in read.content
    assert WORDS in read.content
    assert read.morphemes == f"sign pay papers {CAPTION.lower()} {WORDS.lower()}"
    other = chunk("x", "Elsewhere.")
    assert read_with_pictures(other, by_text(children)) is other


@pytest.mark.feature("IM-05")
def test_a_passage_shows_the_picture_and_what_it_shows() -> None:
    text, children = family()
    told = with_pictures(passage(text), by_text(children), {"t"})
    assert told.text == (
        f"The sign says what you pay.\n\n![sign]({URL})\n\n> **Image caption:** {CAPTION}\n"
        f"> **Image text (OCR):** {WORDS}\n\nBring the papers."
    )
    assert [member.id for member in told.members] == ["t", "c", "o"]


@pytest.mark.feature("IM-06")
def test_a_wide_passage_tells_of_the_pictures_of_what_was_found_alone() -> None:
    text, children = family()
    sister = chunk("s", f"Another page.\n\n![]({OTHER})", seq=1, start=500)
    hers = shown("h", "Nothing to do with it.", ChunkType.IMAGE_OCR, OTHER, "s")
    wide = passage(text, members=(text, sister), text=f"{TEXT}\n\n{sister.content}")
    told = with_pictures(wide, by_text([*children, hers]), {"t"})
    assert WORDS in told.text
    assert hers.content not in told.text
    assert OTHER not in told.text
    assert "Another page." in told.text
    assert [member.id for member in told.members] == ["t", "c", "o", "s"]


@pytest.mark.feature("IM-06")
def test_an_edit_that_took_the_picture_away_takes_its_words_away() -> None:
    text, children = family()
    edited = replace(text, content="The sign is gone.", edited=True)
    assert with_pictures(passage(edited), by_text(children), {"t"}).text == "The sign is gone."


def test_only_pictures_of_a_text_are_told_with_it() -> None:
    caption = chunk("a", "A red car.", chunk_type=ChunkType.IMAGE_CAPTION, parent_id="t")
    lost = chunk("b", "A dog.", chunk_type=ChunkType.IMAGE_CAPTION)
    table = chunk("c", "Prices.", chunk_type=ChunkType.TABLE_SUMMARY, parent_id="t")
    assert by_text([caption, lost, table]) == {"t": [caption]}
