"""A small library in memory and pieces at the ports that do what a test tells them."""

import hashlib
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from pincite.core.errors import EmbeddingFailed
from pincite.core.settings import AnswerSettings, ChatSettings, GateSettings, Settings, VerificationSettings
from pincite.core.types import Chunk, CosineRange, Hit, Matrix, Message, Vector
from pincite.evaluation.memory import MemoryIndex, MemoryReader
from pincite.pipeline.answer import Answer
from pincite.pipeline.service import QuestionService
from pincite.pipeline.stages import Services
from pincite.pipeline.state import ChatRequest
from pincite.ports.index import IndexPoint, Leg, LegHit, SearchFilter, SearchResult
from pincite.ports.judge import SemanticJudge
from pincite.ports.models import (
    PLAIN,
    ChatModel,
    ChatOptions,
    Completion,
    Embedder,
    Reranker,
    StreamEnd,
    StreamPart,
)
from pincite.retrieval import HybridRetriever
from pincite.text.analyzers import analyze, index_terms
from pincite.text.language import dominant_language
from pincite.text.references import held_clauses

BASE = "base"
DIMENSION = 16
NOW = datetime(2026, 11, 29, 9, 30, tzinfo=UTC)

TERMS = (
    (
        "제28조(부활(효력회복))",
        "회사는 해지된 계약의 부활(효력회복)을 승낙할 수 있습니다. 부활은 해지된 날부터 3년 안에 청약합니다.",
    ),
    (
        "제43조(보험금의 지급)",
        "회사는 서류를 접수한 날부터 3영업일 이내에 보험금을 지급합니다. 암 진단보험금은 1,000만원입니다.",
    ),
    ("제44조(면책)", "회사는 무면허운전으로 생긴 손해를 보장하지 아니합니다."),
    ("제50조(해약환급금)", "계약자가 계약을 해지하면 회사는 해약환급금을 10일 이내에 지급합니다."),
)


class HashEmbedder:
    """`Embedder`: vectors from the SHA-256 of the text."""

    def __init__(self, works: int | None = None) -> None:
        self.identity = "hash-1"
        self.dimension = DIMENSION
        self.cosine_range = CosineRange(0.75, 0.95)
        self.left = works
        """Calls that succeed before it fails for good; None never fails."""

    async def embed_query(self, text: str) -> Vector:
        return (await self.embed_passages([text]))[0]

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        if self.left is not None:
            if self.left <= 0:
                raise EmbeddingFailed("scripted")
            self.left -= 1
        raw = np.array([list(hashlib.sha256(text.encode()).digest()[:DIMENSION]) for text in texts])
        vectors = raw.reshape(len(texts), DIMENSION).astype(np.float32) - 127.5
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    async def aclose(self) -> None:
        return None


class ScriptedModel:
    """`ChatModel` that says what it is told; an exception is raised, a function reads the messages."""

    def __init__(self, *answers: str | Exception | Callable[[Sequence[Message]], str]) -> None:
        self.identity = "scripted"
        self.answers = answers
        self.calls: list[list[Message]] = []
        self.limits: list[int] = []
        self.temperatures: list[float] = []
        self.options: list[ChatOptions] = []
        """Of each call that could say any."""

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        self.calls.append(list(messages))
        self.limits.append(max_tokens)
        self.temperatures.append(temperature)
        answer = self.answers[min(len(self.calls), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, str) else answer(messages)

    async def completion(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> Completion:
        self.options.append(options)
        said = await self.complete(messages, temperature=temperature, max_tokens=max_tokens)
        return Completion(said, end=StreamEnd("stop", answered_by=self.identity))

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        self.options.append(options)
        said = await self.complete(messages, temperature=temperature, max_tokens=max_tokens)
        if said:
            yield StreamPart(answer=said)
        yield StreamPart(end=StreamEnd("stop", answered_by=self.identity))


class ScriptedReranker:
    """`Reranker` with a given probability an attempt, for the first hit; the others get a little less."""

    def __init__(self, *scores: float | Exception | Callable[[str, Hit], float]) -> None:
        self.identity = "scripted"
        self.scores = scores
        self.queries: list[str] = []
        self.seen: list[list[Hit]] = []

    async def rerank(self, query: str, hits: Sequence[Hit]) -> list[float]:
        self.queries.append(query)
        self.seen.append(list(hits))
        score = self.scores[min(len(self.queries), len(self.scores)) - 1]
        if isinstance(score, Exception):
            raise score
        if callable(score):
            return [score(query, hit) for hit in hits]
        return [score * (1 if number == 0 else 0.5) for number in range(len(hits))]


class ShuffledIndex(MemoryIndex):
    """`MemoryIndex` that gives each leg's hits in a new order every time."""

    def __init__(self) -> None:
        super().__init__()
        self._random = np.random.default_rng(7)

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        found = await super().search(legs, where, with_vectors=with_vectors)
        shuffled: list[tuple[LegHit, ...]] = []
        for leg in found.legs:
            order = self._random.permutation(len(leg))
            shuffled.append(tuple(leg[place] for place in order))
        return replace(found, legs=tuple(shuffled))


def terms_chunks(
    terms: Sequence[tuple[str, str]] = TERMS, *, document: str = "terms", title: str = "보험약관"
) -> list[Chunk]:
    """One chunk an article, as ingest would store it."""
    chunks: list[Chunk] = []
    start = 0
    for seq, (heading, text) in enumerate(terms):
        content = f"### {heading}\n{text}" if heading else text
        draft = Chunk(
            id=f"{document}-{seq:03d}",
            base_id=BASE,
            document_id=document,
            version_id=f"{document}-v1",
            document_title=title,
            seq=seq,
            start=start,
            end=start + len(content),
            content=content,
            context_header=f"### {heading}" if heading else "",
            clauses=held_clauses(f"### {heading}", ""),
            language=dominant_language(content),
            page_range=(seq + 1, seq + 1),
        )
        chunks.append(replace(draft, morphemes=" ".join(analyze(draft.embedding_text()))))
        start += len(content) + 2
    return chunks


@dataclass
class World:
    """A question service over ``chunks`` with every piece at hand."""

    chunks: Sequence[Chunk] = field(default_factory=terms_chunks)
    reranker: Reranker = field(default_factory=lambda: ScriptedReranker(0.9))
    bundled: Reranker | None = None
    """Steps in for ``reranker``; the same object if None."""
    model: ChatModel | None = None
    embedder: Embedder = field(default_factory=HashEmbedder)
    index: MemoryIndex = field(default_factory=MemoryIndex)
    gate: GateSettings = field(default_factory=GateSettings)
    chat: ChatSettings = field(default_factory=ChatSettings)
    answer: AnswerSettings = field(default_factory=AnswerSettings)
    verification: VerificationSettings = field(default_factory=VerificationSettings)
    judge: SemanticJudge | None = None
    tags: tuple[str, ...] = ()

    async def start(self) -> "World":
        embedder = HashEmbedder()
        vectors = await embedder.embed_passages([chunk.embedding_text() for chunk in self.chunks])
        self.index.load(
            [
                IndexPoint(
                    chunk.id,
                    chunk.base_id,
                    chunk.document_id,
                    chunk.version_id,
                    vector,
                    index_terms(chunk.embedding_text(), chunk.clauses, morphemes=chunk.morphemes),
                    self.tags,
                )
                for chunk, vector in zip(self.chunks, vectors, strict=True)
            ]
        )
        self.reader = MemoryReader(self.chunks)
        self.settings = Settings(
            gate=self.gate, chat=self.chat, answer=self.answer, verification=self.verification
        )
        self.services = Services(
            retriever=HybridRetriever(self.embedder, self.index, self.reader, self.settings.retrieval),
            reader=self.reader,
            embedder=self.embedder,
            reranker=self.reranker,
            bundled_reranker=self.bundled or self.reranker,
            chat_model=self.model,
            judge=self.judge,
        )
        self.questions = QuestionService(
            self.services, self.settings, capabilities=("retrieval",), now=lambda: NOW, new_id=lambda: "trace"
        )
        return self

    async def ask(self, query: str, **more: Any) -> Answer:
        await self.start()
        cancelled = more.pop("cancelled", lambda: False)
        return await self.questions.ask(self.request(query, **more), ["terms"], cancelled=cancelled)

    async def retrieve(self, query: str, **more: Any) -> Answer:
        await self.start()
        return await self.questions.retrieve(self.request(query, **more), ["terms"])

    @staticmethod
    def request(query: str, **more: Any) -> ChatRequest:
        return ChatRequest(query, **{"base_ids": (BASE,), **more})
