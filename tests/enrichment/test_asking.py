"""Calls of the model: how many, how many at once, and what becomes of those that fail."""

from typing import Any

import anyio
import pytest

from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.core.settings import EnrichmentSettings
from pincite.enrichment import Asker, Enricher
from pincite.enrichment.prompts import Prompt, question_prompt
from tests.enrichment.standins import ScriptedModel, always, in_turn, no_sleep

DOWN = ChatModelUnavailable("The chat model cannot be reached.")


def prompt(text: str = "text") -> Prompt:
    return question_prompt(text, count=3, language="en", most=500)


def asker(model: ScriptedModel, **settings: Any) -> Asker:
    return Asker(Enricher(model, EnrichmentSettings(**settings), sleep=no_sleep))


def unusable(_reply: str) -> str | None:
    return None


def read(reply: str) -> str | None:
    return reply or None


async def test_a_passing_failure_is_tried_again() -> None:
    model = ScriptedModel(in_turn(ModelCallFailed("503"), "", "said"))
    ask = asker(model, attempts=3)
    assert await ask.ask(prompt(), read) == "said"
    assert (len(model.calls), ask.calls) == (3, 3)


async def test_tries_have_an_end() -> None:
    model = ScriptedModel(always(DOWN))
    ask = asker(model, attempts=2)
    assert await ask.ask(prompt(), read) is None
    assert len(model.calls) == 2
    assert ask.last_error == "The chat model cannot be reached."


async def test_a_refusal_is_not_argued_with() -> None:
    model = ScriptedModel(always("I'm sorry, I cannot help with that."))
    assert await asker(model, attempts=3).ask(prompt(), unusable) is None
    assert len(model.calls) == 1


async def test_what_a_strange_model_raises_costs_its_words() -> None:
    model = ScriptedModel(in_turn(ValueError("odd"), "said"))
    assert await asker(model).ask(prompt(), read) == "said"


async def test_a_model_that_is_down_is_given_up() -> None:
    model = ScriptedModel(always(DOWN))
    first = asker(model, attempts=2, parallelism=1)
    for n in range(10):
        assert await first.ask(prompt(str(n)), read) is None
    assert len(model.calls) == 6, "three calls of two tries"
    second = Asker(first.enricher)
    for n in range(10):
        assert await second.ask(prompt(str(n)), read) is None
    assert len(model.calls) == 7, "the next document only looks whether it is back"
    model.says = always("said")
    third = Asker(first.enricher)
    assert [await third.ask(prompt(str(n)), read) for n in range(3)] == ["said"] * 3


async def test_a_model_that_does_not_understand_is_given_up_too() -> None:
    model = ScriptedModel(always("?"))
    ask = asker(model, attempts=1)
    for n in range(30):
        await ask.ask(prompt(str(n)), unusable)
    assert len(model.calls) == 10


async def test_no_more_calls_at_once_than_the_settings_say() -> None:
    model = ScriptedModel(always("said"), before=anyio.lowlevel.checkpoint)
    enricher = Enricher(model, EnrichmentSettings(parallelism=3), sleep=no_sleep)
    async with anyio.create_task_group() as group:
        for document in range(2):
            ask = Asker(enricher)
            for n in range(10):
                group.start_soon(ask.ask, prompt(f"{document} {n}"), read)
    assert len(model.calls) == 20
    assert model.most_at_once == 3


async def test_the_same_is_not_asked_twice() -> None:
    model = ScriptedModel(always("said"))
    ask = asker(model)
    assert await ask.ask(prompt(), read) == "said"
    assert await Asker(ask.enricher).ask(prompt(), read) == "said"
    assert len(model.calls) == 1


async def test_memory_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.enrichment.asking._REMEMBERED", 2)
    enricher = Enricher(ScriptedModel(always("said")), EnrichmentSettings(), sleep=no_sleep)
    for key in "abc":
        enricher.remember(key, key)
    assert [enricher.recall(key) for key in "abc"] == [None, "b", "c"]


async def test_a_call_can_be_cancelled() -> None:
    model = ScriptedModel(always("said"), before=anyio.sleep_forever)
    ask = asker(model)
    with anyio.move_on_after(0.05) as scope:
        await ask.ask(prompt(), read)
    assert scope.cancelled_caught
    assert model.at_once == 0
