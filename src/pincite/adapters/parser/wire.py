"""A parsed document as parts of bytes. No pickle: what comes from a process that hostile files were in can
only be data."""

import json
from collections.abc import Sequence
from dataclasses import replace

from pydantic import TypeAdapter

from pincite.core.types import ParsedDocument

_DOCUMENT = TypeAdapter(ParsedDocument)
_TEXT = ("utf-8", "surrogatepass")
"""Half a surrogate pair is no text, but who stores it must be the one to say so."""


def pack_document(document: ParsedDocument) -> list[bytes]:
    """Everything but the long parts as JSON, the Markdown, the pictures."""
    rest = replace(document, markdown="", images=tuple(replace(image, data=b"") for image in document.images))
    described = json.dumps(_DOCUMENT.dump_python(rest, mode="json"), separators=(",", ":"))
    return [described.encode(), document.markdown.encode(*_TEXT), *(image.data for image in document.images)]


def unpack_document(parts: Sequence[bytes]) -> ParsedDocument:
    """Raises ValueError where the parts are no document."""
    described, markdown, *pictures = parts
    rest = _DOCUMENT.validate_python(json.loads(described))
    images = tuple(replace(image, data=data) for image, data in zip(rest.images, pictures, strict=True))
    return replace(rest, markdown=markdown.decode(*_TEXT), images=images)
