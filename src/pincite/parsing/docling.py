"""The door to docling-rs: bytes of a file to docling JSON."""

import json
from functools import cache
from typing import Any

from pincite.parsing.native import NativeFailure, guarded, load_extension


@cache
def _converter() -> Any:
    native = load_extension("docling_rs", "_native")
    return native.DocumentConverter(do_ocr=False, fetch_images=False, keep_picture_images=True)


def convert(name: str, data: bytes) -> dict[str, Any]:
    """The docling JSON of a file. ``name`` only says its kind (``document.docx``).

    Raises:
        NativeFailure: it cannot be converted.
        ValueError: the converter wrote no JSON.
    """
    result = guarded(lambda: _converter().convert_bytes(name, data))
    if result.status == "failure":
        raise NativeFailure(str(result.errors))
    loaded: dict[str, Any] = json.loads(result.document_json)
    return loaded
