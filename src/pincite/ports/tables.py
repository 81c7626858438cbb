"""Spreadsheets that are asked by SQL: the files behind documents, and what runs a query over one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class TableFile:
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class TableColumn:
    name: str
    type: str
    """As SQL knows it: ``BIGINT``, ``DOUBLE``, ``VARCHAR``, ``DATE``, ``TIMESTAMP``, ``BOOLEAN``."""
    unit: str = ""
    """What its numbers are written with; of ``%`` they are the fractions."""
    examples: tuple[str, ...] = ()
    """Some of its values, each once."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a file as SQL sees it."""

    name: str
    """What a query calls it."""
    title: str
    """Name of its sheet; empty in a CSV file."""
    columns: tuple[TableColumn, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Cells as texts; a blank is ""."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    more: bool = False
    """There are further rows, which are left out."""


class TableEngine(Protocol):
    """Loads the file anew with each call and keeps nothing. It ends, whatever file and query are."""

    async def tables(self, file: TableFile) -> Sequence[Table]:
        """The tables of ``file``; none where it holds only words.

        Raises:
            DocumentError: it cannot be read. TemporaryFailure: not just now.
        """

    async def query(self, file: TableFile, sql: str) -> QueryResult:
        """What one SELECT over these tables gives. Nothing else is run, and nothing outside of the file is
        read or written.

        Raises:
            QueryFailed: it is no such SELECT, or cannot be run; the message says why, for the one who wrote
                it. And as `tables`.
        """


class TableFiles(Protocol):
    """Originals of documents that are spreadsheets."""

    async def names(self, document_ids: Collection[str]) -> Mapping[str, str]:
        """Document to file name, of those among them that are spreadsheets and live."""

    async def read(self, document_id: str) -> TableFile:
        """The file of the live version. Raises NotFound."""
