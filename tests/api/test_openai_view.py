"""Messages as turns, tags as numbers."""

from typing import Any

import pytest

from pincite.api.openai_schemas import AnnotationOut, MessageIn
from pincite.api.openai_view import CitedText, question_of
from pincite.citations import Pin
from pincite.core.errors import InvalidInput
from pincite.pipeline.answer import Citation
from pincite.ports.history import PastTurn


def said(role: str, content: Any, **more: Any) -> MessageIn:
    return MessageIn.model_validate({"role": role, "content": content, **more})


def test_pairs_before_the_last_question_are_turns() -> None:
    told = {"sources": [{"chunk_id": "a", "score": 0.2}, {"chunk_id": "b", "score": 0.9}]}
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}
    question, turns = question_of([
        said("system", "be brief"),
        said("assistant", "How can I help?"),
        said("user", "never answered"),
        said("user", "first"),
        said("assistant", "<think>hm</think>one [1][12] and [three]", pincite=told),
        said("assistant", "more of it"),
        said("user", [{"type": "text", "text": "second"}]),
        said("assistant", None),
        said("tool", "42"),
        said("assistant", "two"),
        said("user", [{"type": "text", "text": "What is"}, picture, {"type": "text", "text": "this?"}]),
        said("assistant", "not yet"),
    ])  # fmt: skip
    assert turns == (
        PastTurn("first", "one and [three]", (("b", 0.9), ("a", 0.2))),
        PastTurn("second", "two"),
    )
    assert (question.text, question.images) == ("What is\nthis?", ("data:image/png;base64,AA",))


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"sources": "a"},
        {"sources": [3, None, {}, {"chunk_id": 3, "score": 1}, {"chunk_id": "a"}]},
        {"sources": [{"chunk_id": "a", "score": float("nan")}, {"chunk_id": "a", "score": "1"}]},
    ],
)
def test_sources_that_a_client_made_up_are_left_out(told: dict[str, Any]) -> None:
    _, turns = question_of([said("user", "q"), said("assistant", "a", pincite=told), said("user", "r")])
    assert turns == (PastTurn("q", "a"),)


def test_somebody_must_ask() -> None:
    with pytest.raises(InvalidInput, match="user"):
        question_of([said("system", "x"), said("assistant", "y")])


def test_tags_become_numbers_and_say_where_they_lead() -> None:
    cited = CitedText(lambda base, document, chunk: f"at/{base}/{document}/{chunk}")
    cited.know([{"chunk_ids": ["c-1", "c-2"], "document_id": "d-1", "label": "Terms, 제5조, p. 3"}])
    web = '<web url="https://example.org/?a=1&amp;b=2" title="A &lt;B&gt; &#34;C&#34;" />'
    pieces = [
        "\n네. ",
        '<kb doc="Terms" chunk_id="c-2" kb_id="b-1" />',
        '<kb doc="Terms" chunk_id="c-1" kb_id="b-1" /> 그리고',
        f' {web}<kb doc="Terms" chunk_id="c-2" kb_id="b-1" />',
        " <kbd> stays, [ID:0] too",
    ]
    assert "".join(map(cited.feed, pieces)) == cited.text
    assert cited.text == "네. [1][2] 그리고 [3][1] <kbd> stays, [ID:0] too"
    notes = [note.url_citation for note in cited.annotations]
    assert [cited.text[note.start_index : note.end_index] for note in notes] == ["[1]", "[2]", "[3]", "[1]"]
    assert [note.url for note in notes] == [
        "at/b-1/d-1/c-2", "at/b-1/d-1/c-1", "https://example.org/?a=1&b=2", "at/b-1/d-1/c-2",
    ]  # fmt: skip
    assert [note.title for note in notes][1:3] == ["Terms, 제5조, p. 3", 'A <B> "C"']
    assert cited.numbers_of(["c-1", "c-2", "c-3"]) == [1, 2]


@pytest.mark.feature("CI-09")
def test_a_number_stands_for_the_sentence_of_the_claim_that_it_ends() -> None:
    def place(chunk: str, start: int) -> Pin:
        return Pin(chunk, "d-1", "b-1", start, start + 5, "words", (3, 3), ((3, ((1.0, 2.0, 3.0, 4.0),)),))

    cited = CitedText(lambda base, document, chunk: chunk)
    whole = {"chunk_id": "c-1", "start": 0, "end": 90, "page_range": [3, 4]}
    cited.know([{"chunk_ids": ["c-1"], "document_id": "d-1", "base_id": "b-1", "places": [whole]}])
    tag, other = (f'<kb doc="Terms" chunk_id="{name}" kb_id="b-1" />' for name in ("c-1", "c-2"))
    cited.feed(f"It is 5 days. {tag}It is 9 days.{other} Nobody checked this. {tag}")
    claims = [
        Citation("It is 5 days.", (), ("c-1",), (place("c-2", 7), place("c-1", 10))),
        Citation("It is 9 days.", (), ("c-1",), (place("c-1", 50),)),
        Citation("Said otherwise", (), ("c-1",), (place("c-1", 70),)),
    ]
    exact, unknown, loose = cited.pinned(claims)
    assert exact["pincite"] == place("c-1", 10).to_json()
    assert "pincite" not in unknown, "of a chunk that no claim stands on and no source has"
    assert loose["pincite"] == {**whole, "document_id": "d-1", "base_id": "b-1", "text": "", "boxes": []}
    for note in (exact, unknown, loose):
        assert AnnotationOut.model_validate(note).url_citation.url in ("c-1", "c-2")
