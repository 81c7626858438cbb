"""Web results as hits, so that ranking and merging need not know where a text came from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

import anyio.to_thread

from pincite.core.errors import EmbeddingFailed
from pincite.core.types import Chunk, Hit, LexicalField, MatchType
from pincite.ports.models import Embedder
from pincite.ports.web import WebResult, WebSearch
from pincite.retrieval.hybrid import EMBEDDING
from pincite.retrieval.request import Retrieval
from pincite.retrieval.scoring import bm25n
from pincite.text.analyzers import analyze, bigrams, query_terms
from pincite.text.language import dominant_language

BASE_SCORE: Final = 0.6
"""A search engine gives no score. Reference 000 counts its results as fair; on our absolute scales that
neither lifts nor sinks them, and the reranker decides."""
DATE: Final = "date"
"""In the details of a chunk: the day of its page, ISO 8601."""


def web_result_to_hit(
    title: str, url: str, snippet: str, content: str, position: int, day: date | None = None
) -> Hit:
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
        details={DATE: day.isoformat()} if day else {},
    )
    return Hit(chunk, BASE_SCORE, MatchType.WEB, base_score=BASE_SCORE)


def with_page(hit: Hit, text: str) -> Hit:
    """A web hit with the ``text`` of its page in the place of what the search said of it."""
    title = hit.chunk.document_title
    content = f"{title}\n\n{text}" if title else text
    return replace(hit, chunk=replace(hit.chunk, content=content, end=len(content), morphemes=""))


def snippet_of(hit: Hit) -> str:
    """What the search said of the page of a web hit."""
    return hit.chunk.content.removeprefix(hit.chunk.document_title).strip()


class WebRetriever:
    """Searches the web and reads what is found as a ranker reads chunks: by words and by meaning."""

    def __init__(self, search: WebSearch, embedder: Embedder, count: int) -> None:
        self._search = search
        self._embedder = embedder
        self._count = count

    async def search(self, question: str, language: str) -> Retrieval:
        """At most ``count`` hits in the engine's order; ``degraded`` names the encoder when it failed.

        Raises:
            WebSearchFailed.
        """
        results = await self._search.search(question, self._count, language=language)
        if not results:
            return Retrieval(())
        hits = await anyio.to_thread.run_sync(partial(_read, question, results))
        try:
            asked = await self._embedder.embed_query(question)
            vectors = await self._embedder.embed_passages([hit.chunk.content for hit in hits])
        except EmbeddingFailed:
            return Retrieval(tuple(hits), (EMBEDDING,), by_words=True)
        scale = self._embedder.cosine_range
        cosines = [float(cosine) for cosine in vectors @ asked]
        return Retrieval(
            tuple(
                replace(hit, cosine=cosine, nearness=scale.nearness(cosine))
                for hit, cosine in zip(hits, cosines, strict=True)
            )
        )


def _read(question: str, results: Sequence[WebResult]) -> list[Hit]:
    """With their words; how rare one is on the web nobody knows, so all weigh the same."""
    weights = {field: dict.fromkeys(terms, 1.0) for field, terms in query_terms(question).items()}
    hits: list[Hit] = []
    for position, result in enumerate(results):
        hit = web_result_to_hit(result.title, result.url, result.snippet, "", position, result.day)
        content = hit.chunk.content
        tokens = {LexicalField.MORPHEMES: analyze(content), LexicalField.BIGRAMS: bigrams(content)}
        chunk = replace(
            hit.chunk,
            morphemes=" ".join(tokens[LexicalField.MORPHEMES]),
            language=dominant_language(content),
        )
        # A result is as long as any other: the mean length that BM25 wants is its own.
        lexical = {
            field.value: bm25n(Counter(found), len(found), max(1, len(found)), weights.get(field, {}))
            for field, found in tokens.items()
        }
        hits.append(replace(hit, chunk=chunk, lexical=lexical))
    return hits
