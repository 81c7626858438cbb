"""The part of `pincite.wiring` for measurements: the models of the settings, without a library."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from pincite.core.errors import ConfigurationError
from pincite.core.settings import Settings
from pincite.ports.judge import SemanticJudge
from pincite.ports.models import ChatModel, Embedder, Reranker
from pincite.ranking import FeatureRanker
from pincite.wiring_models import configured_embedder, configured_judge, configured_reranker


@dataclass(frozen=True, slots=True)
class EvaluationModels:
    embedder: Embedder
    reranker: Reranker | None
    """The one of the settings; None is the bundled ranker."""

    @property
    def judge(self) -> Reranker:
        return self.reranker or FeatureRanker()


@asynccontextmanager
async def evaluation_models(settings: Settings) -> AsyncIterator[EvaluationModels]:
    """The encoder and the reranker of the settings, closed at the end. Raises as `configured_embedder` and
    `configured_reranker`."""
    embedder = await configured_embedder(settings)
    try:
        reranker = await configured_reranker(settings)
        try:
            yield EvaluationModels(embedder, reranker)
        finally:
            if reranker is not None:
                await reranker.aclose()
    finally:
        await embedder.aclose()


@asynccontextmanager
async def judge_model(settings: Settings) -> AsyncIterator[SemanticJudge]:
    """The judge of the settings, closed at the end.

    Raises:
        ConfigurationError: none is configured, or it cannot be used.
    """
    async with AsyncExitStack() as opened:
        chat = await opened.enter_async_context(question_model(settings)) if settings.chat.base_url else None
        judge = await configured_judge(settings, chat)
        if judge is None:
            raise ConfigurationError(
                "No judge of meaning is configured.",
                hint="Set verification.judge to model or local (PINCITE_VERIFICATION__JUDGE).",
            )
        opened.push_async_callback(judge.aclose)
        yield judge


@asynccontextmanager
async def question_model(settings: Settings) -> AsyncIterator[ChatModel]:
    """The chat model of the settings, closed at the end.

    Raises:
        ConfigurationError: none is configured.
    """
    if not settings.chat.base_url:
        raise ConfigurationError(
            "Questions are made by a chat model, and none is configured.",
            hint="Set chat.base_url and chat.model in pincite.toml (or PINCITE_CHAT__BASE_URL and "
            "PINCITE_CHAT__MODEL) to an OpenAI-compatible server; `pincite doctor` tests it.",
        )
    from pincite.adapters.openai_chat import OpenAIChat  # here: importing the client takes 0.6 s

    model = OpenAIChat(settings.chat)
    try:
        yield model
    finally:
        await model.aclose()
