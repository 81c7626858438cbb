"""Processes of ours below this one."""

import os
from pathlib import Path

from pincite.adapters.parser.keeper import children_of


def ours() -> list[int]:
    """Children that run pincite. Those of `multiprocessing`, which other tests of a worker start and keep, are
    none of them."""
    return [pid for pid in children_of(os.getpid()) if _is_ours(pid)]


def _is_ours(pid: int) -> bool:
    try:
        return b"pincite.adapters" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
