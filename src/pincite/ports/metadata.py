"""The metadata database as ingest and the faces see it: one Protocol a kind of record (`ports/records`).

The database is the truth (DESIGN.md section 4). Every method that writes is one transaction; every time is
in Unix seconds and comes from the caller's clock.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol

from pincite.core.types import Chunk, DocumentStatus
from pincite.ports.assistants import AssistantStore
from pincite.ports.documents import (
    DocumentChange,
    DocumentOrder,
    DocumentPage,
    DocumentQuery,
    EditionReader,
    Standing,
)
from pincite.ports.edits import Edits
from pincite.ports.faq import FaqRows
from pincite.ports.fetching import FetchedFiles
from pincite.ports.operations import Timeline, Webhooks
from pincite.ports.rebuilds import Rebuilds
from pincite.ports.records import (
    BaseRecord,
    DocumentRecord,
    IndexedVersion,
    Job,
    JobKind,
    StageNote,
    Upload,
    VersionFile,
    VersionRecord,
)
from pincite.ports.sessions import FeedbackStore, Messages, Sessions
from pincite.ports.storage import ChunkReader
from pincite.ports.tenants import DEFAULT_TENANT


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
        cancelled. Other content that is said to be in force from a later day than the ready document of that
        source is a new document that supersedes it; the older one goes on under a name with its day. Gives up
        the upload's hold. Raises NotFound for the base.
        """

    async def get(self, document_id: str, *, linked: bool = True) -> DocumentRecord:
        """Without ``linked`` it does not tell what follows from newer documents, and costs the same however
        many there are. Raises NotFound, for documents being deleted too."""

    async def find(self, base_id: str, source: str) -> DocumentRecord | None: ...

    async def list(self, base_id: str) -> Sequence[DocumentRecord]:
        """By filename, then id; without those being deleted."""

    async def several(self, document_ids: Collection[str]) -> Sequence[DocumentRecord]:
        """Those that are there and not being deleted, in no order, as `get` without ``linked``."""

    async def standing(self, base_id: str, *, since: float = 0.0) -> Sequence[Standing]:
        """Where the documents stand that changed at ``since`` or later, the oldest change first; reads no row
        of the others. Without those being deleted."""

    async def counts(self, base_id: str) -> Mapping[DocumentStatus, int]:
        """How many documents stand where; without those being deleted."""

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

    async def newest_texts(self, limit: int) -> Sequence[str]:
        """Blob keys of the Markdown of the newest live versions: what the directory of blobs must hold."""

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
    def rebuilds(self) -> Rebuilds: ...
    @property
    def timeline(self) -> Timeline: ...
    @property
    def webhooks(self) -> Webhooks: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def messages(self) -> Messages: ...
    @property
    def feedback(self) -> FeedbackStore: ...
    @property
    def assistants(self) -> AssistantStore: ...
    async def aclose(self) -> None: ...
