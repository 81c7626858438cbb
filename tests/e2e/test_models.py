"""The whole way with models behind HTTP: settings name them, documents and questions go through them."""

import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pincite.adapters.embedding_identity import FILE
from pincite.core.errors import EmbeddingSizeChanged, EmbeddingThrottled
from pincite.core.settings import Settings, load_settings
from pincite.core.types import Chunk
from pincite.enrichment.notes import question_details
from pincite.library import AsyncLibrary
from pincite.text.images import CAPTION_MARK
from pincite.wiring import open_library
from pincite.wiring_models import check_embedder, check_reranker, read_questions
from tests.adapters.chat_server import ChatServer, Exchange, Script, chat_server, fails, sends
from tests.adapters.rerank_server import by_words, embeddings, jina
from tests.libraries import FAR, KOREAN, settings_for

QUESTION = "회사는 서류를 받은 날부터 며칠 이내에 보험금을 지급하나요?"


def pairs(text: str, size: int) -> list[float]:
    """A bag of character pairs."""
    vector = np.full(size, 0.1)
    for start in range(len(text) - 1):
        vector[zlib.crc32(text[start : start + 2].encode()) % size] += 1
    return [float(number) for number in vector]


def encoder(size: int = 64) -> Script:
    async def script(exchange: Exchange) -> None:
        await exchange.send(embeddings([pairs(text, size) for text in exchange.body["input"]]))

    return script


def switched(*scripts: Script) -> tuple[Script, list[Script]]:
    """A script that does what the list says now."""
    current = list(scripts)

    async def script(exchange: Exchange) -> None:
        await current[0](exchange)

    return script, current


def remote(directory: Path, embedding: ChatServer, reranker: ChatServer, **changes: Any) -> Settings:
    return settings_for(
        directory,
        embedding={
            "provider": "openai",
            "base_url": embedding.base_url,
            "model": "e",
            "timeout": 5,
            "patience": 0,
        },
        reranker={"provider": "jina", "base_url": reranker.base_url, "model": "r"},
        **changes,
    )


@asynccontextmanager
async def library(settings: Settings, *documents: str) -> AsyncIterator[AsyncLibrary]:
    async with await open_library(settings=settings) as opened:
        base = await opened.knowledge_base()
        for number, text in enumerate(documents):
            path = settings.data_dir / f"{number}.md"
            path.write_text(text, encoding="utf-8")
            await base.add(path)
        yield opened


async def test_documents_and_questions_go_through_the_models_of_the_settings(tmp_path: Path) -> None:
    async with chat_server(encoder()) as embedding, chat_server(jina()) as reranker:
        settings = remote(tmp_path, embedding, reranker)
        async with library(settings, KOREAN) as opened:
            answer = await opened.ask(QUESTION)
            (base,) = await opened.bases()
        assert base.embedding_identity == "openai:e/64"
        assert not answer.is_refusal
        assert "3영업일" in answer.answer
        assert answer.degraded == ()
        assert reranker.requests[-1]["query"] == QUESTION
        assert any("제43조" in text for text in reranker.requests[-1]["documents"])
        assert "openai:e/64 answers, 64 numbers" in await check_embedder(settings)
        assert "jina:r gives" in await check_reranker(settings)
    assert json.loads((tmp_path / FILE).read_text()) == {"e": 64}


async def test_the_bundled_ranker_steps_in_for_a_server_that_fails_and_is_asked_once(tmp_path: Path) -> None:
    async with chat_server(encoder()) as embedding, chat_server(fails(400)) as reranker:
        async with library(remote(tmp_path, embedding, reranker), KOREAN) as opened:
            answer = await opened.ask("제43조 내용 알려줘")
            assert not answer.is_refusal
            assert answer.degraded == ("reranker",)
            asked = len(reranker.requests)
            refused = await opened.ask(FAR)
        assert refused.is_refusal
        assert len(reranker.requests) == asked + 1  # rewrites of one question do not ask it again


async def test_the_gate_has_its_own_lines_for_a_reranker(tmp_path: Path) -> None:
    def never(question: str, passage: str) -> float:
        return 0.5 * by_words(question, passage)

    async with chat_server(encoder()) as embedding, chat_server(jina(never)) as reranker:
        async with library(remote(tmp_path, embedding, reranker), KOREAN) as opened:
            assert not (await opened.ask(QUESTION)).is_refusal
        strict = {"by_reranker": {"jina:r": {"pass_score": 0.9, "abort_score": 0.8}}}
        async with library(remote(tmp_path, embedding, reranker, gate=strict)) as opened:
            assert (await opened.ask(QUESTION)).is_refusal
        # The lines of another reranker do not count.
        other = {"by_reranker": {"jina:s": {"pass_score": 0.9, "abort_score": 0.8}}}
        async with library(remote(tmp_path, embedding, reranker, gate=other)) as opened:
            assert not (await opened.ask(QUESTION)).is_refusal


async def test_a_throttled_encoder_is_not_reported_as_no_result(tmp_path: Path) -> None:
    script, current = switched(encoder())
    busy = sends({"error": {"message": "slow down"}}, status=429, Retry_After="60")
    async with (
        chat_server(script) as embedding,
        chat_server(jina()) as reranker,
        library(remote(tmp_path, embedding, reranker), KOREAN) as opened,
    ):
        current[0] = busy
        found = await opened.ask(QUESTION)  # its words find the clause
        assert found.degraded == ("embedding",)
        assert "3영업일" in found.answer
        with pytest.raises(EmbeddingThrottled) as caught:
            await opened.ask("xylophone qwerty")  # no word of it is there
        assert caught.value.retry_after == 60


async def test_a_size_that_the_provider_changes_is_a_clear_error(tmp_path: Path) -> None:
    script, current = switched(encoder())
    async with chat_server(script) as embedding, chat_server(jina()) as reranker:
        settings = remote(tmp_path, embedding, reranker)
        async with library(settings, KOREAN) as opened:
            current[0] = encoder(32)
            with pytest.raises(EmbeddingSizeChanged, match=r"32.*64"):
                await opened.ask(QUESTION)
            path = tmp_path / "later.md"
            path.write_text("# 나중", encoding="utf-8")
            with pytest.raises(EmbeddingSizeChanged):  # the document waits until the settings are mended
                await (await opened.knowledge_base()).add(path)
        async with library(settings) as opened:
            with pytest.raises(EmbeddingSizeChanged, match=r"32.*64"):
                await opened.ask(QUESTION)


async def test_a_library_opens_and_answers_by_words_while_the_provider_is_down(tmp_path: Path) -> None:
    async with chat_server(encoder()) as embedding, chat_server(jina()) as reranker:
        settings = remote(tmp_path, embedding, reranker)
        async with library(settings, KOREAN):
            pass
    async with library(settings) as opened:
        answer = await opened.ask("제43조 내용 알려줘")
    assert "3영업일" in answer.answer
    assert set(answer.degraded) == {"embedding", "reranker"}


def test_variables_of_the_environment_name_the_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {
        "EMBEDDING__PROVIDER": "openai",
        "EMBEDDING__API_KEY": "sk-1",
        "EMBEDDING__QUERY_PREFIX": "query: ",
        "RERANKER__PROVIDER": "tei",
        "RERANKER__API_KEY": "sk-2",
        "GATE__BY_RERANKER": '{"tei:bge": {"pass_score": 0.5, "abort_score": 0.2}}',
    }.items():
        monkeypatch.setenv(f"PINCITE_{name}", value)
    settings = load_settings(tmp_path)
    assert (settings.embedding.provider, settings.reranker.provider) == ("openai", "tei")
    assert settings.embedding.query_prefix == "query: "
    assert settings.gate.by_reranker["tei:bge"].pass_score == 0.5
    assert "sk-" not in repr(settings)


def test_questions_are_read_with_the_text_that_they_were_made_from() -> None:
    text = "휴가는 15일이다. ![](a.png)"
    plain = Chunk("c", "b", "d", "v", "t", 0, 0, len(text), text)
    noted = Chunk(
        "c",
        "b",
        "d",
        "v",
        "t",
        0,
        0,
        3,
        text,
        details=question_details(plain, ("며칠?",), "k", indexed=False),
    )

    def reads(content: str, *, edited: bool = False) -> list[str]:
        return list(
            read_questions(
                Chunk("c", "b", "d", "v", "t", 0, 0, 3, content, details=noted.details, edited=edited)
            )
        )

    with_picture = f"{text}\n\n> {CAPTION_MARK} 달력"
    assert reads(text) == reads(with_picture) == ["며칠?"]
    assert reads("다른 말", edited=True) == reads(with_picture, edited=True) == []
