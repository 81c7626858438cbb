"""The metadata database as ingest and the faces see it: records, and one Protocol a kind of record.

The database is the truth (DESIGN.md section 4). Every method that writes is one transaction; every time is
in Unix seconds and comes from the caller's clock.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, Protocol

from pincite.core.labels import Scalar
from pincite.core.types import Chunk, DocumentStatus, LexicalField, PageSpan
from pincite.core.validity import Validity
from pincite.ports.documents import (
    DayField,
    DocumentChange,
    DocumentOrder,
    DocumentPage,
    DocumentQuery,
    EditionReader,
    Twin,
)
from pincite.ports.edits import Edits, KeptEdit
from pincite.ports.faq import FaqRows
from pincite.ports.fetching import FetchedFiles
from pincite.ports.operations import Timeline, Webhooks
from pincite.ports.storage import ChunkReader
from pincite.ports.tenants import DEFAULT_TENANT


class BaseKind(StrEnum):
    DOCUMENT = "document"
    FAQ = "faq"
    WIKI = "wiki"


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
    chunks are stored and not indexed. They act on what is added or parsed again."""
    faq: Mapping[str, Any] = field(default_factory=dict)
    """How an FAQ base indexes its entries, where it differs from `pincite.faq.FaqModes`."""
    enrichment: Mapping[str, Any] = field(default_factory=dict)
    """What a model is asked for, where the base differs from the settings: `EnrichmentModes`."""
    embedding_identity: str | None = None
    """The vector space of its points; None until the first document is indexed."""
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
    order; before them ``fetch`` where an address is fetched."""
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


class Bases(Protocol):
    async def create(self, base: BaseRecord) -> BaseRecord:
        """Raises Conflict when the tenant has a base of that name."""

    async def get(self, name_or_id: str, *, tenant_id: str = DEFAULT_TENANT) -> BaseRecord:
        """Raises NotFound."""

    async def list(self, *, tenant_id: str = DEFAULT_TENANT) -> Sequence[BaseRecord]:
        """By name."""

    async def configure(self, base: BaseRecord) -> BaseRecord:
        """Store its chunking, its switches, and how it takes entries and enriches. Raises NotFound."""

    async def set_paused(self, base_id: str, paused: bool) -> None:
        """Raises NotFound."""

    async def request_delete(self, base_id: str, now: float) -> None:
        """Hide the base and its documents and enqueue the job. Raises NotFound."""

    async def drop(self, base_id: str) -> set[str]:
        """Remove every row of the base but jobs; the blob keys that it named."""


class Documents(Protocol):
    async def submit(self, upload: Upload, now: float) -> tuple[DocumentRecord, bool]:
        """Create or renew a document and enqueue its job, all at once; True if there is work.

        The same source with the same content and chunking is a no-op, unless its last attempt failed or was
        cancelled. Gives up the upload's hold. Raises NotFound for the base.
        """

    async def get(self, document_id: str, *, linked: bool = True) -> DocumentRecord:
        """Without ``linked`` it does not tell what follows from newer documents, and costs the same however
        many there are. Raises NotFound, for documents being deleted too."""

    async def find(self, base_id: str, source: str) -> DocumentRecord | None: ...

    async def list(self, base_id: str) -> Sequence[DocumentRecord]:
        """By filename, then id; without those being deleted."""

    async def page(
        self,
        base_id: str,
        query: DocumentQuery,
        *,
        order: DocumentOrder = DocumentOrder.NAME,
        descending: bool = False,
        offset: int = 0,
        limit: int | None = None,
    ) -> DocumentPage:
        """Those that ``query`` means, in an order that ids make complete; without those being deleted."""

    async def change(self, document_id: str, change: DocumentChange, now: float) -> DocumentRecord:
        """Change what is no text, all or nothing, and enqueue what the index must learn of it.

        Raises:
            NotFound: the document, or the one that it should supersede, is not in the base. InvalidInput:
                too many tags or values, or days that contradict each other.
        """

    async def folders(self, base_id: str) -> Mapping[str, int]:
        """Folder to the number of documents in it, without those below; by name."""

    async def tags(self, base_id: str) -> Mapping[str, int]:
        """Tag to the number of documents that have it; by name."""

    async def duplicates(self, base_id: str) -> Sequence[Sequence[DocumentRecord]]:
        """Documents with the same bytes, oldest first, a list a content; the oldest content first."""

    async def set_status(self, job: Job, status: DocumentStatus, now: float) -> None:
        """Note the stage of the version that ``job`` works on; nothing if it is no longer wanted."""

    async def request_delete(self, document_id: str, now: float) -> None:
        """Take the document out of search and statistics and enqueue the job. Raises NotFound."""

    async def request_cancel(self, document_id: str, now: float) -> None:
        """Stop its ingest. Raises NotFound, and Conflict when nothing is under way."""

    async def drop(self, document_id: str) -> set[str]:
        """Remove every row of the document but jobs; the blob keys that it named."""


class Versions(Protocol):
    async def get(self, version_id: str) -> VersionRecord:
        """Raises NotFound."""

    async def chunks(self, version_id: str) -> Sequence[Chunk]:
        """By seq, live or not, disabled or not; then its parents."""

    async def activate(self, job: Job, version: IndexedVersion, now: float) -> bool:
        """Make a version live and finish ``job``, in one transaction: chunk rows, the switch of the active
        version, the statistics of both versions, the cleanup job of the old one. False, and nothing
        written, if the job is no longer ours or the version no longer wanted."""

    async def drop(self, version_id: str) -> set[str]:
        """Remove the rows of a version unless it is active or pending; the blob keys that it named."""

    async def in_use(self) -> set[str]:
        """Those that may have points: live, or with a job that works on them."""

    async def live(self) -> Mapping[str, Mapping[str, int]]:
        """Base id to the live versions with points, and their chunk counts. A disabled chunk has a point
        too, which nothing finds."""


class Jobs(Protocol):
    async def enqueue(
        self, kind: JobKind, base_id: str, document_id: str | None, version_id: str | None, now: float
    ) -> None:
        """Unless the same job waits already."""

    async def claim(self, owner: str, now: float, lease: float) -> Job | None:
        """Lease the next due job for ``lease`` seconds. Never one of a document (or base) that another
        live lease works on. Jobs that crashed come after those that did not, then oldest first."""

    async def beat(self, job: Job, now: float, lease: float) -> bool | None:
        """Lease it for ``lease`` seconds from now. None: it is lost. Else whether it was asked to stop."""

    async def release(self, job: Job, now: float) -> None:
        """Give it back untried."""

    async def retry(self, job: Job, error: str, at: float) -> None:
        """Note a passing failure and try again at ``at``."""

    async def finish(self, job: Job) -> None: ...

    async def fail(
        self, job: Job, code: str, message: str, now: float, stages: Sequence[StageNote] = ()
    ) -> None:
        """Finish it, and mark its document failed."""

    async def cancel(self, job: Job, now: float) -> None:
        """Finish it, and mark its document cancelled if it still wants that version."""

    async def next_due(self) -> float | None:
        """When the earliest queued job is due; None without one."""

    async def owners(self) -> set[str]:
        """Who holds leases."""

    async def abandon(self, owners: Collection[str], now: float) -> int:
        """Take back the leases of owners that are gone; how many."""

    async def enqueue_missing(self, now: float) -> int:
        """Give a job to every document and version whose state calls for one that is not there."""


class BlobHolds(Protocol):
    """Keeps a blob from being collected between its writing and the row that names it."""

    async def take(self, key: str, hold: str, owner: str, until: float) -> None: ...

    async def drop(self, hold: str) -> None: ...

    async def owners(self) -> set[str]: ...

    async def abandon(self, owners: Collection[str]) -> None: ...

    async def collect(
        self, keys: Collection[str], remove: Callable[[str], Awaitable[None]], now: float
    ) -> int:
        """Remove those blobs that no row names and no hold keeps; how many."""


class Files(Protocol):
    """Pictures of versions. A version becomes live with them and takes them along when it is dropped."""

    async def get(self, document_id: str, name: str) -> VersionFile:
        """Of the active version. Raises NotFound, for documents being deleted too."""

    async def list(self, version_id: str) -> Sequence[VersionFile]:
        """By page, then name."""


class Metadata(Protocol):
    """The metadata database."""

    @property
    def bases(self) -> Bases: ...
    @property
    def documents(self) -> Documents: ...
    @property
    def versions(self) -> Versions: ...
    @property
    def edits(self) -> Edits: ...
    @property
    def faq(self) -> FaqRows: ...
    @property
    def jobs(self) -> Jobs: ...
    @property
    def holds(self) -> BlobHolds: ...
    @property
    def fetched(self) -> FetchedFiles: ...
    @property
    def files(self) -> Files: ...
    @property
    def chunks(self) -> ChunkReader: ...
    @property
    def editions(self) -> EditionReader: ...
    @property
    def timeline(self) -> Timeline: ...
    @property
    def webhooks(self) -> Webhooks: ...
    async def aclose(self) -> None: ...
