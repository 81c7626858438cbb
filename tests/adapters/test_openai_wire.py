"""What the server is sent: pictures only to a model that sees, options only where they are asked for."""

from typing import Any

import pytest

from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.errors import ConfigurationError, InvalidInput, ModelCallFailed
from pincite.core.settings import UnderstandingSettings
from pincite.core.types import Message
from pincite.ports.models import ChatOptions
from tests.adapters.chat_calls import QUESTION, parts_of, talking_to
from tests.adapters.chat_server import answers, chat_server, fails

PICTURE = "data:image/png;base64,iVBORw0KGgo="
ASKED = [Message("system", "Be brief."), Message("user", "What is this?", images=(PICTURE, PICTURE))]


async def test_a_model_that_sees_is_sent_the_pictures() -> None:
    async with talking_to(answers("A chart."), vision=True) as (model, server):
        assert await model.complete(ASKED, temperature=0.3, max_tokens=64) == "A chart."
        await model.complete([Message("user", "", images=(PICTURE,))], temperature=0.3, max_tokens=64)
    picture = {"type": "image_url", "image_url": {"url": PICTURE}}
    assert server.requests[0]["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "What is this?"}, picture, picture]},
    ]
    assert server.requests[1]["messages"] == [{"role": "user", "content": [picture]}]


async def test_a_model_that_does_not_see_refuses_before_anything_is_sent() -> None:
    async with talking_to(answers("A chart.")) as (model, server):
        with pytest.raises(ConfigurationError, match="sees none") as caught:
            await model.complete(ASKED, temperature=0.3, max_tokens=64)
        with pytest.raises(ConfigurationError, match="sees none"):
            await anext(model.stream(ASKED, temperature=0.3, max_tokens=64))
    assert "chat.vision" in caught.value.hint
    assert server.requests == []


async def test_hints_name_the_section_that_the_model_is_set_in() -> None:
    async with chat_server(fails(401)) as server:
        settings = UnderstandingSettings(base_url=server.base_url, model="small")
        model = OpenAIChat(settings, section="understanding")
        with pytest.raises(ModelCallFailed) as refused:
            await model.complete(QUESTION, temperature=0.3, max_tokens=64)
        with pytest.raises(ConfigurationError) as blind:
            await model.complete(ASKED, temperature=0.3, max_tokens=64)
        await model.aclose()
    assert "understanding.api_key" in refused.value.hint
    assert "understanding.vision" in blind.value.hint


@pytest.mark.parametrize(
    "picture",
    [
        "http://169.254.169.254/latest",
        "data:text/html;base64,PGI+",
        "data:image/svg+xml;base64,PGI+",
        "data:image/png;base64,",
        "data:image/png;base64,%%%",
        "",
    ],
)
async def test_only_pictures_themselves_are_sent_never_addresses(picture: str) -> None:
    async with talking_to(answers("A chart."), vision=True) as (model, server):
        with pytest.raises(InvalidInput, match="no data URL"):
            await model.complete([Message("user", "?", images=(picture,))], temperature=0.3, max_tokens=64)
    assert server.requests == []


@pytest.mark.feature("GN-01")
async def test_options_are_sent_where_they_are_set() -> None:
    options = ChatOptions(top_p=0.8, seed=7)
    async with talking_to(answers("15일")) as (model, server):
        await model.completion(QUESTION, temperature=0.3, max_tokens=64, options=options)
        await parts_of(model, options=options)
        await parts_of(model)
    for asked in server.requests[:2]:
        assert (asked["temperature"], asked["max_tokens"]) == (0.3, 64)
        assert (asked["top_p"], asked["seed"]) == (0.8, 7)
    assert not {"top_p", "seed"} & set(server.requests[2])


@pytest.mark.feature("GN-01")
@pytest.mark.parametrize(
    ("switch", "wanted", "sent"),
    [
        ("template", False, {"chat_template_kwargs": {"enable_thinking": False}}),
        ("template", True, {"chat_template_kwargs": {"enable_thinking": True}}),
        ("effort", False, {"reasoning_effort": "none"}),
        ("effort", True, {"reasoning_effort": "medium"}),
        ("none", False, {}),
        ("template", None, {}),
    ],
)
async def test_thinking_is_switched_as_the_server_knows_it(
    switch: str, wanted: bool | None, sent: dict[str, Any]
) -> None:
    async with talking_to(answers("15일"), thinking_switch=switch) as (model, server):
        await parts_of(model, options=ChatOptions(thinking=wanted))
    fields = ("chat_template_kwargs", "reasoning_effort")
    assert {name: value for name, value in server.requests[0].items() if name in fields} == sent
