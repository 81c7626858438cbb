"""Models that look at pictures."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Seen:
    """What a picture shows and says; both may be empty."""

    caption: str = ""
    text: str = ""


class Sight(Protocol):
    """Looks at the pictures of questions where the model that answers sees none."""

    async def look(self, picture: bytes, language: str) -> Seen:
        """Raises ChatModelUnavailable, ModelCallFailed, DocumentError, TemporaryFailure."""
