"""Models that look at pictures."""

from typing import Protocol


class VisionModel(Protocol):
    """Describes pictures and reads what is written on them. The picture is a PNG, JPEG, GIF
    or WEBP."""

    @property
    def identity(self) -> str: ...

    async def describe(self, picture: bytes, language: str) -> str:
        """What the picture shows in a few sentences, in ``language`` (ko, en, zh); empty where it shows
        nothing. Plain text. Raises ChatModelUnavailable or ModelCallFailed."""

    async def read(self, picture: bytes) -> str:
        """All text on the picture in reading order, as Markdown or HTML; empty where there is none. Raises
        as `describe`."""

    async def aclose(self) -> None: ...
