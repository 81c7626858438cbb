"""Bases with a graph through the real library: extracted by a scripted model, found with one and without."""

import json
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.core.errors import IndexUnavailable
from pincite.core.types import MatchType
from tests.adapters.chat_server import ChatServer, Exchange, chat_server, completion, fails
from tests.libraries import KOREAN, settings_for

CONTACTS = """# 연락처

## 영업 1팀
김하늘 과장은 한빛상사를 맡고 있으며 내선은 4417번이다.

## 영업 2팀
이바다 대리는 늘봄물산을 맡고 있으며 내선은 4420번이다.
"""
DEALS = """# 거래 조건

## 제1항
한빛상사의 대금은 매월 25일에 지급한다.

## 제2항
늘봄물산의 대금은 분기마다 지급한다.
"""
NAMES = ("김하늘", "이바다", "한빛상사", "늘봄물산")
QUESTION = "한빛상사 담당 김하늘 과장은 대금을 언제 받나요?"
NOBODY = "입원하면 하루에 얼마를 받나요?"


async def model(exchange: Exchange) -> None:
    """Extracts the names that it knows, and what stands in one piece is tied."""
    rules, text = (exchange.body["messages"][at]["content"] for at in (0, -1))
    said: Any = "확인할 수 없습니다."
    named = [name for name in NAMES if name in text]
    if '"relations"' in rules:
        ties = [{"source": named[0], "target": other, "description": "맡는다"} for other in named[1:]]
        said = {"entities": [{"name": name, "type": "organization"} for name in named], "relations": ties}
    elif '{"entities": ["..."]}' in text:
        said = {"entities": [*named, "아무개"]}
    content = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
    if not exchange.body.get("stream"):
        await exchange.send(completion(content))
        return
    await exchange.begin_stream()
    await exchange.event({"choices": [{"delta": {"content": content}, "finish_reason": "stop"}]})
    await exchange.event("data: [DONE]\n\n")
    await exchange.end_stream()


QUIET = {"questions": False, "summaries": False, "tables": False}


@asynccontextmanager
async def opened(directory: Path, server: ChatServer | None = None) -> AsyncIterator[pincite.AsyncLibrary]:
    chat = {"base_url": server.base_url, "model": "scripted"} if server else {}
    settings = settings_for(directory, chat=chat, enrichment=QUIET)
    async with await pincite.aopen(settings=settings) as library:
        yield library


@pytest.fixture(scope="module")
async def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``firm`` has a graph and nothing else, ``deals`` has one too, ``terms`` has none."""
    directory = tmp_path_factory.mktemp("graph")
    files = (("firm", CONTACTS), ("firm", DEALS), ("deals", DEALS), ("terms", KOREAN))
    async with chat_server(model) as server, opened(directory / "library", server) as library:
        pieces = {"chunk_size": 60, "chunk_overlap": 0}
        alone = {"graph": True, "vector": False, "keyword": False}
        await library.create_base("firm", chunking=pieces, switches=alone)
        await library.create_base("deals", chunking=pieces, switches={"graph": True})
        for number, (base, text) in enumerate(files):
            file = directory / f"{number}.md"
            file.write_text(text, encoding="utf-8")
            summary = await (await library.knowledge_base(base)).add(file)
            assert not summary.ready[0].warnings
        rules = [call["messages"][0]["content"] for call in server.requests]
        assert len(rules) == 4, "a call a different piece, and none where there is no graph"
        assert all('"relations"' in rule for rule in rules)
    return directory / "library"


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "library")
    return tmp_path / "library"


def contents(answer: pincite.Answer) -> list[str]:
    return [source.content for source in answer.sources]


@pytest.mark.feature("GR-01", "QU-12")
async def test_without_a_model_a_name_in_the_question_finds_its_passages(copy: Path) -> None:
    async with opened(copy) as library:
        found = await library.retrieve("김하늘의 내선 번호", bases=["firm"], explain=True)
    (source,) = [source for source in found.sources if "4417번" in source.content]
    assert source.match_type is MatchType.GRAPH
    assert found.model_calls == 0
    body = found.to_json()
    assert body["explanation"]["graph"]["entities"] == ["김하늘"]
    assert {node["name"] for node in body["explanation"]["graph"]["nodes"]} == {"김하늘", "한빛상사"}
    (told,) = body["explanation"]["graph"]["relations"]
    assert (told["source"], told["target"], told["description"]) == ("김하늘", "한빛상사", "맡는다")
    legs = [[leg["leg"] for leg in one["legs"]] for one in body["explanation"]["candidates"]]
    assert legs == [["graph"]] * len(legs)
    assert "entity_search" in body["stage_ms"]


@pytest.mark.feature("GR-01")
async def test_who_a_name_is_tied_to_is_found_in_other_documents(copy: Path) -> None:
    async with opened(copy) as library:
        found = await library.retrieve("이바다의 거래처가 받을 돈", bases=["firm"])
    assert any("4420번" in text for text in contents(found))
    assert any("분기마다" in text for text in contents(found)), "of the firm that she looks after"


@pytest.mark.feature("GR-03")
async def test_a_base_without_vectors_is_asked_beside_one_with_vectors(copy: Path) -> None:
    async with opened(copy) as library:
        found = await library.retrieve("한빛상사 김하늘", bases=["deals", "firm", "terms"])
    kinds = {source.base_id: source.match_type for source in found.sources}
    assert len(kinds) >= 2
    assert MatchType.GRAPH in kinds.values()
    assert found.degraded == ()


@pytest.mark.feature("QU-12", "PL-05", "ST-03")
async def test_with_a_model_the_question_is_read_and_what_it_named_is_in_the_trace(copy: Path) -> None:
    async with chat_server(model) as server, opened(copy, server) as library:
        answer = await library.ask(QUESTION, bases=["deals", "firm"])
        asked = [
            call for call in server.requests if '{"entities": ["..."]}' in call["messages"][0]["content"]
        ]
        assert len(asked) == 1
        assert QUESTION in asked[0]["messages"][0]["content"]
        before = len(server.requests)
        await library.ask(NOBODY, bases=["terms"])
        of_terms = [call["messages"][0]["content"] for call in server.requests[before:]]
        assert not any('{"entities"' in content for content in of_terms), "no graph, no call"
    assert answer.degraded == ()
    lines = traces(copy)
    assert lines[0]["graph"]["entities"] == ["한빛상사", "김하늘"], "a name that no graph knows leads nowhere"
    assert "graph" not in lines[1]


def traces(directory: Path) -> Sequence[Mapping[str, Any]]:
    (file,) = (directory / "trace").rglob("*.jsonl")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.feature("QU-12")
async def test_a_model_that_fails_leaves_it_to_the_names_of_the_graph(copy: Path) -> None:
    async with chat_server(fails(500)) as server, opened(copy, server) as library:
        engine = await library.engine()
        request, names = await library.chat_request("김하늘의 내선 번호는 몇 번인가요?", bases=["firm"])
        with pytest.raises(pincite.PinciteError):  # the answer itself needs the model
            await engine.questions.ask(request, names)
        found = await library.retrieve("김하늘의 내선 번호", bases=["firm"])
    assert found.sources


@pytest.mark.feature("GR-02")
async def test_nothing_of_a_removed_or_disabled_passage_is_found(copy: Path) -> None:
    async with opened(copy) as library:
        base = await library.knowledge_base("firm")

        async def found(question: str) -> str:
            answer = await library.retrieve(question, bases=["firm"], explain=True)
            graph = answer.to_json()["explanation"].get("graph") or {}
            told = [graph.get("nodes"), graph.get("relations"), *contents(answer)]
            return json.dumps(told, ensure_ascii=False)

        answer = await library.retrieve("김하늘", bases=["firm"])
        (chunk,) = [source.chunk_id for source in answer.sources if "4417번" in source.content]
        await library.set_chunk_disabled(chunk, True)
        assert "김하늘" not in await found("김하늘")
        assert "4420번" in await found("이바다")
        (contacts,) = [document for document in await base.documents() if document.title == "연락처"]
        await base.remove(contacts.id)
        assert "이바다" not in await found("이바다")
        assert "늘봄물산" in await found("늘봄물산"), "what other documents name stays"


@pytest.mark.feature("SR-01")
async def test_without_the_switch_results_are_what_they_were(copy: Path) -> None:
    varying = ("trace_id", "elapsed_ms", "stage_ms")

    def plain(answer: pincite.Answer) -> str:
        body = {key: value for key, value in answer.to_json().items() if key not in varying}
        body["explanation"] = {**body["explanation"], "stage_ms": None}
        return json.dumps(body, ensure_ascii=False)

    async with opened(copy) as library:
        names_nobody = [await library.retrieve(NOBODY, bases=["deals", "terms"], explain=True)]
        with_graph = await library.retrieve(QUESTION, bases=["deals"], explain=True)
        await library.configure_base("deals", switches={"graph": False})
        names_nobody.append(await library.retrieve(NOBODY, bases=["deals", "terms"], explain=True))
        without = await library.retrieve(QUESTION, bases=["deals"], explain=True)
    assert plain(names_nobody[0]) == plain(names_nobody[1])
    assert "entity_search" not in without.stage_ms
    assert contents(with_graph) == contents(without), "what words and meaning find well is found as before"


@pytest.mark.feature("SR-01")
async def test_a_graph_out_of_reach_is_told_and_the_rest_answers(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_args: object, **_more: object) -> None:
        raise IndexUnavailable("the graph is away")

    async with opened(copy) as library:
        monkeypatch.setattr("pincite.adapters.sql.graph.SqlGraph.search", lost)
        found = await library.retrieve("한빛상사의 대금", bases=["deals"])
    assert found.degraded == ("graph",)
    assert any("25일" in text for text in contents(found))
