"""Old answers are found by what they mean; stopped, refused and deleted ones are not."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pincite.core.errors import InvalidInput
from pincite.library import AsyncLibrary
from pincite.ports.records import BaseKind
from tests.api.conftest import API
from tests.api.test_assistants import Desk, desk_of
from tests.libraries import FAR, make_library

PAID = "보험금은 며칠 이내에 지급하나요?"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("made")) / "library"


@pytest.fixture
async def desk(filled: Path, tmp_path: Path) -> AsyncIterator[Desk]:
    directory = Path(shutil.copytree(filled, tmp_path / "library"))
    async with desk_of(directory, history={"index": True}) as made:
        yield made


def library_of(desk: Desk) -> AsyncLibrary:
    library = desk.http._transport.app.state.library  # type: ignore[attr-defined]
    assert isinstance(library, AsyncLibrary)
    return library


async def settled(desk: Desk) -> None:
    await (await library_of(desk).engine()).ingest.run_pending()


async def found(desk: Desk, query: str) -> list[dict[str, Any]]:
    await settled(desk)
    answered = await desk.http.get(f"{API}/messages/search", params={"query": query, "by": "meaning"})
    assert answered.status_code == 200, answered.text
    hits: list[dict[str, Any]] = answered.json()["found"]
    return hits


async def last_answer(desk: Desk, session: str) -> dict[str, Any]:
    messages = (await desk.http.get(f"{API}/sessions/{session}/messages")).json()["messages"]
    return dict(messages[-1])


@pytest.mark.feature("SS-08")
async def test_an_old_answer_is_found_by_meaning_and_goes_with_its_session(desk: Desk) -> None:
    session = await desk.session()
    await desk.ask(session, PAID)
    answer = await last_answer(desk, session)
    hits = await found(desk, "보험금 지급 기한")
    assert [(hit["message_id"], hit["session_id"]) for hit in hits] == [(answer["id"], session)]
    # It is no base that a question asks, or that a person sees among theirs.
    bases = (await desk.http.get(f"{API}/knowledge-bases")).json()
    assert [base["name"] for base in bases] == ["documents"]
    asked = (await desk.http.post("/answer", json={"query": PAID})).json()
    assert asked["searched"] == ["documents"]

    again = await desk.http.post(f"{API}/sessions/{session}/messages/{answer['id']}/regenerate", json={})
    assert again.status_code == 200
    replaced = await last_answer(desk, session)
    assert [hit["message_id"] for hit in await found(desk, "보험금 지급 기한")] == [replaced["id"]]

    await desk.http.delete(f"{API}/sessions/{session}")
    assert await found(desk, "보험금 지급 기한") == []
    library = library_of(desk)
    bases = await library._metadata.bases.list()
    (kept,) = [base for base in bases if base.kind is BaseKind.CHAT_HISTORY]
    assert await library._metadata.documents.list(kept.id) == []


@pytest.mark.feature("SS-08")
async def test_what_was_refused_or_stopped_is_not_kept(desk: Desk) -> None:
    session = await desk.session()
    await desk.ask(session, FAR)
    assert (await last_answer(desk, session))["details"]["is_refusal"] is True

    async def stalls(exchange: Any) -> None:
        if exchange.body.get("stream"):
            await exchange.begin_stream()
            await exchange.event({"choices": [{"index": 0, "delta": {"content": "3영업일"}}]})
            await exchange.wait_for_hangup()
        else:
            await exchange.send({"choices": []})

    desk.chat.scripts = (stalls,)
    library = library_of(desk)
    chats = await library.chats()
    request, names = await library.chat_request(PAID)
    turn = await chats.ask(session, request, names)
    async for arrival in chats.follow(session, turn.answer.id):
        if arrival is not None and arrival.event.content:
            break
    assert await chats.stop(session, turn.answer.id)
    async for _ in chats.follow(session, turn.answer.id):
        pass
    assert (await last_answer(desk, session))["status"] == "stopped"
    assert await found(desk, "보험금 지급 기한") == []


async def test_words_are_searched_without_the_history_and_meaning_needs_words(desk: Desk) -> None:
    session = await desk.session()
    await desk.ask(session, PAID)
    answered = await desk.http.get(f"{API}/messages/search", params={"query": "며칠"})
    assert [hit["role"] for hit in answered.json()["found"]] == ["user"]
    with pytest.raises(InvalidInput):
        await library_of(desk).search_history("  ")


async def test_without_the_setting_nothing_is_kept(filled: Path, tmp_path: Path) -> None:
    async with desk_of(Path(shutil.copytree(filled, tmp_path / "library"))) as desk:
        await desk.ask(await desk.session(), PAID)
        assert await found(desk, "보험금 지급 기한") == []
        assert [base.name for base in await library_of(desk)._metadata.bases.list()] == ["documents"]
        assert json.loads((await desk.http.get("/healthz")).text)["details"]["bases"] == 1
