"""``pincite serve`` as a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.adapters.e5.models import model_data_dir
from tests.api.conftest import API, DOCUMENTS
from tests.conftest import ROOT
from tests.libraries import MANUAL

KEY = "a-key"


def pincite_process(library: Path, *arguments: str) -> "subprocess.Popen[str]":
    environment = {
        **os.environ,
        "PINCITE_DATA_DIR": str(library),
        "PINCITE_MODELS_DIR": str(model_data_dir()),
        "PINCITE_SERVER__API_KEY": KEY,
        # A test run without bytecode would compile every library anew in each of its processes.
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "bytecode"),
    }
    return subprocess.Popen(
        [sys.executable, "-c", "from pincite.cli.main import run; run()", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "--ppid", str(pid), "-o", "pid="], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", str, Path]]:
    process = pincite_process(tmp_path / "library", "serve", "--port", "0")
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, line + process.stderr.read()
        yield process, found.group(), tmp_path / "library"
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes with ps")
def test_a_server_from_start_to_end(served: tuple["subprocess.Popen[str]", str, Path]) -> None:
    process, address, directory = served
    assert httpx2.get(f"{address}/healthz").json()["status"] == "ok"
    assert httpx2.post(f"{address}/answer", json={"query": "x"}).status_code == 401
    headers = {"authorization": f"Bearer {KEY}"}
    with httpx2.Client(base_url=address, headers=headers, timeout=60) as client:
        with MANUAL.open("rb") as file:
            document = client.post(DOCUMENTS, files={"file": ("manual.md", file)}).json()
        while (document := client.get(f"{DOCUMENTS}/{document['id']}").json())["status"] != "ready":
            assert document["status"] != "failed"
            time.sleep(0.1)
        answer = client.post("/answer", json={"query": "How often are both bearings greased?"}).json()
        assert "2,000 operating hours" in answer["answer"]
        assert client.post(f"{API}/retrieve", json={"query": "bearings"}).json()["sources"]

        second = pincite_process(directory, "ask", "bearings?", "--json")
        out, err = second.communicate(timeout=60)
        assert second.returncode == 11, err
        assert '"code": "index_locked"' in out
        assert str(process.pid) in out

        assert client.delete(f"{DOCUMENTS}/manual.md").status_code == 204
        assert client.post("/retrieve", json={"query": "bearings"}).json()["sources"] == []

    index = children(process.pid)
    assert index
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert out == ""
    assert "Traceback" not in err
    assert not [pid for pid in index if is_alive(pid)]
