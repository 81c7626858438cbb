"""A question about what a picture shows is answered from the text that shows it."""

from dataclasses import replace

import pytest

from pincite.core.types import Chunk, ChunkType, Hit
from tests.pipeline.standins import ScriptedReranker, World, terms_chunks

URL = "/api/v1/documents/terms/images/0123456789abcdef.png"
TEXTS = terms_chunks(
    (
        ("제1조(목적)", f"이 약관은 정비소 이용을 정합니다. 아래 표지판을 보십시오.\n\n![표지판]({URL})"),
        ("제2조(지급)", "회사는 보험금을 지급합니다."),
        ("제3조(해지)", "계약자는 언제든지 해지할 수 있습니다."),
    )
)


def shown(words: str, kind: ChunkType = ChunkType.IMAGE_OCR) -> Chunk:
    home = TEXTS[0]
    return replace(
        home,
        id=f"{home.id}-{kind}",
        seq=99,
        content=words,
        chunk_type=kind,
        clauses=(),
        morphemes=words,
        parent_id=home.id,
        details={"image": URL},
    )


@pytest.mark.feature("IM-03")
async def test_a_question_about_a_picture_returns_the_text_with_what_it_shows() -> None:
    picture = shown("유리 파손 자기부담금은 25만원 입니다.")
    world = World(chunks=[*TEXTS, picture])
    answer = await world.ask("유리 파손 자기부담금은 얼마인가요?")
    assert not answer.is_refusal
    source = answer.sources[0]
    assert source.chunk_ids == (TEXTS[0].id, picture.id)
    assert "아래 표지판을 보십시오" in source.content
    assert "> **Image text (OCR):** 유리 파손 자기부담금은 25만원 입니다." in source.content
    assert "25만원" in answer.answer
    assert "**Image text" not in answer.answer
    assert URL not in answer.answer


@pytest.mark.feature("IM-05")
async def test_the_words_of_a_picture_count_for_the_text_that_was_found() -> None:
    question = "정비소 표지판의 자기부담금은 얼마인가요?"

    def amount(_: str, hit: Hit) -> float:
        return 0.9 if "25만원" in hit.chunk.content and "아래 표지판" in hit.chunk.content else 0.1

    bare = await World(chunks=TEXTS, reranker=ScriptedReranker(amount)).ask(question)
    picture = shown("정비소 자기부담금은 25만원 입니다.")
    told = await World(chunks=[*TEXTS, picture], reranker=ScriptedReranker(amount)).ask(question)
    assert (max(bare.top_scores), max(told.top_scores)) == (0.1, 0.9)
