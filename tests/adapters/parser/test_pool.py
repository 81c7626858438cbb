import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import anyio
import pytest

from pincite.adapters.parser import pool as pool_module
from pincite.adapters.parser.keeper import children_of
from pincite.adapters.parser.pool import ParserLimits, ParserPool
from pincite.core.errors import (
    ConfigurationError,
    DocumentTooLarge,
    EmptyDocument,
    ParserCrashed,
    ParserFailed,
    ParserKilled,
    ParserMemory,
    ParserTimeout,
    PinciteError,
    TemporaryFailure,
)
from pincite.core.types import PageSpan, ParsedDocument, ParsedImage
from pincite.parsing import ParseOptions, parse
from tests.adapters.parser.parsers import Options, SlowOcr, deadly
from tests.conftest import shared
from tests.parsing.files import PdfPage, docx, paragraph, pdf, prose
from tests.processes import ours

TARGET = "tests.adapters.parser.parsers:parse"
QUICK = ParserLimits(seconds=1.0, ocr_seconds=2.0, memory=256 << 20)
FINE = b"fine"


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_PAUSES", (0.0, 0.0, 0.0))


@pytest.fixture
async def pool() -> AsyncIterator[ParserPool]:
    pool = ParserPool(1, QUICK, target=TARGET)
    yield pool
    await pool.aclose()
    assert not ours(), "a process was left"


async def read(pool: ParserPool, text: str | bytes, options: Options | None = None) -> ParsedDocument:
    data = text.encode() if isinstance(text, str) else text
    return await pool.parse(data, "a.txt", options or Options())


async def pid(pool: ParserPool) -> int:
    """Of the process that parses."""
    return int((await read(pool, FINE)).warnings[0])


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


async def until(holds: Callable[[], bool]) -> None:
    with anyio.fail_after(10):
        while not holds():  # noqa: ASYNC110 - another process says so
            await anyio.sleep(0.01)


async def test_one_process_reads_file_after_file(pool: ParserPool) -> None:
    assert await pid(pool) == await pid(pool) != os.getpid()


async def test_what_the_parsers_say_is_wrong_is_what_the_caller_hears(pool: ParserPool) -> None:
    first = await pid(pool)
    with pytest.raises(EmptyDocument, match="nothing"):
        await read(pool, "fail empty")
    with pytest.raises(TemporaryFailure, match="later"):
        await read(pool, "fail later")
    assert await pid(pool) == first


@pytest.mark.parametrize(("act", "name"), [("fail bug", "KeyError"), ("exit", "SystemExit")])
async def test_a_fault_of_a_parser_names_itself_and_costs_no_process(
    pool: ParserPool, act: str, name: str
) -> None:
    first = await pid(pool)
    with pytest.raises(ParserFailed, match=rf"a\.txt .*{name}"):
        await read(pool, act)
    assert await pid(pool) == first


HOSTILE: list[tuple[str, type[PinciteError], str]] = [
    ("spin", ParserTimeout, "longer than 1 seconds"),
    ("spin-in-c", ParserTimeout, "longer than 1 seconds"),
    ("swallow", ParserMemory, "more than 256 MB"),
    ("family", ParserMemory, "more than 256 MB"),
    ("abort", ParserMemory, "more than 256 MB"),
    ("memory", ParserMemory, "more than 256 MB"),
    ("nest", DocumentTooLarge, "nested too deeply"),
    ("fill", DocumentTooLarge, "text and pictures"),
    (f"kill {signal.SIGSEGV:d}", ParserCrashed, "crashed on this file twice .SIGSEGV"),
    (f"kill {signal.SIGABRT:d}", ParserCrashed, "SIGABRT"),
    ("leave", ParserCrashed, "exit status 3"),
    (f"kill {signal.SIGKILL:d}", ParserKilled, "ended from outside 3 times"),
]


@pytest.mark.parametrize(("act", "error", "sentence"), HOSTILE, ids=[act for act, _, _ in HOSTILE])
async def test_a_hostile_file_fails_with_its_reason_and_the_next_one_is_read(
    act: str, error: type[PinciteError], sentence: str
) -> None:
    limits = ParserLimits(seconds=60.0, memory=2048 << 20) if act == "fill" else QUICK
    pool = ParserPool(1, limits, target=TARGET)
    try:
        with pytest.raises(error, match=sentence):
            await read(pool, act)
        assert (await read(pool, FINE)).markdown == "# a.txt\n\nfine"
    finally:
        await pool.aclose()
    assert not ours()


@pytest.mark.parametrize("language", ["ko", "zh"])
async def test_the_reason_is_told_in_the_language_of_the_library(pool: ParserPool, language: str) -> None:
    with pytest.raises(ParserMemory) as caught:
        await read(pool, "memory", Options(language=language))
    assert not caught.value.message.isascii()


@pytest.mark.parametrize(("number", "times"), [(signal.SIGSEGV, 1), (signal.SIGKILL, 2)])
async def test_a_file_whose_reader_died_by_accident_is_read_again(
    pool: ParserPool, tmp_path: Path, number: int, times: int
) -> None:
    counter = tmp_path / "left"
    counter.write_text(str(times))
    assert "kill" in (await read(pool, f"kill {number} {counter}")).markdown


async def test_a_process_that_died_while_it_waited_is_replaced_unseen(pool: ParserPool) -> None:
    first = await pid(pool)
    os.kill(first, signal.SIGKILL)
    await until(lambda: gone(first))
    assert await pid(pool) != first


async def test_a_parser_may_print_what_it_likes(pool: ParserPool) -> None:
    assert (await read(pool, "print")).title == "a.txt"


async def test_cancelling_kills_the_parser_and_what_it_started(pool: ParserPool, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(read, pool, f"start {note}")
        await until(lambda: note.exists() and note.read_text() != "")
        tasks.cancel_scope.cancel()
    assert gone(int(note.read_text()))
    assert not ours()


@pytest.mark.parametrize("victim", ["keeper", "parser"])
async def test_what_a_killed_parser_wrote_for_a_moment_goes_with_it(tmp_path: Path, victim: str) -> None:
    note = anyio.Path(tmp_path / "where")
    pool = ParserPool(1, ParserLimits(seconds=60.0, ocr_seconds=60.0, memory=256 << 20), target=TARGET)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(read, pool, f"litter {note}")
        with anyio.fail_after(60):
            while not await note.exists():  # noqa: ASYNC110
                await anyio.sleep(0.01)
        (keeper,) = ours()
        os.kill(keeper if victim == "keeper" else children_of(keeper)[0], signal.SIGKILL)
    page = anyio.Path(await note.read_text())
    assert not await page.exists()
    assert not await page.parent.exists()
    (own,) = [folder for folder in page.parents if folder.name.startswith("pincite-parser-")]
    assert not await own.exists()
    await pool.aclose()


async def test_time_over_kills_what_the_parser_started_even_in_another_session(
    pool: ParserPool, tmp_path: Path
) -> None:
    note = tmp_path / "pid"
    with pytest.raises(ParserTimeout):
        await read(pool, f"start {note}")
    assert gone(int(note.read_text()))


async def test_recognising_pictures_has_time_of_its_own(pool: ParserPool) -> None:
    document = await read(pool, "recognise 3", Options(ocr=SlowOcr(0.5)))
    assert document.title == "a.txt"
    with pytest.raises(ParserTimeout, match=r"Recognising .* longer than 2 seconds in all"):
        await read(pool, "recognise 50", Options(ocr=SlowOcr(0.5)))


async def test_a_picture_is_read_in_a_process_that_it_may_kill(pool: ParserPool) -> None:
    assert await pool.read(SlowOcr(0.0), b"picture") == "letters"
    with pytest.raises(ParserTimeout, match="Recognising"):
        await pool.read(SlowOcr(60.0), b"picture")
    with pytest.raises(ParserCrashed, match="SIGSEGV"):
        await pool.read(deadly, b"picture")
    assert await pool.read(SlowOcr(0.0), b"picture") == "letters"


async def test_a_large_file_has_more_time(pool: ParserPool) -> None:
    with pytest.raises(ParserTimeout, match="longer than 3 seconds"):
        await read(pool, b"spin " + b"x" * (20 << 20))


async def test_as_many_files_as_the_pool_has_room_for_are_read_at_once() -> None:
    pool = ParserPool(2, QUICK, target=TARGET)
    try:
        slow = Options(ocr=SlowOcr(0.2))
        documents = await asyncio.gather(*(read(pool, "recognise 1", slow) for _ in range(5)))
        assert len({document.warnings for document in documents}) == 2
    finally:
        await pool.aclose()


async def test_a_process_makes_room_for_a_fresh_one_after_many_files(
    pool: ParserPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "_FILES", 2)
    pids = [await pid(pool) for _ in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


async def test_a_process_that_grew_makes_room_for_a_fresh_one(
    pool: ParserPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "_GROWTH", -1)
    assert await pid(pool) != await pid(pool)


async def test_a_process_without_work_ends(pool: ParserPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_IDLE", 0.05)
    first = await pid(pool)
    await until(lambda: gone(first))
    assert pool.idle_pids == []
    assert await pid(pool) != first


async def test_a_closed_pool_reads_no_more(pool: ParserPool) -> None:
    first = await pid(pool)
    await pool.aclose()
    assert gone(first)
    with pytest.raises(TemporaryFailure, match="closed"):
        await read(pool, FINE)


async def test_parsers_that_cannot_be_loaded_are_a_matter_of_configuration() -> None:
    pool = ParserPool(1, QUICK, target="pincite.parsing.no_such_module:parse")
    with pytest.raises(ConfigurationError, match="no_such_module"):
        await read(pool, FINE)
    await pool.aclose()


async def test_keys_are_not_handed_to_parsers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_CHAT__API_KEY", "secret")
    pool = ParserPool(1, QUICK, target=TARGET)
    try:
        environment = await anyio.Path(f"/proc/{await pid(pool)}/environ").read_bytes()
    finally:
        await pool.aclose()
    assert b"PATH=" in environment
    assert b"secret" not in environment


ORPHANS = """
import asyncio, sys
from pincite.adapters.parser.pool import ParserPool, ParserLimits
from tests.adapters.parser.parsers import Options
from tests.processes import ours

async def main():
    pool = ParserPool(1, ParserLimits(seconds=60), target="tests.adapters.parser.parsers:parse")
    print((await pool.parse(b"fine", "a.txt", Options())).warnings[0], flush=True)
    await pool.parse(sys.argv[1].encode(), "a.txt", Options())

asyncio.run(main())
"""


@pytest.mark.parametrize("act", ["spin", "spin-in-c", "start {note}"])
def test_no_process_outlives_a_parent_that_is_killed(act: str, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    command = (sys.executable, "-c", ORPHANS, act.format(note=note))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        parser = int(parent.stdout.readline())
        if "note" in act:
            while not note.exists() or not note.read_text():
                time.sleep(0.01)
        parent.kill()
    waiting = [parser, *([int(note.read_text())] if "note" in act else [])]
    end = time.monotonic() + 10
    while not all(map(gone, waiting)):
        assert time.monotonic() < end, "a process was left behind"
        time.sleep(0.01)


def files() -> dict[str, bytes]:
    """Of every kind that is read and that fails."""
    return {
        "a.md": "# 제1장\n\n보험금은 3일 이내에 지급한다.".encode(),
        "a.txt": "第一条 公司支付保险金。".encode("gb18030"),
        "a.docx": docx(paragraph("Terms", "Heading1") + paragraph("Fifteen days.")),
        "a.pdf": pdf([PdfPage(prose(["Leave", "", "Fifteen days are given."])), PdfPage(prose(["Two"]))]),
        "a.html": b"<html><body><h1>Leave</h1><p>Fifteen days.</p></body></html>",
        "empty.txt": b"",
        "cut.docx": docx(paragraph("Terms"))[:300],
        "a.bin": bytes(range(256)) * 4,
    }


async def _both(pool: ParserPool, data: bytes, name: str) -> tuple[object, object]:
    options = ParseOptions(language="ko")
    outcomes: list[object] = []
    for here in (True, False):
        try:
            document = parse(data, name, options=options) if here else await pool.parse(data, name, options)
            outcomes.append(document)
        except PinciteError as error:
            outcomes.append((type(error), error.message, error.hint))
    return outcomes[0], outcomes[1]


async def test_a_file_reads_alike_in_this_process_and_in_another() -> None:
    pool = ParserPool(1)
    try:
        for name, data in files().items():
            here, there = await _both(pool, data, name)
            assert here == there, name
    finally:
        await pool.aclose()


@pytest.mark.slow
async def test_the_documents_of_the_cases_read_alike_in_this_process_and_in_another() -> None:
    pool = ParserPool(1)
    try:
        for path in sorted(shared("documents").iterdir()):
            if path.is_file():
                here, there = await _both(pool, path.read_bytes(), path.name)
                assert here == there, path.name
    finally:
        await pool.aclose()


async def test_pages_pictures_and_odd_characters_come_over_whole(pool: ParserPool) -> None:
    from pincite.adapters.parser.wire import pack_document, unpack_document

    document = ParsedDocument(
        "가\ud800 ![](a.png)\n", "제목", "text/plain", (PageSpan(1, 0, 3),), ("w",), {"author": "나"},
        (ParsedImage("a.png", b"\x89PNG\0\xff", "image/png", 1), ParsedImage("b.png", b"", "image/png")),
    )  # fmt: skip
    assert unpack_document(pack_document(document)) == document
