"""What people put beside a question in Python: paths, bytes, data URLs."""

from pathlib import Path

import pytest

from pincite.attaching import Attaching
from pincite.core.attached import data_url, picture_bytes, picture_type
from pincite.core.errors import AttachmentTooLarge, InvalidInput, PictureRefused, TooManyAttachments
from pincite.core.settings import AttachmentSettings
from pincite.core.types import ParsedDocument

GIF = b"GIF89a" + bytes(10)
WEBP = b"RIFF\x00\x00\x00\x00WEBPVP8 "


async def read(data: bytes, name: str) -> ParsedDocument:
    return ParsedDocument(data.decode(), name, "text/plain")


def taking(**limits: int) -> Attaching:
    return Attaching(AttachmentSettings(**limits), read)


async def test_paths_bytes_and_data_urls_are_one(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(GIF)
    (tmp_path / "a.txt").write_text("hello", encoding="utf-8")
    images, files = await taking().take(
        [tmp_path / "a.gif", str(tmp_path / "a.gif"), GIF, data_url(GIF)],
        [tmp_path / "a.txt", str(tmp_path / "a.txt"), ("b.txt", b"bye")],
    )
    assert images == (data_url(GIF),) * 4
    assert [(file.name, file.text) for file in files] == [
        ("a.txt", "hello"),
        ("a.txt", "hello"),
        ("b.txt", "bye"),
    ]


async def test_limits_are_told_before_a_file_is_read(tmp_path: Path) -> None:
    async def never(data: bytes, name: str) -> ParsedDocument:
        raise AssertionError(name)

    refusing = Attaching(AttachmentSettings(max_files=1, max_images=0, max_bytes=5), never)
    with pytest.raises(TooManyAttachments):
        await refusing.take([], [("a", b""), ("b", b"")])
    with pytest.raises(TooManyAttachments):
        await refusing.take([GIF], [])
    with pytest.raises(AttachmentTooLarge):
        await refusing.take([], [("a", b"123456")])
    (tmp_path / "large.txt").write_bytes(b"x" * 7)
    with pytest.raises(AttachmentTooLarge, match="7 bytes"):
        await taking(max_file_bytes=6).take([], [tmp_path / "large.txt"])
    with pytest.raises(AttachmentTooLarge):
        await taking(max_characters=3).take([], [("a", b"12"), ("b", b"34")])


async def test_what_is_no_picture_or_not_there_is_refused(tmp_path: Path) -> None:
    for given in (b"%PDF", "data:text/plain;base64,eA==", "data:image/png;base64,***"):
        with pytest.raises(PictureRefused):
            await taking().take([given], [])
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(InvalidInput):
            await taking().take([path], [])
    with pytest.raises(InvalidInput):
        await taking().take([], [("a\nb", b"x")])


def test_a_picture_is_told_by_its_first_bytes() -> None:
    assert [picture_type(data) for data in (GIF, WEBP, b"\xff\xd8\xff\xe0", b"<svg")] == [
        "image/gif",
        "image/webp",
        "image/jpeg",
        "",
    ]
    assert picture_bytes(data_url(WEBP)) == WEBP
    assert picture_bytes("https://example.org/a.png") is None
