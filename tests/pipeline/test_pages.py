"""The box of a cited sentence, drawn on its page, holds the words of the sentence."""

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

import pincite
from pincite.adapters.tesseract import installed_languages
from pincite.api.schemas import AnswerOut
from pincite.citations import Pin
from pincite.core.settings import AnswerSettings
from pincite.parsing.pdf_boxes import fold
from pincite.pipeline.answer import Citation
from pincite.pipeline.pages import on_pages
from pincite.ports.pages import NoPages, PagePlace, TextRange
from tests.builders import chunk, passage
from tests.conftest import shared
from tests.libraries import settings_for

RULES, TERMS = "en_nfl_rulebook.pdf", "ko_text_two_page.pdf"
QUESTIONS = {
    "When does the officials' jurisdiction begin?": RULES,
    "Who has general oversight and control of the game?": RULES,
    "제3조 내용 알려줘": TERMS,
    "보험수익자는 어떤 사람인가요?": TERMS,
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Library]:
    folder = tmp_path_factory.mktemp("pins")
    for name in (RULES, TERMS):
        shutil.copy(shared("documents", name), folder / name)
    settings = settings_for(folder / "library", answer=AnswerSettings(boxes_seconds=200))
    with pincite.open(settings=settings) as library:
        assert len(library.knowledge_base().add(folder / RULES, folder / TERMS).ready) == 2
        yield library


def printed(file: Path, number: int, box: tuple[float, ...]) -> str:
    """The letters of a page in the middle of a box: those of printed lines overlap above and below."""
    document = pypdfium2.PdfDocument(file)
    try:
        left, bottom, right, top = box
        inner = (left - 1, bottom + (top - bottom) / 3, right + 1, top - (top - bottom) / 3)
        return str(document[number - 1].get_textpage().get_text_bounded(*inner))
    finally:
        document.close()


def boxed(file: Path, place: Pin) -> str:
    return "".join(printed(file, number, box) for number, boxes in place.boxes for box in boxes)


def words_within(sentence: str, shown: str) -> float:
    """Share of the words of ``sentence`` that the boxes show."""
    words = [bare for word in sentence.split() if (bare := letters(word))]
    return sum(word in letters(shown) for word in words) / len(words)


def letters(text: str) -> str:
    """Letters and digits: a full stop lies below the middle of its line."""
    return "".join(filter(str.isalnum, fold(text)))


@pytest.mark.feature("CI-09", "MG-13")
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_boxes_of_a_cited_sentence_show_its_words(library: pincite.Library, question: str) -> None:
    answer = library.ask(question)
    assert not answer.is_refusal
    names = {document.id: document.filename for document in library.knowledge_base().documents()}
    places = [place for citation in answer.citations for place in citation.pins]
    assert QUESTIONS[question] in {names[place.document_id] for place in places}
    for place in places:
        file = shared("documents", names[place.document_id])
        assert place.boxes, place
        first, last = place.page_range or (0, 0)
        assert [number for number, _ in place.boxes] == list(range(first, last + 1))
        shown = boxed(file, place)
        assert words_within(place.text, shown) == 1, (place.text, shown)
        # Nothing but the sentence: a box may cut through a word at its ends.
        assert len(letters(shown)) <= 1.2 * len(letters(place.text)) + 10, (place.text, shown)


def test_programs_read_the_places_of_citations_and_sources(library: pincite.Library) -> None:
    body = library.ask("When does the officials' jurisdiction begin?").to_json()
    checked = AnswerOut.model_validate(body)
    assert checked.citations is not None
    (page,) = checked.citations[0].pins[0].boxes
    assert page.page == 1
    assert all(left < right and bottom < top for left, bottom, right, top in page.boxes)
    for source in checked.sources:
        assert [place.chunk_id for place in source.places] == source.chunk_ids
        assert all(place.start is not None and place.page_range for place in source.places)


@pytest.mark.skipif("eng" not in installed_languages(), reason="apt-get install tesseract-ocr")
@pytest.mark.feature("CI-09")
def test_the_boxes_of_a_sentence_on_a_scan_lie_where_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scan is a picture of the upper half of a page whose letters are known, so that these tell what is
    in a box."""
    monkeypatch.setattr("pincite.wiring_parsing._PAGE_SECONDS", 100.0)  # of a machine that is busy
    monkeypatch.setattr("pincite.wiring_parsing._VIEW_SECONDS", 150.0)
    original = shared("documents", RULES)
    document = pypdfium2.PdfDocument(original)
    height = document[0].get_height()
    picture = document[0].render(scale=150 / 72).to_pil().convert("L")
    document.close()
    half = picture.crop((0, 0, picture.width, picture.height // 2))
    scan = io.BytesIO()
    half.save(scan, "PDF", resolution=150)
    (tmp_path / "scan.pdf").write_bytes(scan.getvalue())
    settings = settings_for(tmp_path / "library", answer=AnswerSettings(boxes_seconds=200))
    with pincite.open(settings=settings) as library:
        assert library.knowledge_base().add(tmp_path / "scan.pdf").ready
        answer = library.ask("When does the officials' jurisdiction begin?")
    (place, *_) = [place for citation in answer.citations for place in citation.pins]
    assert "100 minutes" in place.text
    ((number, boxes),) = place.boxes
    assert number == 1
    up = height - half.height * 72 / 150
    shown = "".join(
        printed(original, 1, (left, low + up, right, top + up)) for left, low, right, top in boxes
    )
    assert words_within(place.text, shown) >= 0.9, (place.text, shown)
    assert "100minutes" in fold(shown)


async def test_what_nobody_can_place_stays_as_it_is() -> None:
    web = Pin("https://e.com", "https://e.com", "")
    gone = Pin("gone", "doc", "base", 3, 9, "말")
    citation = Citation("말", (), ("a",), (web, gone))
    assert await on_pages([citation], [passage(chunk("a", "말"))], NoPages()) == (citation,)


async def test_each_place_is_asked_for_once_and_by_its_version() -> None:
    asked: list[TextRange] = []

    class Pages:
        async def places(self, ranges: list[TextRange]) -> list[tuple[PagePlace, ...]]:
            asked.extend(ranges)
            return [(PagePlace(2, ((1, 2, 3, 4),)), PagePlace(3))] * len(ranges)

    held = chunk("a", "첫 문장. 둘째 문장.", page_range=(1, 4))
    place = Pin("a", held.document_id, "base", 0, 5, "첫 문장.", (1, 4))
    found = await on_pages(
        [Citation(claim, (), ("a",), (place,)) for claim in "xy"], [passage(held)], Pages()
    )  # type: ignore[arg-type]
    assert asked == [TextRange(held.version_id, 0, 5)]
    assert [citation.pins[0].page_range for citation in found] == [(2, 3), (2, 3)]
    assert found[0].pins[0].boxes == ((2, ((1, 2, 3, 4),)),)
