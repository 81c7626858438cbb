"""A local cross-encoder as a Reranker, run by fastembed."""

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
import structlog

from pincite.adapters.e5.engines import thread_count
from pincite.adapters.fastembed_models import ModelDirectory, read_directory, unusable
from pincite.adapters.rerank_scores import QuestionsOf, Scale, as_probabilities, judged, nothing_asked
from pincite.core.errors import ConfigurationError, RerankFailed
from pincite.core.settings import RerankerSettings
from pincite.core.types import Hit

if TYPE_CHECKING:
    from pincite.adapters.openai_client import Limit

_log = structlog.get_logger(__name__)


class FastembedReranker:
    """Raises RerankFailed when the model fails or takes longer than ``settings.timeout`` a batch."""

    def __init__(
        self,
        model: Any,
        directory: ModelDirectory,
        settings: RerankerSettings,
        *,
        questions: QuestionsOf = nothing_asked,
        limit: "Limit" = anyio.fail_after,
    ) -> None:
        self._model = model
        self._identity = f"fastembed:{directory.name}"
        self._settings = settings
        self._questions = questions
        self._limit = limit
        # What the model gives is its last layer: a cross-encoder ends in logits.
        self._scale = Scale.PROBABILITY if settings.scores == "probability" else Scale.LOGIT
        self._one = anyio.CapacityLimiter(1)  # one run takes all threads that it may have

    @property
    def identity(self) -> str:
        return self._identity

    async def rerank(self, query: str, hits: Sequence[Hit]) -> list[float]:
        asked = query[: self._settings.max_characters].encode("utf-8", "replace").decode("utf-8")
        try:
            return await judged(
                hits,
                partial(self._judge, asked),
                questions=self._questions,
                most=self._settings.max_characters,
            )
        except RerankFailed as error:
            _log.warning("rerank_failed", reranker=self.identity, reason=error.message)
            raise

    async def aclose(self) -> None:
        """Nothing to end; ONNX Runtime frees the model with the object."""

    async def _judge(self, query: str, texts: list[str]) -> list[float]:
        # Of like lengths together, because a batch is padded to its longest.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        scores: dict[int, float] = {}
        size = self._settings.batch_size
        for start in range(0, len(order), size):
            places = order[start : start + size]
            found = await self._run(query, [texts[place] for place in places])
            scores |= zip(places, found, strict=True)
        return as_probabilities([scores[place] for place in range(len(texts))], self._scale)

    async def _run(self, query: str, texts: list[str]) -> list[float]:
        work = partial(self._scores, query, texts)
        try:
            with self._limit(self._settings.timeout):
                return await anyio.to_thread.run_sync(work, limiter=self._one, abandon_on_cancel=True)
        except TimeoutError as error:
            raise RerankFailed(
                f"The reranker took longer than {self._settings.timeout:g} s.",
                hint="Raise `reranker.timeout`, or lower `reranker.batch_size`.",
            ) from error

    def _scores(self, query: str, texts: list[str]) -> list[float]:
        try:
            scores = [float(score) for score in self._model.rerank(query, texts, batch_size=len(texts))]
        except Exception as error:
            raise RerankFailed(f"The reranker failed: {error}") from error
        if len(scores) != len(texts) or not all(map(math.isfinite, scores)):
            raise RerankFailed("The reranker gave no score for each passage.")
        return scores


def open_fastembed_reranker(
    settings: RerankerSettings, *, questions: QuestionsOf = nothing_asked
) -> FastembedReranker:
    """The cross-encoder in the directory ``settings.model``; loading takes seconds.

    Raises:
        ConfigurationError: there is none, it cannot be loaded, or it does not give one score.
    """
    directory = read_directory(settings.model, "reranker.model")
    labels = directory.config.get("id2label")
    if isinstance(labels, dict) and len(labels) > 1:
        raise ConfigurationError(
            f"The model in {directory.path} sorts into {len(labels)} classes; a reranker gives one score.",
            hint="Set reranker.model to a cross-encoder with one label.",
        )
    with unusable(directory, "reranker.model"):
        model = _load(directory, thread_count(settings.threads))
        next(iter(model.rerank("?", ["."], batch_size=1)))
    return FastembedReranker(model, directory, settings, questions=questions)


def _load(directory: ModelDirectory, threads: int) -> Any:
    from fastembed.common.model_description import ModelSource
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    name = f"pincite/{directory.name}"
    if not any(known["model"] == name for known in TextCrossEncoder.list_supported_models()):
        # The source is never asked: a directory is given.
        TextCrossEncoder.add_custom_model(name, ModelSource(hf=name), model_file=directory.weights)
    return TextCrossEncoder(
        name,
        threads=threads,
        providers=["CPUExecutionProvider"],
        specific_model_path=str(directory.path),
        local_files_only=True,
    )
