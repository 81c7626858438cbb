"""The FAQ entries of a base: the faces of Python, asynchronous and not."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from pincite.core.errors import InvalidInput
from pincite.faq import AnswerStrategy, FaqEntry, ImportMode, ImportReport
from pincite.ingest.faq import FaqRecord

if TYPE_CHECKING:
    from pincite.blocking import Library
    from pincite.knowledge_base import AsyncKnowledgeBase
    from pincite.library import AsyncLibrary


def entry_from(fields: dict[str, Any], known: FaqEntry | None = None) -> FaqEntry:
    """An entry of the fields that people name, over ``known``: ``question``, ``answers``, ``similar``,
    ``negative``, ``tags``, ``strategy`` (``all``, ``random``), ``enabled``. None leaves a field.

    Raises:
        InvalidInput: no such field, or no such strategy.
    """
    names = {
        "question": "standard",
        "answers": "answers",
        "similar": "similar",
        "negative": "negative",
        "tags": "tags",
        "strategy": "strategy",
        "enabled": "enabled",
    }
    if unknown := sorted(set(fields) - set(names)):
        raise InvalidInput(
            f"An FAQ entry has no field {', '.join(unknown)}.", hint=f"Use {', '.join(names)}."
        )
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if value is None:
            continue
        if name == "strategy":
            if value not in list(AnswerStrategy):
                raise InvalidInput(f"{value!r} is no answer strategy.", hint="Use all or random.")
            value = AnswerStrategy(value)
        elif name not in ("question", "enabled"):
            value = (value,) if isinstance(value, str) else tuple(value)
        values[names[name]] = value
    return replace(known or FaqEntry(""), **values)


class AsyncFaq:
    """``base.faq``: the entries of an FAQ base."""

    def __init__(self, library: "AsyncLibrary", base: "AsyncKnowledgeBase") -> None:
        self._library = library
        self._base = base

    async def list(self, **scope: Any) -> tuple[Sequence[FaqRecord], int]:
        """Entries by age and how many there are; ``offset``, ``limit``, ``search``, ``tag``, ``enabled``."""
        ingest = (await self._library.engine()).ingest
        return await ingest.faq.list(self._base.record, **scope)

    async def get(self, entry_id: str) -> FaqRecord:
        """Raises NotFound."""
        ingest = (await self._library.engine()).ingest
        return await ingest.faq.get(self._base.record, entry_id)

    async def add(self, question: str, answers: str | Sequence[str], **fields: Any) -> FaqRecord:
        """A new entry, indexed when this returns; for ``fields`` see `entry_from`.

        Raises:
            InvalidInput: the entry cannot be used. Conflict: another entry asks the same.
        """
        record = await self.enqueue(entry_from({"question": question, "answers": answers, **fields}))
        return await self._done(record)

    async def enqueue(self, entry: FaqEntry) -> FaqRecord:
        """As `add`, and leave its work to the queue."""
        ingest = (await self._library.engine()).ingest
        return await ingest.faq.add(self._base.record, entry)

    async def change(self, entry_id: str, **fields: Any) -> FaqRecord:
        """Change fields of an entry; only changed questions are embedded. Raises NotFound, and as `add`."""
        return await self._done(await self.enqueue_change(entry_id, **fields))

    async def enqueue_change(self, entry_id: str, **fields: Any) -> FaqRecord:
        """As `change`, and leave its work to the queue."""
        ingest = (await self._library.engine()).ingest
        known = await ingest.faq.get(self._base.record, entry_id)
        return await ingest.faq.change(self._base.record, entry_id, entry_from(fields, known.entry))

    async def change_many(self, entry_ids: Collection[str], **changes: Any) -> Sequence[FaqRecord]:
        """``enabled``, ``add_tags`` and ``remove_tags`` of several entries; left to the queue."""
        ingest = (await self._library.engine()).ingest
        return await ingest.faq.change_many(self._base.record, entry_ids, **changes)

    async def remove(self, *entry_ids: str, wait: bool = True) -> int:
        """With every trace of them; without ``wait`` the queue does it. Raises NotFound; then none is
        removed."""
        ingest = (await self._library.engine()).ingest
        count = await ingest.faq.remove(self._base.record, entry_ids)
        if wait:
            await ingest.run_pending()
        return count

    async def import_file(
        self,
        file: str | Path | bytes,
        *,
        filename: str = "",
        mode: str = "append",
        dry_run: bool = False,
        language: str | None = None,
        wait: bool = True,
    ) -> ImportReport:
        """Entries of a CSV, XLSX or JSON file, in any encoding, with headers in Korean, Chinese or English.

        ``mode`` is ``append`` or ``replace``; a dry run says what would happen and changes nothing; rows
        that cannot be used are in the report, in ``language`` or that of the file, and do not stop the
        others. Without ``wait`` the new entries
        are left to the queue, unless old ones are to be removed after them.

        Raises:
            InvalidInput, DocumentError: the file is none of these or has no FAQ in it.
        """
        if mode not in list(ImportMode):
            raise InvalidInput(f"There is no import mode {mode!r}.", hint="Use append or replace.")
        if not isinstance(file, bytes):
            path = Path(file)
            filename = filename or path.name
            file = await anyio.to_thread.run_sync(_read, path)
        ingest = (await self._library.engine()).ingest
        report = await ingest.faq.import_file(
            self._base.record,
            file,
            filename or "the file",
            ingest.run_pending,
            mode=ImportMode(mode),
            dry_run=dry_run,
            language=language,
        )
        if wait and not dry_run:
            await ingest.run_pending()
        return report

    async def export(self, kind: str = "csv") -> bytes:
        """All entries as ``csv``, ``xlsx`` or ``json``, which `import_file` reads back without loss."""
        ingest = (await self._library.engine()).ingest
        return await ingest.faq.export_file(self._base.record, kind)

    async def _done(self, record: FaqRecord) -> FaqRecord:
        await (await self._library.engine()).ingest.run_pending()
        return await self.get(record.id)


class Faq:
    """``base.faq`` without ``await``. For the meaning of a call see `AsyncFaq`."""

    def __init__(self, library: "Library", faq: AsyncFaq) -> None:
        self._library = library
        self._faq = faq

    def list(self, **scope: Any) -> tuple[Sequence[FaqRecord], int]:
        return self._library._call(lambda: self._faq.list(**scope))

    def get(self, entry_id: str) -> FaqRecord:
        return self._library._call(lambda: self._faq.get(entry_id))

    def add(self, question: str, answers: str | Sequence[str], **fields: Any) -> FaqRecord:
        return self._library._call(lambda: self._faq.add(question, answers, **fields))

    def change(self, entry_id: str, **fields: Any) -> FaqRecord:
        return self._library._call(lambda: self._faq.change(entry_id, **fields))

    def change_many(self, entry_ids: Collection[str], **changes: Any) -> Sequence[FaqRecord]:
        return self._library._call(lambda: self._faq.change_many(entry_ids, **changes))

    def remove(self, *entry_ids: str) -> int:
        return self._library._call(lambda: self._faq.remove(*entry_ids))

    def import_file(self, file: str | Path | bytes, **options: Any) -> ImportReport:
        return self._library._call(lambda: self._faq.import_file(file, **options))

    def export(self, kind: str = "csv") -> bytes:
        return self._library._call(lambda: self._faq.export(kind))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read: {error.strerror}.", hint="Check the path and the rights of the file."
        ) from error
