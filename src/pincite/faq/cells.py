"""Several values in one cell of a table, and back without loss."""

import json
import re
from collections.abc import Sequence

from pincite.faq.headers import words
from pincite.faq.questions import distinct

_LINES = re.compile(r"\n|##")
_TAGS = re.compile(r"\n|##|[,，、;；]")
_ANSWERS = re.compile(r"(?<!#)##(?!#)(?!(?<=^##)[ \t])", re.MULTILINE)
"""``##`` parts answers, as in the templates that people bring; at the start of a line and before a blank it
is a Markdown heading, and ``###`` always is."""

_FORMULA = re.compile(r"[=@]|[+\-][^\n]*[|!(]")
"""Beginnings of cells that a spreadsheet would run instead of show."""

SPLITTERS: dict[str, re.Pattern[str]] = {
    "similar": _LINES,
    "negative": _LINES,
    "tags": _TAGS,
    "answers": _ANSWERS,
}
_JOINTS = {"similar": "\n", "negative": "\n", "tags": ", ", "answers": "\n##\n"}


def split_cell(field: str, text: str) -> tuple[str, ...]:
    """The values in a cell: a JSON list of texts, or parted by line breaks or ``##``, tags by commas too."""
    text = text.strip()
    if text.startswith("["):
        try:
            values = json.loads(text)
        except ValueError:
            values = None
        if isinstance(values, list) and all(isinstance(value, str) for value in values):
            return distinct(values)
    return distinct(SPLITTERS[field].split(text))


def join_cell(field: str, values: Sequence[str]) -> str:
    """One cell that `split_cell` reads as ``values``: readable where that is unmistakable, else JSON."""
    text = _JOINTS[field].join(values)
    return text if split_cell(field, text) == tuple(values) else json.dumps(values, ensure_ascii=False)


def shield(text: str) -> str:
    """An apostrophe before what a spreadsheet would take for a formula."""
    return f"'{text}" if _FORMULA.match(text) or _is_shielded(text) else text


def unshield(text: str) -> str:
    return text[1:] if _is_shielded(text) else text


def _is_shielded(text: str) -> bool:
    return text.startswith("'") and bool(_FORMULA.match(text.lstrip("'")))


def read_switch(text: str) -> bool | None:
    """Yes or no in three languages; None for what is neither."""
    return {"yes": True, "no": False}.get(_meaning(text))


def read_strategy(text: str) -> str | None:
    """``all`` or ``random``; None for what is neither."""
    meaning = _meaning(text)
    return meaning if meaning in ("all", "random") else None


def _meaning(text: str) -> str:
    return words("values").get("".join(text.lower().split()), "")
