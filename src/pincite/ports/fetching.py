"""What is fetched from the web: the call that does it, and the rows that hear of it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from pincite.core.addresses import WebAddress
from pincite.core.labels import Scalar

if TYPE_CHECKING:
    from pincite.ports.records import Job, StageNote

_UNFETCHED = "url:"


def unfetched_key(url: str) -> str:
    """The key of a version whose file is still to be fetched: no SHA-256, so no file that is uploaded can
    pass for one."""
    return _UNFETCHED + hashlib.sha256(url.encode()).hexdigest()[len(_UNFETCHED) :]


def is_unfetched(file_key: str) -> bool:
    return file_key.startswith(_UNFETCHED)


@dataclass(frozen=True, slots=True)
class WebAnswer:
    """What an address answered with. Its content is that of a stranger."""

    url: str
    """After the redirects."""
    data: bytes
    """Decompressed."""
    content_type: str = ""
    """As the server says: ``text/html; charset=euc-kr``."""
    disposition: str = ""
    """As the server says: ``attachment; filename="terms.pdf"``."""
    redirects: int = 0


class Fetcher(Protocol):
    """Looks at every address that it asks anew: at its form, at what its name resolves to, at redirects."""

    def check(self, url: str) -> WebAddress:
        """The form alone, before any name is looked up. Raises UrlRefused."""

    async def __call__(self, url: str) -> WebAnswer:
        """What an address answers with.

        Raises:
            UrlRefused: it leads, or a redirect leads, where nothing is fetched. FetchFailed: the answer is no
                page or file. FetchUnavailable: nobody answered, or the server is busy: try again.
                DocumentTooLarge: it is more than the limit, or explodes.
        """


class FetchOutcome(StrEnum):
    STORED = "stored"
    """The version has its file and goes on as an upload would."""
    UNCHANGED = "unchanged"
    """The live version was made of the same bytes: it stays, and the job is finished."""
    UNWANTED = "unwanted"
    """The job is no longer ours, or the version no longer wanted; nothing is written."""


@dataclass(frozen=True, slots=True)
class FetchedBlob:
    """A fetched file that is in the blob store and held there under ``hold``."""

    filename: str
    size: int
    key: str
    hold: str
    note: "StageNote"
    """Of the fetch, for the time line."""
    custom: Mapping[str, Scalar | None] = field(default_factory=dict)
    """Values to keep with the document, where it has room for them; None takes one away."""


class FetchedFiles(Protocol):
    async def store(self, job: "Job", blob: FetchedBlob, now: float) -> FetchOutcome:
        """Give the version of ``job`` the file that was fetched for it, in one transaction; gives up the hold
        unless it is unwanted. A version whose live predecessor has the same bytes and settings is dropped,
        and the document is ready."""
