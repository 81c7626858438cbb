import pytest

from pincite.core.types import Chunk, ChunkType, Hit, Passage
from pincite.faq import FaqEntry, IndexMode, chunk_details
from pincite.pipeline.entries import (
    SAME_QUESTION,
    SAME_WORDS,
    answers_alone,
    asked_floors,
    quoted_entry,
    whole_entries,
)
from pincite.text.analyzers import analyze
from tests.builders import chunk, hit, passage


def faq(entry: FaqEntry, mode: IndexMode = IndexMode.QUESTION_ONLY) -> Chunk:
    details = chunk_details(entry, entry, mode)
    morphemes = " ".join(analyze(details["words"]))
    return chunk(content="Q", chunk_type=ChunkType.FAQ, details=details, morphemes=morphemes)


ENTRY = FaqEntry("환불은 언제까지 되나요?", ("취소 기한",), answers=("7일 이내입니다.",))


@pytest.mark.parametrize(
    ("query", "floor"),
    [
        ("환불은 언제까지 되나요", SAME_QUESTION),
        ("취소기한?", SAME_QUESTION),
        ("환불이 언제까지 되나요?", SAME_WORDS),
        ("환불 수수료는 얼마인가요?", 0.0),
        ("환불 언제까지 돼요", SAME_WORDS),
        ("그것은 무엇인가요?", 0.0),
        ("???", 0.0),
    ],
)
def test_the_question_that_an_entry_is_made_for_passes_in_every_base(query: str, floor: float) -> None:
    hits: list[Hit] = [hit(chunk("c-2", "환불은 언제까지 되나요")), hit(faq(ENTRY))]
    assert asked_floors(query, hits) == [0.0, floor]


def test_the_ranker_reads_the_answers_of_an_entry_whose_questions_alone_are_indexed() -> None:
    text = hit(chunk("c-2", "text"))
    (read, same) = whole_entries([hit(faq(ENTRY)), text])
    assert "7일" in read.chunk.embedding_text() and "7" in read.chunk.morphemes
    assert same is text
    indexed = hit(faq(ENTRY, IndexMode.QUESTION_ANSWER))
    assert whole_entries([indexed])[0] is indexed


def quoted(answer: str) -> str:
    return quoted_entry("c1", passage(faq(FaqEntry("Q", answers=(answer,)))))


REF = '<ref id="c1"/>'


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("One.", f"One. {REF}"),
        ("One.\n\nTwo.", f"One. {REF}\n\nTwo. {REF}"),
        ("See:\n\n| a |\n|---|\n| 1 |", f"See: {REF}\n\n| a |\n|---|\n| 1 |\n\n{REF}"),
        ("```\na\n\nb\n```", f"```\na\n\nb\n```\n\n{REF}"),
    ],
)
def test_an_answer_is_quoted_whole_and_no_citation_breaks_it(answer: str, text: str) -> None:
    assert quoted(answer) == text


def test_a_document_is_not_quoted_as_an_entry() -> None:
    text: Passage = passage(chunk(content="text"))
    assert quoted_entry("c1", text) == ""
    assert answers_alone(text) is text
    assert answers_alone(passage(faq(ENTRY))).text == "7일 이내입니다."
