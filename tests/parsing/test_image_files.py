"""Picture files: a page a frame, limits before pixels, a true sentence where nothing can be read."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument, OcrNeeded, UnsupportedFormat
from pincite.parsing import ParseLimits, ParseOptions, parse
from tests.parsing.pictures import blank, encoded


def saying(*texts: str) -> ParseOptions:
    """Options whose OCR says ``texts`` in turn."""
    left = list(texts)
    return ParseOptions(ocr=lambda _picture: left.pop(0))


@pytest.mark.parametrize(
    ("kind", "name"),
    [("PNG", "a.png"), ("JPEG", "a.jpg"), ("WEBP", "a.webp"), ("TIFF", "a.tiff"), ("BMP", "a.bmp"), ("GIF", "a.gif")],
)  # fmt: skip
def test_a_picture_is_a_document_of_what_is_written_on_it(kind: str, name: str) -> None:
    parsed = parse(blank(300, 200, kind), name, options=saying("No entry.\nOpen until ten."))
    assert parsed.markdown == "No entry.\n\nOpen until ten."
    assert parsed.media_type == f"image/{kind.lower()}"
    assert [(page.number, page.start, page.end) for page in parsed.pages] == [(1, 0, len(parsed.markdown))]
    assert "read by OCR" in parsed.warnings[0]


def test_the_pages_of_a_tiff_are_pages_and_blank_ones_are_named() -> None:
    frames = [Image.new("1", (300, 200), 1) for _ in range(3)]
    data = encoded(frames[0], "TIFF", save_all=True, append_images=frames[1:])
    parsed = parse(data, "fax.tif", options=saying("First sheet.", "", "Third sheet."))
    assert [page.number for page in parsed.pages] == [1, 3]
    third = parsed.pages[1]
    assert parsed.markdown[third.start : third.end] == "Third sheet."
    assert "Pages 2 of 3 are pictures on which OCR found no text." in parsed.warnings


def test_without_an_engine_a_picture_needs_ocr() -> None:
    with pytest.raises(OcrNeeded, match="OCR is needed"):
        parse(blank(300, 200), "a.png")


def test_a_picture_without_writing_is_empty() -> None:
    with pytest.raises(EmptyDocument, match="no text"):
        parse(blank(300, 200), "a.png", options=saying("No text"))


def test_pixels_are_counted_before_they_are_decoded() -> None:
    options = replace(saying("never asked"), limits=ParseLimits(pixels=50_000))
    with pytest.raises(DocumentTooLarge, match="300 × 200"):
        parse(blank(300, 200), "a.png", options=options)


def test_a_large_picture_within_the_limit_is_reduced_for_the_engine() -> None:
    sizes = []

    def ocr(picture: bytes) -> str:
        sizes.append(Image.open(io.BytesIO(picture)).size)
        return "text"

    parse(blank(10_000, 10_000), "wall.png", options=ParseOptions(ocr=ocr))
    assert sizes == [(5_000, 5_000)]


@pytest.mark.parametrize("cut", [30, 120])
def test_a_cut_off_picture_is_damaged_with_and_without_an_engine(cut: int) -> None:
    data = encoded(Image.effect_noise((200, 200), 50))[:cut]
    for options in (saying("never asked"), ParseOptions()):
        with pytest.raises(CorruptDocument, match="damaged"):
            parse(data, "a.png", options=options)


def test_a_photo_is_turned_as_its_camera_says() -> None:
    seen = []

    def ocr(picture: bytes) -> str:
        seen.append(Image.open(io.BytesIO(picture)).size)
        return "text"

    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    data = encoded(Image.new("RGB", (3000, 2000), "white"), "JPEG", exif=exif)
    parse(data, "photo.jpg", options=ParseOptions(ocr=ocr))
    assert seen == [(2000, 3000)]


def test_a_photo_of_a_telephone_is_named_as_what_is_not_read() -> None:
    with pytest.raises(UnsupportedFormat, match="HEIC"):
        parse(b"\0\0\0\x18ftypheic" + bytes(60), "IMG_0001.HEIC", options=saying("never asked"))


def test_a_picture_under_the_name_of_a_text_is_read_as_what_it_is() -> None:
    parsed = parse(blank(300, 200), "notes.txt", options=saying("Notes."))
    assert parsed.markdown == "Notes."
    assert "does not match the extension .txt" in parsed.warnings[0]
