"""How a trace is written as a line and read again.

What figures are drawn from stands first, the texts after it: a summary reads the head of a line alone, up to
the key ``query``. Of 250 MB that 10,000 answers take, the heads are 12.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

Trace = dict[str, Any]

FIRST = b'{"trace_id": "'
_HEAD_ENDS = b', "query": '
"""In a line the first place of these bytes: quotation marks inside of texts are escaped."""


def dumped(trace: Mapping[str, Any]) -> bytes:
    """One line without its end. Halves of surrogate pairs, which questions may hold, are written as JSON
    escapes them."""
    return json.dumps(trace, ensure_ascii=False).encode("utf-8", "backslashreplace")


def whole(line: bytes) -> Trace | None:
    """None of a line that is damaged."""
    try:
        trace = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return trace if isinstance(trace, dict) and isinstance(trace.get("trace_id"), str) else None


def head(data: bytes, start: int, end: int) -> Trace | None:
    """The part of the line ``data[start:end]`` before the texts. None of a line that was cut off."""
    cut = data.find(_HEAD_ENDS, start, end)
    if cut < 0 or not data.endswith(b"}", start, end):
        return whole(data[start:end])
    return whole(data[start:cut] + b"}")


def text_hash(text: str) -> str:
    """SHA-256 of the UTF-8 in hex; halves of surrogate pairs count as `dumped` writes them."""
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
