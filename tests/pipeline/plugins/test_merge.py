"""A clause that was asked for by name comes whole; what is cut is cut in one order."""

import random
from dataclasses import replace

import pytest

from pincite.core.errors import SearchNothing
from pincite.core.settings import MergingSettings
from pincite.evaluation.memory import MemoryReader
from pincite.pipeline.events import Event
from pincite.pipeline.plugins.merge import MergePlugin
from pincite.pipeline.plugins.top_k import TopKPlugin
from pincite.pipeline.state import ChatRequest, ChatState
from tests.builders import chunk, hit, passage
from tests.pipeline.standins import World, terms_chunks

PIECES = terms_chunks(
    (
        ("제1조(목적)", "이 약관의 목적을 정합니다."),
        ("제2조(지급)", "① 회사는 보험금을 지급합니다."),
        ("제2조(지급)", "② 지급이 늦으면 이자를 더합니다."),
        ("제2조(지급)", "③ 이자는 연 5%입니다."),
        ("제3조(해지)", "계약자는 언제든지 해지할 수 있습니다."),
    )
)


async def test_a_named_clause_comes_with_all_its_pieces() -> None:
    answer = await World(chunks=PIECES).ask("제2조 보여줘", rerank_top_k=1)
    (source,) = answer.sources
    for words in ("보험금을 지급합니다", "이자를 더합니다", "연 5%"):
        assert words in source.content
    assert source.chunk_ids == ("terms-001", "terms-002", "terms-003")
    assert source.page_range == (2, 4)
    assert source.location.endswith("pp. 2-4")


async def test_a_clause_of_another_document_is_none_of_its_pieces() -> None:
    other = [replace(one, id=f"x{one.id}", document_id="x", version_id="x-v1") for one in PIECES]
    chat = ChatState(ChatRequest("제2조", ("base",)))
    chat.state.reranked = [hit(PIECES[1], 0.9, exact_reference=True), hit(other[0], 0.5)]

    async def inner() -> None:
        return None

    reader = MemoryReader([*PIECES, *other])
    await MergePlugin(reader, MergingSettings()).on_event(Event.CHUNK_MERGE, chat, inner)
    named = [one for one in chat.state.passages if one.hit.exact_reference]
    assert {member.document_id for one in named for member in one.members} == {"terms"}


@pytest.mark.feature("TK-01")
async def test_a_hundred_orders_end_in_one() -> None:
    passages = [
        passage(chunk(f"c{n}", f"text {n}", seq=n % 7, document_id=f"d{n % 3}", start=n), (n % 4) / 4)
        for n in range(24)
    ]
    passages[5] = replace(passages[5], hit=replace(passages[5].hit, exact_reference=True))
    shuffle = random.Random(7)
    orders = set()
    for _ in range(100):
        chat = ChatState(ChatRequest("연차?", ("base",), rerank_top_k=10))
        chat.state.passages = shuffle.sample(passages, len(passages))

        async def inner() -> None:
            return None

        await TopKPlugin().on_event(Event.FILTER_TOP_K, chat, inner)
        orders.add(tuple(one.chunk.id for one in chat.state.passages))
    (order,) = orders
    assert len(order) == 10
    assert order[0] == "c5"


async def test_a_cut_that_leaves_nothing_is_nothing_found() -> None:
    chat = ChatState(ChatRequest("연차?", ("base",)))

    async def inner() -> None:
        raise AssertionError("not reached")

    with pytest.raises(SearchNothing):
        await TopKPlugin().on_event(Event.FILTER_TOP_K, chat, inner)
