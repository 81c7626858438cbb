import random

import pytest

from pincite.core.errors import InvalidInput
from pincite.core.types import ChunkType
from pincite.faq import (
    AnswerStrategy,
    FaqEntry,
    FaqModes,
    IndexMode,
    QuestionMode,
    answer_text,
    chunk_details,
    content_hash,
    entry_of_chunk,
    index_text,
    indexed_entries,
    refilled,
    whole_words,
)
from tests.builders import chunk, passage

ENTRY = FaqEntry("Q1", ("S1", "S2"), ("N1",), ("A1", "A2"), ("tag",))


@pytest.mark.feature("FAQ-02")
def test_answers_are_indexed_in_one_mode_only_and_negative_questions_in_none() -> None:
    questions = "Q: Q1\nSimilar Questions:\n- S1\n- S2\n"
    assert index_text(ENTRY, IndexMode.QUESTION_ONLY) == questions
    assert index_text(ENTRY, IndexMode.QUESTION_ANSWER) == f"{questions}Answers:\n- A1\n- A2\n"


@pytest.mark.feature("FAQ-03")
def test_separate_questions_have_a_text_each() -> None:
    separate = FaqModes(IndexMode.QUESTION_ONLY, QuestionMode.SEPARATE)
    texts = [index_text(each, separate.index_mode) for each in indexed_entries(ENTRY, separate)]
    assert texts == ["Q: Q1\n", "Q: S1\n", "Q: S2\n"]
    assert indexed_entries(ENTRY, FaqModes()) == [ENTRY]


@pytest.mark.parametrize(
    "settings", [{"index_mode": "answers"}, {"mode": "x"}, {"question_mode": ["separate"]}]
)
def test_an_unknown_mode_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        FaqModes.of(settings)


def test_the_hash_tells_what_is_said_and_not_how_it_is_filed() -> None:
    filed = FaqEntry("q1?", ("s2", "S1"), ("n1",), ("A2", "A1"), ("other",), AnswerStrategy.RANDOM, False)
    assert content_hash(filed) == content_hash(ENTRY)
    assert content_hash(FaqEntry("Q1", ("S1", "S2"), ("N1",), ("A1",))) != content_hash(ENTRY)


def faq_passage(entry: FaqEntry, mode: IndexMode = IndexMode.QUESTION_ONLY):  # type: ignore[no-untyped-def]
    details = chunk_details(entry, entry, mode)
    return passage(chunk(content="Q1", chunk_type=ChunkType.FAQ, details=details))


@pytest.mark.feature("FAQ-12")
def test_a_reader_sees_the_answers_though_only_questions_are_indexed() -> None:
    found = faq_passage(ENTRY)
    assert "A1" not in found.chunk.embedding_text()
    assert refilled(found, random.Random(1)).text == "Q: Q1\nAnswer:\n- A1\n- A2"


@pytest.mark.feature("FAQ-14")
def test_of_random_answers_a_reader_sees_one_and_in_time_each() -> None:
    found = faq_passage(FaqEntry("Q", answers=("A1", "A2", "A3"), strategy=AnswerStrategy.RANDOM))
    choice = random.Random(7)
    seen = {refilled(found, choice).text for _ in range(50)}
    assert seen == {f"Q: Q\nAnswer:\n- A{number}" for number in (1, 2, 3)}
    shown = refilled(found, choice)
    entry = entry_of_chunk(shown.chunk)
    assert entry is not None and answer_text(entry) == shown.text, "what is quoted later is what was shown"


def test_a_passage_of_a_document_stays() -> None:
    found = passage(chunk(content="text"))
    assert refilled(found, random.Random(1)) is found


def test_keywords_come_from_the_words_alone() -> None:
    details = chunk_details(ENTRY, ENTRY, IndexMode.QUESTION_ANSWER)
    assert details["words"] == whole_words(ENTRY) == "Q1\nS1\nS2\nA1\nA2"
