"""A change of encoder, the whole way: what people see before, during and after the rebuild of the index."""

import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import pytest

from pincite.adapters.embedding_identity import FILE
from pincite.core.errors import (
    EmbeddingFailed,
    EmbeddingSizeChanged,
    EncoderChanged,
    NotFound,
    TemporaryFailure,
)
from pincite.core.settings import DEFAULT_BASE, Settings
from pincite.library import AsyncLibrary
from pincite.ports.index import DenseLeg, SearchFilter
from pincite.rebuilding import RebuildProgress
from pincite.wiring import open_library
from tests.adapters.chat_server import ChatServer, Exchange, Script, chat_server, sends
from tests.adapters.rerank_server import embeddings
from tests.libraries import FAR, KOREAN, settings_for

QUESTION = "회사는 서류를 받은 날부터 며칠 이내에 보험금을 지급하나요?"
MORE = "# 부록\n\n입원 급여금은 우편으로도 청구할 수 있습니다."


def vector_of(text: str, model: str, size: int) -> list[float]:
    """A bag of character pairs, in a space of the model's own."""
    vector = np.full(size, 0.1)
    for start in range(len(text) - 1):
        vector[zlib.crc32((model + text[start : start + 2]).encode()) % size] += 1
    return [float(number) for number in vector]


class Provider:
    """An embeddings server whose model, size and temper a test changes."""

    def __init__(self, size: int = 64) -> None:
        self.size = size
        self.texts: list[str] = []
        self.before: Callable[[], Any] | None = None
        self.instead: Script | None = None

    async def __call__(self, exchange: Exchange) -> None:
        if self.instead is not None:
            await self.instead(exchange)
            return
        if self.before is not None:
            await self.before()
        texts = exchange.body["input"]
        self.texts += texts
        await exchange.send(
            embeddings([vector_of(text, exchange.body["model"], self.size) for text in texts])
        )


def settings_of(directory: Path, server: ChatServer, model: str = "e", **changes: Any) -> Settings:
    embedding = {
        "provider": "openai",
        "base_url": server.base_url,
        "model": model,
        "timeout": 20,
        "patience": 0,
        **changes,
    }
    return settings_for(directory, embedding=embedding)


@asynccontextmanager
async def library(settings: Settings, *documents: str) -> AsyncIterator[AsyncLibrary]:
    async with await open_library(settings=settings) as opened:
        base = await opened.knowledge_base()
        for number, text in enumerate(documents):
            await base.add(_file(settings, f"{number}.md", text))
        yield opened


def _file(settings: Settings, name: str, text: str) -> Path:
    path = settings.data_dir / name
    path.write_text(text, encoding="utf-8")
    return path


def directories(directory: Path) -> list[str]:
    """Of the indexes."""
    others = directory / "indexes"
    return [
        path.name
        for path in (directory / "index", *(others.glob("*") if others.exists() else ()))
        if path.exists()
    ]


async def identities(opened: AsyncLibrary) -> set[str | None]:
    return {base.embedding_identity for base in await opened.bases()}


async def vectors_in(opened: AsyncLibrary, size: int) -> list[list[float]]:
    """Every vector that the index compares a question with."""
    index = (await opened.engine()).reindexer._stores.index
    leg = DenseLeg(np.eye(size, dtype=np.float32)[0], limit=500)
    found = await index.search([leg], SearchFilter(), with_vectors=True)
    return [list(vector) for vector in found.vectors.values()]


@pytest.mark.feature("IX-05")
async def test_a_size_that_the_provider_changed_is_an_error_and_reindex_the_way_out(tmp_path: Path) -> None:
    provider = Provider()
    async with chat_server(provider) as server:
        settings = settings_of(tmp_path, server)
        async with library(settings, KOREAN) as opened:
            provider.size = 32
            with pytest.raises(EmbeddingSizeChanged, match=r"32.*64") as caught:
                await opened.ask(QUESTION)
            assert "`pincite reindex`" in caught.value.hint
            with pytest.raises(EmbeddingSizeChanged):  # the document waits
                await (await opened.knowledge_base()).add(_file(settings, "later.md", MORE))
            (state,) = await opened.reindex()
            assert (state.current, state.building, state.identity) == (True, False, "openai:e/32")
            for _ in range(2):
                answer = await opened.ask(QUESTION)
                assert answer.degraded == ()
                assert "3영업일" in answer.answer
            found = await opened.retrieve("우편 청구")
            assert any("우편" in source.content for source in found.sources)
            assert {len(vector) for vector in await vectors_in(opened, 32)} == {32}
        assert json.loads((tmp_path / FILE).read_text()) == {"e": 32}
        assert len(directories(tmp_path)) == 1
        async with library(settings) as opened:
            assert (await opened.ask(QUESTION)).degraded == ()


@pytest.mark.feature("IX-05")
@pytest.mark.parametrize("size", [64, 48])
async def test_another_encoder_opens_finds_by_words_and_never_mixes(tmp_path: Path, size: int) -> None:
    provider = Provider()
    async with chat_server(provider) as server:
        async with library(settings_of(tmp_path, server), KOREAN):
            pass
        provider.size = size
        settings = settings_of(tmp_path, server, "f")
        async with library(settings) as opened:
            answer = await opened.ask(QUESTION)
            assert answer.degraded == ("embedding",)
            assert "3영업일" in answer.answer
            (state,) = await opened.index_states()
            assert (state.current, state.identity, state.encoder) == (
                False,
                "openai:e/64",
                f"openai:f/{size}",
            )
            base = await opened.knowledge_base()
            with pytest.raises(EncoderChanged, match=r"openai:e/64.*openai:f"):
                await base.add(_file(settings, "later.md", MORE))
            # Other bases go on, in an index of their own encoder.
            other = await opened.knowledge_base("other")
            assert len((await other.add(_file(settings, "more.md", MORE))).ready) == 1
            found = await opened.retrieve("우편 청구", bases=["other"])
            assert found.degraded == ()
            assert found.sources
            both = await opened.retrieve("우편 청구 서류")
            assert both.degraded == ("embedding",)

            states = await opened.reindex([DEFAULT_BASE])
            assert [state.current for state in states] == [True]
            assert await identities(opened) == {f"openai:f/{size}"}
            assert (await opened.ask(QUESTION)).degraded == ()
            sources = (await opened.retrieve("우편 청구", bases=[DEFAULT_BASE])).sources
            assert any("우편" in source.content for source in sources)  # what waited is in
            expected = {text: np.array(vector_of(text, "f", size)) for text in provider.texts}
            unit = [vector / np.linalg.norm(vector) for vector in expected.values()]
            for vector in await vectors_in(opened, size):
                assert max(float(np.dot(one, vector)) for one in unit) > 0.9999
        async with library(settings_of(tmp_path, server)) as opened:  # the old one again: the same in reverse
            provider.size = 64
            assert (await opened.ask(QUESTION)).degraded == ("embedding",)


@pytest.mark.feature("IX-05")
async def test_search_works_and_documents_come_and_go_while_the_index_is_built(tmp_path: Path) -> None:
    provider = Provider()
    texts = [
        f"# 문서 {number}\n\n{number}번 창고의 보관 기간은 {number + 3}일입니다." for number in range(12)
    ]
    async with chat_server(provider) as server:
        async with library(settings_of(tmp_path, server), KOREAN, *texts) as opened:
            pass
        settings = settings_of(tmp_path, server, "f", batch_size=1)
        async with library(settings) as opened:
            base = await opened.knowledge_base()
            seen: list[RebuildProgress] = []
            during: list[tuple[str, ...]] = []
            half, go_on = anyio.Event(), anyio.Event()

            async def hold() -> None:
                if len(provider.texts) > began + 5:
                    half.set()
                    await go_on.wait()

            began = len(provider.texts)
            provider.before = hold
            async with anyio.create_task_group() as group:
                group.start_soon(opened.reindex, (), seen.append)
                await half.wait()
                ingest = (await opened.engine()).ingest
                await ingest.add_bytes(
                    DEFAULT_BASE, "meanwhile.md", "# 새 문서\n\n연체 이자는 연 8퍼센트입니다.".encode()
                )
                (gone,) = [one for one in await ingest.list_documents(DEFAULT_BASE) if one.filename == "3.md"]
                await ingest.remove_document(gone.id)
                editor = await opened.editor()
                (chunk,) = (await editor.list((await base.document("5.md")).id))[0]
                await editor.edit(chunk.chunk.id, "4번 창고의 보관 기간은 99일로 바뀌었습니다.")
                (state,) = await opened.index_states()
                assert state.building
                provider.before = None
                go_on.set()
                for _ in range(3):
                    answer = await opened.ask(QUESTION)
                    during.append(answer.degraded)
                    assert "3영업일" in answer.answer
            assert ("embedding",) in during or seen
            assert all(0 <= one.done <= one.total for one in seen)
            for question, expected in (
                ("연체 이자", "8퍼센트"),
                ("4번 창고 보관 기간", "99일"),
                (QUESTION, "3영업일"),
            ):
                found = await opened.retrieve(question)
                assert found.degraded == ()
                assert any(expected in source.content for source in found.sources), question
            left = await opened.retrieve("2번 창고의 보관 기간")
            assert not any("2번 창고" in source.content for source in left.sources)
            report = await (await opened.engine()).ingest.repair()
            assert (report.versions_removed_from_index, report.documents_to_reindex) == (0, 0)


@pytest.mark.feature("IX-05")
async def test_a_rebuild_that_was_stopped_goes_on_and_one_that_is_given_up_leaves_nothing(
    tmp_path: Path,
) -> None:
    provider = Provider()
    texts = [f"# 문서 {number}\n\n{number}번 창고의 보관 기간은 {number + 3}일입니다." for number in range(8)]
    async with chat_server(provider) as server:
        async with library(settings_of(tmp_path, server), *texts):
            pass
        settings = settings_of(tmp_path, server, "f")
        async with library(settings) as opened:
            half = anyio.Event()

            async def hold() -> None:
                if len(provider.texts) > began + 4:
                    half.set()
                    await anyio.sleep_forever()

            began = len(provider.texts)
            provider.before = hold
            async with anyio.create_task_group() as group:
                group.start_soon(opened.reindex)
                await half.wait()
                group.cancel_scope.cancel()
            provider.before = None
            (state,) = await opened.index_states()
            assert state.building
            assert 0 < state.done < state.total
            assert (await opened.ask("3번 창고의 보관 기간은 며칠인가요?")).degraded == ("embedding",)
        async with library(settings) as opened:
            # A document goes on, not the rebuild, which waits for its command.
            count = len(provider.texts)
            await (await opened.knowledge_base()).add(_file(settings, "more.md", MORE))
            assert len(provider.texts) == count + 1
            stopped = await (await opened.engine()).reindexer.cancel()
            assert [base.name for base in stopped] == [DEFAULT_BASE]
            (state,) = await opened.index_states()
            assert not state.building
            assert not state.current
        assert directories(tmp_path) == ["index"] or not list((tmp_path / "indexes").glob("*"))
        async with library(settings) as opened:
            half = anyio.Event()
            began = len(provider.texts)
            provider.before = hold
            async with anyio.create_task_group() as group:
                group.start_soon(opened.reindex)
                await half.wait()
                group.cancel_scope.cancel()
            provider.before = None
            written = (await opened.index_states())[0].done
            count = len(provider.texts)
            (state,) = await opened.reindex()
            assert state.current
            # What was written is not written again (a blank measures the size).
            assert len(provider.texts) - count <= 9 - written + 2


async def test_a_provider_that_is_down_leaves_the_old_index(tmp_path: Path) -> None:
    provider = Provider()
    async with chat_server(provider) as server:
        settings = settings_of(tmp_path, server)
        async with library(settings, KOREAN) as opened:
            provider.instead = sends({"error": {"message": "out of order"}}, status=500)
            with pytest.raises(EmbeddingFailed):
                await opened.reindex()
            provider.instead = None
            assert (await opened.ask(QUESTION)).degraded == ()
            with pytest.raises(NotFound):
                await opened.reindex(["no such base"])
        assert directories(tmp_path) == ["index"]


async def test_the_same_encoder_builds_a_damaged_index_anew(tmp_path: Path) -> None:
    provider = Provider()
    async with chat_server(provider) as server:
        settings = settings_of(tmp_path, server)
        async with library(settings, KOREAN):
            pass
        (tmp_path / "index" / "index.json").write_text("{", encoding="utf-8")
        async with library(settings) as opened:
            with pytest.raises(TemporaryFailure, match="description of the index"):
                await opened.ask(FAR)
            (state,) = await opened.reindex()
            assert state.current
            assert "3영업일" in (await opened.ask(QUESTION)).answer
        assert not (tmp_path / "index").exists()
        async with library(settings) as opened:
            assert "3영업일" in (await opened.ask(QUESTION)).answer


async def test_an_empty_library_and_bases_of_every_kind(tmp_path: Path) -> None:
    provider = Provider()
    async with chat_server(provider) as server:
        settings = settings_of(tmp_path, server)
        async with await open_library(settings=settings) as opened:
            assert await opened.reindex() == []
            await opened.create_base("empty")
            await opened.create_base("words", switches={"vector": False})
            await (await opened.knowledge_base("words")).add(_file(settings, "w.md", KOREAN))
            faq = await opened.knowledge_base("faq", kind="faq")
            await faq.faq.add("접수 시간은?", "9시부터입니다.")
        provider.size = 40
        settings = settings_of(tmp_path, server, "f")
        async with await open_library(settings=settings) as opened:
            await opened.reindex()
            assert {one.base: (one.identity, one.current) for one in await opened.index_states()} == {
                "empty": (None, True),
                "faq": ("openai:f/40", True),
                "words": (None, True),
            }
            found = await opened.retrieve(QUESTION, bases=["words"])
            assert "3영업일" in found.sources[0].content
            await (await opened.knowledge_base("empty")).add(_file(settings, "e.md", MORE))
            answer = await opened.ask("우편으로 청구할 수 있나요?", bases=["empty", "faq"])
            assert answer.degraded == ()
            assert not (tmp_path / "index").exists()
