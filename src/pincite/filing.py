"""The documents of a base as they are filed: found by folder, tag and value, changed one by one or many."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pincite.core.errors import InvalidInput, NotFound, PinciteError
from pincite.core.labels import Scalar, clean_custom, clean_folder, clean_tags, is_one_line
from pincite.core.types import DocumentStatus
from pincite.core.validity import read_day
from pincite.ports.documents import (
    DayField,
    DocumentChange,
    DocumentOrder,
    DocumentPage,
    DocumentQuery,
    TagChange,
)
from pincite.ports.metadata import Documents
from pincite.ports.records import DocumentRecord

if TYPE_CHECKING:
    from pincite.blocking import Library
    from pincite.knowledge_base import AsyncKnowledgeBase
    from pincite.library import AsyncLibrary

T = TypeVar("T", bound=Enum)

LARGEST_PAGE = 1_000
LAST_OFFSET = 2**31 - 1
"""The largest integer of every database."""


class _Keep(Enum):
    KEEP = "keep"


KEEP: Final = _Keep.KEEP
"""What is given where a value stays as it is; None takes the value away."""

Day = date | str | None | _Keep


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What came of one document of a batch."""

    document: DocumentRecord | None
    """As it is now; of a removed one, as it was. None where the name means none, or several."""
    error: PinciteError | None = None
    name: str = ""
    """What was asked for, where there is no document."""

    @property
    def filename(self) -> str:
        return self.name if self.document is None else self.document.filename


def tag_change(
    *,
    tags: Iterable[str] | None = None,
    add: Iterable[str] = (),
    remove: Iterable[str] = (),
    rename: Mapping[str, str] | None = None,
) -> TagChange:
    """Raises InvalidInput for a tag that cannot be one."""
    renamed = dict(rename or {})
    return TagChange(
        replace=None if tags is None else clean_tags(tags),
        rename={old: clean_tags([new])[0] for old, new in renamed.items()},
        remove=tuple(dict.fromkeys(remove)),
        add=clean_tags(add),
    )


def document_change(
    *,
    tags: TagChange | None = None,
    folder: str | None = None,
    custom: Mapping[str, Any] | None = None,
    effective_from: Day = KEEP,
    effective_to: Day = KEEP,
    supersedes: str | None = None,
) -> DocumentChange:
    """A checked change. ``supersedes`` is an id, or "" for none.

    Raises:
        InvalidInput: a day, folder or value cannot be one.
    """
    given = dict(custom or {})
    kept: dict[str, Scalar | None] = {key: None for key, value in given.items() if value is None}
    kept.update(clean_custom({key: value for key, value in given.items() if value is not None}))
    wanted: tuple[tuple[DayField, Day], ...] = (
        ("effective_from", effective_from),
        ("effective_to", effective_to),
    )
    days: dict[DayField, date | None] = {}
    for name, day in wanted:
        if not isinstance(day, _Keep):
            days[name] = None if day is None else read_day(day)
    return DocumentChange(
        tags=tags or TagChange(),
        folder=None if folder is None else clean_folder(folder),
        custom=kept,
        days=days,
        supersedes=supersedes,
    )


@dataclass(frozen=True, slots=True)
class Selection:
    """Documents of a base, by name and by what they are filed under; both together restrict each other."""

    names: tuple[str, ...] = ()
    """Ids, paths, file names or titles."""
    query: DocumentQuery = field(default_factory=DocumentQuery)

    @property
    def is_empty(self) -> bool:
        return not self.names and self.query == DocumentQuery()


class AsyncFiling:
    """``base.filing``. A call returns when the index knows of it; ``wait=False`` leaves that to the queue."""

    def __init__(self, library: "AsyncLibrary", base: "AsyncKnowledgeBase", documents: Documents) -> None:
        self._library = library
        self._base = base
        self._documents = documents

    async def page(
        self,
        *,
        folder: str | None = None,
        below: bool = True,
        tags: Sequence[str] = (),
        statuses: Sequence[str] = (),
        name: str = "",
        custom: Mapping[str, Scalar] | None = None,
        order: str = DocumentOrder.NAME,
        descending: bool = False,
        offset: int = 0,
        limit: int | None = None,
    ) -> DocumentPage:
        """Documents of the base, ``limit`` at most from the ``offset``-th on.

        Raises:
            InvalidInput: no such status or order, a folder that cannot be one, or a negative number.
        """
        if not 0 <= offset <= LAST_OFFSET or (limit is not None and not 0 <= limit <= LARGEST_PAGE):
            raise InvalidInput(f"A page begins at 0 or later and has at most {LARGEST_PAGE:,} documents.")
        query = document_query(
            folder=folder, below=below, tags=tags, statuses=statuses, name=name, custom=custom
        )
        return await self._documents.page(
            self._base.id,
            query,
            order=_member(DocumentOrder, order, "order"),
            descending=descending,
            offset=offset,
            limit=limit,
        )

    async def folders(self) -> Mapping[str, int]:
        """Folder to the number of documents in it, without those below."""
        return await self._documents.folders(self._base.id)

    async def tags(self) -> Mapping[str, int]:
        """Tag to the number of documents that have it."""
        return await self._documents.tags(self._base.id)

    async def duplicates(self) -> Sequence[Sequence[DocumentRecord]]:
        """Documents with the same bytes, oldest first."""
        return await self._documents.duplicates(self._base.id)

    async def change(
        self, name: str, *, supersedes: str | None = None, wait: bool = True, **changes: Any
    ) -> DocumentRecord:
        """Change one document; see `document_change`. ``supersedes`` is named like any document, "" is none.

        Raises:
            NotFound, InvalidInput: as `AsyncKnowledgeBase.document` and `document_change`; nothing changes.
        """
        record = await self._base.document(name)
        change = document_change(supersedes=await self.identify(supersedes), **changes)
        ingest = (await self._library.engine()).ingest
        changed = await ingest.change_document(record.id, change)
        if wait:
            await ingest.run_pending()
        return changed

    async def identify(self, name: str | None) -> str | None:
        """The id of a document to supersede. Raises as `AsyncKnowledgeBase.document`."""
        return (await self._base.document(name)).id if name else name

    async def select(self, selection: Selection) -> tuple[list[DocumentRecord], list[BatchResult]]:
        """The documents, and a failure for each name that means none or several.

        Raises:
            InvalidInput: the selection is empty; whoever means all documents says so by the folder "".
        """
        if selection.is_empty:
            raise InvalidInput(
                "Nothing is selected.", hint='Name documents, a folder or a tag; the folder "" means all.'
            )
        named: dict[str, DocumentRecord] = {}
        failed = []
        for name in dict.fromkeys(selection.names):
            try:
                record = await self._base.document(name)
            except (NotFound, InvalidInput) as error:
                failed.append(BatchResult(None, error, name))
            else:
                named[record.id] = record
        if selection.query == DocumentQuery():
            return list(named.values()), failed
        page = await self._documents.page(self._base.id, selection.query)
        chosen = [record for record in page.documents if not selection.names or record.id in named]
        return chosen, failed

    async def change_many(
        self, selection: Selection, change: DocumentChange, *, wait: bool = True
    ) -> list[BatchResult]:
        """Change each document by itself: one that cannot be changed does not keep the others from it."""
        ingest = (await self._library.engine()).ingest
        return await self._each(selection, lambda record: ingest.change_document(record.id, change), wait)

    async def remove_many(self, selection: Selection, *, wait: bool = True) -> list[BatchResult]:
        """Enqueue the removal of each; all are out of search at once."""
        ingest = (await self._library.engine()).ingest

        async def remove(record: DocumentRecord) -> DocumentRecord:
            await ingest.remove_document(record.id)
            return record

        return await self._each(selection, remove, wait)

    async def reparse_many(
        self, selection: Selection, *, chunking: Mapping[str, Any] | None = None, wait: bool = True
    ) -> list[BatchResult]:
        """Have each parsed again with the settings of today. Without ``wait`` it is `pending` then."""
        ingest = (await self._library.engine()).ingest
        results = await self._each(
            selection, lambda record: ingest.reparse(record.id, chunking=chunking), wait
        )
        if not wait:
            return results
        return [
            result
            if result.error is not None or result.document is None
            else BatchResult(await ingest.get_document(result.document.id))
            for result in results
        ]

    async def _each(
        self, selection: Selection, act: Callable[[DocumentRecord], Awaitable[DocumentRecord]], wait: bool
    ) -> list[BatchResult]:
        chosen, failed = await self.select(selection)
        results = []
        for record in chosen:
            try:
                results.append(BatchResult(await act(record)))
            except PinciteError as error:
                results.append(BatchResult(record, error))
        if wait:
            await (await self._library.engine()).ingest.run_pending()
        return [*results, *failed]


def document_query(
    *,
    folder: str | None = None,
    below: bool = True,
    tags: Sequence[str] = (),
    statuses: Sequence[str] = (),
    name: str = "",
    custom: Mapping[str, Any] | None = None,
) -> DocumentQuery:
    """Raises InvalidInput for a status, a folder or a value that cannot be one."""
    if not all(map(is_one_line, (name, *tags))):
        raise InvalidInput("What is looked for holds a control character.", hint="Leave it out.")
    return DocumentQuery(
        statuses=tuple(_member(DocumentStatus, status, "status") for status in statuses),
        tags=tuple(tags),
        folder=None if folder is None else clean_folder(folder),
        below=below,
        name=name.strip(),
        custom=clean_custom(custom or {}),
    )


def _member(kind: type[T], value: str, what: str) -> T:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        raise InvalidInput(f"{value!r} is no {what}.", hint=f"Use one of {known}.") from None


class Filing:
    """``base.filing`` without ``await``. For the meaning of a call see `AsyncFiling`."""

    def __init__(self, library: "Library", filing: AsyncFiling) -> None:
        self._library = library
        self._filing = filing

    def page(self, **query: Any) -> DocumentPage:
        return self._library._call(lambda: self._filing.page(**query))

    def folders(self) -> Mapping[str, int]:
        return self._library._call(self._filing.folders)

    def tags(self) -> Mapping[str, int]:
        return self._library._call(self._filing.tags)

    def duplicates(self) -> Sequence[Sequence[DocumentRecord]]:
        return self._library._call(self._filing.duplicates)

    def change(self, name: str, **changes: Any) -> DocumentRecord:
        return self._library._call(lambda: self._filing.change(name, **changes))

    def change_many(self, selection: Selection, change: DocumentChange) -> list[BatchResult]:
        return self._library._call(lambda: self._filing.change_many(selection, change))

    def remove_many(self, selection: Selection) -> list[BatchResult]:
        return self._library._call(lambda: self._filing.remove_many(selection))

    def reparse_many(self, selection: Selection, **options: Any) -> list[BatchResult]:
        return self._library._call(lambda: self._filing.reparse_many(selection, **options))
