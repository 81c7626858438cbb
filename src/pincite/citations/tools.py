"""Handles in the arguments of a tool call back to what they name (row RH-02)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pincite.citations.handles import SourceRegistry
from pincite.citations.tables import HandleTable

JSONValue = Any
"""What JSON can hold, as a model writes it."""

OWN_TOOLS: Final = frozenset((
    "knowledge_search", "grep_chunks", "list_knowledge_chunks", "get_document_info", "query_knowledge_graph",
    "web_fetch", "web_search", "wiki_read_page", "database_query", "data_analysis", "data_schema",
))  # fmt: skip
"""Tools that read our ids, by the names that reference 004 gives them. Those from outside (MCP) get their
arguments as the model wrote them: ``d1`` may be a word of theirs."""
_ARGUMENTS: Final = {
    "chunks": ("chunk_id", "chunk_ids"),
    "documents": ("knowledge_id", "knowledge_ids", "document_id", "document_ids"),
    "bases": ("knowledge_base_id", "knowledge_base_ids", "kb_id", "kb_ids"),
    "web": ("url", "urls"),
}
_SPACE_OF: Final = {name: space for space, names in _ARGUMENTS.items() for name in names}
_LISTS: Final = frozenset(name for name in _SPACE_OF if name.endswith("s"))
_SPACES: Final = {"c": "chunks", "d": "documents", "b": "bases", "w": "web"}
_SQL: Final = "sql"
_QUOTED: Final = re.compile(r"'([cdbw][0-9]+)'")
_SHAPE: Final = re.compile(r"[cdbw][0-9]+")
_LIST: Final = re.compile(r"""\[?\s*["']?[cdbw][0-9]+["']?(?:[\s,;]+["']?[cdbw][0-9]+["']?)*\s*\]?""")
"""A list that came as a string: ``c1, c2`` or ``["c1", "c2"]``."""


@dataclass(frozen=True, slots=True)
class DecodedArguments:
    arguments: dict[str, JSONValue]
    unresolved: tuple[str, ...] = ()
    """Handles that nobody gave out; they stay as they are written."""
    status: str = "unchanged"
    """``unchanged``, ``resolved`` or ``partially_resolved``."""


def decode_arguments(
    tool: str, arguments: Mapping[str, JSONValue], registry: SourceRegistry
) -> DecodedArguments:
    """``arguments`` as ``tool`` reads them. Words of a question stay, whatever they look like; in SQL only
    whole quoted values are handles, for aliases look alike."""
    if tool not in OWN_TOOLS:
        return DecodedArguments(dict(arguments))
    decoder = _Decoder(registry)
    decoded = {name: decoder.value(name, value) for name, value in arguments.items()}
    unresolved = tuple(dict.fromkeys(decoder.unresolved))
    status = "partially_resolved" if unresolved else "resolved" if decoded != arguments else "unchanged"
    return DecodedArguments(decoded, unresolved, status)


class _Decoder:
    def __init__(self, registry: SourceRegistry) -> None:
        self._registry = registry
        self.unresolved: list[str] = []

    def value(self, name: str, value: JSONValue) -> JSONValue:
        if name in _LISTS and isinstance(value, str) and _LIST.fullmatch(value):
            value = _SHAPE.findall(value)
        if isinstance(value, list):
            return [self.one(name, one) if isinstance(one, str) else self.value(name, one) for one in value]
        if isinstance(value, dict):
            return {key: self.value(key, one) for key, one in value.items()}
        return self.one(name, value)

    def one(self, name: str, value: JSONValue) -> JSONValue:
        if not isinstance(value, str):
            return value
        if name in _SPACE_OF and _SHAPE.fullmatch(value):
            return self._handle(_SPACE_OF[name], value)
        if name == _SQL:
            value = _QUOTED.sub(self._quoted, value)
        self.unresolved += self._registry.resources.orphans(value)
        return self._registry.resources.decode(value)

    def _quoted(self, match: re.Match[str]) -> str:
        handle = match.group(1)
        identity = self._handle(_SPACES[handle[0]], handle).replace("'", "''")
        return f"'{identity}'"

    def _handle(self, space: str, handle: str) -> str:
        table: HandleTable = getattr(self._registry, space)
        identity = table.resolve(handle)
        if identity is None:
            self.unresolved.append(handle)
            return handle
        return identity
