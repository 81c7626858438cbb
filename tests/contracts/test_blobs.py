"""The blob contract on a directory."""

from pathlib import Path

import pytest

from pincite.adapters.blobs import DirectoryBlobs
from pincite.ports.storage import BlobStore
from pincite.testing.blobs import BlobStoreContract


class TestDirectoryBlobs(BlobStoreContract):
    @pytest.fixture(autouse=True)
    def _directory(self, tmp_path: Path) -> None:
        self.directory = tmp_path / "blobs"

    async def make_blobs(self) -> BlobStore:
        return DirectoryBlobs(self.directory)
