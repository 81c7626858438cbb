"""The application over a real library, called without a socket."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import httpx2
import pytest

import pincite
from pincite.api.app import create_app
from pincite.library import AsyncLibrary
from tests.libraries import make_library, settings_for

API = "/api/v1"
DOCUMENTS = f"{API}/knowledge-bases/documents/documents"


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("made")) / "library"


@pytest.fixture(scope="module")
async def library(
    filled: Path, tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[AsyncLibrary]:
    """A copy of the library, open, with its worker."""
    directory = shutil.copytree(filled, tmp_path_factory.mktemp("served") / "library")
    settings = settings_for(directory, ingest={"max_file_bytes": 200_000})
    async with await pincite.aopen(settings=settings) as opened, anyio.create_task_group() as tasks:
        stop = anyio.Event()
        tasks.start_soon(opened.work, stop)
        yield opened
        stop.set()


def client_of(library: AsyncLibrary) -> httpx2.AsyncClient:
    transport = httpx2.ASGITransport(create_app(library), raise_app_exceptions=False)
    return httpx2.AsyncClient(transport=transport, base_url="http://pincite")


@pytest.fixture(scope="module")
async def client(library: AsyncLibrary, anyio_backend: str) -> AsyncIterator[httpx2.AsyncClient]:
    async with client_of(library) as client:
        yield client
