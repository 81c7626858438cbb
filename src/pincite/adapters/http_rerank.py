"""Rerankers behind ``/rerank``: the form of Jina, Cohere, vLLM and llama.cpp, and that of TEI."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import anyio
import openai
import structlog
from openai import AsyncOpenAI

from pincite.adapters.openai_client import CONNECT_SECONDS, Limit, checked_address, failure, short
from pincite.adapters.rerank_scores import (
    PROBE,
    PROBE_PASSAGES,
    QuestionsOf,
    Scale,
    as_probabilities,
    judged,
    nothing_asked,
    scale_of,
)
from pincite.adapters.retrying import Sleep, in_parallel, tried
from pincite.core.errors import RerankFailed
from pincite.core.settings import RerankerSettings
from pincite.core.types import Hit

PATIENCE = 5.0
"""Seconds between tries: a person waits, and the bundled ranker can step in."""

_FAR = 1e9
"""JSON holds integers that no float does."""

_WHO, _SECTION = "reranker", "reranker"
_log = structlog.get_logger(__name__)


class HttpReranker:
    """Raises RerankFailed for whatever goes wrong, and ConfigurationError at once for what is no address.

    ``settings.timeout`` bounds each try of a call; ``limit`` measures it, ``sleep`` waits between two.
    """

    def __init__(
        self,
        settings: RerankerSettings,
        *,
        questions: QuestionsOf = nothing_asked,
        limit: Limit = anyio.fail_after,
        sleep: Sleep = anyio.sleep,
    ) -> None:
        self._settings = settings
        self._questions = questions
        self._limit = limit
        self._sleep = sleep
        self._asking = anyio.Lock()
        self._scale = _told_scale(settings)
        address = settings.base_url.rstrip("/").removesuffix("/rerank")
        self._client = AsyncOpenAI(
            base_url=checked_address(address, _SECTION),
            api_key=settings.api_key or "none",
            timeout=openai.Timeout(None, connect=CONNECT_SECONDS),
            max_retries=0,  # `tried` has its own patience
        )

    @property
    def identity(self) -> str:
        return f"{self._settings.provider}:{self._settings.model or self._settings.base_url}"

    async def rerank(self, query: str, hits: Sequence[Hit]) -> list[float]:
        """A passage that the server leaves out counts as the worst that it named."""
        try:
            return await judged(
                hits,
                partial(self._judge, query[: self._settings.max_characters]),
                questions=self._questions,
                most=self._settings.max_characters,
            )
        except RerankFailed as error:
            # The bundled ranker steps in, so that this is all that the operator sees of it.
            _log.warning("rerank_failed", reranker=self.identity, reason=error.message, hint=error.hint)
            raise

    async def aclose(self) -> None:
        await self._client.close()

    async def _judge(self, query: str, texts: list[str]) -> list[float]:
        scale = await self._known_scale()
        return as_probabilities(await self._scores(query, texts), scale)

    async def _known_scale(self) -> Scale:
        async with self._asking:
            if self._scale is None:
                self._scale = scale_of(await self._scores(PROBE, PROBE_PASSAGES))
            return self._scale

    async def _scores(self, query: str, texts: Sequence[str]) -> list[float]:
        size = self._settings.batch_size
        batches = [texts[start : start + size] for start in range(0, len(texts), size)]
        calls = [partial(self._call, query, batch) for batch in batches]
        found = await in_parallel(calls, self._settings.parallelism)
        named = [score for part in found for score in part.values()]
        return [
            part.get(place, min(named))
            for part, batch in zip(found, batches, strict=True)
            for place in range(len(batch))
        ]

    async def _call(self, query: str, texts: Sequence[str]) -> dict[int, float]:
        """Place of a passage to its score."""
        settings = self._settings
        query = query.encode("utf-8", "replace").decode("utf-8")
        post = partial(self._client.post, "/rerank", cast_to=object, body=_body(settings, query, texts))
        try:
            answer = await tried(
                post, timeout=settings.timeout, patience=PATIENCE, limit=self._limit, sleep=self._sleep
            )
        except TimeoutError as error:
            raise RerankFailed(
                f"The {_WHO} did not answer within {settings.timeout:g} s.",
                hint="Raise `reranker.timeout`, or lower `reranker.batch_size`.",
            ) from error
        except openai.OpenAIError as error:
            ours = failure(error, who=_WHO, section=_SECTION, address=settings.base_url)
            too_much = isinstance(error, openai.APIStatusError) and error.status_code in (400, 413, 422)
            hint = "Lower `reranker.batch_size` or `reranker.max_characters`." if too_much else ours.hint
            raise RerankFailed(ours.message, hint=hint) from error
        except (ValueError, TypeError) as error:  # JSON and UTF-8 errors, which the client lets through
            raise RerankFailed(f"The {_WHO}'s answer cannot be read: {short(error)}") from error
        return _read(answer, len(texts))


def _told_scale(settings: RerankerSettings) -> Scale | None:
    if settings.scores != "auto":
        return Scale(settings.scores)
    return Scale.PROBABILITY if settings.provider == "tei" else None  # TEI sends what ``raw_scores`` says


def _body(settings: RerankerSettings, query: str, texts: Sequence[str]) -> dict[str, Any]:
    if settings.provider == "tei":
        return {
            "query": query,
            "texts": list(texts),
            "raw_scores": settings.scores == "logit",
            "return_text": False,
            "truncate": True,
        }
    named = {"model": settings.model} if settings.model else {}
    return {**named, "query": query, "documents": list(texts), "top_n": len(texts), "return_documents": False}


def _read(answer: Any, count: int) -> dict[int, float]:
    """Either form of answer, in any order."""
    rows = answer.get("results", answer.get("data")) if isinstance(answer, Mapping) else answer
    if not isinstance(rows, list):
        raise RerankFailed(f"The {_WHO}'s answer holds no results: {short(answer)}")
    scores: dict[int, float] = {}
    for row in rows:
        place = row.get("index") if isinstance(row, Mapping) else None
        score = row.get("relevance_score", row.get("score")) if isinstance(row, Mapping) else None
        if type(place) is not int or not 0 <= place < count or place in scores:
            raise RerankFailed(f"The {_WHO} does not say which score belongs to which passage: {short(row)}")
        if isinstance(score, bool) or not isinstance(score, int | float) or not abs(score) < math.inf:
            raise RerankFailed(f"The {_WHO} gave no score: {short(row)}")
        scores[place] = float(max(-_FAR, min(_FAR, score)))
    if not scores:
        raise RerankFailed(f"The {_WHO} judged none of {count} passages.")
    return scores
