"""Lines of several processes at once, of processes that die, and of disks that are full."""

import os
import resource
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from pincite.observability.traces_files import FILE, TraceFiles, days_between

DAY = date(2026, 3, 1)
WRITER = """
import sys
from datetime import date
from pathlib import Path
from pincite.observability.traces_files import TraceFiles
files, name = TraceFiles(Path(sys.argv[1]), patience=120), sys.argv[2]
for number in range(int(sys.argv[3])):
    files.append(f"{name} {number} ".encode() + name.encode() * 20_000, date(2026, 3, 1))
"""


def writer(directory: Path, name: str, count: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", WRITER, str(directory), name, str(count)])


@pytest.mark.feature("TR-01")
def test_lines_of_several_processes_never_mix_and_none_is_lost_while_a_day_is_written_anew(
    tmp_path: Path,
) -> None:
    files = TraceFiles(tmp_path, patience=120)
    files.append(b"secret 0", DAY)
    writers = [writer(tmp_path, name, 60) for name in "abc"]
    rewritten = 0
    while any(process.poll() is None for process in writers):
        number = rewritten
        files.append(f"secret {number + 1}".encode(), DAY)
        assert files.rewrite(DAY, lambda line: b"covered" if line.startswith(b"secret") else line) >= 1
        rewritten += 1
    assert [process.wait() for process in writers] == [0, 0, 0]
    lines = list(files.lines(DAY))
    for name in "abc":
        own = [line for line in lines if line.startswith(name.encode() + b" ")]
        assert [line.split()[1] for line in own] == [str(number).encode() for number in range(60)]
        assert all(line.endswith(name.encode() * 20_000) for line in own)
    assert len(lines) == 180 + lines.count(b"covered")
    assert lines.count(b"covered") == rewritten + 1
    assert b"secret" not in (tmp_path / "20260301" / FILE).read_bytes()
    assert [path.name for path in (tmp_path / "20260301").iterdir()] == [FILE]


def test_threads_wait_for_one_another(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path, patience=60)

    def write(name: str) -> None:
        for number in range(50):
            files.append(f"{name}{number}".encode(), DAY)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(files.lines(DAY))) == 200


def test_a_line_that_a_process_could_not_finish_costs_no_other(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path)
    files.append(b"first", DAY)
    with (tmp_path / "20260301" / FILE).open("ab") as file:
        file.write(b'{"trace_id": "half')
    files.append(b"last", DAY)
    assert list(files.lines(DAY)) == [b"first", b'{"trace_id": "half', b"last"]


def in_a_child(work: Callable[[], None]) -> int:
    """The exit code of a fork that does ``work``: 0 unless it raises."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001 - a fork must not run on into pytest
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_on_a_full_disk_a_line_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path)
    files.append(b"a" * 1_000, DAY)

    def fill() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, 5_000))
        # The first 3,999 bytes of this line find room, the rest finds none.
        with pytest.raises(OSError, match="large"):
            files.append(b"b" * 8_000, DAY)
        with pytest.raises(OSError, match="large"):
            files.rewrite(DAY, lambda line: line * 8)
        files.append(b"c" * 1_000, DAY)

    assert in_a_child(fill) == 0
    assert list(files.lines(DAY)) == [b"a" * 1_000, b"c" * 1_000]
    assert [path.name for path in (tmp_path / "20260301").iterdir()] == [FILE]


@pytest.mark.parametrize("place", ["trace", "trace/20260301"])
def test_where_no_folder_can_be_it_says_so(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("a file")
    with pytest.raises(OSError, match=r"exists|directory"):
        TraceFiles(tmp_path / "trace").append(b"line", DAY)


def test_a_lock_that_is_never_given_back_is_waited_for_so_long_and_no_longer(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path, patience=0.05)
    files.append(b"line", DAY)
    with files._locked(), pytest.raises(TimeoutError, match="another process"):
        files.append(b"another", DAY)
    files.append(b"third", DAY)
    assert list(files.lines(DAY)) == [b"line", b"third"]


def test_nobody_else_may_read_them(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path)
    files.append(b"line", DAY)
    files.rewrite(DAY, lambda line: line + b"!")
    mode = (tmp_path / "20260301" / FILE).stat().st_mode
    assert not mode & (stat.S_IRWXG | stat.S_IRWXO)


def test_a_line_may_be_taken_out(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path)
    for line in (b"one", b"two", b"three"):
        files.append(line, DAY)
    assert files.rewrite(DAY, lambda line: None if line == b"two" else line) == 1
    assert list(files.lines(DAY)) == [b"one", b"three"]
    before = (tmp_path / "20260301" / FILE).stat().st_ino
    assert files.rewrite(DAY, lambda line: line) == 0
    assert (tmp_path / "20260301" / FILE).stat().st_ino == before


def test_old_days_go_with_what_a_crash_left_in_them(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path)
    days = [date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1)]
    for day in days:
        files.append(b"line", day)
    (tmp_path / "20260227" / "traces.new").write_bytes(b"half of a day")
    (tmp_path / "20260228" / "notes.txt").write_text("mine")
    (tmp_path / "notes").mkdir()
    (tmp_path / "20269999").mkdir()
    assert files.days() == days
    assert files.remove_before(date(2026, 3, 1)) == days[:2]
    assert files.days() == days[2:]
    assert not (tmp_path / "20260227").exists()
    assert [path.name for path in (tmp_path / "20260228").iterdir()] == ["notes.txt"]


def test_nothing_is_there_before_the_first_line(tmp_path: Path) -> None:
    files = TraceFiles(tmp_path / "trace")
    assert files.days() == []
    assert list(files.lines(DAY)) == []


def test_lines_longer_than_what_is_read_at_once_come_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.observability.traces_files._AT_ONCE", 7)
    files = TraceFiles(tmp_path)
    for line in (b"x" * 30, b"short", b"y" * 14):
        files.append(line, DAY)
    assert list(files.lines(DAY)) == [b"x" * 30, b"short", b"y" * 14]


def test_days_of_a_period() -> None:
    days = [date(2026, 3, number) for number in (1, 2, 3)]
    second, third = datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 3, 3, tzinfo=UTC)
    assert days_between(second, third, days) == [days[1]]
    assert days_between(None, second, days) == [days[0]]
    assert days_between(second, None, days) == days[1:]
