"""DATA_ANALYSIS: a spreadsheet among the sources is asked by SQL (rows DA-01 to DA-05).

Off unless an assistant, a request or the settings turn it on. The model decides whether a query helps and
writes it; what it gives stands before the other passages, as one of them.
"""

from collections.abc import Mapping
from typing import Final

from pincite.composing.messages import analysis_messages
from pincite.core.errors import (
    DocumentError,
    NotFound,
    QueryFailed,
    TemporaryFailure,
)
from pincite.core.settings import ChatSettings
from pincite.core.types import MatchType, Passage
from pincite.pipeline.analysing import Failed, query_of, result_passage, schema_of
from pincite.pipeline.events import Event, Next
from pincite.pipeline.models import Models
from pincite.pipeline.state import ChatState
from pincite.pipeline.switches import DATA_ANALYSIS
from pincite.ports.models import ChatModel, ChatOptions
from pincite.ports.tables import TableEngine, TableFile, TableFiles

TEMPERATURE: Final = 0.1
"""Reference 000's implementation has the same: a query is right or wrong."""
TOKENS: Final = 600
"""Longest reply: a query over the columns of two tables takes 200."""
TRIES: Final = 2
"""A query that fails is written once more, with what is wrong with it."""
LONGEST_SCHEMA: Final = 6_000
"""Characters, or half as many as the model's window has tokens."""


class DataAnalysisPlugin:
    events = (Event.DATA_ANALYSIS,)

    def __init__(
        self,
        files: TableFiles | None,
        engine: TableEngine | None,
        models: Models,
        settings: ChatSettings,
    ) -> None:
        """Without ``files`` and ``engine`` nothing is asked."""
        self._files = files
        self._engine = engine
        self._models = models
        self._settings = settings

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        model = self._models.chat(chat.request.profile) if chat.request.data_analysis else None
        if model is not None and self._files is not None and self._engine is not None:
            found = await self._asked(chat, model, self._files, self._engine)
            if found is not None:
                chat.state.passages = [found, *chat.state.passages]
        await next()

    async def _asked(
        self, chat: ChatState, model: ChatModel, files: TableFiles, engine: TableEngine
    ) -> Passage | None:
        """The result of a query to the best spreadsheet; None where there is none, or nothing to compute."""
        sources = [passage for passage in chat.state.passages if passage.hit.match_type is not MatchType.WEB]
        names = await files.names({passage.chunk.document_id for passage in sources})
        best = best_spreadsheet(sources, names)
        if best is None:
            return None
        try:
            file = await files.read(best.chunk.document_id)
            tables = await engine.tables(file)
            chat.stop_if_cancelled()
            if not tables:
                return None
            window = self._models.settings(chat.request.profile, self._settings).context_tokens
            schema = schema_of(file.name, tables, min(LONGEST_SCHEMA, window // 2))
            return await self._computed(chat, model, engine, file, schema, best)
        except NotFound:  # deleted meanwhile
            return None
        except (DocumentError, TemporaryFailure):
            chat.mark_degraded([DATA_ANALYSIS])
            return None

    async def _computed(
        self,
        chat: ChatState,
        model: ChatModel,
        engine: TableEngine,
        file: TableFile,
        schema: str,
        best: Passage,
    ) -> Passage | None:
        failed: Failed | None = None
        for _ in range(TRIES):
            sql = await self._query(chat, model, schema, failed)
            if sql is None:
                return None
            try:
                result = await engine.query(file, sql)
            except QueryFailed as error:
                failed = Failed(sql, error.message)
                continue
            finally:
                chat.stop_if_cancelled()
            return result_passage(best, file.name, sql, result, chat.state.language) if result.rows else None
        chat.mark_degraded([DATA_ANALYSIS])
        return None

    async def _query(
        self, chat: ChatState, model: ChatModel, schema: str, failed: Failed | None
    ) -> str | None:
        """What the model wants to ask; None for nothing. Raises ChatModelUnavailable, ModelCallFailed."""
        state = chat.state
        state.model_calls += 1
        said = await model.completion(
            analysis_messages(
                state.question or chat.request.query,
                schema,
                state.language,
                chat.request.profile.prompts,
                failed=None if failed is None else (failed.sql, failed.reason),
            ),
            temperature=TEMPERATURE,
            max_tokens=TOKENS,
            options=ChatOptions(thinking=False),
        )
        chat.stop_if_cancelled()
        return query_of(said.text)


def best_spreadsheet(passages: list[Passage], names: Mapping[str, str]) -> Passage | None:
    """The best passage of a document that has a name in ``names``; of equally good ones the first."""
    held = [passage for passage in passages if passage.chunk.document_id in names]
    return max(held, key=lambda passage: passage.score, default=None)
