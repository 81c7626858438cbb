"""Processes that the supervision tests start and watch."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER = """
import asyncio, sys
from pathlib import Path
from pincite.adapters.edge.client import open_edge_index
from pincite.testing.search_index import EVERYTHING, point

async def main():
    index = await open_edge_index(Path(sys.argv[1]), dimension=8, timeout=20)
    await index.upsert([point(number) for number in range(10)])
    print(index.child_pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def running(pid: int) -> bool:
    """Whether the process exists and is not merely waiting to be collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def eventually(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.01)
    return condition()


@contextmanager
def owner_of(directory: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Another process that holds the index in ``directory`` with ten points, and its child's pid."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    command = [sys.executable, "-c", OWNER, str(directory)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            yield process, int(process.stdout.readline())
        finally:
            process.kill()
