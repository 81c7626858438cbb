"""A conversation as OpenAI's clients send it, and an answer as they read it."""

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import unescape
from typing import Any, Final

from pincite.api.openai_schemas import AnnotationOut, MessageIn, UrlCitation
from pincite.composing.history import without_thoughts
from pincite.core.errors import InvalidInput
from pincite.core.types import JSON
from pincite.pipeline.answer import Answer, Citation
from pincite.pipeline.verified import verified_json
from pincite.ports.history import PastTurn

Address = Callable[[str, str, str], str]
"""Where base, document and chunk are shown."""

_TAG: Final = re.compile(r'<(?:kb|web)((?: \w+="[^"<>]*")+) />')
_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_NUMBER: Final = re.compile(r" ?\[[0-9]{1,3}\]")


def question_of(messages: Sequence[MessageIn]) -> tuple[MessageIn, tuple[PastTurn, ...]]:
    """The last message of the user, and what was said before it.

    Raises:
        InvalidInput: the user said nothing.
    """
    asked = [place for place, message in enumerate(messages) if message.role == "user"]
    if not asked:
        raise InvalidInput("No message is the user's.", hint="Send the question with the role user.")
    return messages[asked[-1]], tuple(_turns(messages[: asked[-1]]))


def _turns(messages: Iterable[MessageIn]) -> Iterable[PastTurn]:
    """Questions with their answers. One that has none is left out, as one of a stored session is."""
    question = ""
    for message in messages:
        if message.role == "user":
            question = message.text
        elif message.role == "assistant" and question.strip():
            # The numbers mean nothing in the next turn, and a model that sees them writes some of its own.
            answer = _NUMBER.sub("", without_thoughts(message.text))
            if answer.strip():
                yield PastTurn(question, answer, _cited(message.pincite or {}))
                question = ""


def _cited(pincite: dict[str, Any]) -> tuple[tuple[str, float], ...]:
    """Chunks that an answer could use, best first, where the client sent back what we told it. It may be
    anything; chunks outside the scope of the question are not read (`pincite.pipeline.remembering`)."""
    sources = pincite.get("sources")
    found = [
        (source["chunk_id"], float(source["score"]))
        for source in (sources if isinstance(sources, list) else [])
        if isinstance(source, dict)
        and isinstance(source.get("chunk_id"), str)
        and isinstance(score := source.get("score"), int | float)
        and math.isfinite(score)
    ]
    return tuple(sorted(found, key=lambda pair: -pair[1]))


class CitedText:
    """An answer whose tags become numbers: the same chunk or page has the same one, from 1 in order."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._sources: dict[str, JSON] = {}
        self._numbers: dict[str, int] = {}
        self._read = 0
        """Of the answer with tags."""
        self._runs: list[tuple[int, int]] = []
        """Where text begins in the answer with tags, and in the one with numbers."""
        self._plain = ""
        """The text without numbers."""
        self._behind: list[tuple[int, str]] = []
        """Of each annotation how much of the plain text stands before it, and the chunk that it names."""
        self.text = ""
        self.annotations: list[AnnotationOut] = []

    def know(self, sources: Iterable[JSON]) -> None:
        """Sources that may be cited, as `Source.to_json` tells them."""
        for source in sources:
            for chunk_id in source["chunk_ids"]:
                self._sources.setdefault(chunk_id, source)

    def feed(self, piece: str) -> str:
        """The next piece as readers see it. Tags come whole (`pincite.citations.StreamExpander`)."""
        before, at = len(self.text), 0
        for tag in _TAG.finditer(piece):
            self._add(piece[at : tag.start()])
            self._cite({name: unescape(value) for name, value in _ATTRIBUTE.findall(tag.group(1))})
            self._read += tag.end() - tag.start()
            at = tag.end()
        self._add(piece[at:])
        return self.text[before:]

    def marked(self, verification: JSON | None) -> JSON | None:
        """The verdicts with their places in this text; a correction is a text of its own."""
        if verification is None:
            return None
        claims = [claim | self._span(claim["start"], claim["end"]) for claim in verification["claims"]]
        told = verification | {"claims": claims}
        if correction := verification.get("correction"):
            other = CitedText(self._address)
            other.know(self._sources.values())
            other.feed(correction["answer"])
            told["correction"] = {
                "answer": other.text,
                "annotations": [note.model_dump(exclude_none=True) for note in other.annotations],
                "verification": other.marked(correction["verification"]),
            }
        return told

    def _span(self, start: int, end: int) -> JSON:
        first = self._place(start)
        return {"start": first, "end": self._place(end - 1) + 1 if end > start else first}

    def _place(self, offset: int) -> int:
        run = max(0, bisect_right(self._runs, offset, key=lambda run: run[0]) - 1)
        read, told = self._runs[run] if self._runs else (0, 0)
        return told + offset - read

    def numbers_of(self, chunk_ids: Iterable[str]) -> list[int]:
        return sorted(self._numbers[id_] for id_ in chunk_ids if id_ in self._numbers)

    def pinned(self, citations: Iterable[Citation]) -> list[JSON]:
        """The annotations with the places that they stand for: in a claim or right behind it the sentence
        that it comes from, else the whole chunk."""
        claims = []
        at = 0
        for citation in citations:
            if (start := self._plain.find(citation.claim, at)) >= 0:
                at = start + len(citation.claim)
                claims.append((start, at, citation))
        told = []
        for note, (place, chunk) in zip(self.annotations, self._behind, strict=True):
            exact = [
                pin.to_json()
                for start, end, citation in claims
                if start < place and not any(map(str.isalnum, self._plain[end:place]))
                for pin in citation.pins
                if pin.chunk_id == chunk
            ]
            whole = [{**one, "text": "", "boxes": []} for one in self._whole(chunk)]
            pin = next(iter(exact + whole), None)
            told.append({**note.model_dump(exclude_none=True), **({"pincite": pin} if pin else {})})
        return told

    def _whole(self, chunk_id: str) -> Iterator[JSON]:
        source = self._sources.get(chunk_id, {})
        of = {"document_id": source.get("document_id", ""), "base_id": source.get("base_id", "")}
        return ({**place, **of} for place in source.get("places", ()) if place["chunk_id"] == chunk_id)

    def _add(self, text: str) -> None:
        added = text if self.text else text.lstrip()
        if added:
            self._runs.append((self._read + len(text) - len(added), len(self.text)))
        self._read += len(text)
        self._plain += added
        self.text += added

    def _cite(self, tag: dict[str, str]) -> None:
        name = tag.get("chunk_id") or tag.get("url", "")
        number = self._numbers.setdefault(name, len(self._numbers) + 1)
        start = len(self.text)
        self.text += f"[{number}]"
        if "chunk_id" in tag:
            source = self._sources.get(name, {})
            title = str(source.get("label") or tag.get("doc", ""))
            url = self._address(tag.get("kb_id", ""), str(source.get("document_id", "")), name)
        else:
            title, url = tag.get("title") or name, name
        cited = UrlCitation(start_index=start, end_index=len(self.text), title=title, url=url)
        self.annotations.append(AnnotationOut(url_citation=cited))
        self._behind.append((len(self._plain), name))


def pincite_json(answer: Answer, cited: CitedText) -> JSON:
    """`PinciteOut` of an answer."""
    return {
        "trace_id": answer.trace_id,
        "is_refusal": answer.is_refusal,
        "refusal_reason": answer.refusal_reason,
        "sources": [
            {**source.to_json(), "numbers": cited.numbers_of(source.chunk_ids)} for source in answer.sources
        ],
        "citations": [citation.to_json() for citation in answer.citations],
        "nearest": [source.to_json() for source in answer.nearest],
        "verification": cited.marked(verified_json(answer.verified)),
        "ungrounded": answer.ungrounded,
        "notices": list(answer.notices),
        "degraded": list(answer.degraded),
        "searched": list(answer.searched),
    }


def usage_json(answer: Answer) -> JSON | None:
    """Null where a model was asked that does not count; no call costs nothing."""
    counted = answer.usage
    if counted is None and answer.model_calls:
        return None
    prompt, written = (counted.prompt_tokens, counted.completion_tokens) if counted else (0, 0)
    return {"prompt_tokens": prompt, "completion_tokens": written, "total_tokens": prompt + written}


def finish_of(answer: Answer) -> str:
    return "length" if answer.finish_reason == "length" else "stop"
