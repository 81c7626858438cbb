"""Small values for tests, with sensible defaults."""

from dataclasses import replace
from typing import Any

from pincite.core.types import Chunk, Hit, Passage


def chunk(id_: str = "c-1", content: str = "text", **changes: Any) -> Chunk:
    start = changes.pop("start", 0)
    base = Chunk(
        id=id_,
        base_id="base",
        document_id="doc",
        version_id="version",
        document_title="Terms",
        seq=0,
        start=start,
        end=start + len(content),
        content=content,
    )
    return replace(base, **changes)


def hit(chunk_: Chunk, score: float = 0.5, **changes: Any) -> Hit:
    return replace(Hit(chunk=chunk_, score=score, base_score=score, rerank_score=score), **changes)


def passage(chunk_: Chunk, score: float = 0.5, members: tuple[Chunk, ...] = (), **changes: Any) -> Passage:
    members = members or (chunk_,)
    text = changes.pop("text", chunk_.content)
    return Passage(chunk_, score, text, members, hit(chunk_, score, **changes))
