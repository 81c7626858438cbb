"""Web results as hits, so that ranking and merging need not know where a text came from."""

from typing import Final

from pincite.core.types import Chunk, Hit, MatchType

BASE_SCORE: Final = 0.6
"""A search engine gives no score. Reference 000 counts its results as fair; on our absolute scales that
neither lifts nor sinks them, and the reranker decides."""


def web_result_to_hit(title: str, url: str, snippet: str, content: str, position: int) -> Hit:
    """A hit whose text is title, snippet and content, and whose address is its id and its document.

    ``position`` counts results from 0 and names one without an address.
    """
    text = "\n\n".join(part for part in (title, snippet, content) if part)
    id_ = url or f"web_search_{position}"
    chunk = Chunk(
        id=id_,
        base_id="",
        document_id=id_,
        version_id=id_,
        document_title=title,
        seq=1,
        start=0,
        end=len(text),
        content=text,
    )
    return Hit(chunk, BASE_SCORE, MatchType.WEB, base_score=BASE_SCORE)
