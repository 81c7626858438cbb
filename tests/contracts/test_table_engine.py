"""DuckDB fulfils the contract of the `TableEngine` port, in its real process."""

from collections.abc import AsyncIterator

import pytest

from pincite.adapters.tables.engine import DuckTables, is_installed
from pincite.core.settings import AnalysisSettings
from pincite.parsing.options import ParseLimits
from pincite.testing.table_engine import TableEngineContract

pytestmark = pytest.mark.skipif(not is_installed(), reason="needs the extra data")


@pytest.mark.feature("DA-05")
class TestDuckDB(TableEngineContract):
    @pytest.fixture(scope="class")
    async def engine(self, anyio_backend: str) -> AsyncIterator[DuckTables]:
        engine = DuckTables(AnalysisSettings(seconds=60.0), ParseLimits())
        yield engine
        await engine.aclose()
