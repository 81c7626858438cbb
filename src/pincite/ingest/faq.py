"""The door to the entries of FAQ bases. Each entry is a document of its base (ADR 0007)."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import anyio
from anyio import to_thread

from pincite.core.errors import Conflict, InvalidInput, NotFound
from pincite.core.types import JSON, DocumentStatus
from pincite.faq import (
    Action,
    FaqEntry,
    FaqModes,
    ImportMode,
    ImportReport,
    Plan,
    Stored,
    Table,
    content_hash,
    entry_json,
    make_entry,
    normalise_question,
    pack_entry,
    plan_import,
    read_file,
    tagged,
    unpack_entry,
    write_file,
)
from pincite.faq.entry import entry_of
from pincite.faq.notes import Note, note
from pincite.ingest.storing import held
from pincite.ingest.tools import Stores, Tools
from pincite.ports.faq import FaqRow
from pincite.ports.records import BaseKind, BaseRecord, Upload

_ENDED_BADLY = (DocumentStatus.FAILED, DocumentStatus.CANCELLED)
_SETTLED = (DocumentStatus.READY, *_ENDED_BADLY)
_LOOK_AGAIN = 0.2
"""Seconds between two looks at entries that another worker is at."""
_PATIENCE = 60.0
"""Seconds without a single entry getting ready after which a replacement removes nothing."""
_LONGEST_NAME = 200
_LANGUAGE_ROWS = 50
"""Rows whose questions tell the language of a file."""

Settle = Callable[[], Awaitable[object]]
"""Does the work of the queue, as far as it can be done now."""


@dataclass(frozen=True, slots=True)
class FaqRecord:
    """An entry as the faces show it."""

    id: str
    entry: FaqEntry
    content_hash: str
    status: DocumentStatus
    """Of the last change; the entry as it was before answers until it is ready."""
    error_message: str | None
    created_at: float
    updated_at: float

    def to_json(self) -> JSON:
        """As the command line and HTTP show it."""
        return {
            "id": self.id,
            **entry_json(self.entry),
            "content_hash": self.content_hash,
            "status": self.status.value,
            "error_message": self.error_message,
            "created_at": self.created_at,
            "updated_at": self.updated_at,
        }


class FaqService:
    """Entries of one base at a time. Changes enqueue; what is shown is what is wanted, ready or not."""

    def __init__(
        self,
        stores: Stores,
        tools: Tools,
        owner: str,
        clock: Callable[[], float],
        new_id: Callable[[], str],
        wake: Callable[[], None],
    ) -> None:
        self._stores = stores
        self._tools = tools
        self._owner = owner
        self._clock = clock
        self._new_id = new_id
        self._wake = wake
        self._turn = anyio.Lock()
        """Changes one by one, so that two cannot take the same question."""

    async def list(
        self,
        base: BaseRecord,
        *,
        offset: int = 0,
        limit: int | None = None,
        search: str = "",
        tag: str | None = None,
        enabled: bool | None = None,
    ) -> tuple[Sequence[FaqRecord], int]:
        """Entries by age from the ``offset``-th on, and how many there are.

        ``search`` is a part of a question or an answer, whatever its case and spacing. Raises InvalidInput
        for a base of another kind.
        """
        check_kind(base)
        if not search.strip() and tag is None and enabled is None:
            rows, total = await self._stores.metadata.faq.list(base.id, offset=offset, limit=limit)
            return [await self._record(row) for row in rows], total
        found = [
            record
            for record in await self._all(base)
            if _holds(record.entry, search)
            and (tag is None or tag in record.entry.tags)
            and (enabled is None or record.entry.enabled is enabled)
        ]
        return found[offset:][:limit], len(found)

    async def get(self, base: BaseRecord, entry_id: str) -> FaqRecord:
        """Raises NotFound."""
        check_kind(base)
        return await self._record(await self._stores.metadata.faq.get(base.id, entry_id))

    async def add(self, base: BaseRecord, entry: FaqEntry) -> FaqRecord:
        """Raises InvalidInput: it cannot be used. Conflict: another entry asks one of its questions."""
        check_kind(base)
        entry = make_entry(entry)
        async with self._turn:
            self._check_free(entry, await self._all(base))
            id_ = await self._submit(base, self._new_id(), entry, known=False)
        self._wake()
        return await self.get(base, id_)

    async def change(self, base: BaseRecord, entry_id: str, entry: FaqEntry) -> FaqRecord:
        """Put ``entry`` in the place of another. Raises NotFound, and as `add`."""
        check_kind(base)
        entry = make_entry(entry)
        async with self._turn:
            known = await self.get(base, entry_id)
            if entry == known.entry and known.status not in _ENDED_BADLY:
                return known
            self._check_free(entry, [other for other in await self._all(base) if other.id != entry_id])
            await self._submit(base, entry_id, entry, known=True)
        self._wake()
        return await self.get(base, entry_id)

    async def change_many(
        self,
        base: BaseRecord,
        entry_ids: Collection[str],
        *,
        enabled: bool | None = None,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
    ) -> Sequence[FaqRecord]:
        """Turn entries on or off, give them tags, take some away. Raises NotFound; then none is changed."""
        check_kind(base)
        ids = tuple(dict.fromkeys(entry_ids))
        async with self._turn:
            records = [await self.get(base, id_) for id_ in ids]
            for record in records:
                wanted = tagged(record.entry, add_tags, remove_tags)
                if enabled is not None:
                    wanted = replace(wanted, enabled=enabled)
                if wanted != record.entry:
                    await self._submit(base, record.id, make_entry(wanted), known=True)
        self._wake()
        return [await self.get(base, id_) for id_ in ids]

    async def remove(self, base: BaseRecord, entry_ids: Collection[str]) -> int:
        """Out of lists and search at once. Raises NotFound; then none is removed."""
        check_kind(base)
        ids = tuple(dict.fromkeys(entry_ids))
        for id_ in ids:
            await self._stores.metadata.faq.get(base.id, id_)
        await self._remove(ids)
        return len(ids)

    # --- files ------------------------------------------------------------------------------------

    async def import_file(
        self,
        base: BaseRecord,
        data: bytes,
        filename: str,
        settle: Settle,
        *,
        mode: ImportMode = ImportMode.APPEND,
        dry_run: bool = False,
        language: str | None = None,
    ) -> ImportReport:
        """Read a table or list of entries and do what `plan_import` says; a dry run only says it.

        A replacement waits until the new entries are ready before it removes the old ones, and removes none
        where one of them failed. The report is in ``language``, else in that of the file.

        Raises:
            InvalidInput: no FAQ is in it. DocumentError: the file cannot be read.
        """
        check_kind(base)
        table = await to_thread.run_sync(partial(read_file, data, filename, self._tools.decode))
        async with self._turn:
            records = await self._all(base)
            stored = [Stored(record.id, record.entry) for record in records]
            plan = await to_thread.run_sync(plan_import, table, stored, mode)
            unwell = {record.id for record in records if record.status in _ENDED_BADLY}
            ids = {} if dry_run else await self._store(base, plan, unwell)
        language = language or self._language(table)
        report = ImportReport(mode, dry_run, plan, table.ignored, table.broken, ids, language)
        if dry_run:
            return report
        self._wake()
        if not plan.removals:
            return report
        known = {step.id for step in plan.steps if step.id is not None and step.action is not Action.FAIL}
        wanted = known | set(ids.values())
        problem = await self._until_ready(base, wanted, settle)
        if problem:
            kept = (*plan.kept, *plan.removals)
            return replace(report, plan=replace(plan, removals=(), kept=kept, held_back=problem))
        await self._remove([one.id for one in plan.removals])
        return report

    async def export_file(self, base: BaseRecord, kind: str) -> bytes:
        """Every entry as ``csv``, ``xlsx`` or ``json``, by age. Raises InvalidInput."""
        check_kind(base)
        entries = [record.entry for record in await self._all(base)]
        return await to_thread.run_sync(write_file, entries, kind)

    # --- inside -----------------------------------------------------------------------------------

    async def _all(self, base: BaseRecord) -> Sequence[FaqRecord]:
        rows, _ = await self._stores.metadata.faq.list(base.id)
        return [await self._record(row) for row in rows]

    async def _record(self, row: FaqRow) -> FaqRecord:
        stored = None if row.details is None else row.details.get("faq")
        if stored is None:
            entry = unpack_entry(await self._stores.blobs.get(row.file_key))
        else:
            entry = entry_of(stored)
        return FaqRecord(
            id=row.id,
            entry=replace(entry, tags=row.tags),
            content_hash=content_hash(entry),
            status=row.status,
            error_message=row.error_message,
            created_at=row.created_at,
            updated_at=row.updated_at,
        )

    def _check_free(self, entry: FaqEntry, others: Sequence[FaqRecord]) -> None:
        owners = {
            normalise_question(question): other for other in others for question in other.entry.questions
        }
        for question in entry.questions:
            key = normalise_question(question)
            if key and key in owners:
                other = owners[key]
                raise Conflict(
                    f"The entry {other.entry.standard!r} ({other.id}) asks {question!r} already.",
                    hint="Change that entry, or leave the question out.",
                )

    async def _store(self, base: BaseRecord, plan: Plan, unwell: Collection[str]) -> dict[int, str]:
        """Submit what changes, and what stays but failed the last time; positions to ids."""
        ids: dict[int, str] = {}
        for position, step in enumerate(plan.steps):
            if step.changes or (step.action is Action.UNCHANGED and step.id in unwell):
                ids[position] = await self._submit(
                    base, step.id or self._new_id(), step.entry, known=step.id is not None
                )
        return ids

    async def _submit(self, base: BaseRecord, entry_id: str, entry: FaqEntry, *, known: bool) -> str:
        data = pack_entry(entry)
        hold = self._new_id()
        async with held(self._stores, data, hold, self._owner, self._clock) as key:
            upload = Upload(
                document_id=entry_id,
                version_id=self._new_id(),
                base_id=base.id,
                source=f"faq:{entry_id}",
                filename=entry.standard[:_LONGEST_NAME],
                size=len(data),
                file_key=key,
                hold=hold,
                tags=entry.tags,
                only_known=known,
            )
            document, _ = await self._stores.metadata.documents.submit(upload, self._clock())
        return document.id

    async def _remove(self, ids: Collection[str]) -> None:
        for id_ in ids:
            try:
                await self._stores.metadata.documents.request_delete(id_, self._clock())
            except NotFound:  # somebody else removed it meanwhile
                continue
        self._wake()

    def _language(self, table: Table) -> str:
        questions = [row.entry.standard for row in table.rows[:_LANGUAGE_ROWS]]
        return self._tools.language("\n".join(questions))

    async def _until_ready(self, base: BaseRecord, ids: Collection[str], settle: Settle) -> Note | None:
        """Wait until the entries are ready; else why they are not."""
        patience, best = _PATIENCE, len(ids) + 1
        while True:
            await settle()
            rows, _ = await self._stores.metadata.faq.list(base.id)
            ours = [row for row in rows if row.id in ids]
            waiting = sum(row.status not in _SETTLED for row in ours)
            if not waiting:
                break
            if waiting < best:
                patience, best = _PATIENCE, waiting
            patience -= _LOOK_AGAIN
            if patience <= 0:
                return note("not_ready", count=waiting)
            await anyio.sleep(_LOOK_AGAIN)
        failed = [row for row in ours if row.status is not DocumentStatus.READY]
        if failed:
            return note("not_indexed", count=len(failed), error=failed[0].error_message or failed[0].status)
        return None


def check_kind(base: BaseRecord) -> None:
    """Raises InvalidInput when ``base`` holds documents."""
    if base.kind is not BaseKind.FAQ:
        raise InvalidInput(
            f"{base.name!r} is no FAQ base.", hint="Make one with `pincite kb create NAME --kind faq`."
        )


def faq_modes(base: BaseRecord) -> dict[str, str]:
    """How an FAQ base indexes its entries, defaults too; empty for a base of documents."""
    return FaqModes.of(base.faq).to_json() if base.kind is BaseKind.FAQ else {}


def checked_modes(kind: BaseKind, settings: Mapping[str, str]) -> dict[str, str]:
    """Settings of an FAQ base, if they can be used. Raises InvalidInput."""
    if settings and kind is not BaseKind.FAQ:
        raise InvalidInput("Only an FAQ base has FAQ settings.", hint="Leave them out, or set kind to faq.")
    FaqModes.of(settings)
    return dict(settings)


def _holds(entry: FaqEntry, search: str) -> bool:
    wanted, folded = search.strip().casefold(), normalise_question(search)
    if not wanted:
        return True
    texts = (*entry.questions, *entry.negative, *entry.answers)
    if any(wanted in text.casefold() for text in texts):
        return True
    return bool(folded) and any(folded in normalise_question(question) for question in entry.questions)
