"""What people put beside a question: pictures are checked, files are read by the parser processes."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from anyio import to_thread

from pincite.core.attached import Attachment, data_url, picture_bytes, picture_type
from pincite.core.errors import (
    AttachmentTooLarge,
    EmptyDocument,
    InvalidInput,
    PictureRefused,
    TooManyAttachments,
)
from pincite.core.labels import check_file_name
from pincite.core.settings import AttachmentSettings
from pincite.core.types import ParsedDocument
from pincite.text.images import plain_words

Picture: TypeAlias = str | bytes | Path
"""A data URL, its bytes, or where it lies."""
File: TypeAlias = str | Path | tuple[str, bytes]
"""Where it lies, or its name and bytes."""
ReadFile = Callable[[bytes, str], Awaitable[ParsedDocument]]


class Attaching:
    """``read`` is asked for files alone, so that a library opens no parser for a plain question."""

    def __init__(self, settings: AttachmentSettings, read: ReadFile) -> None:
        self._settings = settings
        self._read = read

    async def take(
        self, images: Sequence[Picture], files: Sequence[File]
    ) -> tuple[tuple[str, ...], tuple[Attachment, ...]]:
        """Pictures as data URLs, and files as text.

        Raises:
            TooManyAttachments, AttachmentTooLarge: a limit of the section ``attachments``.
            PictureRefused: it is no PNG, JPEG, GIF or WEBP. DocumentError: a file cannot be read.
            InvalidInput: a path leads nowhere.
        """
        limits = self._settings
        _count(len(images), limits.max_images, "pictures")
        _count(len(files), limits.max_files, "files")
        pictures = [await _picture(given, limits.max_image_bytes) for given in images]
        named = [await _file(given, limits.max_file_bytes) for given in files]
        together = sum(map(len, pictures)) + sum(len(data) for _, data in named)
        if together > limits.max_bytes:
            raise AttachmentTooLarge(
                f"Pictures and files have {together:,} bytes together; the limit is {limits.max_bytes:,}."
            )
        return tuple(map(data_url, pictures)), await self._texts(named)

    async def _texts(self, files: Iterable[tuple[str, bytes]]) -> tuple[Attachment, ...]:
        found: list[Attachment] = []
        for name, data in files:
            parsed = await self._read(data, name)
            text = plain_words(parsed.markdown).strip()
            if not text:
                raise EmptyDocument(f"{name} holds no text.")
            found.append(Attachment(name, text))
        characters, most = sum(len(one.text) for one in found), self._settings.max_characters
        if characters > most:
            raise AttachmentTooLarge(
                f"The files have {characters:,} characters of text; the limit is {most:,}.",
                hint="Add them to a knowledge base, which has no such limit, and ask that.",
            )
        return tuple(found)


def _count(given: int, most: int, what: str) -> None:
    if given > most:
        raise TooManyAttachments(f"A question may have {most} {what}, not {given}.")


async def _picture(given: Picture, most: int) -> bytes:
    if isinstance(given, str) and given[:5].lower() == "data:":
        held = picture_bytes(given)
        if held is None:
            raise PictureRefused("A data URL holds no picture.")
        name, data = "A picture", held
    elif isinstance(given, bytes):
        name, data = "A picture", given
    else:
        name, data = await to_thread.run_sync(_held, Path(given), most)
    _size(name, len(data), most)
    if not picture_type(data):
        raise PictureRefused(f"{name} is no PNG, JPEG, GIF or WEBP.")
    return data


async def _file(given: File, most: int) -> tuple[str, bytes]:
    if isinstance(given, tuple):
        name, data = given
        check_file_name(name)
    else:
        name, data = await to_thread.run_sync(_held, Path(given), most)
    _size(name, len(data), most)
    return name, data


def _size(name: str, size: int, most: int) -> None:
    if size > most:
        raise AttachmentTooLarge(f"{name} has {size:,} bytes; the limit beside a question is {most:,}.")


def _held(path: Path, most: int) -> tuple[str, bytes]:
    try:
        _size(path.name, path.stat().st_size, most)  # before it is read: it may be a disk image
        return path.name, path.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{path.name} cannot be read: {error.strerror}.", hint="Check the path."
        ) from error
