"""JSON, JSON Lines, YAML, XML and subtitles as Markdown in which every value stands with its path."""

import json
import re
from collections.abc import Callable
from typing import Any

import yaml

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.data_files_markdown import data_markdown
from pincite.parsing.data_files_subtitles import subtitles
from pincite.parsing.data_files_xml import xml_value
from pincite.parsing.formats import extension
from pincite.parsing.options import ParseOptions
from pincite.parsing.problems import Note, Problem
from pincite.parsing.text_files import decoded

_MEDIA_TYPES = {
    ".jsonl": "application/jsonl", ".ndjson": "application/jsonl", ".yaml": "application/yaml",
    ".yml": "application/yaml", ".xml": "application/xml", ".svg": "image/svg+xml",
    ".srt": "application/x-subrip", ".vtt": "text/vtt",
}  # fmt: skip
_TITLE_KEYS = ("title", "name", "제목", "标题")


class Written(str):
    """A number as the file writes it: 1.10 stays 1.10, and no digit of a long one is lost."""

    __slots__ = ()


def parse_data(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """The extension says which notation it is; without one that is known it is JSON.

    Raises:
        Problem: CorruptDocument where the notation is broken (with the line), EmptyDocument without a
            value, DocumentTooLarge with more values than ``options.limits.cells`` or nested too deep.
    """
    suffix = extension(filename)
    found = decoded(data)
    text = found.text.removeprefix("\ufeff")
    title = ""
    if suffix in (".srt", ".vtt"):
        markdown = subtitles(text)
    else:
        try:
            value = _READERS.get(suffix, json_value)(text)
            markdown = data_markdown(value, options.limits)
        except RecursionError as error:
            raise Problem(DocumentTooLarge, "nested_too_deep") from error
        title = _title(value)
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    document = ParsedDocument(
        markdown=markdown,
        title=titles.choose(filename, title),
        media_type=_MEDIA_TYPES.get(suffix, "application/json"),
        metadata={"encoding": found.encoding},
    )
    return document, []


def json_value(text: str) -> Any:
    """The value of a JSON text, or a list of the values of its lines (JSON Lines).

    Raises:
        Problem: CorruptDocument with line and column.
    """
    try:
        return _loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and "\n" not in text[: error.pos].strip():
            return json_lines(text)
        raise Problem(CorruptDocument, "broken_json", line=error.lineno, column=error.colno) from error


def json_lines(text: str) -> Any:
    """One value a line. A file of one value over many lines is JSON whatever its name."""
    values = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            values.append(_loads(line))
        except json.JSONDecodeError as error:
            if not values:
                return json_value_or(text, number, error)
            raise Problem(CorruptDocument, "broken_json", line=number, column=error.colno) from error
    return values


def json_value_or(text: str, number: int, first: json.JSONDecodeError) -> Any:
    """The whole text as one value, else the fault of its first line."""
    try:
        return _loads(text)
    except json.JSONDecodeError:
        raise Problem(CorruptDocument, "broken_json", line=number, column=first.colno) from first


def _loads(text: str) -> Any:
    return json.loads(text, parse_int=Written, parse_float=Written, object_pairs_hook=_members)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key that stands twice keeps both values."""
    members: dict[str, Any] = {}
    for key, value in pairs:
        name, count = key, 2
        while name in members:
            name, count = f"{key} ({count})", count + 1
        members[name] = value
    return members


def yaml_value(text: str) -> Any:
    """Raises Problem (CorruptDocument) with the line."""
    try:
        documents = list(yaml.load_all(text, Loader=_PlainLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise Problem(CorruptDocument, "broken_yaml", line=line, column=column) from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise Problem(CorruptDocument, "broken_yaml", line=1, column=1) from error
    return documents[0] if len(documents) == 1 else documents


class _PlainLoader(yaml.BaseLoader):
    """Every scalar as it is written: no value of a document becomes a date, a number or a truth value."""


def _title(value: Any) -> str:
    if not isinstance(value, dict):
        return ""
    named = next((value[key] for key in _TITLE_KEYS if isinstance(value.get(key), str)), "")
    return titles.declared(named) if len(named) <= titles.MAX_TITLE and not re.search(r"\n", named) else ""


_READERS: dict[str, Callable[[str], Any]] = {
    ".jsonl": json_lines,
    ".ndjson": json_lines,
    ".yaml": yaml_value,
    ".yml": yaml_value,
    ".xml": xml_value,
    ".svg": xml_value,
}
