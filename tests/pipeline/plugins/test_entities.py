"""The names of a question: when a model is asked for them, and what is made of what it says."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest

from pincite.core.errors import IndexUnavailable, ModelCallFailed
from pincite.core.settings import UnderstandingSettings
from pincite.pipeline.events import Event
from pincite.pipeline.models import Models
from pincite.pipeline.plugins.entities import EntitiesPlugin
from pincite.pipeline.profile import Profile
from pincite.pipeline.state import ChatRequest, ChatState
from pincite.retrieval import EntityScope, EntitySearch
from tests.pipeline.standins import ScriptedModel

QUESTION = "김하늘 과장의 내선은?"
SCOPE = EntityScope({"base": None})


class Known(EntitySearch):
    """Knows two names; without ``graph`` no base has one."""

    def __init__(self, *, graph: bool = True, error: Exception | None = None) -> None:
        self.graph = graph
        self.error = error
        self.scopes: list[tuple[Any, ...]] = []

    async def scope(
        self,
        base_ids: Sequence[str],
        document_ids: Collection[str] = (),
        tags: Sequence[str] = (),
        scopes: Mapping[str, Sequence[str]] | None = None,
    ) -> EntityScope | None:
        self.scopes.append((base_ids, document_ids, tags))
        return SCOPE if self.graph else None

    async def known(self, scope: EntityScope, keys: Collection[str]) -> dict[str, str]:
        if self.error is not None:
            raise self.error
        names = {"김하늘": "김하늘", "한빛상사": "한빛 상사"}
        return {key: name for key, name in names.items() if key in keys}


async def read(
    search: EntitySearch | None, model: ScriptedModel | None = None, *, intent: str = "", **request: Any
) -> ChatState:
    asked = {"base_ids": ("base",), "gated": True, **request}
    chat = ChatState(ChatRequest(QUESTION, **asked))
    chat.state.search_query, chat.state.language, chat.state.intent = QUESTION, "ko", intent
    inner: list[bool] = []

    async def next() -> None:
        inner.append(True)

    plugin = EntitiesPlugin(search, Models(model), UnderstandingSettings())
    await plugin.on_event(Event.QUERY_UNDERSTAND, chat, next)
    assert inner == [True]
    return chat


def naming(*names: str) -> ScriptedModel:
    listed = ", ".join(f'"{name}"' for name in names)
    return ScriptedModel(f'```json\n{{"entities": [{listed}]}}\n```')


@pytest.mark.feature("QU-12")
async def test_a_model_adds_names_that_the_question_does_not_spell() -> None:
    model = naming("한빛상사", "아무개", "김하늘")
    chat = await read(Known(), model, document_ids=("d",), tags=("life",))
    assert chat.state.entities == ["김하늘", "한빛 상사"]
    assert chat.state.entity_scope == SCOPE
    assert chat.state.model_calls == 1
    assert QUESTION in model.calls[0][-1].content


@pytest.mark.feature("QU-12")
async def test_without_a_graph_nobody_is_asked() -> None:
    model = naming("김하늘")
    for search in (None, Known(graph=False)):
        chat = await read(search, model)
        assert (chat.state.entities, chat.state.entity_scope) == ([], None)
    nothing = Known()
    await read(nothing, model, intent="greeting")
    await read(nothing, model, base_ids=())
    assert nothing.scopes == []
    assert model.calls == []


@pytest.mark.feature("QU-12")
@pytest.mark.parametrize("request_", [{"gated": False}, {"profile": Profile(rewrite=False)}])
async def test_a_search_and_an_assistant_without_rewrites_look_names_up_alone(request_: Any) -> None:
    model = naming("한빛상사")
    assert (await read(Known(), model, **request_)).state.entities == ["김하늘"]
    assert model.calls == []


@pytest.mark.feature("QU-12")
@pytest.mark.parametrize("said", [ModelCallFailed("down"), "김하늘입니다", '{"entities": "김하늘"}', "[]"])
async def test_a_model_that_fails_or_talks_costs_nothing_else(said: str | Exception) -> None:
    chat = await read(Known(), ScriptedModel(said))
    assert chat.state.entities == ["김하늘"]
    assert chat.state.degraded == (["entities"] if isinstance(said, Exception) else [])


async def test_a_graph_out_of_reach_is_told() -> None:
    chat = await read(Known(error=IndexUnavailable("away")))
    assert chat.state.entities == []
    assert chat.state.degraded == ["graph"]
