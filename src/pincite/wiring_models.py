"""The part of `pincite.wiring` that makes encoders and rerankers, and what `doctor` asks of them.

Clients and local models are imported where they are used: they take 0.6 to 2 s, and most libraries need none.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from anyio import to_thread

from pincite.adapters.e5 import open_embedder
from pincite.adapters.rerank_scores import PROBE, PROBE_PASSAGES
from pincite.core.errors import ConfigurationError, RerankFailed
from pincite.core.settings import Settings
from pincite.core.types import Chunk, Hit
from pincite.enrichment.notes import QUESTIONS, questions_of
from pincite.grading import Thresholds
from pincite.ports.judge import SemanticJudge
from pincite.ports.models import ChatModel, Embedder, Measured
from pincite.ranking import FeatureRanker
from pincite.text.images import CAPTION_MARK, OCR_MARK

if TYPE_CHECKING:
    from pincite.adapters.fastembed_rerank import FastembedReranker
    from pincite.adapters.http_rerank import HttpReranker

ModelProgress = Callable[[str, int, int], None]
"""Message, done, total: what the first start tells while it converts the encoder."""


async def bundled_embedder(settings: Settings, progress: ModelProgress | None = None) -> Embedder:
    """The encoder of the package; the first call on a machine converts its weights."""
    return await open_embedder(
        settings.models_dir,
        threads=settings.embedding.threads,
        batch_size=settings.embedding.batch_size,
        backend=settings.embedding.backend,
        progress=progress,
    )


async def configured_embedder(settings: Settings, progress: ModelProgress | None = None) -> Embedder:
    """The encoder that the settings name.

    Raises:
        ConfigurationError: it cannot be used here. EmbeddingFailed: the size of its vectors is not known yet,
            and its server does not answer.
    """
    chosen = settings.embedding
    if chosen.provider == "openai":
        from pincite.adapters.openai_embeddings import open_openai_embedder

        return await open_openai_embedder(chosen, settings.data_dir)
    if chosen.provider == "fastembed":
        from pincite.adapters.fastembed_embeddings import open_fastembed_embedder

        return await to_thread.run_sync(open_fastembed_embedder, chosen)
    return await bundled_embedder(settings, progress)


def renewal(embedder: Embedder) -> Callable[[], Awaitable[None]]:
    """What a rebuild does first: ask an encoder that may have changed behind its name what it is now."""

    async def renew() -> None:
        if isinstance(embedder, Measured):
            await embedder.measure()

    return renew


async def configured_reranker(settings: Settings) -> "HttpReranker | FastembedReranker | None":
    """The reranker that the settings name; None for the bundled ranker. Raises ConfigurationError."""
    chosen = settings.reranker
    if chosen.provider == "bundled":
        return None
    if chosen.provider == "fastembed":
        from pincite.adapters.fastembed_rerank import open_fastembed_reranker

        return await to_thread.run_sync(partial(open_fastembed_reranker, chosen, questions=read_questions))
    from pincite.adapters.http_rerank import HttpReranker

    return HttpReranker(chosen, questions=read_questions)


async def configured_judge(settings: Settings, chat: ChatModel | None) -> SemanticJudge | None:
    """What gives a second opinion on meaning; None where the settings want none.

    Raises:
        ConfigurationError: the chat model is to judge and there is none, or the local model cannot be used.
    """
    chosen = settings.verification
    if chosen.judge == "off":
        return None
    if chosen.judge == "local":
        from pincite.adapters.nli_judge import open_nli_judge

        return await to_thread.run_sync(open_nli_judge, chosen)
    if chat is None:
        raise ConfigurationError(
            "The chat model is to judge answers, and none is configured.",
            hint="Set chat.base_url and chat.model, or verification.judge to off.",
        )
    from pincite.adapters.chat_judge import ChatJudge

    return ChatJudge(chat, timeout=chosen.judge_timeout, parallelism=chosen.judge_parallelism)


async def check_embedder(settings: Settings) -> str:
    """One short call; the identity of the model. Raises as the model does."""
    embedder = await configured_embedder(settings)
    try:
        await embedder.embed_query("연차휴가는 며칠인가요?")
    finally:
        await embedder.aclose()
    return f"{embedder.identity} answers, {embedder.dimension} numbers a vector"


async def check_reranker(settings: Settings) -> str:
    """One short call; the identity of the model, how it judges, and the lines of the gate for its scores.
    Raises as the model does."""
    reranker = await configured_reranker(settings)
    identity = FeatureRanker().identity if reranker is None else reranker.identity
    lines = Thresholds.from_settings(settings.gate, identity)
    gate = f"answers are given from {lines.pass_score:g} on, below {lines.abort_score:g} none is looked for"
    if reranker is None:
        return f"{identity} (bundled); {gate}"
    try:
        answer, *others = await reranker.rerank(PROBE, [_hit(text) for text in PROBE_PASSAGES])
    finally:
        await reranker.aclose()
    if answer <= max(others):
        raise RerankFailed(
            f"{identity} gives {answer:.2f} to an answer, and {max(others):.2f} to other text.",
            hint="Check `reranker.model`, and what its scores are (`reranker.scores`).",
        )
    return f"{identity} gives {answer:.2f} to an answer, at most {max(others):.2f} to other text; {gate}"


def read_questions(chunk: Chunk) -> Sequence[str]:
    """The generated questions that a reranker reads with ``chunk``.

    A chunk that comes with the words of its pictures is no more the text that the questions were made from,
    but they are its own unless somebody wrote over it.
    """
    found = questions_of(chunk)
    with_pictures = CAPTION_MARK in chunk.content or OCR_MARK in chunk.content
    if found or chunk.edited or not with_pictures:
        return found
    return tuple(chunk.details.get(QUESTIONS, ()))


def _hit(text: str) -> Hit:
    chunk = Chunk(
        id=text,
        base_id="",
        document_id="",
        version_id="",
        document_title="",
        seq=0,
        start=0,
        end=len(text),
        content=text,
    )
    return Hit(chunk, score=0.0)
