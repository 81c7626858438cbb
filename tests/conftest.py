"""What every test gets: no network beyond loopback, and where the shared material lies."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PINCITE_SHARED", ROOT.parent / "shared"))
_LOOPBACK = ("127.", "::1", "localhost")

# The contract suites hold the assertions of the tests that inherit from them.
pytest.register_assert_rewrite("pincite.testing")

# No example has a time limit: how long one takes says more about the machine than about the code. The rest is
# as Hypothesis sets it; where CI is set that includes the same examples every time.
settings.register_profile("pincite", settings(deadline=None))
settings.load_profile("pincite")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _only_loopback(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test can reach a network: connecting anywhere but to this machine fails at once."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        if isinstance(address, tuple) and not str(host).startswith(_LOOPBACK):
            raise AssertionError(f"a test tried to reach {address!r}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    yield


def shared(*parts: str) -> Path:
    """A path in the shared folder. Skips the test where the folder is missing, but never in CI."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{path} is missing, and with CI=true nothing is skipped")
        pytest.skip(f"needs {path}; set PINCITE_SHARED")
    return path
