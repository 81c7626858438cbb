"""What one question carries through the pipeline: request, working state, run-time handles."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from pincite.citations import SourceRegistry
from pincite.core.types import Hit, Message, Passage, Route
from pincite.pipeline.versions import VersionScope
from pincite.verification import VerificationReport

if TYPE_CHECKING:
    from pincite.pipeline.events import Trigger


def never() -> bool:
    """The run that nobody stops."""
    return False


class Cancelled(Exception):
    """Raise inside a run that the person stopped."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What the person asked, and in which scope. Never changed by a stage."""

    query: str
    base_ids: tuple[str, ...]
    document_ids: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    top_k: int = 10
    rerank_top_k: int = 8
    language: str | None = None
    """Language of the answer; None follows the question."""
    rerank: bool = True
    as_of: date | None = None
    """Day whose versions answer; None is the day that the question names, else today."""
    every_version: bool = False
    """Search documents whether or not they are in force, and read no day from the question."""

    @property
    def explicit_scope(self) -> bool:
        """The person named documents or tags, so weak evidence there is wanted."""
        return bool(self.document_ids or self.tags)


@dataclass(slots=True)
class WorkingState:
    """What stages read and write."""

    language: str = "en"
    question: str = ""
    """The question as it is judged: the person's own, without words that only ask for a version."""
    search_query: str = ""
    """The question as it is searched now: `question`, or a rewrite of it."""
    wordings: list[str] = field(default_factory=list)
    """Shorter forms of the question that widen its pool."""
    route: Route | None = None
    hits: list[Hit] = field(default_factory=list)
    reranked: list[Hit] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    top_score: float | None = None
    """Highest raw reranker probability over all candidates of this attempt, before composite score, choice
    and cuts (DESIGN.md section 13); None when none was scored."""
    retries: int = 0
    rewrites: list[str] = field(default_factory=list)
    top_scores: list[float] = field(default_factory=list)
    """``top_score`` of each retrieval attempt in order; 0 where one found nothing."""
    refusal_reason: str | None = None
    messages: list[Message] = field(default_factory=list)
    raw_answer: str = ""
    """With handles, as the model wrote it."""
    answer: str = ""
    """With public tags."""
    ungrounded: bool = False
    report: VerificationReport | None = None
    degraded: list[str] = field(default_factory=list)
    model_calls: int = 0
    versions: VersionScope = field(default_factory=VersionScope)
    notices: list[str] = field(default_factory=list)
    """Sentences beside the answer, in its language."""


@dataclass(slots=True)
class RunContext:
    """Run-time handles; `ChatState.clone` never copies them."""

    registry: SourceRegistry = field(default_factory=SourceRegistry)
    trigger: "Trigger | None" = None
    stage_ms: dict[str, float] = field(default_factory=dict)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    cancelled: Callable[[], bool] = never


@dataclass(slots=True)
class ChatState:
    request: ChatRequest
    state: WorkingState = field(default_factory=WorkingState)
    context: RunContext = field(default_factory=RunContext)

    def clone(self) -> "ChatState":
        """A deep copy of request and state with fresh handles, for work in parallel."""
        return ChatState(self.request, copy.deepcopy(self.state))

    def reset_retrieval(self) -> None:
        """Forget what the last attempt found, before another."""
        self.state.hits = []
        self.state.reranked = []
        self.state.passages = []
        self.state.top_score = None

    def stop_if_cancelled(self) -> None:
        """Raises Cancelled when the person stopped the run."""
        if self.context.cancelled():
            raise Cancelled

    def mark_degraded(self, parts: Sequence[str]) -> None:
        for part in parts:
            if part not in self.state.degraded:
                self.state.degraded.append(part)
