"""Every judge fulfils the contract of the `SemanticJudge` port: a model over real HTTP, and a local one."""

import json
import string
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pincite.adapters.chat_judge import ChatJudge
from pincite.adapters.nli_judge import NliJudge, open_nli_judge
from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.settings import ChatSettings, VerificationSettings
from pincite.testing.semantic_judge import PAIRS, SemanticJudgeContract
from tests.adapters.chat_server import Exchange, chat_server, completion
from tests.adapters.tiny_models import tiny_cross_encoder

KNOWN = "".join(pair.premise + pair.hypothesis for pair in PAIRS) + string.printable


async def judges(exchange: Exchange) -> None:
    """The same judgement of the same pair."""
    asked = exchange.body["messages"][-1]["content"]
    relation = ("entailed", "contradicted", "neutral")[sum(map(ord, asked)) % 3]
    await exchange.send(completion(json.dumps({"relation": relation, "probability": 0.9})))


class TestChat(SemanticJudgeContract):
    @pytest.fixture
    async def judge(self, anyio_backend: str) -> AsyncIterator[ChatJudge]:
        async with chat_server(judges) as server:
            model = OpenAIChat(ChatSettings(base_url=server.base_url, model="scripted"))
            yield ChatJudge(model, timeout=60, parallelism=4)
            await model.aclose()


class TestLocal(SemanticJudgeContract):
    @pytest.fixture
    def judge(self, tmp_path: Path) -> NliJudge:
        directory = tiny_cross_encoder(
            tmp_path, KNOWN, labels=("ENTAILMENT", "neutral", "LABEL_contradiction")
        )
        return open_nli_judge(VerificationSettings(judge="local", judge_model=str(directory)))
