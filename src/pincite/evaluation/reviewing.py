"""What a person decides about made questions, kept in the file of the questions itself."""

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class Decision(StrEnum):
    KEEP = "k"
    UNANSWERABLE = "u"
    """The question is good, and the documents do not answer it."""
    DROP = "d"
    SKIP = "s"


def read_rows(path: Path) -> list[Row]:
    """Every row of a file that `read_golden` reads; a row without an id gets the one that it has there."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").split("\n"), start=1):
        if line.strip():
            row = json.loads(line)
            rows.append({**row, "id": str(row.get("id", f"line-{number}"))})
    return rows


def decided(rows: Sequence[Row], id_: str, decision: Decision) -> list[Row]:
    """``rows`` after that was decided of the row ``id_``."""
    changed = []
    for row in rows:
        if row["id"] != id_ or decision is Decision.SKIP:
            changed.append(row)
        elif decision is Decision.KEEP:
            changed.append({**row, "reviewed": True})
        elif decision is Decision.UNANSWERABLE:
            unanswerable = {"kind": "unanswerable_near", "must_contain": [], "documents": []}
            changed.append({**row, **unanswerable, "answerable": False, "reviewed": True})
    return changed


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """All at once: a crash leaves the file as it was."""
    partial = path.with_name(f"{path.name}.partial")
    partial.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    partial.replace(path)
