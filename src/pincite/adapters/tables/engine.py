"""`TableEngine` over DuckDB in processes of their own, which are killed when they take too long."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from pydantic import TypeAdapter

from pincite.adapters.parser.pool import ParserLimits, ParserPool
from pincite.core.errors import ParserCrashed, ParserMemory, ParserTimeout, QueryFailed
from pincite.core.settings import AnalysisSettings
from pincite.parsing.options import ParseLimits
from pincite.ports.tables import QueryResult, Table, TableFile

_TABLES = TypeAdapter(list[Table])
_RESULT = TypeAdapter(QueryResult)
_AT_ONCE = 2
"""Files that are asked at once: somebody waits for each."""


def is_installed() -> bool:
    """Whether the extra ``data`` is there. Does not load it."""
    return find_spec("duckdb") is not None


class DuckTables:
    """DuckDB is loaded in those processes alone, and they start with the first question."""

    def __init__(self, settings: AnalysisSettings, limits: ParseLimits) -> None:
        self._settings = settings
        self._limits = limits
        memory = settings.memory_mb << 20
        self._pool = ParserPool(_AT_ONCE, ParserLimits(settings.seconds, settings.seconds, memory))

    async def tables(self, file: TableFile) -> Sequence[Table]:
        """Raises as `pincite.ports.tables.TableEngine`."""
        return _TABLES.validate_python(await self._called("describe", file))

    async def query(self, file: TableFile, sql: str) -> QueryResult:
        """Raises as `pincite.ports.tables.TableEngine`."""
        asked = sql.encode("utf-8", "replace").decode("utf-8")
        try:
            said = await self._called("ask", file, asked, self._settings.max_rows)
        except (ParserTimeout, ParserMemory, ParserCrashed) as error:  # the file was read before without
            raise QueryFailed("The query takes too long, or too much memory.") from error
        return _RESULT.validate_python(said)

    async def _called(self, name: str, file: TableFile, *more: Any) -> Any:
        given = (file.name, self._limits, self._settings.memory_mb, *more)
        return await self._pool.ask(_InSandbox(name), file.data, *given)

    async def aclose(self) -> None:
        await self._pool.aclose()


class _InSandbox:
    """A function of `sandbox` by name, so that this process need not load what that one does."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, data: bytes, *given: Any) -> Any:
        from pincite.adapters.tables import sandbox

        return getattr(sandbox, self._name)(data, *given)
