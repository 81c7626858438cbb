"""Bodies about the entries of FAQ bases."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from pincite.api.schemas import Body
from pincite.ingest.faq import FaqRecord

MAX_PAGE = 200
MAX_BATCH = 1_000

Question = Annotated[str, Field(max_length=2_000)]
Answer = Annotated[str, Field(max_length=30_000)]
Strategy = Annotated[
    Literal["all", "random"],
    Field(description="`all` shows every answer, `random` one of them, another each time."),
]


class FaqModesIn(Body):
    """How an FAQ base indexes its entries; what is absent stays. Acts on what is added or parsed again."""

    index_mode: Literal["question_only", "question_answer"] | None = None
    question_mode: Literal["combined", "separate"] | None = Field(
        None, description="One vector an entry, or one a question: then a changed question embeds one."
    )

    def given(self) -> dict[str, str]:
        """What is set."""
        return self.model_dump(exclude_none=True)


class FaqIn(Body):
    standard_question: Question = Field(examples=["환불은 언제까지 되나요?"])
    similar_questions: list[Question] = Field(default_factory=list, description="Other ways to ask it.")
    negative_questions: list[Question] = Field(
        default_factory=list, description="Questions that it must not answer. Never indexed."
    )
    answers: list[Answer] = Field(min_length=1)
    tags: list[str] = Field(default_factory=list)
    answer_strategy: Strategy = "all"
    enabled: bool = Field(True, description="A disabled entry is kept and answers nothing.")

    def fields(self) -> dict[str, Any]:
        """As `pincite.entries.entry_from` names them."""
        return _fields(self.model_dump())


class FaqPatch(Body):
    """What to change; what is absent stays."""

    standard_question: Question | None = None
    similar_questions: list[Question] | None = None
    negative_questions: list[Question] | None = None
    answers: list[Answer] | None = Field(None, min_length=1)
    tags: list[str] | None = None
    answer_strategy: Strategy | None = None
    enabled: bool | None = None

    def fields(self) -> dict[str, Any]:
        """As `pincite.entries.entry_from` names them."""
        return _fields(self.model_dump(exclude_none=True))


class FaqOut(BaseModel):
    id: str
    standard_question: str
    similar_questions: list[str]
    negative_questions: list[str]
    answers: list[str]
    tags: list[str]
    answer_strategy: Strategy
    enabled: bool
    content_hash: str = Field(description="Equal for entries that say the same, whatever the spelling.")
    status: str = Field(description="Of the last change; until `ready` the entry answers as it was before.")
    error_message: str | None
    created_at: float
    updated_at: float

    @classmethod
    def of(cls, record: FaqRecord) -> "FaqOut":
        return cls.model_validate(record.to_json())


class FaqPage(BaseModel):
    total: int = Field(description="How many entries fit, on all pages.")
    offset: int
    entries: list[FaqOut]


class FaqBatch(Body):
    """One act on several entries: all of them or, when one is not there, none."""

    ids: list[str] = Field(min_length=1, max_length=MAX_BATCH)
    enabled: bool | None = None
    add_tags: list[str] = Field(default_factory=list)
    remove_tags: list[str] = Field(default_factory=list)


class FaqRemoval(Body):
    ids: list[str] = Field(min_length=1, max_length=MAX_BATCH)


class FaqNote(BaseModel):
    """What is wrong with a row."""

    row: int = Field(description="As the program that made the file counts rows; the place in a JSON list.")
    sheet: str | None = None
    question: str
    reason: str


class FaqStep(BaseModel):
    """What becomes of a row."""

    row: int
    sheet: str | None = None
    action: Literal["add", "update", "unchanged", "fail"]
    id: str | None = Field(description="The entry; none before it is there.")
    question: str


class FaqNamed(BaseModel):
    id: str
    question: str


class FaqImportOut(BaseModel):
    """What an import did, or would do."""

    mode: Literal["append", "replace"]
    dry_run: bool
    rows: int
    added: int
    updated: int
    unchanged: int
    failed: int
    removed: int
    errors: list[FaqNote]
    warnings: list[FaqNote]
    entries: list[FaqStep]
    removals: list[FaqNamed]
    kept: list[FaqNamed] = Field(description="Entries that a replacement leaves alone, and why: `held_back`.")
    held_back: str | None = Field(description="Why a replacement removes nothing.")
    ignored_columns: list[str]
    broken: str | None = Field(description="Why the file could not be read to its end.")


_NAMES = {
    "standard_question": "question",
    "similar_questions": "similar",
    "negative_questions": "negative",
    "answer_strategy": "strategy",
}


def _fields(values: dict[str, Any]) -> dict[str, Any]:
    return {_NAMES.get(name, name): value for name, value in values.items()}
