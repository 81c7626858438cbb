"""Documents that come from an address: what waits to be fetched, and the fetch, which is a step of the job.

A step, so that it is tried again when a server is busy, ends when it is cancelled, and holds up no request.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from anyio import to_thread

from pincite.core.addresses import WebAddress
from pincite.core.catalogue import say
from pincite.core.errors import UrlRefused
from pincite.core.labels import LONGEST_VALUE
from pincite.ingest.stages import Stages
from pincite.ingest.storing import give_up, held
from pincite.ingest.tools import Stores, Tools
from pincite.parsing.web_files import WebFile, name_of, web_file
from pincite.ports.fetching import FetchedBlob, FetchOutcome, WebAnswer, unfetched_key
from pincite.ports.records import DocumentRecord, Job, Upload


def checked(tools: Tools, url: str, language: str = "en") -> WebAddress:
    """An address that may be fetched as far as its form tells; the name behind it is looked up by the job.

    Raises:
        UrlRefused: it may not, or nothing is fetched here.
    """
    if tools.fetch is None:
        raise UrlRefused(
            say("fetching.turned_off", language), hint="Download the file and add it, or set fetch.enabled."
        )
    return tools.fetch.check(url)


def url_upload(
    address: WebAddress, known: DocumentRecord | None, base_id: str, new_id: Callable[[], str], **more: Any
) -> Upload:
    """A file that is still to be fetched. ``more`` goes into the `Upload`. A ``known`` document is called as
    before until then."""
    return Upload(
        document_id=new_id(),
        version_id=new_id(),
        base_id=base_id,
        source=address.canonical,
        filename=name_of(address.canonical) if known is None else known.filename,
        size=0 if known is None else known.size,
        file_key=unfetched_key(address.canonical),
        hold=new_id(),
        **more,
    )


@dataclass(frozen=True, slots=True)
class Fetching:
    """The fetch of one version."""

    stores: Stores
    tools: Tools
    owner: str
    clock: Callable[[], float]
    new_id: Callable[[], str]
    language: str

    async def run(self, job: Job, document: DocumentRecord, notes: Stages) -> FetchOutcome:
        """Fetch the address of ``document`` and give its version the file.

        Raises:
            UrlRefused, FetchFailed, FetchUnavailable, DocumentTooLarge: then nothing is kept.
        """
        with notes.span("fetch") as details:
            details["url"] = document.source
            checked(self.tools, document.source, self.language)
            assert self.tools.fetch is not None
            answer = await self.tools.fetch(document.source)
            file = await to_thread.run_sync(self._file, answer)
            at = self.clock()
            details.update(
                url=answer.url, redirects=answer.redirects, media_type=file.media_type, bytes=len(file.data)
            )
        hold = self.new_id()
        async with held(self.stores, file.data, hold, self.owner, self.clock) as key:
            moved = answer.url != document.source and len(answer.url) <= LONGEST_VALUE
            blob = FetchedBlob(
                filename=file.filename,
                size=len(file.data),
                key=key,
                hold=hold,
                # Stored with the file: a crash behind this point does not fetch again.
                note=notes.notes.pop(),
                custom={
                    "fetched_at": datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                    "fetched_from": answer.url if moved else None,
                },
            )
            outcome = await self.stores.metadata.fetched.store(job, blob, self.clock())
        if outcome is FetchOutcome.UNWANTED:
            await give_up(self.stores, key, hold, self.clock())
        return outcome

    def _file(self, answer: WebAnswer) -> WebFile:
        return web_file(
            answer.url, answer.data, answer.content_type, answer.disposition, language=self.language
        )
