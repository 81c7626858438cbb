"""The records of the metadata database: bases, documents, versions, jobs, and what is written at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from pincite.core.labels import Scalar
from pincite.core.types import Chunk, DocumentStatus, LexicalField, PageSpan
from pincite.core.validity import Validity
from pincite.ports.documents import (
    DayField,
    DocumentChange,
    Twin,
)
from pincite.ports.edits import KeptEdit
from pincite.ports.tenants import DEFAULT_TENANT


class BaseKind(StrEnum):
    DOCUMENT = "document"
    FAQ = "faq"
    WIKI = "wiki"
    CHAT_HISTORY = "chat_history"
    """Of questions with their answers; it is not listed, and no question asks it."""


class JobKind(StrEnum):
    INGEST = "ingest"
    """Parse, chunk and index a version, then make it live."""
    REINDEX = "reindex"
    """Write the points of a live version again, from its stored chunks."""
    REINDEX_CHUNK = "reindex_chunk"
    """Write the point of one chunk again, after somebody changed it."""
    RETAG = "retag"
    """Give the points of a document its tags of today."""
    CLEANUP = "cleanup"
    """Remove a version that no document points to."""
    DELETE_DOCUMENT = "delete_document"
    DELETE_BASE = "delete_base"


@dataclass(frozen=True, slots=True)
class BaseRecord:
    """A knowledge base."""

    id: str
    name: str
    kind: BaseKind = BaseKind.DOCUMENT
    chunking: Mapping[str, Any] = field(default_factory=dict)
    """What differs from the chunking settings."""
    vector: bool = True
    keyword: bool = True
    wiki: bool = False
    graph: bool = False
    """Switches of what is made of a document. With none on it is not even cut; with wiki or graph alone its
    chunks are stored and not indexed. They act on what is added or parsed again. With ``graph`` a chat model
    extracts what its chunks name, and questions that name it find them."""
    faq: Mapping[str, Any] = field(default_factory=dict)
    """How an FAQ base indexes its entries, where it differs from `pincite.faq.FaqModes`."""
    enrichment: Mapping[str, Any] = field(default_factory=dict)
    """What a model is asked for, where the base differs from the settings: `EnrichmentModes`."""
    embedding_identity: str | None = None
    """The vector space of its points; None until the first document is indexed."""
    store: str = ""
    next_store: str | None = None
    next_identity: str | None = None
    """Where its points lie, and what is being built: `pincite.ports.rebuilds.Placement`."""
    paused: bool = False
    """Its documents wait; what is live answers, and removals go on."""
    tenant_id: str = DEFAULT_TENANT
    created_at: float = 0.0

    @property
    def is_indexed(self) -> bool:
        """Whether its chunks can be searched."""
        return self.vector or self.keyword

    @property
    def is_cut(self) -> bool:
        """Whether its documents have chunks at all."""
        return self.is_indexed or self.wiki or self.graph


@dataclass(frozen=True, slots=True)
class StageNote:
    """What one stage of the last ingest did."""

    name: str
    """``convert``, ``images``, ``configure``, ``chunk``, ``enrich``, ``embedding`` or ``write``, in this
    order; before them ``fetch`` where an address is fetched, and after ``enrich`` ``graph`` where the base
    wants one."""
    outcome: str
    """``done``, ``skipped`` or ``failed``."""
    milliseconds: float = 0.0
    details: Mapping[str, Any] = field(default_factory=dict)
    """Counts and settings, never text of the document."""


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document as the faces show it. ``status`` tells of the last attempt; a document that has an
    ``active_version_id`` is searchable meanwhile and after a failure."""

    id: str
    base_id: str
    source: str
    """What tells two documents of a base apart: the path or address that it came from."""
    filename: str
    title: str
    media_type: str
    size: int
    """Bytes of the file."""
    status: DocumentStatus
    error_code: str | None
    error_message: str | None
    content_hash: str
    """SHA-256 of the file that was added last."""
    active_version_id: str | None
    pending_version_id: str | None
    chunks: int
    """Chunks of the active version, without parents."""
    warnings: tuple[str, ...]
    tags: tuple[str, ...]
    created_at: float
    updated_at: float
    stages: tuple[StageNote, ...] = ()
    """Of the last attempt."""
    folder: str = ""
    """Where it is filed in the base, with slashes; "" is the top."""
    custom: Mapping[str, Scalar] = field(default_factory=dict)
    effective_from: date | None = None
    effective_to: date | None = None
    """Last day on which it is in force: as set, else the day before ``superseded_by`` begins."""
    supersedes: str | None = None
    superseded_by: str | None = None
    duplicate_of: Twin | None = None
    """The oldest document of the base with the same bytes; None for that one itself."""

    @property
    def validity(self) -> Validity:
        return Validity(self.effective_from, self.effective_to)


@dataclass(frozen=True, slots=True)
class VersionRecord:
    """One content of a document. ``markdown_key`` is None until it has been live."""

    id: str
    document_id: str
    base_id: str
    filename: str
    file_key: str
    markdown_key: str | None
    chunking: Mapping[str, Any] | None
    """What this upload overrides of the base's chunking."""
    pages: tuple[PageSpan, ...]
    chunks: int
    created_at: float


@dataclass(frozen=True, slots=True)
class Job:
    """A leased job."""

    id: int
    kind: JobKind
    owner: str
    """Of the lease. One name a lease, not a worker: a worker whose lease ran out may claim the job anew."""
    base_id: str
    document_id: str | None
    version_id: str | None
    attempts: int
    """Tries that ended in a passing failure."""
    crashes: int
    """Tries that ended with the process."""
    cancelled: bool
    """Somebody asked for it to stop: leave nothing behind and finish."""
    chunk_id: str | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """A file whose bytes are in the blob store and held there under ``hold``."""

    document_id: str
    """Used if the source is new to the base."""
    version_id: str
    """Used if the content is new to the document."""
    base_id: str
    source: str
    filename: str
    size: int
    file_key: str
    hold: str
    tags: tuple[str, ...] | None = None
    """None leaves the tags of a known document."""
    chunking: Mapping[str, Any] | None = None
    force: bool = False
    """Make a new version of the same content too."""
    only_known: bool = False
    """The document must be there: NotFound instead of a new one."""
    folder: str | None = None
    """Where a new document is filed; a known one moves there only with ``move``."""
    move: bool = False
    change: DocumentChange = field(default_factory=DocumentChange)
    """What else the upload says of the document, without its tags."""


@dataclass(frozen=True, slots=True)
class VersionFile:
    """A file that the Markdown of a version refers to: a picture."""

    name: str
    """Unique in the version, and the same for the same bytes in every version."""
    key: str
    """In the blob store."""
    media_type: str
    page: int | None = None
    hold: str = ""
    """The hold under which it lies in the blob store until its version is live."""


@dataclass(frozen=True, slots=True)
class IndexedVersion:
    """Everything that a version becomes live with. Its points are in the index already."""

    version_id: str
    title: str
    media_type: str
    markdown_key: str
    hold: str
    """The hold under which the Markdown lies in the blob store."""
    pages: tuple[PageSpan, ...]
    warnings: tuple[str, ...]
    chunks: Sequence[Chunk]
    """Parents (type ``parent_text``) too, which are stored and neither indexed nor counted."""
    lengths: Sequence[Mapping[LexicalField, int]]
    """Terms of each chunk, a lexical field; parallel to ``chunks``."""
    chunks_with_term: Mapping[LexicalField, Mapping[str, int]] | None
    """In how many of the enabled chunks a term occurs; None where nothing is indexed."""
    embedding_identity: str | None
    """None where the base keeps no vectors."""
    stages: tuple[StageNote, ...] = ()
    days: Mapping[DayField, date] = field(default_factory=dict)
    """Days that the file itself names; they fill what nobody set, and follow what an older file named."""
    kept: Mapping[str, KeptEdit] = field(default_factory=dict)
    """Chunk id to the hand edit that it keeps; its revisions come along."""
    files: Sequence[VersionFile] = ()
