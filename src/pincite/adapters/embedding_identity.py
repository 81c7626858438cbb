"""What makes two vectors comparable: the prefixes of the texts, and how many numbers a vector has.

The size is remembered with the library from the first time that the model told it. So a library opens while
the provider is down, and notices when the provider changes the model behind a name.
"""

import json
import uuid
from pathlib import Path

from pincite.core.settings import EmbeddingSettings

FILE = "embedding.json"
"""In the data directory: name of the model to size."""


def prefixes(settings: EmbeddingSettings) -> str:
    """The part of an identity that tells the prefixes; "" without any."""
    pair = (settings.query_prefix, settings.passage_prefix)
    return "/" + "/".join(json.dumps(prefix, ensure_ascii=False) for prefix in pair) if any(pair) else ""


def remembered_size(data_dir: Path | None, model: str) -> int:
    """0 where it is not known."""
    size = _read(data_dir).get(model)
    return size if type(size) is int and size > 0 else 0


def remember_size(data_dir: Path | None, model: str, size: int) -> None:
    """Nothing without a directory."""
    if data_dir is None:
        return
    text = json.dumps({**_read(data_dir), model: size}, ensure_ascii=False, indent=2)
    temporary = data_dir / f"{FILE}.{uuid.uuid4().hex}.tmp"
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(data_dir / FILE)
    finally:
        temporary.unlink(missing_ok=True)


def _read(data_dir: Path | None) -> dict[str, object]:
    if data_dir is None:
        return {}
    try:
        known = json.loads((data_dir / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # it is asked again
    return known if isinstance(known, dict) else {}
