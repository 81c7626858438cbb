"""A clause that was asked for by name comes whole; what is cut is cut in one order."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from pincite.core.errors import SearchNothing
from pincite.core.settings import MergingSettings
from pincite.core.types import Chunk, ChunkType
from pincite.evaluation.memory import MemoryReader
from pincite.faq.entry import FaqEntry, entry_json
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


async def merged(chat: ChatState, reader: MemoryReader) -> list[str]:
    """Texts of the passages, in the order in which an answer gets them."""

    async def inner() -> None:
        return None

    await MergePlugin(reader, MergingSettings()).on_event(Event.CHUNK_MERGE, chat, inner)
    await TopKPlugin().on_event(Event.FILTER_TOP_K, chat, inner)
    return [passage.text for passage in chat.state.passages]


def words(name: str) -> str:
    """A text of its own, too long to grow."""
    return " ".join(f"{name}{number}" for number in range(80))


@pytest.mark.feature("MG-01")
async def test_what_was_reranked_is_merged_else_what_was_found_by_score() -> None:
    chunks = [chunk(f"c{n}", words(f"{n}."), seq=3 * n, document_id=f"d{n}") for n in range(3)]
    reader = MemoryReader(chunks)
    found = [hit(chunks[0], 0.2), hit(chunks[1], 0.9)]
    plain = ChatState(ChatRequest("what?", ("base",)))
    plain.state.hits = found
    assert [text[:2] for text in await merged(plain, reader)] == ["1.", "0."]
    reranked = ChatState(ChatRequest("what?", ("base",)))
    reranked.state.hits, reranked.state.reranked = found, [hit(chunks[2], 0.1)]
    assert [text[:2] for text in await merged(reranked, reader)] == ["2."]


class Counting(MemoryReader):
    """Notes the ids that it is asked for."""

    asked: list[str]

    async def chunks(self, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
        ids = list(chunk_ids)
        self.asked += ids
        return await super().chunks(ids)


@pytest.mark.feature("MG-04", "MG-05")
@pytest.mark.parametrize("found", ["text", "image"])
async def test_the_text_of_a_picture_is_looked_up_where_a_picture_was_found_alone(found: str) -> None:
    urls = [f"/api/v1/documents/doc/images/{n}.png" for n in range(10)]
    text = chunk("text", "\n\n".join([words("w"), *(f"![]({url})" for url in urls)]))
    images = [
        chunk(f"i{n}", f"WORDS{n}", chunk_type=ChunkType.IMAGE_OCR, parent_id="text", details={"image": url})
        for n, url in enumerate(urls)
    ]
    reader = Counting([text, *images])
    reader.asked = []
    chat = ChatState(ChatRequest("what?", ("base",)))
    chat.state.hits = [hit(text if found == "text" else images[0], 0.9)]
    (shown,) = await merged(chat, reader)
    assert "WORDS0" in shown
    assert ("text" in reader.asked) is (found == "image")


@pytest.mark.feature("MG-08")
async def test_an_entry_is_filled_in_after_everything_was_merged() -> None:
    filled = FaqEntry("How long is the deadline?", answers=("Ten days.",))
    entry = chunk("faq", filled.standard, chunk_type=ChunkType.FAQ, details={"faq": entry_json(filled)})
    chat = ChatState(ChatRequest("what?", ("base",)))
    chat.state.hits = [hit(entry, 0.9)]
    (text,) = await merged(chat, MemoryReader([entry]))
    assert text.startswith("Q: How long is the deadline?") and "Ten days." in text


@pytest.mark.feature("TK-03")
async def test_an_edited_chunk_keeps_its_place_among_equals() -> None:
    chunks = [chunk(f"c{n}", words(f"{n}."), seq=9 * n, start=1_000 * n) for n in range(3)]
    edited = replace(chunks[1], content=words("1.over"), edited=True, start=0, end=5)
    for middle in (chunks[1], edited):
        chat = ChatState(ChatRequest("what?", ("base",)))
        chat.state.hits = [hit(one, 0.5) for one in (chunks[2], middle, chunks[0])]
        texts = await merged(chat, MemoryReader([chunks[0], middle, chunks[2]]))
        assert [text[:2] for text in texts] == ["0.", "1.", "2."]


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
