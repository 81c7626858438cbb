"""Golden questions made from the chunks of a base with a chat model, for a person to review."""

import hashlib
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.core.errors import InvalidInput, ModelCallFailed
from pincite.core.settings import EnrichmentSettings
from pincite.core.templates import render, template_of
from pincite.core.types import JSON, Chunk, ChunkType, Message
from pincite.enrichment import Enricher
from pincite.enrichment.asking import Asker
from pincite.enrichment.prompts import Prompt, fenced, shortened
from pincite.evaluation.golden import squeezed
from pincite.evaluation.progress import Progress, silent
from pincite.ports.models import ChatModel

SHORTEST = 60
"""Characters without white space below which a chunk is no evidence for a question."""
_TRIES = 3
"""Chunks asked about for each question wanted: some hold nothing to ask, some replies cannot be used."""
_QUOTE = (4, 400)
"""Characters without white space of a quotation: shorter ones stand in every chunk, longer ones copy it."""
_LONGEST = 400
"""Characters of a question."""
_START = re.compile(r"[{\[]")
NEAR, ANSWERABLE = "near", "answerable"


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk that a question may be about, and where it lies."""

    chunk: Chunk
    filename: str
    base: str


def pieces_to_ask(pieces: Sequence[Piece], seed: int = 0) -> list[Piece]:
    """The usable ones of ``pieces``, documents by turns, in an order that only ``seed`` changes."""
    by_document: dict[str, list[Piece]] = {}
    for piece in pieces:
        chunk = piece.chunk
        usable = chunk.chunk_type is ChunkType.TEXT and not chunk.disabled
        if usable and len(squeezed(chunk.display_text)) >= SHORTEST:
            by_document.setdefault(chunk.document_id, []).append(piece)

    def draw(key: str) -> str:
        return hashlib.sha256(f"{seed} {key}".encode()).hexdigest()

    rows = [
        sorted(held, key=lambda piece: draw(piece.chunk.id))
        for _, held in sorted(by_document.items(), key=lambda item: draw(item[0]))
    ]
    longest = max(map(len, rows), default=0)
    return [row[place] for place in range(longest) for row in rows if place < len(row)]


async def make_questions(
    pieces: Sequence[Piece],
    model: ChatModel,
    settings: EnrichmentSettings,
    *,
    count: int,
    near: int = 0,
    seed: int = 0,
    progress: Progress = silent,
) -> AsyncIterator[JSON]:
    """``count`` answerable questions and ``near`` that the piece does not answer, as rows of a golden file.

    Each has ``"reviewed": false`` and names its chunk, page and clause; the evidence of an answerable one is
    a quotation that stands in the chunk, else it is dropped. Fewer come when the chunks run out.

    Raises:
        InvalidInput: no chunk is long enough, or a count is below 0. ModelCallFailed: the model gave nothing.
    """
    if count < 0 or near < 0 or not count + near:
        raise InvalidInput("There is no question to make.", hint="Give a --count above 0.")
    asked = pieces_to_ask(pieces, seed)
    if not asked:
        raise InvalidInput(
            f"No chunk of these bases has {SHORTEST} characters of text to ask about.",
            hint="Add documents first; `pincite chunks` shows what they were cut into.",
        )
    asker = Asker(Enricher(model, settings))
    seen: set[str] = set()
    done, wanted = 0, count + near
    for kind, most in ((ANSWERABLE, count), (NEAR, near)):
        made = 0
        for piece in asked[: _TRIES * most]:
            if made == most:
                break
            row = await _row(asker, piece, kind, model.identity, settings.max_characters)
            if row is not None and squeezed(row["question"]) not in seen:
                seen.add(squeezed(row["question"]))
                made += 1
                done += 1
                yield row
            progress("questions", done, wanted)
    if not done:
        raise ModelCallFailed(
            f"{model.identity} made no question that can be used. {asker.last_error}".strip(),
            hint="`pincite doctor` tests the model; a larger one follows the instructions better.",
        )


async def _row(asker: Asker, piece: Piece, kind: str, model: str, most: int) -> JSON | None:
    chunk = piece.chunk
    rules = render(
        template_of("pincite.evaluation", "golden_questions", kind, chunk.language), {"count": "1"}
    )
    text = f"{chunk.document_title}\n{chunk.trail}\n\n{chunk.display_text}"
    data = fenced(shortened(text.strip(), most), chunk.language)
    messages = (Message("system", rules), Message("user", data))
    key = hashlib.sha256(f"{rules}\0{data}".encode("utf-8", "surrogatepass")).hexdigest()
    found = await asker.ask(Prompt(messages, key), read_replies)
    for item in found or ():
        question = " ".join(str(item.get("question", "")).split())
        quote = str(item.get("quote", "")).strip()
        if not question or len(question) > _LONGEST:
            continue
        if kind == ANSWERABLE and not _stands(quote, chunk):
            continue
        return _golden(piece, kind, question, quote, str(item.get("answer", "")).strip(), model)
    return None


def read_replies(reply: str) -> list[Mapping[str, Any]] | None:
    """The questions of a reply with what stands beside them; None where it cannot be read."""
    for match in list(_START.finditer(reply))[:20]:
        try:
            found, _ = json.JSONDecoder(strict=False).raw_decode(reply[match.start() :])
        except (ValueError, RecursionError):
            continue
        items = found.get("questions", [found]) if isinstance(found, dict) else found
        if isinstance(items, list) and all(isinstance(item, dict | str) for item in items):
            return list(_items(items))
    return None


def _items(items: Sequence[Any]) -> Iterator[Mapping[str, Any]]:
    yield from ({"question": item} if isinstance(item, str) else item for item in items)


def _stands(quote: str, chunk: Chunk) -> bool:
    held = squeezed(quote)
    return _QUOTE[0] <= len(held) <= _QUOTE[1] and held in squeezed(chunk.display_text)


def _golden(piece: Piece, kind: str, question: str, quote: str, answer: str, model: str) -> JSON:
    chunk = piece.chunk
    digest = hashlib.sha256(f"{chunk.id} {question}".encode("utf-8", "surrogatepass")).hexdigest()
    answerable = kind == ANSWERABLE
    return {
        "id": f"q-{digest[:10]}",
        "lang": chunk.language,
        "question": question,
        "kind": "lookup" if answerable else "unanswerable_near",
        "documents": [piece.filename] if answerable else [],
        "must_contain": [quote] if answerable else [],
        "answer_facts": [answer] if answerable and answer else [],
        "page": chunk.page_range[0] if chunk.page_range else None,
        "heading": chunk.place,
        "clauses": list(chunk.clauses),
        "base": piece.base,
        "chunk_id": chunk.id,
        "evidence": chunk.display_text,
        "note": f"made by {model}",
        "reviewed": False,
    }
