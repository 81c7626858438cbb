"""Describes the pictures of a question for models that see none: what they show, and the text on them."""

from collections.abc import Awaitable, Callable

from pincite.ports.vision import Seen, VisionModel


class PictureReader:
    """`Sight` by a vision model, an OCR engine, or both; the engine reads text better and costs no call."""

    def __init__(
        self, vision: VisionModel | None, read_text: Callable[[bytes], Awaitable[str]] | None
    ) -> None:
        self._vision = vision
        self._read_text = read_text

    async def look(self, picture: bytes, language: str) -> Seen:
        """Raises as the model and the engine do."""
        vision = self._vision
        caption = "" if vision is None else await vision.describe(picture, language)
        if self._read_text is not None:
            text = await self._read_text(picture)
        else:
            text = "" if vision is None else await vision.read(picture)
        return Seen(caption.strip(), text.strip())
