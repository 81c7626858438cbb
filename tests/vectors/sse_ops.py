"""Operations of the vectors of conversations, over a real database and log."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import anyio

from pincite.composing.prompts import Prompts
from pincite.core.errors import (
    Forbidden,
    InvalidInput,
    ModelCallFailed,
    NotFound,
    PinciteError,
    SearchNothing,
    StreamLogUnavailable,
)
from pincite.core.settings import AnswerSettings
from pincite.core.types import Hit, Passage
from pincite.pipeline.builder import chat_stages
from pincite.pipeline.events import Event
from pincite.pipeline.profile import Profile
from pincite.pipeline.progress import SEARCHING, Progress
from pincite.pipeline.state import ChatState
from pincite.pipeline.telling import Kind, Told
from pincite.ports.sessions import MessageStatus, Person
from pincite.sessions.telling import KEPT_STEPS
from pincite.sessions.titles import title_from_reply
from tests.pipeline.standins import ScriptedModel, ScriptedReranker, World, terms_chunks
from tests.sessions.chat_world import Process, SlowModel, process, text_of
from tests.vectors.forms import expand

JSON = dict[str, Any]
STATUS = {NotFound: 404, Forbidden: 403, InvalidInput: 400, StreamLogUnavailable: 503}


@asynccontextmanager
async def _here(model: SlowModel | None = None) -> AsyncIterator[Process]:
    with tempfile.TemporaryDirectory() as folder:
        async with process(Path(folder), model=model) as here:
            yield here


async def stop(given: JSON, expect: JSON) -> None:
    gate = anyio.Event()
    async with _here(SlowModel(gate=gate)) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        while here.model.said < 3:  # noqa: ASYNC110 - the model sets no event
            await anyio.sleep(0.005)
        person, message = Person(), answer.id
        if given.get("message") == "missing":
            message = "nowhere"
        elif given.get("message") == "foreign":
            session = (await here.conversations.create()).id
        elif given.get("tenant") == "other":
            person = Person("other")
        elif given.get("completed"):
            gate.set()
            await here.read(session, answer.id)
        try:
            if given.get("store") == "error":
                with patch.object(here.log, "append", side_effect=StreamLogUnavailable("gone")):
                    stopped = await here.chats.stop(session, message, person)
            else:
                stopped = await here.chats.stop(session, message, person)
        except PinciteError as error:
            assert {"status": STATUS[type(error)]} == {"status": expect["status"]}
            return
        if "message" in expect:
            arrivals = await here.read(session, answer.id)
            stored = await here.stored(answer.id)
            assert stored.is_completed == expect["message"]["is_completed"]
            assert stored.status is MessageStatus.STOPPED
            assert stored.content == text_of(arrivals) == "w0 w1 w2 "
            assert "찾지 못했습니다" not in stored.content
            return
        said = "Generation stopped" if stopped else "Message already completed"
        assert {"status": 200, "body": {"success": True, "message": said}} == expect


async def continue_unknown(given: JSON, expect: JSON) -> None:
    async with _here() as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "안녕하세요")
        await here.read(session, answer.id)
        try:
            if "session" in given:
                await here.read("missing", answer.id)
            else:
                assert given == {"events": 0}
                await here.log.expire(session, answer.id)
                pending = here.conversations.exchange(session, "q", "elsewhere")
                await here.conversations.ask(pending)
                await here.read(session, pending.answer_id)
        except PinciteError as error:
            assert STATUS[type(error)] == expect["status"]
            if "body" in expect:
                assert error.message.rstrip(".") == expect["body"]["error"]
            return
        raise AssertionError("no error")


async def retrieval_progress(given: JSON, expect: JSON) -> None:
    told: list[Told] = []
    chat = ChatState(World.request("q"))

    async def tell(one: Told) -> None:
        told.append(one)

    chat.context.tell = tell
    hits = [Hit(chunk, 0.5) for chunk in _documents()]
    chat.state.hits = hits[: given["search"]]
    chat.state.passages = [
        Passage(hit.chunk, hit.score, hit.chunk.content, (hit.chunk,), hit) for hit in hits[: given["merge"]]
    ]
    progress = Progress(chat)
    await progress.before(Event.CHUNK_SEARCH_PARALLEL)
    error = None
    if given["error"] == "search_nothing":
        chat.state.refusal_reason = SearchNothing("nothing").message
    elif given["error"]:
        error = RuntimeError(given["error"])
    await progress.close(error)
    result = told[-1].data
    assert (told[-1].kind, result["tool_name"]) == (Kind.TOOL_RESULT, SEARCHING)
    assert {key: result[key] for key in expect} == expect


def _documents() -> list[Any]:
    return [terms_chunks(document=f"d{number}")[0] for number in range(3)]


async def progress_closes(given: JSON, expect: JSON) -> None:
    told: list[Told] = []
    chat = ChatState(World.request("q"))

    async def tell(one: Told) -> None:
        told.append(one)

    chat.context.tell = tell
    progress = Progress(chat)
    await progress.before(Event(given["stage"]))
    if given["error"]:
        await progress.close(RuntimeError("boom"))
    else:
        await progress.before(Event.INTO_CHAT_MESSAGE)
    assert (told[-1].kind is Kind.TOOL_RESULT) == expect["close"]


async def pipeline_order(given: JSON, expect: JSON) -> None:
    stages = chat_stages(
        bases=given["kb"],
        history=given["history"],
        web=given["web"],
        data_analysis=given.get("data_analysis", False),
    )
    # DESIGN.md section 9 adds three stages, and long-term memory is out of scope (section 13).
    ours = {Event.QUERY_ROUTE, Event.RETRIEVAL_GRADE, Event.ANSWER_VERIFY}
    wanted = [name for name in expect["stages"] if name != "memory_recall"]
    assert [stage.value for stage in stages if stage not in ours] == wanted


async def title(given: JSON, expect: JSON) -> None:
    raw, wanted = expand(given["raw"]), expand(expect["title"])
    made = title_from_reply(raw)
    assert made == wanted
    assert (made != raw.strip()) == expect["truncated"]


async def timeline(given: JSON, expect: JSON) -> None:
    kept = [name for name, outcome in given["stages"] if name in KEPT_STEPS and outcome == "ok"]
    assert kept == expect["kept"]


async def fallback(given: JSON, expect: JSON) -> None:
    strategy, fixed = given["strategy"], given.get("fallback", "Sorry")
    said: list[str | Exception] = ["general knowledge"]
    if given.get("stream_done") is False:
        said = [ModelCallFailed("the stream ended without its end")]
    texts = {("fallback", "model"): {"en": given["prompt"]}} if "prompt" in given else {}
    world = World(
        reranker=ScriptedReranker(0.01),
        model=ScriptedModel(*said),
        answer=AnswerSettings(fallback=strategy, fixed_response=fixed),
    )
    answer = await world.ask("How are ducks fed?", profile=Profile(prompts=Prompts(texts)))
    told = {"answer": answer.answer, "kind": "fixed" if answer.answer == fixed else "model"}
    assert {key: told[key] for key in expect} == expect
