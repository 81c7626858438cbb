"""Vectors of a folder. What a runner cannot read is a failure, never left out."""

import json
import os
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = Path(os.environ.get("PINCITE_VECTORS") or HERE)
"""Where the vectors lie: the copy beside this file, or further ones of the same form."""
JSON = dict[str, Any]


def read_checks(pattern: str) -> list[JSON]:
    """The vectors of kind ``check`` in the files of that name; those of kind ``fact`` tell people something.

    Raises:
        ValueError: another kind, a check that expects nothing, or a folder that is missing or without vectors.
    """
    if not any(FOLDER.glob("*.json")):
        raise ValueError(f"PINCITE_VECTORS: there are no vectors in {FOLDER}")
    checks = []
    for path in sorted(FOLDER.glob(pattern)):
        for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]:
            if vector["kind"] not in ("check", "fact"):
                raise ValueError(f"{path.name}: {vector['id']} is of the unknown kind {vector['kind']!r}")
            if vector["kind"] == "fact":
                continue
            if not vector["expect"]:
                raise ValueError(f"{path.name}: {vector['id']} expects nothing")
            checks.append(vector)
    return checks
