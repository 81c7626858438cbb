"""Assistants: kept, refused, and answering in conversations each in its own way."""

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

import pincite
from pincite.core.errors import ConfigurationError
from tests.adapters.chat_server import ChatServer, Exchange, chat_server, completion, piece
from tests.api.conftest import API, client_of
from tests.libraries import FAR, settings_for

QUESTION = "보험금은 며칠 이내에 지급하나요?"
SAID = '3영업일 이내에 지급합니다.<ref id="c1"/>'
PROTOCOL = '<ref id="c1"/>'
ASSISTANTS = f"{API}/assistants"


async def says(exchange: Exchange) -> None:
    """The scripted model: whole where it is asked so, else in pieces."""
    if not exchange.body.get("stream"):
        await exchange.send(completion("보험금 지급"))
        return
    await exchange.begin_stream()
    await exchange.event(piece(SAID))
    await exchange.event(piece("", finish="stop"))
    await exchange.event("data: [DONE]\n\n")
    await exchange.end_stream()


@dataclass
class Desk:
    """A served library with a model behind it."""

    http: httpx2.AsyncClient
    chat: ChatServer

    async def assistant(self, name: str, **body: Any) -> dict[str, Any]:
        made = await self.http.post(ASSISTANTS, json={"name": name, **body})
        assert made.status_code == 201, made.text
        found: dict[str, Any] = made.json()
        return found

    async def session(self, **body: Any) -> str:
        return str((await self.http.post(f"{API}/sessions", json=body)).json()["id"])

    async def ask(self, session: str, query: str = QUESTION, **body: Any) -> str:
        """What a person reads."""
        asked = await self.http.post(f"{API}/sessions/{session}/knowledge-qa", json={"query": query, **body})
        assert asked.status_code == 200, asked.text
        frames = [
            json.loads(line.removeprefix("data: "))
            for line in asked.text.splitlines()
            if line.startswith("data: ")
        ]
        assert "error" not in [frame["response_type"] for frame in frames], frames
        return "".join(frame.get("content", "") for frame in frames if frame["response_type"] == "answer")

    @property
    def answered(self) -> list[dict[str, Any]]:
        """What was sent to the model for answers; titles are asked for whole."""
        return [body for body in self.chat.requests if body.get("stream")]


@asynccontextmanager
async def desk_of(directory: Path, **settings: Any) -> AsyncIterator[Desk]:
    async with chat_server(says) as chat:
        model = {"base_url": chat.base_url, "model": "scripted", **settings.pop("chat", {})}
        made = settings_for(directory, chat=model, **settings)
        async with await pincite.aopen(settings=made) as library, client_of(library) as http:
            yield Desk(http, chat)


@pytest.fixture
async def desk(filled: Path, tmp_path: Path) -> AsyncIterator[Desk]:
    async with desk_of(Path(shutil.copytree(filled, tmp_path / "library"))) as made:
        yield made


async def test_an_assistant_is_made_read_written_over_and_deleted(client: httpx2.AsyncClient) -> None:
    profile = {
        "temperature": 0.7,
        "top_p": 0.9,
        "seed": 3,
        "max_tokens": 300,
        "thinking": False,
        "rounds": 0,
        "fallback": "fixed",
        "fixed_response": "1588-0000",
        "rewrite": False,
        "citations": True,
        "web": True,
        "web_fetch": False,
        "data_analysis": True,
        "faq_priority": False,
        "faq_direct": 0.8,
        "faq_boost": 1.5,
        "pass_score": 0.4,
        "abort_score": 0.2,
        "rerank_threshold": 0.1,
        "vector_threshold": 0.0,
        "keyword_threshold": 0.1,
        "top_k": 20,
        "rerank_top_k": 4,
        "intents": ["greeting"],
        "language": "ko",
        "prompts": {"system/system": {"ko": "상담원입니다. {language}", "en": ""}},
    }
    sent = {
        "name": " 보상 상담 ",
        "description": "보상과",
        "default": True,
        "profile": {**profile, "bases": ["documents"]},
    }
    made = (await client.post(ASSISTANTS, json=sent)).json()
    base = (await client.get(f"{API}/knowledge-bases/documents")).json()["id"]
    assert (made["name"], made["default"]) == ("보상 상담", True)
    assert {key: value for key, value in made["profile"].items() if value is not None} == {
        **profile,
        "base_ids": [base],
    }
    for name in (made["id"], "보상 상담"):
        assert (await client.get(f"{ASSISTANTS}/{name}")).json() == made
    assert (await client.post(ASSISTANTS, json={"name": "보상 상담"})).status_code == 409
    other = (await client.post(ASSISTANTS, json={"name": "plain", "default": True})).json()
    assert [one["name"] for one in (await client.get(ASSISTANTS)).json() if one["default"]] == ["plain"]
    taken = await client.put(f"{ASSISTANTS}/plain", json={"name": "보상 상담"})
    assert (taken.status_code, taken.json()["code"]) == (409, "conflict")
    emptied = (await client.put(f"{ASSISTANTS}/{made['id']}", json={"name": "claims"})).json()
    assert (emptied["id"], emptied["name"], emptied["description"]) == (made["id"], "claims", "")
    assert {value for value in emptied["profile"].values() if not isinstance(value, list | dict)} == {None}
    for name in ("claims", other["id"]):
        assert (await client.delete(f"{ASSISTANTS}/{name}")).status_code == 204
        assert (await client.delete(f"{ASSISTANTS}/{name}")).status_code == 404
    assert (await client.get(ASSISTANTS)).json() == []


def prompt(name: str, text: str, language: str = "ko") -> dict[str, Any]:
    return {"prompts": {name: {language: text}}}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"profile": prompt("rewrite/rewrite", "다시 쓰세요.")}, "lacks the placeholder {query}"),
        ({"profile": prompt("answer/simple_fact", "짧게")}, "lacks the placeholder {rules}"),
        ({"profile": prompt("system/system", "{quer}")}, "unknown placeholder {quer}"),
        ({"profile": prompt("citations/protocol", "없음")}, "There is no prompt `citations/protocol`"),
        ({"profile": prompt("system", "없음")}, "There is no prompt `system`"),
        ({"profile": prompt("title/title", "{query}")}, "belongs to the library"),
        ({"profile": prompt("answer/rules", "")}, "is empty"),
        ({"profile": prompt("system/system", "x", "fr")}, "fr"),
        ({"profile": prompt("system/system", "a\0b")}, "NUL"),
        ({"profile": {"temperature": -1}}, "temperature"),
        ({"profile": {"top_p": 0}}, "top_p"),
        ({"profile": {"seed": 1.5}}, "seed"),
        ({"profile": {"max_tokens": 0}}, "max_tokens"),
        ({"profile": {"rounds": 51}}, "rounds"),
        ({"profile": {"fallback": "guess"}}, "fallback"),
        ({"profile": {"model": "x"}}, "model"),
        ({"profile": {"chat_model": "nobody"}}, "no model 'nobody'"),
        ({"profile": {"pass_score": 0.1, "abort_score": 0.2}}, "cannot be above pass_score"),
        ({"profile": {"intents": ["kb_search"]}}, "intents"),
        ({"name": "a/b"}, "without slashes"),
        ({"name": " "}, "1 to 100"),
        ({"name": "a\nb"}, "on one line"),
    ],
)
async def test_what_cannot_be_kept_is_refused_by_name(
    client: httpx2.AsyncClient, body: dict[str, Any], said: str
) -> None:
    refused = await client.post(ASSISTANTS, json={"name": "n", **body})
    assert refused.status_code == 400, refused.text
    assert said in refused.text
    assert (await client.get(ASSISTANTS)).json() == []


async def test_an_unknown_base_or_assistant_is_404(client: httpx2.AsyncClient) -> None:
    unknown = {"name": "n", "profile": {"bases": ["no such base"]}}
    assert (await client.post(ASSISTANTS, json=unknown)).status_code == 404
    assert (await client.get(f"{ASSISTANTS}/nobody")).status_code == 404
    assert (await client.put(f"{ASSISTANTS}/nobody", json={"name": "n"})).status_code == 404
    made = await client.post(f"{API}/sessions", json={"assistant": "nobody"})
    assert (made.status_code, made.json()["code"]) == (404, "not_found")
    await client.post(ASSISTANTS, json={"name": "leaving"})
    session = (await client.post(f"{API}/sessions", json={"assistant": "leaving"})).json()["id"]
    # An id outlives a new name, and a deleted one is said to be gone.
    renamed = await client.put(f"{ASSISTANTS}/leaving", json={"name": "nobody of now"})
    assert (await client.get(f"{API}/sessions/{session}")).json()["assistant"] == renamed.json()["id"]
    assert (await client.delete(f"{ASSISTANTS}/nobody of now")).status_code == 204
    for body in ({"query": QUESTION}, {"query": QUESTION, "assistant": "nobody either"}):
        refused = await client.post(f"{API}/sessions/{session}/knowledge-qa", json=body)
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
        assert body.get("assistant", renamed.json()["id"]) in refused.json()["message"]
    assert (await client.get(f"{API}/sessions/{session}/messages")).json()["messages"] == []


@pytest.mark.feature("PT-07", "PT-04")
async def test_prompts_are_listed_with_what_they_must_hold(client: httpx2.AsyncClient) -> None:
    listed = {one["name"]: one for one in (await client.get(f"{API}/prompts")).json()}
    assert {"system/system", "answer/rules", "fallback/model", "rewrite/rewrite"} <= set(listed)
    assert not any("protocol" in name for name in listed)
    for one in listed.values():
        assert set(one["texts"]) == {"ko", "en", "zh"}
        assert set(one["required"]) <= set(one["allowed"])
        for text in one["texts"].values():
            assert all(f"{{{wanted}}}" in text for wanted in one["required"])
    assert listed["rewrite/rewrite"]["required"] == ["query"]
    # What is shown can be sent back as it is.
    own = {name: one["texts"] for name, one in listed.items() if one["per_assistant"]}
    made = await client.post(ASSISTANTS, json={"name": "all", "profile": {"prompts": own}})
    assert made.status_code == 201, made.text
    assert made.json()["profile"]["prompts"] == own
    await client.delete(f"{ASSISTANTS}/all")


@pytest.mark.feature("GN-01", "CF-05", "ST-02")
async def test_two_assistants_over_one_base_ask_the_model_each_in_its_way(desk: Desk) -> None:
    await desk.assistant(
        "strict",
        profile={
            "temperature": 0,
            "seed": 7,
            "top_p": 0.5,
            "max_tokens": 100,
            **prompt("system/system", "엄격하게 답합니다. 출처는 적지 마세요."),
        },
    )
    await desk.assistant("free", profile={"temperature": 1.5, "citations": False})
    session = await desk.session()
    assert 'chunk_id="' in await desk.ask(session, assistant="strict")
    assert await desk.ask(session, assistant="free") == "3영업일 이내에 지급합니다."
    strict, free = desk.answered
    assert (strict["temperature"], strict["seed"], strict["top_p"]) == (0, 7, 0.5)
    assert (free["temperature"], "seed" in free, "top_p" in free) == (1.5, False, False)
    system = strict["messages"][0]["content"]
    assert system.startswith("엄격하게 답합니다. 출처는 적지 마세요.\n\n")
    assert PROTOCOL in system
    assert "엄격" not in free["messages"][0]["content"]


@pytest.mark.feature("OR-07")
async def test_a_session_keeps_its_assistant_and_a_question_may_name_another(desk: Desk) -> None:
    await desk.assistant("fixed", profile={"fallback": "fixed", "fixed_response": "1588-0000"})
    made = await desk.assistant("other", profile={"fallback": "fixed", "fixed_response": "다른 답"})
    session = await desk.session(assistant="fixed")
    assert await desk.ask(session, FAR) == "1588-0000"
    assert await desk.ask(session, FAR, assistant=made["id"]) == "다른 답"
    state = (await desk.http.get(f"{API}/sessions/{session}")).json()["last_request_state"]
    assert state["assistant"] == made["id"]


@pytest.mark.feature("OR-07")
async def test_the_default_assistant_answers_where_none_is_named(desk: Desk) -> None:
    await desk.assistant("d", default=True, profile={"fallback": "fixed", "fixed_response": "1588-0000"})
    assert await desk.ask(await desk.session(), FAR) == "1588-0000"
    answered = (await desk.http.post(f"{API}/answer", json={"query": FAR})).json()
    assert answered["answer"] == "1588-0000"
    await desk.http.delete(f"{ASSISTANTS}/d")
    assert "1588" not in await desk.ask(await desk.session(), FAR)


@pytest.mark.feature("LH-01")
async def test_an_assistant_without_memory_sends_nothing_said_before(desk: Desk) -> None:
    await desk.assistant("forgetful", profile={"rounds": 0})
    await desk.assistant("mindful", profile={"rounds": 3, "rewrite": False})
    session = await desk.session(assistant="forgetful")
    for _ in range(2):
        await desk.ask(session)
    await desk.ask(session, assistant="mindful")
    await desk.ask(session, assistant="mindful", history_rounds=0)
    roles = [[message["role"] for message in body["messages"]] for body in desk.answered]
    once = ["system", "user"]
    assert roles == [once, once, ["system", *["user", "assistant"] * 2, "user"], once]


async def test_an_assistant_asks_its_own_bases_in_its_language(desk: Desk) -> None:
    await desk.http.post(f"{API}/knowledge-bases", json={"name": "empty"})
    profile = {"bases": ["empty"], "language": "en"}
    await desk.assistant("narrow", profile=profile)
    session = await desk.session(assistant="narrow")
    assert not desk.answered and "3영업일" not in await desk.ask(session)
    assert "3영업일" in await desk.ask(session, bases=["documents"])
    assert "Answer in English" in desk.answered[0]["messages"][0]["content"]


@pytest.mark.feature("PT-01")
async def test_a_library_writes_prompts_otherwise_and_an_assistant_over_them(
    filled: Path, tmp_path: Path
) -> None:
    directory = Path(shutil.copytree(filled, tmp_path / "library"))
    (directory / "prompts").mkdir()
    (directory / "prompts" / "system.yaml").write_text(
        "- id: system\n  i18n:\n    ko: 도서관의 안내입니다.\n    en: The library's own.\n", encoding="utf-8"
    )
    (directory / "prompts" / "title.yaml").write_text(
        "- {id: title, i18n: {ko: '제목을 지으세요: {query}'}}", encoding="utf-8"
    )
    async with desk_of(directory) as desk:
        listed = {one["name"]: one for one in (await desk.http.get(f"{API}/prompts")).json()}
        assert listed["system/system"]["texts"]["ko"] == "도서관의 안내입니다."
        await desk.assistant("own", profile=prompt("system/system", "조수의 말입니다."))
        await desk.ask(await desk.session())
        await desk.ask(await desk.session(), assistant="own")
        systems = [body["messages"][0]["content"].partition("\n")[0] for body in desk.answered]
        assert systems == ["도서관의 안내입니다.", "조수의 말입니다."]
        titles = [body["messages"][0]["content"] for body in desk.chat.requests if not body.get("stream")]
        assert titles == [f"제목을 지으세요: {QUESTION}"] * 2


@pytest.mark.feature("PT-01")
async def test_a_broken_file_of_prompts_is_named_when_the_library_opens(tmp_path: Path) -> None:
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "answer.yaml").write_text("- id: [", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"answer\.yaml cannot be read"):
        await pincite.aopen(settings=settings_for(tmp_path))
