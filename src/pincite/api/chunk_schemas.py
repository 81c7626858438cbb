"""Bodies about chunking settings and chunks."""

from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel, Field

from pincite.api.schemas import Body
from pincite.chunking import DocumentProfile, Preview
from pincite.core.settings import ParserEngineRule
from pincite.enrichment import names_of, questions_of, summaries_of
from pincite.ports.edits import ChunkRecord, Revision

MAX_PAGE = 500
"""Most chunks that a list returns at once."""


class ChunkingIn(Body):
    """Chunking settings; those that are absent stay as the base or the library has them."""

    chunk_size: int | None = Field(None, ge=1, description="Largest chunk, in characters.")
    chunk_overlap: int | None = Field(None, ge=0, description="Most that neighbours share. 0 is none.")
    strategy: Literal["auto", "heading", "heuristic", "recursive", "legacy", ""] | None = Field(
        None, description="Which splitter cuts; empty is legacy."
    )
    separators: list[str] | None = Field(None, description="Tried in this order.")
    token_limit: int | None = Field(None, ge=0, description="Most tokens of the encoder a chunk; 0 is off.")
    languages: list[str] | None = Field(None, description="Hints such as ko, zh, en, de; none looks itself.")
    enable_parent_child: bool | None = Field(
        None, description="Find small children, read their large parents."
    )
    parent_chunk_size: int | None = Field(None, ge=1, description="Largest parent, in characters.")
    child_chunk_size: int | None = Field(None, ge=1, description="Largest child, in characters.")
    xlsx_first_row_as_header: bool | None = Field(
        None, description="The first row of every sheet and CSV file names its columns."
    )
    parser_engine_rules: list[ParserEngineRule] | None = Field(
        None, description="How files of some types are read; the first rule for a type counts."
    )
    table_metadata_instructions: str | None = Field(
        None, max_length=4_000, description="Business guidance for describing CSV and Excel tables."
    )

    def overrides(self) -> dict[str, Any]:
        """What is set."""
        return self.model_dump(mode="json", exclude_none=True)


class PreviewIn(Body):
    text: str = Field(description="At most 65,536 characters.")
    chunking_config: ChunkingIn = Field(default_factory=ChunkingIn)


class RejectionOut(BaseModel):
    tier: str
    reason: str = Field(description="Why the validator did not take it.")


class PreviewChunkOut(BaseModel):
    seq: int
    start: int = Field(description="Code point of the text, with line feeds as line ends.")
    end: int
    size_chars: int
    size_tokens_approx: int
    context_header: str
    table_header: str
    content: str


class StatsOut(BaseModel):
    """Of all chunks, those beyond the first 500 included."""

    count: int
    avg_chars: float
    min_chars: int
    max_chars: int
    stddev_chars: float
    truncated_to: int | None = Field(None, description="Chunks returned, where that is not all.")


class PreviewOut(BaseModel):
    selected_tier: str
    tier_chain: list[str]
    rejected: list[RejectionOut]
    profile: DocumentProfile = Field(description="What the splitter saw of the text.")
    chunks: list[PreviewChunkOut]
    stats: StatsOut

    @classmethod
    def of(cls, shown: Preview) -> "PreviewOut":
        return cls(
            selected_tier=shown.selected_tier.value,
            tier_chain=[tier.value for tier in shown.tier_chain],
            rejected=[RejectionOut(tier=one.tier.value, reason=one.reason) for one in shown.rejected],
            profile=shown.profile,
            chunks=[PreviewChunkOut(**asdict(chunk)) for chunk in shown.chunks],
            stats=StatsOut(**asdict(shown.stats), truncated_to=shown.truncated_to),
        )


class ChunkOut(BaseModel):
    id: str
    document_id: str
    document: str = Field(description="Title.")
    seq: int
    start: int = Field(description="Code point of the stored Markdown; of an edited chunk, where it stood.")
    end: int
    content: str = Field(description="What is indexed, shown and cited.")
    original: str = Field(description="The slice of the document, which never changes.")
    place: str = Field(description="Clause trail.")
    table_header: str
    chunk_type: str
    page_range: tuple[int, int] | None
    clauses: list[str]
    parent_id: str | None
    previous_id: str | None
    next_id: str | None
    edited: bool
    disabled: bool = Field(description="Out of search.")
    revision: int = Field(description="0 as it was cut.")
    indexing: bool = Field(description="A change is on its way into the index.")
    questions: list[str] = Field(description="Questions that a chat model says it answers.")
    summaries: dict[str, str] = Field(
        description="Of the document or the section that begins with it: `document`, `section`."
    )
    entities: list[str] = Field(description="What it names, where the base keeps a graph.")

    @classmethod
    def of(cls, record: ChunkRecord) -> "ChunkOut":
        chunk = record.chunk
        return cls(
            id=chunk.id,
            document_id=chunk.document_id,
            document=chunk.document_title,
            seq=chunk.seq,
            start=chunk.start,
            end=chunk.end,
            content=chunk.content,
            original=record.original,
            place=chunk.place,
            table_header=chunk.table_header,
            chunk_type=chunk.chunk_type.value,
            page_range=chunk.page_range,
            clauses=list(chunk.clauses),
            parent_id=chunk.parent_id,
            previous_id=record.previous_id,
            next_id=record.next_id,
            edited=chunk.edited,
            disabled=chunk.disabled,
            revision=record.revision,
            indexing=record.indexing,
            questions=list(questions_of(chunk)),
            summaries=summaries_of(chunk),
            entities=list(names_of(chunk)),
        )


class ChunkPage(BaseModel):
    total: int
    offset: int
    chunks: list[ChunkOut]


class ChunkPatch(Body):
    """What to change; at least one of ``content`` and ``disabled``."""

    content: str | None = Field(None, description="The text to write over the chunk.")
    disabled: bool | None = Field(None, description="Take it out of search, or put it back.")
    revision: int | None = Field(
        None, ge=0, description="The revision that was read; 409 if the chunk is at another by now."
    )


class RollbackIn(Body):
    to: int = Field(ge=0, description="Revision to go back to; 0 is the text as it was cut.")
    revision: int | None = Field(None, ge=0, description="As in PATCH.")


class RevisionOut(BaseModel):
    number: int
    action: str
    content: str = Field(description="The text of this revision.")
    restored: int | None = Field(description="Of a rollback: the revision that it went back to.")
    created_at: float = Field(description="Unix seconds.")
    current: bool

    @classmethod
    def of(cls, revision: Revision, record: ChunkRecord) -> "RevisionOut":
        return cls(
            number=revision.number,
            action=revision.action.value,
            content=record.original if revision.content is None else revision.content,
            restored=revision.restored,
            created_at=revision.created_at,
            current=revision.number == record.revision,
        )
