"""Scripts for `chat_server` that speak ``/rerank`` and ``/embeddings`` as real servers do."""

import json
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from tests.adapters.chat_server import Exchange, Script

Judge = Callable[[str, str], float]
"""Question and passage to a probability."""


def by_words(question: str, passage: str) -> float:
    """Share of the question's character pairs that the passage holds."""
    pairs = {question[i : i + 2] for i in range(len(question) - 1) if question[i : i + 2].strip()}
    return 0.01 + 0.98 * (sum(pair in passage for pair in pairs) / len(pairs) if pairs else 0.0)


def jina(judge: Judge = by_words, *, keep: int | None = None, turned: bool = True) -> Script:
    """Results best first, as Jina, Cohere and vLLM send them; only the best ``keep``."""

    async def script(exchange: Exchange) -> None:
        asked = exchange.body
        scores = [judge(asked["query"], text) for text in asked["documents"]]
        rows = [{"index": place, "relevance_score": score} for place, score in enumerate(scores)]
        rows = sorted(rows, key=lambda row: -row["relevance_score"])[
            : asked["top_n"] if keep is None else keep
        ]
        results = rows if turned else sorted(rows, key=lambda row: row["index"])
        await exchange.send({"id": "1", "model": asked.get("model"), "results": results})

    return script


def logits(judge: Judge = by_words) -> Script:
    """What llama.cpp sends: the form of Jina, scores as the model gives them."""
    return jina(lambda question, passage: logit(judge(question, passage)))


def tei(judge: Judge = by_words) -> Script:
    """A bare list, best first; raw scores where they are asked for."""

    async def script(exchange: Exchange) -> None:
        asked = exchange.body
        scores = [judge(asked["query"], text) for text in asked["texts"]]
        rows = [
            {"index": place, "score": logit(score) if asked["raw_scores"] else score}
            for place, score in enumerate(scores)
        ]
        await exchange.send(json.dumps(sorted(rows, key=lambda row: -row["score"])))

    return script


def logit(probability: float) -> float:
    return 10 * math.log(probability / (1 - probability))


def embeds(encode: Callable[[list[str]], Awaitable[Sequence[Sequence[float]]]], **more: Any) -> Script:
    """``/embeddings`` over ``encode``, in the reverse order of their index."""

    async def script(exchange: Exchange) -> None:
        await exchange.send(embeddings(await encode(exchange.body["input"])) | more)

    return script


def embeddings(rows: Sequence[Sequence[float]]) -> dict[str, Any]:
    """The body of an answer."""
    data = [{"object": "embedding", "index": i, "embedding": list(row)} for i, row in enumerate(rows)]
    return {
        "object": "list",
        "model": "scripted",
        "data": data[::-1],
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }
