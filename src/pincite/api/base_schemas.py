"""Bodies about knowledge bases and documents."""

from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, Field

from pincite.api.chunk_schemas import ChunkingIn
from pincite.api.faq_schemas import FaqModesIn
from pincite.api.schemas import Body
from pincite.api.speaking import spoken
from pincite.core.addresses import looks_like_url
from pincite.ingest.faq import faq_modes
from pincite.ingest.told import warnings_of
from pincite.ports.records import BaseRecord, DocumentRecord


class Switches(Body):
    """What is made of the documents of a base; those that are absent stay. Without vector and keyword its
    chunks are stored and not indexed; with none on its documents are not even cut."""

    vector: bool | None = None
    keyword: bool | None = None
    wiki: bool | None = None
    graph: bool | None = Field(
        None,
        description="A chat model extracts what chunks name; questions that name it find them, with a model "
        "and without.",
    )

    def turned(self) -> dict[str, bool]:
        """What is set."""
        return self.model_dump(exclude_none=True)


class EnrichmentIn(Body):
    """What a chat model is asked about the documents of a base; those that are absent stay, null leaves one
    to the library again. Without a chat model nothing is asked. Guidance for tables is a chunking setting."""

    questions: bool | None = Field(None, description="Questions that each chunk answers.")
    summaries: bool | None = Field(None, description="Summaries of the document and of its longer sections.")
    tables: bool | None = Field(None, description="Descriptions of the tables of CSV and Excel files.")
    index_questions: bool | None = Field(None, description="Chunks are found by their questions too.")

    def given(self) -> dict[str, bool | None]:
        """What is said."""
        return self.model_dump(exclude_unset=True)


class BaseIn(Body):
    name: str = Field(min_length=1, max_length=200)
    chunking_config: ChunkingIn = Field(default_factory=ChunkingIn)
    switches: Switches = Field(default_factory=Switches)
    kind: Literal["document", "faq"] = "document"
    faq: FaqModesIn = Field(default_factory=FaqModesIn)
    enrichment: EnrichmentIn = Field(default_factory=EnrichmentIn)


class BaseOut(BaseModel):
    id: str
    name: str
    kind: str
    chunking_config: dict[str, Any] = Field(
        description="What the base sets otherwise than the library; `…/chunking` tells every setting."
    )
    switches: dict[str, bool] = Field(description="What is made of its documents.")
    paused: bool = Field(description="Its documents wait.")
    faq: dict[str, str] = Field(description="How an FAQ base indexes its entries; empty for other bases.")
    enrichment: dict[str, bool] = Field(
        description="What the base asks a chat model otherwise than the library."
    )

    @classmethod
    def of(cls, record: BaseRecord) -> "BaseOut":
        return cls(
            id=record.id,
            name=record.name,
            kind=record.kind.value,
            chunking_config=dict(record.chunking),
            switches={
                "vector": record.vector,
                "keyword": record.keyword,
                "wiki": record.wiki,
                "graph": record.graph,
            },
            paused=record.paused,
            faq=faq_modes(record),
            enrichment=dict(record.enrichment),
        )


class BasePatch(Body):
    """What to change; what is absent stays."""

    chunking_config: ChunkingIn = Field(default_factory=ChunkingIn)
    unset: list[str] = Field(default_factory=list, description="Chunking settings to leave to the library.")
    switches: Switches = Field(default_factory=Switches)
    faq: FaqModesIn = Field(default_factory=FaqModesIn)
    enrichment: EnrichmentIn = Field(default_factory=EnrichmentIn)


class StageOut(BaseModel):
    name: str = Field(examples=["chunk"])
    outcome: str = Field(description="`done`, `skipped` or `failed`.")
    milliseconds: float
    details: dict[str, Any] = Field(description="Counts and settings, never text of the document.")


class ReparseIn(Body):
    chunking_config: ChunkingIn | None = Field(
        None, description="Takes the place of what the upload overrode; absent leaves it, `{}` drops it."
    )


class DocumentOut(BaseModel):
    id: str
    base_id: str
    filename: str
    url: str | None = Field(description="The web address that it was fetched from.")
    title: str
    media_type: str = Field(description="Of the file; empty until it was looked into.")
    status: str
    error_code: str | None
    error_message: str | None
    warnings: list[str]
    chunks: int
    size: int
    tags: list[str]
    folder: str = Field(description='Where it is filed; "" is the top.')
    custom: dict[str, Any] = Field(description="Values of your own.")
    effective_from: date | None = Field(description="First day on which it is in force; null is open.")
    effective_to: date | None = Field(
        description="Last day: as set, else the day before the document begins that supersedes it."
    )
    supersedes: str | None = Field(description="Id of the document that it takes the place of.")
    superseded_by: str | None = Field(description="Id of the document that takes its place.")
    duplicate_of: str | None = Field(description="Id of the oldest document with the same bytes.")
    stages: list[StageOut] = Field(description="What each stage of the last attempt did.")

    @classmethod
    def of(cls, record: DocumentRecord) -> "DocumentOut":
        return cls(
            id=record.id,
            base_id=record.base_id,
            filename=record.filename,
            url=record.source if looks_like_url(record.source) else None,
            title=record.title,
            media_type=record.media_type,
            status=record.status.value,
            error_code=record.error_code,
            error_message=record.error_message and spoken(record.error_message),
            warnings=[spoken(warning) for warning in warnings_of(record)],
            chunks=record.chunks,
            size=record.size,
            tags=list(record.tags),
            folder=record.folder,
            custom=dict(record.custom),
            effective_from=record.effective_from,
            effective_to=record.effective_to,
            supersedes=record.supersedes,
            superseded_by=record.superseded_by,
            duplicate_of=record.duplicate_of.id if record.duplicate_of else None,
            stages=[
                StageOut(
                    name=note.name,
                    outcome=note.outcome,
                    milliseconds=note.milliseconds,
                    details=dict(note.details),
                )
                for note in record.stages
            ],
        )
