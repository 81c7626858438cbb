"""The names that a model read in a question."""

from collections.abc import Mapping

from pincite.routing.understanding import json_object

MOST_NAMES = 10
"""Of one question; a longer list is of words."""
_LISTS = ("entities", "names", "keywords")


def parse_entities(written: str) -> tuple[str, ...]:
    """The names in what a model wrote, none where it is no JSON object that lists some.

    >>> parse_entities('{"entities": ["김하늘", {"name": "한빛상사"}]}')
    ('김하늘', '한빛상사')
    """
    said = json_object(written)
    listed = next((said[name] for name in _LISTS if isinstance(said.get(name), list)), ()) if said else ()
    found = [item.get("name") if isinstance(item, Mapping) else item for item in listed]
    names = (name.strip() for name in found if isinstance(name, str))
    return tuple(dict.fromkeys(name for name in names if name))[:MOST_NAMES]
