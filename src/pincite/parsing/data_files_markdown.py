"""A value of nested objects and lists as Markdown: sections by nesting, lists of records as tables."""

from collections.abc import Iterator, Mapping
from typing import Any

from pincite.core.errors import DocumentTooLarge
from pincite.parsing.options import ParseLimits
from pincite.parsing.problems import Problem
from pincite.parsing.sheets_markdown import grid_markdown, plain_line
from pincite.parsing.tables import gfm_table

_DEEPEST = 6
"""Levels of Markdown headings; below them a value stands on a line with the rest of its path."""
_INLINE_LIST = 200
"""Characters of a list of plain values that stands on the line of its key."""
_LONG = 200
"""Characters of a text that stands below a heading of its own instead."""
_WIDE_HEADER = 400
_LONG_ROW = 1_500
"""As for sheets (`sheets_markdown`)."""
_SPARSE = 0.34
"""Share of filled cells from which records of unlike keys still make a table."""
_LABELS = ("title", "name", "label", "question", "id", "제목", "이름", "标题", "名称")
_LABEL = 60


def data_markdown(value: Any, limits: ParseLimits) -> str:
    """Raises Problem (DocumentTooLarge) where more than ``limits.cells`` values or too many characters."""
    return "\n\n".join(_Writer(limits).parts(value, 1, ""))


class _Writer:
    def __init__(self, limits: ParseLimits) -> None:
        self._limits = limits
        self._values = self._characters = 0

    def parts(self, value: Any, level: int, path: str) -> Iterator[str]:
        """Blocks that tell a value whose name stands above. ``path`` names what lies below the headings."""
        if isinstance(value, Mapping):
            yield from self._object(value, level, path)
        elif isinstance(value, list):
            yield from self._list(value, level, path)
        else:
            text = self._text(value)
            yield f"- {path}: {_one_line(text)}" if path else _paragraphs(text)

    def _object(self, value: Mapping[str, Any], level: int, path: str) -> Iterator[str]:
        lines = []
        sections = []
        for key, member in value.items():
            short = self._inline(member)
            if short is None and level <= _DEEPEST and not path:
                sections.append((key, member))
            elif short is None:
                lines += self._lines(member, _step(path, key))
            elif short or not _is_empty(member):
                lines.append(f"- {_step(path, _one_line(str(key)))}: {short}".rstrip())
        if lines:
            yield "\n".join(lines)
        for key, member in sections:
            yield from self._section(_one_line(str(key)), member, level)

    def _section(self, name: str, value: Any, level: int) -> Iterator[str]:
        blocks = list(self.parts(value, level + 1, ""))
        if blocks:
            yield f"{'#' * level} {name}"
            yield from blocks

    def _list(self, value: list[Any], level: int, path: str) -> Iterator[str]:
        if path or level > _DEEPEST:
            yield "\n".join(
                line for at, item in enumerate(value, 1) for line in self._lines(item, _step(path, at))
            )
            return
        table = self._table(value)
        if table is not None:
            yield table
        elif all(isinstance(item, list) and not any(map(_is_nested, item)) for item in value):
            yield grid_markdown([[self._text(cell) for cell in item] for item in value], level=level)
        elif any(map(_is_nested, value)):
            for at, item in enumerate(value, 1):
                yield from self._section(f"{at}{_label(item)}", item, level)
        else:
            texts = [text for text in map(self._text, value) if text.strip()]
            long = any(len(text) > _LONG or "\n" in text for text in texts)
            yield (
                "\n\n".join(map(_paragraphs, texts))
                if long
                else "\n".join(f"- {_one_line(text)}" for text in texts)
            )

    def _lines(self, value: Any, path: str) -> list[str]:
        """One line a value with its path, for what lies deeper than headings reach."""
        if isinstance(value, Mapping) and value:
            return [line for key, member in value.items() for line in self._lines(member, _step(path, key))]
        if isinstance(value, list) and any(map(_is_nested, value)):
            return [line for at, item in enumerate(value, 1) for line in self._lines(item, _step(path, at))]
        text = ", ".join(map(self._text, value)) if isinstance(value, list) else self._text(value)
        return [f"- {path}: {_one_line(text)}"] if text else []

    def _inline(self, value: Any) -> str | None:
        """What stands on the line of a key, or None for what needs a section."""
        if isinstance(value, Mapping):
            return None if value else ""
        if isinstance(value, list):
            if any(map(_is_nested, value)):
                return None
            size = sum(len(str(item)) + 2 for item in value)
            return ", ".join(_one_line(self._text(item)) for item in value) if size <= _INLINE_LIST else None
        if isinstance(value, str) and (len(value) > _LONG or "\n" in value.strip()):
            return None
        return _one_line(self._text(value))

    def _table(self, value: list[Any]) -> str | None:
        """Objects of plain members as a table whose columns are their keys, where that can be read."""
        if len(value) < 2 or not all(isinstance(item, Mapping) and item for item in value):
            return None
        rows = [_flat(item) for item in value]
        if any(row is None for row in rows):
            return None
        flat = [row for row in rows if row is not None]
        names = list(dict.fromkeys(name for row in flat for name in row))
        filled = sum(map(len, flat))
        size = sum(len(str(cell)) for row in flat for cell in row.values())
        if filled < _SPARSE * len(names) * len(flat) or sum(map(len, names)) > _WIDE_HEADER:
            return None
        if size > _LONG_ROW * len(flat):
            return None
        return gfm_table([names, *([self._text(row.get(name)) for name in names] for row in flat)])

    def _text(self, value: Any) -> str:
        if isinstance(value, bool):
            text = "true" if value else "false"
        else:
            text = "" if value is None or _is_empty(value) else str(value)
        self._values += 1
        self._characters += len(text)
        if self._values > self._limits.cells:
            raise Problem(DocumentTooLarge, "too_many_values", limit=self._limits.cells)
        if self._characters > self._limits.characters:
            raise Problem(
                DocumentTooLarge, "too_many_characters", count=self._characters, limit=self._limits.characters
            )
        return text


def _flat(item: Mapping[str, Any]) -> dict[str, Any] | None:
    """Members by dotted names, lists of plain values joined; None where lists of objects lie inside."""
    row: dict[str, Any] = {}
    for key, member in item.items():
        name = _one_line(str(key))
        if isinstance(member, Mapping) and member:
            inner = _flat(member)
            if inner is None:
                return None
            row |= {f"{name}.{below}": value for below, value in inner.items()}
        elif isinstance(member, list):
            if any(map(_is_nested, member)):
                return None
            row[name] = ", ".join("" if value is None else str(value) for value in member)
        else:
            row[name] = member
    return row


def _label(item: Any) -> str:
    """The words that tell a record from the others."""
    if not isinstance(item, Mapping):
        return ""
    named = next((item[key] for key in _LABELS if isinstance(item.get(key), str) and item[key].strip()), "")
    text = _one_line(str(named))
    return f". {text if len(text) <= _LABEL else text[: _LABEL - 1] + '…'}" if text else ""


def _is_nested(value: Any) -> bool:
    return isinstance(value, Mapping | list) and bool(value)


def _is_empty(value: Any) -> bool:
    return isinstance(value, Mapping | list) and not value


def _step(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _paragraphs(text: str) -> str:
    """A text with its paragraphs, none of which becomes a heading of ours."""
    return "\n\n".join(plain_line(part) for part in text.split("\n\n") if part.strip())
