"""Looking into the files of others: never in this process, and never for long."""

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from pincite.adapters.parser.pool import ParserPool
from pincite.core.errors import CorruptDocument, ParserTimeout, PasswordProtected
from pincite.core.settings import Settings
from pincite.wiring_parsing import find_boxes, viewer_pool
from tests.parsing.files import PdfPage, pdf, prose
from tests.parsing.pdf_files import stream, written_pdf
from tests.processes import ours

RULES = ["The carrier pays once the claim has been received.", "War is excluded from all covers."]

SLOW = written_pdf(
    [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [5 0 R] /Count 1 >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        stream(
            b"BT /F 10 Tf 9 9 Td\n" + b"".join(b"(%d) Tj 0 -.01 Td\n" % n for n in range(400_000)) + b"ET"
        ),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F 3 0 R >> >> >>",
    ]
)
"""400,000 pieces of text over each other: pdfium takes time with their square, so no machine is quick enough."""

EN, KO = Settings(language="en"), Settings(language="ko")


@pytest.fixture
async def viewers() -> AsyncIterator[ParserPool]:
    pool = viewer_pool(Settings(data_dir=Path("unused"), ingest={"parser_seconds": 2}))
    yield pool
    await pool.aclose()
    assert not ours(), "a process was left"


async def test_a_process_of_its_own_finds_what_this_one_would(viewers: ParserPool) -> None:
    data = pdf([PdfPage(prose(RULES)), PdfPage(prose(RULES[::-1]))])
    passages = [(1, RULES[0]), (2, RULES[1]), (2, RULES[0]), (3, RULES[0]), (1, "is nowhere on it")]
    found = await find_boxes(EN, viewers, None, data, passages)
    assert found == await find_boxes(EN, None, None, data, passages)
    assert [bool(boxes) for boxes in found] == [True, True, True, False, False]
    assert all(isinstance(box, tuple) for boxes in found for box in boxes)
    assert viewers.idle_pids


async def test_a_page_that_takes_for_ever_is_given_up_and_the_next_file_is_looked_into(
    viewers: ParserPool,
) -> None:
    with pytest.raises(ParserTimeout, match="longer than 2 seconds"):
        await find_boxes(EN, viewers, None, SLOW, [(1, "a" * 50)])
    assert any(await find_boxes(EN, viewers, None, pdf([PdfPage(prose(RULES))]), [(1, RULES[0])]))


async def test_who_goes_away_ends_the_look(viewers: ParserPool) -> None:
    with anyio.move_on_after(1.0) as scope:
        await find_boxes(EN, viewers, None, SLOW, [(1, "a" * 50)])
    assert scope.cancelled_caught
    assert not ours()


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"%PDF-1.4 nothing", CorruptDocument),
        (pdf([PdfPage(prose(RULES))], user_password="secret"), PasswordProtected),
    ],
)
async def test_what_is_wrong_with_the_file_is_told_in_the_language_of_the_library(
    viewers: ParserPool, data: bytes, error: type[Exception]
) -> None:
    with pytest.raises(error) as caught:
        await find_boxes(KO, viewers, None, data, [(1, "보험")])
    assert not str(caught.value).isascii()
