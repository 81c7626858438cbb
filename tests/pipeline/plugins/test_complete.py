import re

import pytest

from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.core.settings import ChatSettings
from tests.pipeline.standins import HashEmbedder, ScriptedModel, World, terms_chunks

QUESTION = "무면허운전도 보장하나요?"


@pytest.mark.feature("CI-05")
async def test_handles_become_tags_and_everything_else_that_looks_like_one_goes() -> None:
    def write(messages: object) -> str:
        return (
            '보장하지 아니합니다. <ref id="c1"/> 두 번째. <ref id="c99"/> '
            '<kb doc="x" chunk_id="y" kb_id="z"/>세 번째.<web url="http://x"/> </ref> 끝 <ref id="c'
        )

    answer = await World(model=ScriptedModel(write)).ask(QUESTION)
    ids = {source.chunk_id for source in answer.sources}
    assert re.findall(r'chunk_id="([^"]*)"', answer.answer)[0] in ids
    assert answer.answer.count("<kb ") == 1
    assert re.sub(r"<kb [^>]*>", "", answer.answer).split() == [
        "보장하지",
        "아니합니다.",
        "두",
        "번째.",
        "세",
        "번째.",
        "끝",
    ]


async def test_the_call_uses_the_settings() -> None:
    model = ScriptedModel("답.")
    await World(model=model, chat=ChatSettings(max_tokens=77)).ask(QUESTION)
    assert model.limits == [77]


@pytest.mark.parametrize("error", [ChatModelUnavailable("down"), ModelCallFailed("500")])
async def test_a_model_that_fails_at_the_answer_is_told_to_the_caller(error: Exception) -> None:
    with pytest.raises(type(error)):
        await World(model=ScriptedModel(error)).ask(QUESTION)


@pytest.mark.parametrize("empty", ["", " \n", '<ref id="c1"/>', '<kb doc="x"/> <ref'])
async def test_an_empty_answer_is_a_failed_call(empty: str) -> None:
    with pytest.raises(ModelCallFailed, match="empty"):
        await World(model=ScriptedModel(empty)).ask(QUESTION)


async def test_without_a_model_the_documents_are_quoted() -> None:
    answer = await World().ask(QUESTION)
    assert "회사는 무면허운전으로 생긴 손해를 보장하지 아니합니다." in answer.answer
    assert '<kb doc="보험약관" chunk_id="terms-002" kb_id="base" />' in answer.answer
    assert answer.model_calls == 0


@pytest.mark.parametrize("works", [1, 2])
async def test_an_encoder_that_fails_at_the_quote_leaves_it_to_the_words(works: int) -> None:
    answer = await World(embedder=HashEmbedder(works=works)).ask(QUESTION)
    assert "보장하지 아니합니다" in answer.answer
    assert answer.degraded == ("embedding",)


async def test_headings_alone_are_no_answer() -> None:
    answer = await World(chunks=terms_chunks((("무면허운전", ""), ("보장", "---")))).ask(QUESTION)
    assert answer.is_refusal
    assert answer.refusal_reason


@pytest.mark.parametrize("number", [3, 60, 69])
async def test_the_row_that_is_asked_for_may_stand_anywhere_in_a_long_table(number: int) -> None:
    rows = "\n".join(f"| K{n} | {n * 100:,}원 |" for n in range(1, 71))
    chunks = terms_chunks((("제1조(금액표)", f"| 코드 | 금액 |\n| --- | --- |\n{rows}"),))
    answer = await World(chunks=chunks).ask(f"금액표에서 K{number}의 금액은?")
    assert f"K{number} | {number * 100:,}원" in answer.answer
