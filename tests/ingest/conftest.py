"""A library of stand-ins a test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.ingest.standins import Bench, open_bench


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    bench = await open_bench(tmp_path)
    yield bench
    await bench.metadata.aclose()
