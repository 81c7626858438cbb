"""The search for names beside that for words: at once, apart, and joined."""

from collections.abc import Sequence
from dataclasses import replace

import anyio
import pytest

from pincite.core.errors import ConfigurationError, IndexUnavailable
from pincite.core.inspection import LegPlace, PoolEntry
from pincite.core.types import Hit, MatchType
from pincite.pipeline.beside import beside_entities, with_hits
from pincite.pipeline.events import Event
from pincite.pipeline.explaining import Inspector
from pincite.pipeline.state import ChatRequest, ChatState
from pincite.ports.graph import Entity, GraphFound
from pincite.retrieval import Retrieval
from tests.builders import chunk, hit

GRAPH = GraphFound((Entity("김하늘", "김하늘", chunk_ids=("g",)),))


def found(id_: str, score: float = 0.5, kind: MatchType = MatchType.HYBRID) -> Hit:
    return hit(chunk(id_, content=f"text of {id_}"), score, match_type=kind)


def led(id_: str, score: float = 0.4, weight: float = 1.0) -> Hit:
    return replace(found(id_, score, MatchType.GRAPH), score=weight)


def question(*names: str, hits: Sequence[Hit] = (), error: Exception | None = None) -> ChatState:
    """A chat whose ENTITY_SEARCH finds ``hits``."""
    chat = ChatState(ChatRequest("김하늘은?", ("base",)))
    chat.state.entities = list(names)

    async def trigger(event: Event, branch: ChatState) -> None:
        assert event is Event.ENTITY_SEARCH
        if error is not None:
            raise error
        branch.state.hits += hits
        branch.state.graph = GRAPH
        branch.context.stage_ms["entity_search"] = 3.0

    chat.context.trigger = trigger
    return chat


async def words() -> Retrieval:
    return Retrieval((found("a", 0.6), found("b", 0.3)))


@pytest.mark.feature("SR-01")
async def test_both_searches_run_at_once() -> None:
    chat = question("김하늘")
    here, there = anyio.Event(), anyio.Event()

    async def search() -> Retrieval:
        here.set()
        await there.wait()
        return await words()

    async def trigger(event: Event, branch: ChatState) -> None:
        there.set()
        await here.wait()

    chat.context.trigger = trigger
    with anyio.fail_after(10):  # one after the other they would wait for each other forever
        assert [one.chunk.id for one in (await beside_entities(chat, search)).hits] == ["a", "b"]


@pytest.mark.feature("SR-01")
async def test_without_names_the_search_is_alone_and_its_result_as_it_was() -> None:
    chat = question(error=AssertionError("not called"))
    result = await words()

    async def search() -> Retrieval:
        return result

    assert await beside_entities(chat, search) is result
    assert chat.state.graph == GraphFound()


@pytest.mark.feature("ST-05")
async def test_neither_writes_what_the_other_reads() -> None:
    chat = question("김하늘", hits=[led("g")])
    mine = [found("mine")]
    chat.state.hits = mine

    async def search() -> Retrieval:
        for _ in range(20):
            await anyio.lowlevel.checkpoint()
            chat.state.hits.append(found("more"))
        return await words()

    await beside_entities(chat, search)
    assert chat.state.hits is mine
    assert {one.chunk.id for one in chat.state.hits} == {"mine", "more"}
    assert chat.state.graph == GRAPH
    assert chat.context.stage_ms == {"entity_search": 3.0}


@pytest.mark.feature("GR-01")
async def test_passages_of_the_graph_join_the_pool_in_its_order() -> None:
    joined = await beside_entities(question("김하늘", hits=[led("g", 0.4), led("a", 0.9)]), words)
    assert [(one.chunk.id, one.match_type, one.score) for one in joined.hits] == [
        ("a", MatchType.HYBRID, 0.6),
        ("g", MatchType.GRAPH, 0.4),
        ("b", MatchType.HYBRID, 0.3),
    ]
    assert joined.entries == ()


@pytest.mark.feature("SR-02")
def test_the_same_passage_and_the_same_text_are_there_once() -> None:
    twin = replace(led("twin"), chunk=chunk("twin", content="Text of A "))
    joined = with_hits(Retrieval((found("a"),)), [twin, led("g"), replace(led("h"), chunk=led("g").chunk)])
    assert [one.chunk.id for one in joined.hits] == ["a", "g"]


def test_a_clause_that_is_named_stays_first() -> None:
    exact = replace(found("clause", 0.1), exact_reference=True)
    assert with_hits(Retrieval((exact,)), [led("g", 0.9)]).hits[0] == exact


async def test_who_asks_why_is_told_the_place_in_the_graph() -> None:
    chat = question("김하늘", hits=[led("g", weight=0.5), led("b", weight=0.25)])
    chat.context.inspector = Inspector()
    known = (PoolEntry("a", 0.1, (LegPlace("dense", 1, 0.9),), True), PoolEntry("b", 0.0, (), True))

    async def search() -> Retrieval:
        return replace(await words(), entries=known)

    entries = {entry.chunk_id: entry for entry in (await beside_entities(chat, search)).entries}
    assert entries["a"] == known[0]
    assert entries["b"].legs == (LegPlace("graph", 2, 0.25),)
    assert entries["g"] == PoolEntry("g", 0.0, (LegPlace("graph", 1, 0.5),), True)


@pytest.mark.feature("SR-07")
async def test_where_words_fail_for_now_the_graph_answers_alone() -> None:
    async def failing() -> Retrieval:
        raise IndexUnavailable("down")

    alone = await beside_entities(question("김하늘", hits=[led("g")]), failing)
    assert [one.chunk.id for one in alone.hits] == ["g"]
    assert alone.degraded == ("search",)
    with pytest.raises(IndexUnavailable):
        await beside_entities(question("김하늘"), failing)


async def test_what_does_not_pass_by_itself_is_raised_from_either() -> None:
    async def broken() -> Retrieval:
        raise ConfigurationError("no store")

    with pytest.raises(ConfigurationError, match="no store"):
        await beside_entities(question("김하늘", hits=[led("g")]), broken)
    wrong = question("김하늘", error=ConfigurationError("no graph"))
    with pytest.raises(ConfigurationError, match="no graph"):
        await beside_entities(wrong, words)
    lost = question("김하늘")
    lost.context.trigger = None
    with pytest.raises(ConfigurationError):
        await beside_entities(lost, words)


async def test_a_graph_that_fails_for_now_leaves_it_to_words() -> None:
    chat = question("김하늘", error=IndexUnavailable("down"))
    assert len((await beside_entities(chat, words)).hits) == 2
    assert chat.state.degraded == ["graph"]
