"""Sentences for people, in Korean, English and Chinese, one YAML file a room.

``messages/<room>.yaml`` maps a key to ``{ko, en, zh}``; placeholders are ``{name}``.
"""

from functools import cache
from importlib.resources import files

import yaml

LANGUAGES = ("ko", "en", "zh")


@cache
def _room(name: str) -> dict[str, dict[str, str]]:
    text = (files("pincite.core") / "messages" / f"{name}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, dict[str, str]] = yaml.safe_load(text)
    return loaded


def say(key: str, language: str, **values: object) -> str:
    """The sentence ``key`` (``room.name``) in ``language``, English where the language has none.

    >>> say("answer.not_found", "ko")
    '관련 내용을 찾지 못했습니다.'
    """
    room, _, name = key.partition(".")
    sentences = _room(room)[name]
    return sentences.get(language, sentences["en"]).format(**values)
