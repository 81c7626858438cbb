"""The remote encoder over real HTTP: what is sent, what comes back, and every way in which it fails."""

import json
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pincite.adapters.embedding_identity import FILE
from pincite.adapters.openai_embeddings import OpenAIEmbedder, open_openai_embedder
from pincite.adapters.token_estimate import estimated_tokens, estimated_windows
from pincite.core.errors import ConfigurationError, EmbeddingFailed, EmbeddingSizeChanged, EmbeddingThrottled
from pincite.core.settings import EmbeddingSettings
from tests.adapters.chat_server import ChatServer, Exchange, Script, chat_server, fails, sends
from tests.adapters.rerank_server import embeddings, embeds

SIZE = 4


async def encode(texts: list[str]) -> list[list[float]]:
    """A vector that tells the texts apart; not of length 1."""
    return [[3.0, float(len(text)), float(sum(map(ord, text)) % 97), 1.0] for text in texts]


def unit(rows: Sequence[Sequence[float]]) -> Any:
    matrix = np.array(rows, dtype=np.float32)
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


class Pauses:
    """Waits for nothing and remembers how long it was told to."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


@asynccontextmanager
async def talking_to(
    *scripts: Script, size: int = SIZE, sleep: Any = None, **settings: Any
) -> AsyncIterator[tuple[OpenAIEmbedder, ChatServer]]:
    async with chat_server(*(scripts or (embeds(encode),))) as server:
        chosen = {"provider": "openai", "base_url": server.base_url, "model": "bge-m3", **settings}
        embedder = OpenAIEmbedder(EmbeddingSettings(**chosen), size, sleep=sleep or Pauses())
        try:
            yield embedder, server
        finally:
            await embedder.aclose()


async def test_what_is_asked_and_what_comes_back() -> None:
    async with talking_to(api_key="secret") as (embedder, server):
        rows = await embedder.embed_passages(["가", "나다", "라마바"])
    np.testing.assert_allclose(rows, unit(await encode(["가", "나다", "라마바"])), atol=1e-6)
    (asked,) = server.requests
    assert asked["path"] == "/v1/embeddings"
    assert (asked["model"], asked["input"]) == ("bge-m3", ["가", "나다", "라마바"])
    assert asked["encoding_format"] == "float"
    assert "dimensions" not in asked
    assert server.headers[0]["authorization"] == "Bearer secret"


async def test_the_size_that_the_settings_want_is_asked_for() -> None:
    async with talking_to(dimensions=SIZE) as (embedder, server):
        await embedder.embed_query("가")
    assert server.requests[0]["dimensions"] == SIZE


async def test_questions_and_passages_have_their_prefixes() -> None:
    async with talking_to(query_prefix="query: ", passage_prefix="passage: ") as (embedder, server):
        await embedder.embed_query("언제")
        await embedder.embed_passages(["내일", ""])
    assert [request["input"] for request in server.requests] == [
        ["query: 언제"],
        ["passage: 내일", "passage: ."],
    ]
    assert embedder.identity == 'openai:bge-m3/4/"query: "/"passage: "'


async def test_what_changes_the_vectors_changes_the_identity() -> None:
    def identity(size: int = SIZE, **settings: Any) -> str:
        chosen = {"provider": "openai", "base_url": "http://127.0.0.1:9/v1", "model": "m", **settings}
        return OpenAIEmbedder(EmbeddingSettings(**chosen), size).identity

    kinds = [
        identity(),
        identity(8),
        identity(model="n"),
        identity(query_prefix="q"),
        identity(passage_prefix="q"),
    ]
    assert len(set(kinds)) == len(kinds)
    assert identity(base_url="http://127.0.0.1:10/v1", api_key="k", batch_size=3, timeout=1) == identity()


async def test_many_texts_go_in_batches_and_keep_their_order() -> None:
    texts = ["가" * number for number in range(1, 24)]
    async with talking_to(batch_size=5, parallelism=3) as (embedder, server):
        rows = await embedder.embed_passages(texts)
    np.testing.assert_allclose(rows, unit(await encode(texts)), atol=1e-6)
    assert sorted(len(request["input"]) for request in server.requests) == [3, 5, 5, 5, 5]


async def test_a_text_that_is_too_long_is_embedded_in_windows() -> None:
    long = "보험금은 3영업일 이내에 지급한다. " * 60
    async with talking_to(max_tokens=200) as (embedder, server):
        vector = await embedder.embed_query(long)
    windows = [text for request in server.requests for text in request["input"]]
    assert "".join(windows) == long.strip()
    assert all(estimated_tokens(window) <= 200 for window in windows)
    rows, weights = unit(await encode(windows)), [estimated_tokens(window) for window in windows]
    mean = (rows * np.array(weights)[:, None]).sum(axis=0)
    np.testing.assert_allclose(vector, mean / np.linalg.norm(mean), atol=1e-5)


@pytest.mark.parametrize(
    "text", ["가" * 5_000, "a" * 20_000, "a b " * 3_000, "第一条。" * 900, " " * 9_000 + "x", "1" * 9_000]
)
def test_windows_lose_nothing_and_are_small_enough(text: str) -> None:
    windows = estimated_windows(text, 500)
    assert "".join(windows) == text
    assert all(estimated_tokens(window) <= 500 for window in windows)


async def test_a_size_that_the_provider_changed_names_both_and_what_to_do() -> None:
    async with talking_to(size=768) as (embedder, _):
        for call in (embedder.embed_query("가"), embedder.embed_passages(["가"])):
            with pytest.raises(EmbeddingSizeChanged, match=r"4 numbers.*768") as caught:
                await call
    assert "`pincite reindex`" in caught.value.hint
    assert "reindex" in caught.value.hint


# --- the size of the vectors ----------------------------------------------------------------------


async def test_the_size_is_learned_once_and_remembered(tmp_path: Path) -> None:
    async with chat_server(embeds(encode)) as server:
        settings = EmbeddingSettings(provider="openai", base_url=server.base_url, model="m")
        for _ in range(2):
            embedder = await open_openai_embedder(settings, tmp_path)
            assert embedder.dimension == SIZE
            await embedder.aclose()
    assert len(server.requests) == 1
    assert json.loads((tmp_path / FILE).read_text()) == {"m": SIZE}
    offline = await open_openai_embedder(settings, tmp_path)  # the server is gone, the library opens
    assert offline.dimension == SIZE
    await offline.aclose()


@pytest.mark.parametrize("kept", ["", "[]", '{"m": "x"}', '{"m": true}', '{"m": -3}'])
async def test_a_memory_that_cannot_be_read_is_asked_for_again(tmp_path: Path, kept: str) -> None:
    (tmp_path / FILE).write_text(kept)
    async with chat_server(embeds(encode)) as server:
        settings = EmbeddingSettings(provider="openai", base_url=server.base_url, model="m")
        embedder = await open_openai_embedder(settings, tmp_path)
        await embedder.aclose()
    assert embedder.dimension == SIZE


async def test_a_size_of_the_settings_needs_no_call(tmp_path: Path) -> None:
    settings = EmbeddingSettings(
        provider="openai", base_url="http://127.0.0.1:9/v1", model="m", dimensions=512
    )
    embedder = await open_openai_embedder(settings, tmp_path)
    await embedder.aclose()
    assert embedder.dimension == 512


@pytest.mark.parametrize(
    ("more", "named"), [({"model": ""}, "embedding.model"), ({"base_url": ""}, "base_url")]
)
async def test_settings_that_lack_something_name_it(more: dict[str, str], named: str) -> None:
    chosen = {"provider": "openai", "base_url": "http://127.0.0.1:9/v1", "model": "m", **more}
    with pytest.raises(ConfigurationError, match=named):
        await open_openai_embedder(EmbeddingSettings(**chosen))


# --- failures -------------------------------------------------------------------------------------


def busy(seconds: str) -> Script:
    return sends({"error": {"message": "slow down"}}, status=429, Retry_After=seconds)


async def test_a_throttled_document_waits_as_long_as_it_is_told() -> None:
    pauses = Pauses()
    async with talking_to(busy("20"), busy("7"), embeds(encode), sleep=pauses) as (embedder, _):
        assert (await embedder.embed_passages(["가"])).shape == (1, SIZE)
    assert pauses.seconds == [20, 7]


async def test_a_document_loses_its_patience() -> None:
    pauses = Pauses()
    async with talking_to(busy("50"), sleep=pauses, patience=120) as (embedder, _):
        with pytest.raises(EmbeddingThrottled, match="slow down") as caught:
            await embedder.embed_passages(["가"])
    assert pauses.seconds == [50, 50]
    assert caught.value.retry_after == 50
    assert caught.value.code == "embedding_throttled"


async def test_a_throttled_question_does_not_wait_for_long() -> None:
    pauses = Pauses()
    async with talking_to(busy("20"), sleep=pauses) as (embedder, server):
        with pytest.raises(EmbeddingThrottled) as caught:
            await embedder.embed_query("가")
    assert (pauses.seconds, len(server.requests), caught.value.retry_after) == ([], 1, 20)
    async with talking_to(busy("1"), embeds(encode), sleep=pauses) as (embedder, _):
        await embedder.embed_query("가")
    assert pauses.seconds == [1]


async def test_a_date_to_come_back_is_understood() -> None:
    past = sends({"error": "busy"}, status=429, Retry_After=formatdate(0, usegmt=True))
    pauses = Pauses()
    async with talking_to(past, embeds(encode), sleep=pauses) as (embedder, _):
        await embedder.embed_query("가")
    assert pauses.seconds == [0]


async def test_a_quota_that_is_used_up_is_not_waited_for() -> None:
    body = {"error": {"message": "pay", "code": "insufficient_quota"}}
    async with talking_to(sends(body, status=429)) as (embedder, server):
        with pytest.raises(EmbeddingThrottled, match="pay"):
            await embedder.embed_passages(["가"])
    assert len(server.requests) == 1


@pytest.mark.parametrize(("status", "hint"), [(400, "max_tokens"), (401, "api_key"), (404, "base_url")])
async def test_what_the_operator_must_mend_is_not_tried_again(status: int, hint: str) -> None:
    async with talking_to(fails(status)) as (embedder, server):
        with pytest.raises(EmbeddingFailed, match=f"{status}.*scripted") as caught:
            await embedder.embed_passages(["가"])
    assert hint in caught.value.hint
    assert len(server.requests) == 1


async def test_what_may_pass_is_tried_again() -> None:
    async with talking_to(fails(500), fails(503), embeds(encode)) as (embedder, _):
        await embedder.embed_query("가")
    async with talking_to(fails(500)) as (embedder, server):
        with pytest.raises(EmbeddingFailed, match="500"):
            await embedder.embed_query("가")
    assert len(server.requests) == 3


def row(*numbers: Any, index: Any = 0) -> dict[str, Any]:
    return {"index": index, "embedding": list(numbers)}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "text",
        ["text"],
        [row(1, 0, 0, 0), row(1, 0, 0, 0)],
        [row()],
        [row(0, 0, 0, 0)],
        [row(float("nan"), 0, 0, 0)],
        [row(float("inf"), 0, 0, 0)],
        [row(1, None, 0, 0)],
        [row("a", 0, 0, 0)],
        [row([1], 0, 0, 0)],
        [row([1], [1], [1], [1])],
        [{"index": 0, "embedding": "AAAA"}],
        [{"index": 0}],
        [row(1, 0, 0, 0, index=1)],
        [row(1, 0, 0, 0, index="0")],
    ],
)
async def test_an_answer_without_vectors_is_a_failure(data: Any) -> None:
    async with talking_to(sends({"object": "list", "data": data})) as (embedder, _):
        with pytest.raises(EmbeddingFailed):
            await embedder.embed_query("가")


async def test_vectors_without_an_index_are_taken_as_they_come() -> None:
    data = [{"embedding": [1, 0, 0, 0]}, {"embedding": [0, 2, 0, 0]}]
    async with talking_to(sends({"data": data})) as (embedder, _):
        rows = await embedder.embed_passages(["가", "나"])
    assert rows.tolist() == [[1, 0, 0, 0], [0, 1, 0, 0]]


@pytest.mark.parametrize(
    "body", ["", "[", "null", "[]", '"text"', "<html>a proxy</html>", b'{"data": "\xff"}']
)
async def test_a_broken_body_is_a_failure(body: Any) -> None:
    async with talking_to(sends(body)) as (embedder, _):
        with pytest.raises(EmbeddingFailed):
            await embedder.embed_query("가")


async def test_the_reason_of_a_failure_sent_as_success_is_told() -> None:
    async with talking_to(sends({"error": {"message": "upstream is down"}})) as (embedder, _):
        with pytest.raises(EmbeddingFailed, match="upstream is down"):
            await embedder.embed_query("가")


async def test_silence_ends_with_the_time_limit_of_the_settings() -> None:
    async def hanging(exchange: Exchange) -> None:
        await exchange.wait_for_hangup()

    async with talking_to(hanging, timeout=0.1) as (embedder, _):
        with pytest.raises(EmbeddingFailed, match=r"within 0\.1 s"):
            await embedder.embed_query("가")


async def test_one_failed_batch_fails_the_document() -> None:
    scripts = (embeds(encode), fails(400), sends(embeddings([[1, 0, 0, 0]])))
    async with talking_to(*scripts, batch_size=1, parallelism=1) as (embedder, server):
        with pytest.raises(EmbeddingFailed):
            await embedder.embed_passages(["가", "나", "다", "라"])
    assert len(server.requests) == 2


async def test_nobody_at_the_address_is_a_failure() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        settings = EmbeddingSettings(provider="openai", base_url=address, model="m")
        embedder = OpenAIEmbedder(settings, SIZE, sleep=Pauses())
        with pytest.raises(EmbeddingFailed, match="cannot be reached") as caught:
            await embedder.embed_query("가")
        await embedder.aclose()
    assert "embedding.base_url" in caught.value.hint


async def test_a_size_is_measured_anew_and_remembered_and_one_that_is_set_stays(tmp_path: Path) -> None:
    async with chat_server(embeds(encode)) as server:
        chosen = {"provider": "openai", "base_url": server.base_url, "model": "m"}
        (tmp_path / FILE).write_text('{"m": 768, "other": 3}', encoding="utf-8")
        embedder = await open_openai_embedder(EmbeddingSettings(**chosen), tmp_path)
        assert embedder.identity == "openai:m/768"
        await embedder.measure()
        assert (embedder.identity, embedder.dimension) == (f"openai:m/{SIZE}", SIZE)
        assert json.loads((tmp_path / FILE).read_text()) == {"m": SIZE, "other": 3}
        await embedder.aclose()
        fixed = await open_openai_embedder(EmbeddingSettings(**chosen, dimensions=9), tmp_path)
        await fixed.measure()
        assert fixed.dimension == 9
        await fixed.aclose()
