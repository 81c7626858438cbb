"""Prompts that fit the model's window, with whole passages and handles that the model saw."""

import pytest

from pincite.composing import approximate_tokens
from pincite.core.errors import InvalidInput
from pincite.core.settings import ChatSettings
from tests.pipeline.standins import ScriptedModel, ScriptedReranker, World, terms_chunks

SMALL = ChatSettings(context_tokens=4096, max_tokens=2048)
QUESTION = "보험금은 언제 지급하나요?"


def prompt_size(model: ScriptedModel) -> int:
    return sum(approximate_tokens(message.content) for message in model.calls[-1])


def long_terms(count: int, sentences: int) -> list[tuple[str, str]]:
    return [
        (
            f"제{number}조(보험금 {number})",
            " ".join(
                f"보험금 {number}호의 {line}번째 기준은 {number * line}만원을 지급합니다."
                for line in range(1, sentences)
            ),
        )
        for number in range(1, count + 1)
    ]


@pytest.mark.feature("CM-09")
@pytest.mark.parametrize("sentences", [4, 30])
@pytest.mark.parametrize("max_tokens", [256, 100_000])
async def test_a_hundred_long_passages_fit_a_small_window(sentences: int, max_tokens: int) -> None:
    model = ScriptedModel('지급합니다. <ref id="c1"/>')
    settings = ChatSettings(context_tokens=4096, max_tokens=max_tokens)
    world = World(model=model, chat=settings, chunks=terms_chunks(long_terms(100, sentences)))
    answer = await world.ask(QUESTION, top_k=100, rerank_top_k=100)
    assert prompt_size(model) + model.limits[-1] <= 4096
    assert model.limits[-1] > 0
    assert answer.sources
    shown = model.calls[-1][-1].content
    for source in answer.sources:  # exactly what the model saw
        assert source.content in shown
        assert f'<chunk id="{source.handle}"' in shown
    assert shown.count("<chunk id=") == len(answer.sources)
    assert [source.handle for source in answer.sources] == [
        f"c{n}" for n in range(1, len(answer.sources) + 1)
    ]


@pytest.mark.feature("CM-09")
async def test_passages_are_whole_unless_the_best_one_alone_is_too_long() -> None:
    model = ScriptedModel("지급합니다.")
    chunks = terms_chunks(long_terms(20, 12))
    answer = await World(model=model, chat=SMALL, chunks=chunks).ask(QUESTION, rerank_top_k=20)
    assert {source.content for source in answer.sources} <= {chunk.content for chunk in chunks}
    assert 1 < len(answer.sources) < 20

    chunks = terms_chunks(long_terms(1, 300))
    answer = await World(model=model, chat=SMALL, chunks=chunks).ask(QUESTION)
    (only,) = answer.sources
    assert chunks[0].content.startswith(only.content)
    assert only.content.endswith("지급합니다.")
    assert len(only.content) < len(chunks[0].content)
    assert only.content in model.calls[-1][-1].content


async def test_a_text_without_a_sentence_end_is_cut_where_it_must_be() -> None:
    model = ScriptedModel("지급합니다.")
    chunks = terms_chunks((("", "보험금" * 3000),))
    answer = await World(model=model, chat=SMALL, chunks=chunks).ask(QUESTION)
    assert prompt_size(model) + model.limits[-1] <= 4096
    assert 500 < len(answer.sources[0].content) < 4096


async def test_markup_in_a_document_counts_as_it_is_sent() -> None:
    model = ScriptedModel("지급합니다.")
    chunks = terms_chunks([(f"제{n}조", "<&>" * 150 + f" 보험금 {n}") for n in range(1, 30)])
    await World(model=model, chat=SMALL, chunks=chunks).ask(QUESTION, top_k=30, rerank_top_k=30)
    assert prompt_size(model) + model.limits[-1] <= 4096


@pytest.mark.parametrize("window", [512, 1024])
async def test_a_question_that_leaves_no_room_is_told(window: int) -> None:
    model = ScriptedModel("지급합니다.")
    world = World(model=model, chat=ChatSettings(context_tokens=window))
    with pytest.raises(InvalidInput, match="room"):
        await world.ask("보험금은 언제 지급하나요? " * 60)
    assert model.calls == []


async def test_a_heading_that_fills_the_window_is_told() -> None:
    world = World(
        model=ScriptedModel("a"),
        chat=SMALL,
        chunks=terms_chunks(((f"제1조({'보험금' * 700})", "지급한다."),)),
    )
    with pytest.raises(InvalidInput, match="room"):
        await world.ask(QUESTION)


@pytest.mark.feature("GN-02")
@pytest.mark.feature("CI-01")
@pytest.mark.feature("CI-03")
async def test_the_messages_of_the_call() -> None:
    model = ScriptedModel("지급합니다.")
    await World(model=model).ask(QUESTION)
    system, user = model.calls[0]
    assert (system.role, user.role) == ("system", "user")
    assert '<ref id="c1"/>' in system.content
    assert QUESTION in user.content
    assert "2026-11-29T09:30" in user.content
    assert "terms-0" not in system.content + user.content  # no internal id


async def test_without_a_model_every_passage_has_its_handle() -> None:
    answer = await World(reranker=ScriptedReranker(0.9)).ask(QUESTION)
    assert sorted(source.handle for source in answer.sources) == ["c1", "c2", "c3", "c4"]
