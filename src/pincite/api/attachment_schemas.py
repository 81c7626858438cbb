"""What lies beside a question, in bodies."""

import base64
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pincite.core.attached import picture_bytes
from pincite.core.errors import PictureRefused


def _decoded(given: object) -> object:
    if not isinstance(given, str):
        raise ValueError("a file is text in Base64")  # noqa: TRY004  pydantic makes a field error of this one
    try:
        return base64.b64decode("".join(given.split()), validate=True)
    except ValueError as error:
        raise ValueError("it is no Base64") from error


Decoded = Annotated[bytes, BeforeValidator(_decoded, json_schema_input_type=str)]


class AttachmentIn(BaseModel):
    """A file that a question is about. It comes into no base."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=300, description="File name; its end tells the kind.")
    data: Decoded = Field(description="The file in Base64.")


Images = Annotated[
    list[str],
    Field(
        default_factory=list,
        max_length=100,
        description="PNG, JPEG, GIF or WEBP as data URLs, at most `attachments.max_images`. A model that "
        "sees gets them; else a vision model or OCR tells what they show.",
    ),
]
Attachments = Annotated[
    list[AttachmentIn],
    Field(
        default_factory=list,
        max_length=100,
        description="Files that the question is about, at most `attachments.max_files`. Their text is sent "
        "with it, kept with its message, cited as `attachment-1` and so on, and never indexed.",
    ),
]


def files_of(attachments: Sequence[AttachmentIn]) -> list[tuple[str, bytes]]:
    return [(one.name, one.data) for one in attachments]


def pictures_of(urls: Sequence[str]) -> list[bytes]:
    """Bytes of data URLs. Nothing else is taken: in a request from outside any other text would be the path
    of a file of the server's. Raises PictureRefused."""
    found = [picture_bytes(url) for url in urls]
    if None in found:
        raise PictureRefused(
            "A picture of the question is no data URL.", hint="Send `data:image/png;base64,…`, or a file."
        )
    return [data for data in found if data is not None]
