"""Hostile files through the real service, parsers and chunker: each ends alone, in a sentence that is true."""

import os
import random
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from pincite.adapters.parser.keeper import children_of
from pincite.adapters.parser.pool import TARGET, ParserLimits, ParserPool
from pincite.core.errors import DocumentTooLarge
from pincite.core.settings import Settings
from pincite.core.types import DocumentStatus
from pincite.ingest import IngestService, Pace, Stores
from pincite.ingest.operations import Operations
from pincite.ports.records import DocumentRecord
from pincite.wiring_documents import document_tools
from pincite.wiring_parsing import parser_pool
from tests.hostile import files as make
from tests.hostile.files import MB
from tests.ingest.standins import Bench, word_terms, words
from tests.parsing.files import PdfPage, docx, paragraph, pdf, prose
from tests.processes import ours

NORMAL = {
    "normal.md": "# 휴가\n\n휴가는 15일이다.".encode(),
    "normal.docx": docx(paragraph("Leave", "Heading1") + paragraph("Fifteen days are given.")),
    "normal.pdf": pdf([PdfPage(prose(["Leave", "", "Fifteen days of leave are given to all."]))]),
}
READY = "ready"
ACTING = "tests.adapters.parser.parsers:parse"


@asynccontextmanager
async def opened(bench: Bench, *, target: str = TARGET, **limits: float) -> AsyncIterator[IngestService]:
    """A service as a library has it, save that words are told apart in a simpler way."""
    settings = Settings(data_dir=Path("unused"), ocr={"engine": "off"})
    pool = ParserPool(
        2,
        ParserLimits(seconds=limits.get("seconds", 60), memory=int(limits.get("memory", 1024)) * MB),
        target=target,
    )
    tools = replace(
        document_tools(settings, parsers=pool), analyze=words, index_terms=word_terms, read_image=None
    )
    stores = Stores(bench.metadata, bench.blobs, bench.index, bench.embedder)
    pace = Pace(
        concurrency=2,
        retry_delay=0.01,
        lease=limits.get("lease", 1e6),
        max_file_bytes=int(limits.get("max_file_bytes", 50 * MB)),
    )
    try:
        yield IngestService(stores, tools, pace, clock=bench.clock)
    finally:
        await pool.aclose()


async def taken_in(
    bench: Bench, hostile: Mapping[str, bytes], *, target: str = TARGET, **limits: float
) -> dict[str, DocumentRecord]:
    """The documents by file name once all work is done, normal ones uploaded before, between and behind."""
    async with opened(bench, target=target, **limits) as service:
        base = await service.create_base("terms")
        names = [*hostile]
        for at, (name, data) in enumerate(NORMAL.items()):
            await service.add_bytes(base.id, name, data)
            for bad in names[at :: len(NORMAL)]:
                await service.add_bytes(base.id, bad, hostile[bad])
        summary = await service.run_pending()
        documents = {document.filename: document for document in await service.list_documents(base.id)}
    assert len(documents) == len(hostile) + len(NORMAL)
    assert len(summary.ready) + len(summary.failed) == len(documents)
    for name in NORMAL:
        assert documents[name].status is DocumentStatus.READY, name
    for document in documents.values():
        if document.status is DocumentStatus.FAILED:
            assert document.error_message
    return documents


def outcome(document: DocumentRecord) -> str:
    return document.error_code or document.status.value


Set = Mapping[str, tuple[Callable[[], bytes], set[str]]]
"""File name to its maker and the ends that are true of it."""
TOO_LARGE, DAMAGED = {"document_too_large"}, {"corrupt_document"}

ARCHIVES: Set = {
    "bomb.docx": (make.zip_bomb_docx, TOO_LARGE),
    "liar.docx": (make.lying_zip_docx, TOO_LARGE | DAMAGED),
    "nested.zip": (make.nested_zip, {"unsupported_format"}),
    "nested.docx": (make.nested_zip, {"unsupported_format"} | TOO_LARGE | DAMAGED),
    "many.docx": (make.many_entries_docx, {READY} | TOO_LARGE),
    "escaping.docx": (make.escaping_zip_docx, {READY}),
    "blanks.gz": (make.blanks_gz, {"unsupported_format"}),
    "blanks.txt": (make.blanks_gz, {"unsupported_format"}),
    "far.xlsx": (make.xlsx_far_cell, {READY} | TOO_LARGE),
    "merged.xlsx": (make.xlsx_merged, {READY} | TOO_LARGE),
    "cells.xlsx": (make.xlsx_many_cells, TOO_LARGE),
}
MARKUP: Set = {
    "laugh.docx": (lambda: make.word_with(make.DOCTYPE, "&l9;"), DAMAGED),
    "quadratic.docx": (lambda: make.word_with(make.QUADRATIC, "&a;" * 10_000), DAMAGED),
    "outside.docx": (lambda: make.word_with(make.OUTSIDE, "&f; and more"), DAMAGED),
    "laugh.xlsx": (make.xlsx_with_laughs, DAMAGED),
    "laugh.pptx": (make.pptx_with_laughs, DAMAGED),
    "laugh.epub": (make.epub_with_laughs, DAMAGED),
    "laugh.hwpx": (make.hwpx_with_laughs, DAMAGED),
    "laugh.xml": (make.laughing_xml, DAMAGED),
    "aliases.md": (make.yaml_bomb, {READY}),
    "deep.docx": (make.deep_docx, {READY} | DAMAGED | TOO_LARGE),
    "deep.html": (make.deep_html, {READY}),
    "spans.html": (make.deep_html_spans, {READY}),
    "deep.xml": (make.deep_xml, TOO_LARGE),
    "deep.json": (make.deep_json, TOO_LARGE),
    "deep.rtf": (make.deep_rtf, {READY} | TOO_LARGE),
    "wide.html": (make.wide_html, {READY} | TOO_LARGE),
    "tags.html": (lambda: b"<html><body>text" + b'<a b="' * 100_000, {READY}),
    "comments.html": (lambda: b"<html><body>text" + b"<!--" * 100_000, {READY}),
    "sections.html": (lambda: b"<html><body>text" + b"<![" * 100_000, {READY}),
    "mails.eml": (make.mail_in_mail, {READY}),
    "parts.eml": (make.mail_with_parts, {READY} | TOO_LARGE),
}
TEXTS: Set = {
    "quotes.md": (lambda: b">" * 100_000, {READY}),
    "brackets.md": (lambda: b"[" * 100_000, {READY}),
    "links.md": (lambda: b"[a](" * 50_000, {READY}),
    "tags.md": (lambda: b"<div>" * 100_000, {READY}),
    "ticks.md": (lambda: b"".join(b"`" * n + b" " for n in range(450)), {READY}),
    "fences.md": (lambda: b"```\n" * 50_000, {READY}),
    "formulas.md": (lambda: b"$$\nx" * 50_000, {READY}),
    "pipes.md": (lambda: b"|-" * 100_000, {READY}),
    "headings.md": (lambda: b"# a\n" * 50_000, {READY}),
    "heading.md": (lambda: b"# " + b"a" * 3_000_000 + b"\n\ntext\n" * 100, {READY}),
    "articles.txt": (lambda: "제1조(목적)\n".encode() * 20_000, {READY}),
    "line.txt": (lambda: b"a" * 2_000_000, {READY}),
    "marks.txt": (lambda: ("a" + "\u0301" * 500_000).encode(), {READY}),
    "controls.txt": (lambda: bytes(range(1, 9)) * 100_000, DAMAGED),
    "zeros.txt": (lambda: bytes(1_000_000), {"empty_document"}),
    "blanks.txt": (lambda: b" \n\t" * 1_000_000, {"empty_document"}),
    "invalid.txt": (lambda: b"Leave \xff\xfe\xfd text.\n" * 1_000, {READY} | DAMAGED),
    "surrogates.txt": (lambda: b"\xff\xfe" + b"\x00\xd8" * 500_000, {READY} | DAMAGED),
    "wide.txt": (lambda: ("\ufeff" + "가나 " * 100_000).encode("utf-16-le"), {READY}),
    "empty.txt": (lambda: b"", {"empty_document"}),
    "empty.pdf": (lambda: b"", {"empty_document"}),
    "text.pdf": (lambda: b"This is only text.", {READY} | DAMAGED),
    "page.docx": (lambda: NORMAL["normal.pdf"], {READY}),
    "word.pdf": (lambda: NORMAL["normal.docx"], {READY}),
    "noise.md": (lambda: random.Random(1).randbytes(200_000), DAMAGED),
    "noise.docx": (lambda: b"PK\x03\x04" + random.Random(2).randbytes(200_000), DAMAGED),
    "columns.csv": (lambda: b"a," * 500_000, {READY} | TOO_LARGE),
    "quote.csv": (lambda: b'"' + b"a,b\n" * 100_000, {READY} | DAMAGED),
}
PAGES: Set = {
    "objects.pdf": (make.pdf_with_objects, {READY}),
    "loop.pdf": (make.pdf_with_loop, DAMAGED),
    "packed.pdf": (make.pdf_with_bomb, {"parser_memory", "document_too_large", "empty_document"}),
    "pages.pdf": (make.pdf_with_pages, TOO_LARGE),
    "headers.pdf": (lambda: b"%PDF-" * 100_000, DAMAGED),
    "large.png": (make.large_png, {"ocr_needed"} | TOO_LARGE),
    "larger.png": (lambda: make.large_png(20_000, 20_000), TOO_LARGE),
    "liar.png": (lambda: make.large_png(100, 100, claimed=9_000), DAMAGED | {"ocr_needed"}),
    "vast.png": (lambda: make.large_png(100, 100, claimed=2**31 - 1), TOO_LARGE | DAMAGED),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "files", [ARCHIVES, MARKUP, TEXTS, PAGES], ids=["archives", "markup", "texts", "pages"]
)
async def test_a_hostile_file_costs_itself_alone(bench: Bench, files: Set) -> None:
    documents = await taken_in(bench, {name: built() for name, (built, _) in files.items()})
    wrong = {
        name: f"{outcome(documents[name])}: {documents[name].error_message}"
        for name, (_, ends) in files.items()
        if outcome(documents[name]) not in ends
    }
    assert not wrong
    assert not _files_of(Path("/tmp")) & {"pincite-escaped"}
    assert not ours()


def whole() -> dict[str, bytes]:
    """A sound file of each kind that can be made here."""
    row = '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row>'
    chapter = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Leave</h1><p>Fifteen days.</p></body></html>'
    )
    return {
        **NORMAL,
        "a.xlsx": make.xlsx(make.sheet(row)),
        "a.epub": make.epub(chapter),
        "a.pptx": make.pptx("Fifteen days."),
        "a.hwpx": make.hwpx("Fifteen days."),
        "a.eml": make.mail_in_mail(2),
        "a.html": b"<html><body><h1>Leave</h1><p>Fifteen days.</p></body></html>",
        "a.json": b'{"leave": {"days": 15}}',
        "a.csv": b"kind,days\nleave,15\n",
        "a.png": make.large_png(400, 300),
        "a.rtf": b"{\\rtf1 Fifteen days.}",
    }


@pytest.mark.slow
async def test_cut_and_flipped_files_of_every_kind_end_in_a_reason(bench: Bench) -> None:
    chance = random.Random(4)
    broken = {}
    for name, data in whole().items():
        stem, _, kind = name.rpartition(".")
        for share in (0.1, 0.5, 0.9, 0.99):
            broken[f"{stem}-cut-{share}.{kind}"] = data[: max(1, int(len(data) * share))]
        for number in range(4):
            flipped = bytearray(data)
            for _ in range(1 + len(data) // 200):
                flipped[chance.randrange(len(data))] = chance.randrange(256)
            broken[f"{stem}-flipped-{number}.{kind}"] = bytes(flipped)
    documents = await taken_in(bench, broken)
    wrong = {
        name: documents[name].error_message
        for name in broken
        if outcome(documents[name]).startswith(("pars", "chunking", "indexing"))
    }
    assert not wrong


@pytest.mark.slow
async def test_a_sound_file_of_every_kind_is_read(bench: Bench) -> None:
    documents = await taken_in(bench, {name: data for name, data in whole().items() if name not in NORMAL})
    ends = {name: outcome(document) for name, document in documents.items() if outcome(document) != READY}
    assert ends == {"a.png": "ocr_needed"}


def _files_of(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


NAMES = [
    "../../etc/passwd", "/etc/passwd", "..", ".", "C:\\Windows\\system32\\drivers\\etc\\hosts", "CON", "nul.txt",
    "aux.md", "-rf.md", "'; DROP TABLE documents; --.md",
    "💥.md", "%2e%2e%2fpasswd", "a/../../b.md", " .md", "a.md/", "\\\\server\\share\\a.md", "{filename}.md", "제1조.md",
]  # fmt: skip


async def test_no_name_leads_out_of_the_library_or_stops_it(bench: Bench, tmp_path: Path) -> None:
    data = b"# Leave\n\nFifteen days of leave."
    before = _files_of(tmp_path)
    documents = await taken_in(bench, {name: data + str(n).encode() for n, name in enumerate(NAMES)})
    assert {outcome(document) for document in documents.values()} == {READY}
    made = _files_of(tmp_path) - before
    assert made <= {"blobs", "pincite.db-wal", "pincite.db-shm"}


@pytest.mark.slow
async def test_two_hundred_megabytes_of_csv_are_refused_before_or_behind_the_door(bench: Bench) -> None:
    data = make.large_csv(200 * MB)
    async with opened(bench) as service:
        base = await service.create_base("door")
        with pytest.raises(DocumentTooLarge, match="the limit is 52,428,800"):
            await service.add_bytes(base.id, "a.csv", data)
    documents = await taken_in(bench, {"a.csv": data}, max_file_bytes=300 * MB)
    assert outcome(documents["a.csv"]) == "document_too_large"


@pytest.mark.slow
async def test_a_line_of_fifty_megabytes_is_read_and_cut_whole() -> None:
    settings = Settings(data_dir=Path("unused"))
    pool = parser_pool(settings)
    tools = document_tools(settings, parsers=pool)
    try:
        document = await tools.parse(b"leave " * (50 * MB // 6), "a.txt", {})
    finally:
        await pool.aclose()
    chunks = tools.cut(document.markdown, {}).chunks
    assert len(document.markdown) == 50 * MB // 6 * 6
    assert sum(len(chunk.content.split()) for chunk in chunks) >= 50 * MB // 6


ACTS = {
    "spin.txt": (b"spin", "parser_timeout"),
    "swallow.txt": (b"swallow", "parser_memory"),
    "crash.txt": (f"kill {signal.SIGSEGV:d}".encode(), "parser_crashed"),
    "kill.txt": (f"kill {signal.SIGKILL:d}".encode(), "parser_killed"),
    "print.txt": (b"print", READY),
    "nest.txt": (b"nest", "document_too_large"),
    "bug.txt": (b"fail bug", "parsing_failed"),
}


async def test_a_parser_that_misbehaves_costs_its_document_alone(bench: Bench) -> None:
    acts = {name: data for name, (data, _) in ACTS.items()}
    documents = await taken_in(bench, acts, seconds=2, memory=256, target=ACTING)
    assert {name: outcome(documents[name]) for name in ACTS} == {name: end for name, (_, end) in ACTS.items()}
    assert not ours()


async def test_a_cancelled_document_ends_its_parser(bench: Bench, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    bench.clock.step = 0  # a lease that is short by the clock on the wall
    async with opened(bench, target=ACTING, lease=0.3) as service:
        base = await service.create_base("terms")
        document = await service.add_bytes(base.id, "a.txt", f"start {note}".encode())
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(service.run_pending)
            with anyio.fail_after(20):
                while not note.exists() or not note.read_text():  # noqa: ASYNC110
                    await anyio.sleep(0.01)
            await Operations(bench.metadata, bench.clock).cancel(document.id)
        assert (await service.get_document(document.id)).status is DocumentStatus.CANCELLED
        assert not Path(f"/proc/{note.read_text()}").exists()  # noqa: ASYNC240


async def test_parsers_killed_at_any_moment_cost_no_document(bench: Bench) -> None:
    """And neither do their keepers."""
    chance = random.Random(7)
    async with opened(bench, target=ACTING) as service:
        base = await service.create_base("terms")
        for number in range(30):
            await service.add_bytes(base.id, f"{number}.txt", f"wait 0.1 {number}".encode())
        async with anyio.create_task_group() as tasks:

            async def kill() -> None:
                kills = 0
                while kills < 25:
                    await anyio.sleep(chance.uniform(0.0, 0.6))
                    keepers = ours()
                    victims = keepers + [pid for keeper in keepers for pid in children_of(keeper)]
                    if victims:
                        os.kill(chance.choice(victims), signal.SIGKILL)
                        kills += 1

            tasks.start_soon(kill)
            summary = await service.run_pending()
            tasks.cancel_scope.cancel()
    assert {document.filename for document in summary.ready} == {f"{number}.txt" for number in range(30)}
    assert len(summary.ready) == 30
    assert len({point.id for point in bench.index.points.values()}) == len(bench.index.points) == 30
    assert not ours()
