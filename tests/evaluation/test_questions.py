"""Questions made from chunks, with a model that says what the test tells it to."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.core.errors import ChatModelUnavailable, InvalidInput, ModelCallFailed
from pincite.core.settings import EnrichmentSettings
from pincite.core.types import Chunk, Message
from pincite.evaluation.golden import read_golden
from pincite.evaluation.questions import Piece, make_questions, pieces_to_ask, read_replies

SENTENCES = [
    f"The pump in hall {place} is greased every {10 + place} hours by the shift that is on duty, and the log "
    f"names who did it in hall {place}."
    for place in range(6)
]


def piece(place: int, **changes: object) -> Piece:
    chunk = Chunk(
        id=f"chunk-{place}",
        base_id="base",
        document_id=f"document-{place % 2}",
        version_id="v",
        document_title="Manual",
        seq=place,
        start=0,
        end=1,
        content=SENTENCES[place],
        context_header=f"## Hall {place}",
        page_range=(place + 1, place + 1),
        clauses=(f"article:{place}",),
    )
    return Piece(replace(chunk, **changes), f"manual {place % 2}.md", "terms")  # type: ignore[arg-type]


PIECES = [piece(place) for place in range(6)]


class Writer:
    """A chat model: ``write`` makes its reply of the piece that it is shown."""

    identity = "writer-1"

    def __init__(self, write: Callable[[str], str]) -> None:
        self.write = write
        self.asked: list[Sequence[Message]] = []

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        self.asked.append(messages)
        return self.write(messages[-1].content)

    async def stream(
        self, messages: Sequence[Message], *, temperature: float, max_tokens: int
    ) -> AsyncIterator[str]:
        yield await self.complete(messages, temperature=temperature, max_tokens=max_tokens)


def hall(shown: str) -> int:
    return next(place for place, sentence in enumerate(SENTENCES) if sentence in shown)


def honest(shown: str) -> str:
    place = hall(shown)
    row = {
        "question": f"How often is pump {place} greased?",
        "quote": f"greased every\n{10 + place} hours",
        "answer": "often",
    }
    return f"Sure! ```json\n{json.dumps({'questions': [row]})}\n```"


async def made(model: Writer, count: int = 3, **options: int) -> list[dict[str, object]]:
    return [row async for row in make_questions(PIECES, model, EnrichmentSettings(), count=count, **options)]


async def test_each_question_names_its_evidence(tmp_path: Path) -> None:
    model = Writer(honest)
    rows = await made(model)
    assert len(rows) == 3
    assert {str(row["documents"]) for row in rows} == {"['manual 0.md']", "['manual 1.md']"}
    row = rows[0]
    place = int(str(row["chunk_id"]).rpartition("-")[2])
    assert row["page"] == place + 1
    assert row["heading"] == f"Hall {place}"
    assert row["clauses"] == [f"article:{place}"]
    assert row["reviewed"] is False
    assert row["evidence"] == SENTENCES[place]
    path = tmp_path / "made.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    golden = read_golden(path, unreviewed=True)
    assert all(case.held_by([str(row["evidence"])]) for case, row in zip(golden.cases, rows, strict=True))
    assert rows == await made(Writer(honest))
    assert rows != await made(Writer(honest), seed=5)


async def test_a_quotation_that_stands_nowhere_is_no_evidence() -> None:
    def half_honest(shown: str) -> str:
        return honest(shown).replace("hours", "days") if hall(shown) % 2 else honest(shown)

    rows = await made(Writer(half_honest), count=6)
    assert sorted(str(row["chunk_id"]) for row in rows) == ["chunk-0", "chunk-2", "chunk-4"]


async def test_questions_near_the_documents_are_marked_unanswerable() -> None:
    def near(shown: str) -> str:
        if "quote" in json.dumps([message.content for message in model.asked[-1]]):
            return honest(shown)
        return json.dumps(["Who pays for the grease?" if hall(shown) else "Which grease is it?"])

    model = Writer(near)
    rows = await made(model, count=1, near=2)
    assert [row["kind"] for row in rows] == ["lookup", "unanswerable_near", "unanswerable_near"]
    assert rows[1]["must_contain"] == rows[1]["documents"] == []
    assert len({row["question"] for row in rows}) == 3


async def test_the_same_question_twice_is_one() -> None:
    rows = await made(Writer(lambda shown: honest(shown).replace(f"pump {hall(shown)}", "it")), count=4)
    assert len(rows) == 1


async def test_a_model_that_fails_or_rambles_is_told() -> None:
    def down(shown: str) -> str:
        raise ChatModelUnavailable("Nobody answers at port 9.")

    settings = EnrichmentSettings(attempts=1)
    for model, said in ((Writer(down), "port 9"), (Writer(lambda _: "I love pumps."), "writer-1")):
        with pytest.raises(ModelCallFailed, match=said):
            [row async for row in make_questions(PIECES, model, settings, count=2)]


async def test_nothing_to_ask_about() -> None:
    for pieces in ([], [piece(0, content="short")], [piece(0, disabled=True)]):
        with pytest.raises(InvalidInput, match="No chunk"):
            [row async for row in make_questions(pieces, Writer(honest), EnrichmentSettings(), count=2)]
    with pytest.raises(InvalidInput, match="no question"):
        await made(Writer(honest), count=0)


def test_documents_take_turns() -> None:
    order = [one.chunk.document_id for one in pieces_to_ask(PIECES)]
    assert order[0] != order[1]
    assert len(order) == 6


@pytest.mark.parametrize(
    ("reply", "count"),
    [
        ('{"questions": []}', 0),
        ('{"questions": ["a?", {"question": "b?"}]}', 2),
        ('["a?"]', 1),
        ('text [1] {"questions": ["a?"]}', 1),
        ("no JSON", None),
        ("{" * 100_000, None),
        ("", None),
    ],
)
def test_replies_are_read_with_patience(reply: str, count: int | None) -> None:
    found = read_replies(reply)
    assert (None if found is None else len(found)) == count
