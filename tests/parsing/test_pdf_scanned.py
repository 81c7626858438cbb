"""A passage of a scanned page is shown where it is printed."""

from dataclasses import dataclass, field

import pytest

from pincite.core.errors import ParserTimeout
from pincite.parsing import pdf_scanned
from pincite.parsing.pdf_scanned import find_scanned_boxes
from tests.parsing.files import PdfPage, pdf, prose

SCAN = PdfPage(picture=True)
LINES = [("The", 0.1, 0.2, 0.2, 0.22), ("carrier", 0.22, 0.2, 0.4, 0.22), ("pays.", 0.1, 0.25, 0.2, 0.27)]


@dataclass
class Engine:
    """Reads the same words on each page."""

    fails: bool = False
    read: list[bytes] = field(default_factory=list)

    def words(self, picture: bytes) -> list[tuple[str, float, float, float, float]]:
        self.read.append(picture)
        if self.fails:
            raise ParserTimeout("too long")
        return LINES


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    pdf_scanned._kept.clear()


def rotated(data: bytes, degrees: int) -> bytes:
    return data.replace(b"/MediaBox [0 0 595 842]", b"/MediaBox [0 0 595 842] /Rotate %d" % degrees)


def test_each_printed_line_has_its_box_in_points_of_the_page() -> None:
    (boxes,) = find_scanned_boxes(pdf([SCAN]), [(1, "The carrier pays.")], engine=Engine())
    first, second = boxes
    assert first == pytest.approx((59.5, 842 * 0.78, 238, 842 * 0.8))
    assert second == pytest.approx((59.5, 842 * 0.73, 119, 842 * 0.75))


@pytest.mark.parametrize(
    ("degrees", "box"),
    [
        (90, (595 * 0.25, 842 * 0.1, 595 * 0.27, 842 * 0.2)),
        (180, (595 * 0.8, 842 * 0.25, 595 * 0.9, 842 * 0.27)),
        (270, (595 * 0.73, 842 * 0.8, 595 * 0.75, 842 * 0.9)),
    ],
)
def test_a_page_that_is_shown_turned_has_its_boxes_where_they_lie_unturned(
    degrees: int, box: tuple[float, ...]
) -> None:
    (boxes,) = find_scanned_boxes(rotated(pdf([SCAN]), degrees), [(1, "pays.")], engine=Engine())
    assert boxes == [pytest.approx(box)]


def test_written_pages_and_foreign_passages_cost_no_reading() -> None:
    engine = Engine()
    data = pdf([PdfPage(prose(["The carrier pays within a week."])), SCAN])
    passages = [(1, "carrier pays"), (2, "![stamp](image-0001.png)"), (7, "The carrier")]
    found = find_scanned_boxes(data, passages, engine=engine)
    assert [len(boxes) for boxes in found] == [1, 0, 0]
    assert engine.read == []


def test_a_page_is_read_once_for_all_who_look() -> None:
    engine = Engine()
    for _ in range(3):
        assert find_scanned_boxes(pdf([SCAN]), [(1, "carrier"), (1, "pays")], engine=engine) != [[], []]
    assert len(engine.read) == 1


def test_a_page_that_takes_too_long_shows_nothing() -> None:
    assert find_scanned_boxes(pdf([SCAN]), [(1, "carrier")], engine=Engine(fails=True)) == [[]]


def test_after_the_time_no_further_page_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_scanned, "_SECONDS", -1.0)
    engine = Engine()
    assert find_scanned_boxes(pdf([SCAN]), [(1, "carrier")], engine=engine) == [[]]
    assert engine.read == []
