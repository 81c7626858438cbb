"""What one question carries through the pipeline: request, working state, run-time handles."""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from pincite.citations import SourceRegistry
from pincite.core.attached import Attachment
from pincite.core.types import Hit, Message, Passage, Route
from pincite.pipeline.calls import ModelCall
from pincite.pipeline.checked import Checked, Criticised
from pincite.pipeline.profile import PLAIN_PROFILE, Profile
from pincite.pipeline.telling import Tell, tell_nobody
from pincite.pipeline.verified import Verified
from pincite.pipeline.versions import VersionScope
from pincite.ports.graph import GraphFound
from pincite.ports.history import PastTurn
from pincite.ports.models import Usage
from pincite.ports.tenants import DEFAULT_TENANT
from pincite.retrieval import EntityScope, Retrieval
from pincite.verification import VerificationReport

if TYPE_CHECKING:
    from pincite.pipeline.checking import MarkedCheck
    from pincite.pipeline.events import Trigger
    from pincite.pipeline.explaining import Inspector


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
    scopes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Tags that hold for one base alone, by its id."""
    rerank_threshold: float | None = None
    """Probability that passages must reach; None is the setting."""
    explain: bool = False
    """Keep what became of each candidate, see `explaining`."""
    session_id: str = ""
    """Conversation that the question belongs to; empty for one that stands alone."""
    before: str = ""
    """Message of the question itself: only what was said before it is remembered."""
    turns: tuple[PastTurn, ...] = ()
    """What was said before, oldest first, where the one who asks tells it and no session is stored."""
    rounds: int = 0
    """Turns that are remembered."""
    images: tuple[str, ...] = ()
    """Pictures of the question, as data URLs."""
    attachments: tuple[Attachment, ...] = ()
    """Files that the person put beside the question."""
    quote: str = ""
    """Text that the person put beside the question."""
    web: bool | None = None
    """Search the web too. None leaves it to the assistant, then to the settings, as the next two; stages see
    what was decided (`switches`)."""
    web_fetch: bool | None = None
    """Read the best pages of the web."""
    data_analysis: bool | None = None
    """Let the model ask spreadsheets among the sources by SQL."""
    profile: Profile = PLAIN_PROFILE
    """What the assistant that is asked sets otherwise than the settings."""
    held: bool = False
    """Tell no text of the answer before it is checked."""
    tenant_id: str = DEFAULT_TENANT
    user: str | None = None
    """Who asks; None without accounts."""
    answer_id: str = ""
    """Message that holds the answer, of a conversation."""
    assistant: str = ""
    """Id of the assistant that is asked; empty where none is."""
    traced: bool = True
    """A line about the answer is kept, see `pincite.observability`."""
    gated: bool = False
    """The gate will judge what is found, so the best passage reaches it whatever it scores."""

    @property
    def explicit_scope(self) -> bool:
        """The person named documents or tags, so weak evidence there is wanted."""
        return bool(self.document_ids or self.tags or any(self.scopes.values()))


@dataclass(slots=True)
class WorkingState:
    """What stages read and write."""

    language: str = "en"
    turns: list[PastTurn] = field(default_factory=list)
    """What was said before, oldest first."""
    intent: str = ""
    """What the person wants; empty is a question about documents (`pincite.routing.intents`)."""
    image_description: str = ""
    """What the pictures of the question show, as the model that reads questions saw it."""
    question: str = ""
    """The question as it is judged: the person's own, without words that only ask for a version."""
    search_query: str = ""
    """The question as it is searched now: `question`, or a rewrite of it."""
    wordings: list[str] = field(default_factory=list)
    """Shorter forms of the question that widen its pool."""
    entities: list[str] = field(default_factory=list)
    """Names in the question that a graph of the bases asked knows."""
    entity_scope: EntityScope | None = None
    """Bases and documents in which they are looked for."""
    on_web: dict[str, Retrieval] = field(default_factory=dict)
    """What the web said to each wording that it was asked."""
    graph: GraphFound = field(default_factory=GraphFound)
    """Nodes and relations that led to hits of the last attempt."""
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
    checked: Checked | None = None
    """What ``report`` was made from."""
    critic: Criticised | None = None
    """None where no critic looked at the answer."""
    verified: Verified | None = None
    """``report`` as readers get it."""
    degraded: list[str] = field(default_factory=list)
    model_calls: int = 0
    usage: Usage | None = None
    """Tokens of the answer's call, where the model counts them."""
    finish_reason: str = ""
    """Why the model ended, as it said."""
    versions: VersionScope = field(default_factory=VersionScope)
    notices: list[str] = field(default_factory=list)
    """Sentences beside the answer, in its language."""


@dataclass(slots=True)
class RunContext:
    """Run-time handles; `ChatState.clone` never copies them."""

    registry: SourceRegistry = field(default_factory=SourceRegistry)
    trace_id: str = ""
    """Of the answer; its spans and its line in the traces have it too."""
    trigger: "Trigger | None" = None
    stage_ms: dict[str, float] = field(default_factory=dict)
    inspector: "Inspector | None" = None
    calls: list[ModelCall] = field(default_factory=list)
    """Of generative models, in order of their end."""
    tell: Tell = tell_nobody
    released: bool = False
    """Readers have the text of the answer while it is written, so it can only be corrected beside it."""
    check: "MarkedCheck | None" = None
    """Of the answer that is being written."""
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
        self.state.graph = GraphFound()
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
