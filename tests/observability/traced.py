"""Answers of a small library in memory, with the lines that they leave."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pincite.core.settings import TraceSettings
from pincite.observability.traces_recorder import TraceRecorder
from pincite.observability.traces_settings import Configuration
from pincite.observability.traces_store import TraceStore
from pincite.pipeline.answer import Answer
from pincite.pipeline.service import QuestionService
from pincite.pipeline.telling import tell_nobody
from tests.pipeline.standins import NOW, ScriptedReranker, World

AT = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
QUESTION = "보험금은 언제 지급하나요?"


def ids() -> Callable[[], str]:
    numbers = iter(range(10_000))
    return lambda: f"{next(numbers):08d}-0000-4000-8000-000000000000"


class Traced:
    """A world whose answers are traced in ``folder``."""

    def __init__(self, folder: Path, world: World | None = None, **settings: Any) -> None:
        self.store = TraceStore(folder)
        self.world = world or World(reranker=ScriptedReranker(0.9))
        self.settings = TraceSettings(**settings)
        self.at = AT
        self._new_id = ids()

    async def start(self) -> QuestionService:
        await self.world.start()
        configuration = Configuration(self.world.settings, self.world.services.identities)
        record = TraceRecorder(self.store.files, self.settings, configuration, lambda: self.at)
        return QuestionService(
            self.world.services,
            self.world.settings,
            now=lambda: NOW,
            new_id=self._new_id,
            record=record,
        )

    async def ask(self, question: str = QUESTION, **more: Any) -> Answer:
        questions = await self.start()
        return await questions.ask(self.world.request(question, **more), ["terms"])

    async def converse(self, question: str = QUESTION, **more: Any) -> Answer:
        questions = await self.start()
        return await questions.converse(self.world.request(question, **more), ["terms"], tell=told)

    def lines(self, day: str = "20260301") -> list[dict[str, Any]]:
        path = self.store.files.directory / day / "traces.jsonl"
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


async def told(event: Any) -> None:
    """Of a reader who listens."""
    await tell_nobody(event)
