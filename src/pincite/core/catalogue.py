"""Sentences for people, in Korean, English and Chinese, one YAML file a room.

``messages/<room>.yaml`` maps a key to ``{ko, en, zh}``; placeholders are ``{name}``.
"""

from functools import cache
from importlib.resources import files

import yaml

LANGUAGES = ("ko", "en", "zh")


# libyaml reads all rooms in 30 ms, the reader in Python in half a second; not every build has it.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def room(name: str) -> dict[str, dict[str, str]]:
    """All sentences of a room: key to language to sentence."""
    text = (files("pincite.core") / "messages" / f"{name}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, dict[str, str]] = yaml.load(text, Loader=_Loader)
    return loaded


def say(key: str, language: str, **values: object) -> str:
    """The sentence ``key`` (``room.name``) in ``language``, English where the language has none.

    >>> say("answer.not_found", "ko")
    '관련 내용을 찾지 못했습니다.'
    """
    place, _, name = key.partition(".")
    sentences = room(place)[name]
    return sentences.get(language, sentences["en"]).format(**values)
