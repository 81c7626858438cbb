"""Figures of a page are kept where they stand; logos, backgrounds and icons are not."""

import io

import pytest
from PIL import Image

from pincite.parsing import ParseLimits, ParseOptions, parse
from tests.conftest import shared
from tests.parsing.pdf_files import picture_pdf

ABOVE = [
    (60.0, 780.0, "The first paragraph of the page speaks of something else."),
    (60.0, 740.0, "Figure 1 shows the valve."),
]
BELOW = [(60.0, 500.0, "After the figure the text goes on with another paragraph.")]
FIGURE = (60.0, 540.0, 180.0, 180.0, 0)


def test_a_figure_stands_below_the_text_above_it() -> None:
    parsed = parse(picture_pdf([([*ABOVE, *BELOW], [FIGURE])]), "valve.pdf")
    (image,) = parsed.images
    reference = f"![]({image.name})"
    assert parsed.markdown.index("shows the valve") < parsed.markdown.index(reference)
    assert parsed.markdown.index(reference) < parsed.markdown.index("After the figure")
    assert (image.page, image.media_type) == (1, "image/png")
    with Image.open(io.BytesIO(image.data)) as figure:
        assert min(figure.size) >= 370  # 150 dots an inch at least


def test_pages_hold_their_figures() -> None:
    pages = [([*ABOVE, *BELOW], [FIGURE]), (BELOW, [(60.0, 540.0, 180.0, 180.0, 1)])]
    parsed = parse(picture_pdf(pages), "two.pdf")
    for image, page in zip(parsed.images, parsed.pages, strict=True):
        at = parsed.markdown.index(f"![]({image.name})")
        assert parsed.page_range(at, at + 5) == (page.number, page.number)
    assert parsed.pages[-1].end == len(parsed.markdown)


def test_a_logo_on_every_page_is_no_figure() -> None:
    logo = (400.0, 760.0, 60.0, 60.0, 1)
    pages = [([*ABOVE, *BELOW], [logo, FIGURE]), (ABOVE, [logo]), (ABOVE, [logo])]
    parsed = parse(picture_pdf(pages), "letter.pdf")
    assert [image.page for image in parsed.images] == [1]


@pytest.mark.parametrize(
    "picture",
    [(60.0, 540.0, 20.0, 20.0, 0), (60.0, 540.0, 400.0, 10.0, 0), (0.0, 0.0, 595.0, 842.0, 0)],
    ids=["icon", "rule", "background"],
)
def test_small_flat_and_page_filling_pictures_are_none(
    picture: tuple[float, float, float, float, int],
) -> None:
    assert parse(picture_pdf([([*ABOVE, *BELOW], [picture])]), "a.pdf").images == ()


def test_parts_of_one_figure_are_kept_together() -> None:
    parts = [(60.0, 540.0, 90.0, 180.0, 0), (152.0, 540.0, 90.0, 180.0, 1)]
    parsed = parse(picture_pdf([([*ABOVE, *BELOW], parts)]), "parts.pdf")
    assert len(parsed.images) == 1


def test_the_same_picture_twice_is_kept_once() -> None:
    pages = [([*ABOVE, *BELOW], [FIGURE]), ([*ABOVE, *BELOW], [FIGURE])]
    parsed = parse(picture_pdf(pages), "twice.pdf")
    assert len(parsed.images) == 1
    assert parsed.markdown.count(f"![]({parsed.images[0].name})") == 2


def test_figures_beyond_the_limit_are_left_out_and_counted() -> None:
    pages = [(ABOVE, [(60.0, 540.0, 180.0, 180.0, 0)]), (BELOW, [(60.0, 540.0, 180.0, 180.0, 1)])]
    options = ParseOptions(limits=ParseLimits(images=1))
    parsed = parse(picture_pdf(pages), "many.pdf", options=options)
    assert len(parsed.images) == 1
    assert "1 pictures beyond the limit of 1" in parsed.warnings[0]
    assert "After the figure" in parsed.markdown


def test_drawn_figures_around_their_shadows_are_kept_as_a_reader_sees_them() -> None:
    name = "en_amt_handbook_manual.pdf"
    parsed = parse(shared("documents", name).read_bytes(), name)
    assert parsed.images
    with Image.open(io.BytesIO(parsed.images[0].data)) as figure:
        assert min(figure.convert("L").tobytes()) < 60  # lines of the drawing, not only grey shadows
