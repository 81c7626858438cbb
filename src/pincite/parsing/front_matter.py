"""YAML front matter of Markdown files."""

import re
from collections.abc import Mapping

import yaml

_YAML_LINE = r"[ \t]*(?:[\w.\-\"']+[ \t]*:|- |#)[^\n]*\n"
_BLOCK = re.compile(
    rf"---[ \t]*\n(?P<body>(?:{_YAML_LINE}|[ \t]+[^\n]+\n){{1,200}}?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
)
"""A block of keys without an empty line. A glued part may lack the line break before it."""


def take_front_matter(text: str) -> tuple[dict[str, str], str, int]:
    """Metadata with dotted keys, the text without its front matter, and how many blocks were taken.

    Files glued together from many carry one block a part (``ko_labor_standards_act_full.md``). A later
    block is taken too where it has the very keys of the first, so that no passage quotes it; anything
    else between two rules stays.
    """
    first = _BLOCK.match(text)
    fields = _fields(first.group("body")) if first else None
    if first is None or not fields:
        return {}, text, 0
    count = 1

    def drop(match: re.Match[str]) -> str:
        nonlocal count
        later = _fields(match.group("body"))
        if later is None or later.keys() != fields.keys():
            return match.group(0)
        count += 1
        return "\n\n"

    return fields, _BLOCK.sub(drop, text[first.end() :]).lstrip("\n"), count


class _Loader(yaml.SafeLoader):
    """Without aliases: ten lines of them make a billion words, and no front matter needs one."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("an alias")
        return super().compose_node(parent, index)


def _fields(body: str) -> dict[str, str] | None:
    try:
        loaded = yaml.load(body, _Loader)
    except (yaml.YAMLError, ValueError, RecursionError):  # ValueError: a date that does not exist
        return None
    return _flat(loaded) if isinstance(loaded, dict) else None


def _flat(loaded: Mapping[object, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in loaded.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat.update(_flat(value, f"{name}."))
        elif isinstance(value, list):
            flat[name] = ", ".join(map(str, value))
        elif value is not None:
            flat[name] = str(value)
    return flat
