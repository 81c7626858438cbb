"""Plugins of other packages."""

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from pincite.core.errors import ConfigurationError
from pincite.pipeline import plugging
from pincite.pipeline.events import Event, Next
from pincite.pipeline.manager import EventManager
from pincite.pipeline.plugging import Foreign, all_plugins
from pincite.pipeline.service import QuestionService
from pincite.pipeline.state import ChatState
from tests.pipeline.standins import World


class Loud:
    """Writes down when it runs, on the way in and on the way out."""

    events = (Event.CHUNK_RERANK,)

    def __init__(self, trace: list[str]) -> None:
        self.trace = trace

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        self.trace.append(f"in with {len(chat.state.reranked)}")
        await next()
        self.trace.append("out with more" if chat.state.reranked else "out with none")


@pytest.mark.feature("PL-02")
@pytest.mark.feature("PL-03")
@pytest.mark.parametrize(
    ("places", "trace"),
    [
        ({"before": "RerankPlugin"}, ["in with 0", "out with more"]),
        ({"after": "RerankPlugin"}, ["in with 8", "out with more"]),
        ({}, ["in with 8", "out with more"]),
    ],
)
async def test_a_plugin_stands_where_it_says(
    places: dict[str, str], trace: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    found = [Foreign("loud", lambda *_: Loud(seen), **places)]
    monkeypatch.setattr(plugging, "installed", lambda: found)
    world = await World().start()
    questions = QuestionService(world.services, world.settings)
    answer = await questions.ask(world.request("보험금은 언제 지급하나요?"))
    assert not answer.is_refusal
    assert [line.replace(str(len(world.chunks)), "8") for line in seen] == trace


async def test_entry_points_of_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def points(*, group: str) -> list[EntryPoint]:
        assert group == "pincite.plugins"
        return [EntryPoint("loud", f"{__name__}:make", group)]

    monkeypatch.setattr(plugging, "entry_points", points)
    (found,) = plugging.installed()
    assert (found.name, found.before, found.after) == ("loud", "", "MergePlugin")
    world = await World().start()
    manager = EventManager(all_plugins(world.services, world.settings))
    assert type(manager.chain(Event.CHUNK_RERANK)[-1]).__name__ == "Loud"


@pytest.mark.parametrize(
    ("foreign", "said"),
    [
        (Foreign("lost", lambda *_: Loud([]), before="NoPlugin"), "beside NoPlugin"),
        (Foreign("mute", lambda *_: object()), "no `events`"),  # type: ignore[arg-type, return-value]
    ],
)
async def test_a_plugin_that_does_not_fit_is_named(foreign: Foreign, said: str) -> None:
    world = await World().start()
    with pytest.raises(ConfigurationError, match=said):
        all_plugins(world.services, world.settings, [foreign])


def test_a_package_that_does_not_load_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no_such_module:make", "pincite.plugins")
    monkeypatch.setattr(plugging, "entry_points", lambda **_: [broken])
    with pytest.raises(ConfigurationError, match="broken"):
        plugging.installed()


def make(*_: Any) -> Loud:
    return Loud([])


make.after = "MergePlugin"  # type: ignore[attr-defined]
