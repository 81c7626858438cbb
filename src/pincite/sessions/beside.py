"""What lies beside a question, as its message keeps it and as a later turn reads it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from pincite.core.attached import Attachment, data_url, picture_bytes, picture_type
from pincite.pipeline.state import ChatRequest
from pincite.ports.sessions import StoredMessage, Values

LONGEST_REMEMBERED = 2_000
"""Characters of a file that a later turn reads: as much as a long answer, so that one attached report does
not take the place of the whole conversation."""


def pictures(request: ChatRequest) -> tuple[bytes, ...]:
    return tuple(picture_bytes(url) or b"" for url in request.images)


def image_values(found: Sequence[bytes]) -> tuple[Values, ...]:
    """What is told of pictures; the caption comes when somebody looked at them."""
    return tuple({"media_type": picture_type(one), "size": len(one), "caption": ""} for one in found)


def attachment_values(request: ChatRequest) -> tuple[Values, ...]:
    return tuple(
        {"name": file.name, "characters": len(file.text), "text": file.text} for file in request.attachments
    )


KEPT = ("images", "attachments", "quote")
"""What of a question may stay when it is asked in other words; names as those of `ChatRequest`."""


def kept_beside(
    request: ChatRequest, question: StoredMessage, found: Sequence[bytes], keep: Collection[str]
) -> ChatRequest:
    """``request`` with what lay beside ``question`` (``found`` are its pictures), as far as it is to stay."""
    lay: dict[str, Any] = {
        "images": images_again(found),
        "attachments": attachments_of(question),
        "quote": question.quote,
    }
    return replace(request, **{name: lay[name] for name in KEPT if name in keep})


def attachments_of(question: StoredMessage) -> tuple[Attachment, ...]:
    """For the same question again."""
    return tuple(
        Attachment(str(file.get("name", "")), str(file.get("text", ""))) for file in question.attachments
    )


def images_again(found: Sequence[bytes]) -> tuple[str, ...]:
    return tuple(map(data_url, found))


def captioned(images: Sequence[Values], caption: str) -> tuple[Values, ...]:
    """The first one tells of all of them (row IM-08)."""
    return tuple({**image, "caption": caption} if not place else image for place, image in enumerate(images))


def remembered_question(question: StoredMessage) -> str:
    """The question with what its pictures showed and the heads of its files (row LH-04)."""
    shown = [str(image.get("caption", "")) for image in question.images]
    files = [_head(file) for file in question.attachments]
    return "\n\n".join(part for part in (question.content, *shown, *files) if part.strip())


def _head(file: Values) -> str:
    name, text = str(file.get("name", "")), str(file.get("text", ""))
    kept = text if len(text) <= LONGEST_REMEMBERED else f"{text[:LONGEST_REMEMBERED]}…"
    return f"[{name}]\n{kept}" if text else ""
