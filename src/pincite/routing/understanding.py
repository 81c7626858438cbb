"""What a model said that a question means: JSON, or what it took for JSON (rows QU-04, QU-05)."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

QUERY_FIELDS = ("rewrite_query", "rewritten_query", "query")
IMAGE_FIELDS = ("image_description", "description")
OCR_FIELDS = ("ocr_text", "image_ocr", "ocr")
OCR_MARK = "[OCR]"

_FENCED = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
_DECODER = json.JSONDecoder()
_MOST_TRIES = 50
"""Braces at which JSON may begin; a reply of nothing else is none."""


@dataclass(frozen=True, slots=True)
class Understanding:
    """A question as it is searched, and what it wants."""

    query: str
    intent: str
    """As the model named it; "" where it did not."""
    image: str = ""
    """What the pictures of the question show, with the text on them."""


def parse_understanding(written: str, query: str, intent: str) -> Understanding:
    """What ``written`` says; ``query`` and ``intent`` stay where it is no JSON object, and ``query`` where it
    holds no other wording. Fields may have other names; a value that is no text is none.

    >>> parse_understanding('{"rewritten_query": "q2", "intent": "greeting"}', "q", "kb_search")
    Understanding(query='q2', intent='greeting', image='')
    """
    said = json_object(written)
    if said is None:
        return Understanding(query, intent)
    rewritten = _first(said, QUERY_FIELDS)
    return Understanding(rewritten or query, _text(said.get("intent")), _shown(said))


def json_object(written: str) -> Mapping[str, Any] | None:
    for text in (*_FENCED.findall(written), written):
        for start in _openings(text):
            try:
                value, _ = _DECODER.raw_decode(text, start)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                return value
    return None


def _openings(text: str) -> Iterator[int]:
    start = -1
    for _ in range(_MOST_TRIES):
        start = text.find("{", start + 1)
        if start < 0:
            return
        yield start


def _shown(said: Mapping[str, Any]) -> str:
    description, seen = _first(said, IMAGE_FIELDS), _first(said, OCR_FIELDS)
    if not seen or seen in description:
        return description
    return f"{description}\n\n{OCR_MARK}\n{seen}" if description else f"{OCR_MARK}\n{seen}"


def _first(said: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((text for name in names if (text := _text(said.get(name)))), "")


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
