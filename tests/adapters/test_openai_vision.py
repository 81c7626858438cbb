"""The vision adapter against a scripted server: what goes over the wire, and every way to fail."""

import base64
import pickle
import socket

import anyio.to_thread
import pytest

from pincite.adapters.openai_vision import OpenAIVision, VisionOcr, data_url
from pincite.core.errors import ChatModelUnavailable, ConfigurationError, ModelCallFailed
from pincite.core.settings import VisionSettings
from tests.adapters.chat_server import answers, chat_server, fails, says, sends
from tests.parsing.pictures import blank

PICTURE = blank(20, 20)


def settings(base_url: str, **more: object) -> VisionSettings:
    return VisionSettings.model_validate({"base_url": base_url, "model": "scripted", **more})


async def test_the_picture_travels_as_a_data_address_beside_the_wish() -> None:
    async with chat_server(says("A duck holds a sheet of paper.")) as server:
        model = OpenAIVision(settings(server.base_url, api_key="k-1", max_tokens=99))
        assert await model.describe(PICTURE, "ko") == "A duck holds a sheet of paper."
        await model.aclose()
    (request,) = server.requests
    assert (request["path"], request["model"]) == ("/v1/chat/completions", "scripted")
    assert (request["temperature"], request["max_tokens"]) == (0.0, 99)
    assert server.headers[0]["authorization"] == "Bearer k-1"
    (message,) = request["messages"]
    text, image = message["content"]
    assert (message["role"], text["type"], image["type"]) == ("user", "text", "image_url")
    assert "Korean" in text["text"]
    kind, _, encoded = image["image_url"]["url"].partition(",")
    assert kind == "data:image/png;base64"
    assert base64.b64decode(encoded) == PICTURE


def test_a_jpeg_is_called_one() -> None:
    assert data_url(blank(20, 20, "JPEG")).startswith("data:image/jpeg;base64,")


async def test_what_the_model_thinks_is_no_part_of_what_it_reads() -> None:
    async with chat_server(answers("<think>blurry</think>\n\n제1조(목적)\n")) as server:
        model = OpenAIVision(settings(server.base_url))
        assert await model.read(PICTURE) == "제1조(목적)"
        await model.aclose()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (fails(401), "answered 401"),
        (fails(500), "answered 500"),
        (sends("<html>busy</html>", content_type="text/html"), "vision model"),
        (sends({"error": {"message": "no such model"}}), "no such model"),
        (says(None), "without text"),
    ],
)
async def test_a_call_that_fails_says_how(script: object, words: str) -> None:
    async with chat_server(script) as server:  # type: ignore[arg-type]  # the parameters are scripts
        model = OpenAIVision(settings(server.base_url), max_retries=0)
        with pytest.raises(ModelCallFailed, match=words) as caught:
            await model.read(PICTURE)
        await model.aclose()
    assert "chat." not in caught.value.hint


async def test_a_server_that_is_not_there_is_unavailable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        model = OpenAIVision(settings(f"http://127.0.0.1:{taken.getsockname()[1]}/v1"), max_retries=0)
        with pytest.raises(ChatModelUnavailable, match="vision model") as caught:
            await model.describe(PICTURE, "en")
        await model.aclose()
    assert "vision.base_url" in caught.value.hint


def test_an_address_that_is_none_is_a_fault_of_the_settings() -> None:
    with pytest.raises(ConfigurationError, match=r"vision\.base_url"):
        OpenAIVision(settings("localhost:1234"))


async def test_it_reads_for_parsers_which_know_no_loop() -> None:
    async with chat_server(says("No entry")) as server:
        ocr = pickle.loads(pickle.dumps(VisionOcr(settings(server.base_url))))
        assert await anyio.to_thread.run_sync(ocr, PICTURE) == "No entry"
