"""What the directory does beyond the contract."""

import os
from pathlib import Path

from pincite.adapters.blobs import DirectoryBlobs


async def test_a_write_that_a_crash_cut_off_is_no_blob_and_is_swept_later(tmp_path: Path) -> None:
    draft = tmp_path / "incoming" / "left-behind"
    draft.parent.mkdir()
    draft.write_bytes(b"half")
    os.utime(draft, (1_000.0, 1_000.0))

    early = DirectoryBlobs(tmp_path, clock=lambda: 1_060.0)
    assert await early.keys() == set()
    assert draft.exists()

    DirectoryBlobs(tmp_path, clock=lambda: 10_000.0)
    assert not draft.exists()
