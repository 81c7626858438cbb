"""Trace lines without personal data."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from pincite.observability.personal_data import KINDS, cover
from pincite.observability.traces_lines import Trace, text_hash

_IDS = frozenset(
    {
        "trace_id",
        "at",
        "tenant",
        "session_id",
        "message_id",
        "settings",
        "model_calls",
        "stage_ms",
        "base_ids",
        "document_ids",
        "document_id",
        "chunk_id",
        "chunk_ids",
        "chunks",
        "cited",
        "supported_by",
        "id",
        "as_of",
        "sha256",
        "redacted",
    }
)
"""Keys that hold no words of people. All others are covered, so that a key of tomorrow is too."""


def redacted(line: Mapping[str, Any], at: datetime, kinds: Collection[str] = KINDS) -> tuple[Trace, int]:
    """``line`` with the personal data of its texts covered and the person taken out; how much was covered.

    The hashes are those of the new texts: an old one would let a number be found by trying.
    """
    found: Counter[str] = Counter()
    written = _covered(line, kinds, found)
    before = line.get("redacted") or {}
    counted = Counter(before.get("found", {})) + found
    written["user"] = None
    written["redacted"] = {"at": at.isoformat(timespec="seconds"), "found": dict(counted)}
    for passage in (*written.get("passages", ()), *written.get("surroundings", ())):
        passage["sha256"] = text_hash(passage["text"])
    hashes = {passage["id"]: passage["sha256"] for passage in written.get("passages", ())}
    for source in (*written.get("sources", ()), *written.get("nearest", ())):
        source["sha256"] = hashes.get(source["chunk_id"], "")
    return written, found.total()


def covered(line: Mapping[str, Any], at: datetime, kinds: Collection[str]) -> Trace:
    """As `redacted`, before the line is first written: the person stays, and a line without personal data is
    as it was."""
    written, number = redacted(line, at, kinds)
    return {**written, "user": line.get("user")} if number else dict(line)


def _covered(value: Any, kinds: Collection[str], found: Counter[str]) -> Any:
    if isinstance(value, str):
        cleaned = cover(value, kinds)
        found.update(cleaned.found)
        return cleaned.text
    if isinstance(value, Mapping):
        return {key: item if key in _IDS else _covered(item, kinds, found) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_covered(item, kinds, found) for item in value]
    return value
