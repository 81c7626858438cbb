"""What a model wrote, read with patience: JSON as asked, in a fence or broken off, a list, a sentence.

Every reader returns None for a reply that cannot be used; an empty list of questions is a use: the piece
answers nothing.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pincite.enrichment.tidy import (
    LONGEST_DESCRIPTION,
    plain,
    tidy_questions,
    tidy_sentences,
    unlisted,
)

_LONGEST_REPLY = 40_000
"""Characters read: more than any reply of the tokens that we allow."""
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[ \t]*[\w-]*[ \t]*")
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?', re.S)
"""The second group tells a key."""
_OPENED = re.compile(r'[{\[]\s*"')
_SAID = re.compile(r'"(?:summary|description|요약|摘要)"\s*:\s*"((?:[^"\\]|\\.)*)', re.S | re.I)
_LISTED = re.compile(
    r"\A\s*(?:[-*+•]\s|[(\[]?(?:[QqＱ]\s?)?\d{1,3}\s*[.):：、）\]]|[①-⑳]|(?:[QqＱ]|질문|问题)\s*\d*\s*[.:：)）])"
)
_ASKS = re.compile(r"[?？]|(?:까요|나요|가요|는지|인가|는가|은가|吗|呢|什么|何时|多少|如何)[.。]?\Z")
_PREAMBLE = re.compile(
    r"\A(?:(?:sure|certainly|of course|okay|ok)[,.!:]?\s*)?(?:here(?:'s| is| are)\b[^\n]{0,120}?[:：]"
    r"|(?:the )?(?:summary|요약|摘要)(?: (?:of|is)\b[^\n]{0,60}?)?\s*[:：]"
    r"|(?:다음은|아래는)[^\n]{0,80}?[:：.]\s*(?=\n)|以下是[^\n]{0,60}?[:：])\s*",
    re.I,
)
_REFUSAL = re.compile(
    r"\A\W*(?:(?:i['’]?\s?a?m\s+)?(?:very\s+)?sorry\b|as an (?:ai|language model)\b"
    r"|(?:unfortunately,?\s+)?i(?:['’]m| am)?\s+(?:can(?:no|['’])t|(?:not\s+|un)able to|will not|won['’]t)\b"
    r"|(?:요청(?:하신)?[^\n]{0,40})?(?:죄송|미안(?:하|합))|(?:도와|답변|제공)[^\n]{0,20}(?:드릴 )?수 없"
    r"|(?:非常|很|十分)?(?:抱歉|对不起|對不起)|我(?:无法|不能|不可以))",
    re.I,
)


@dataclass(frozen=True, slots=True)
class TableNotes:
    """What a table holds."""

    summary: str
    columns: Mapping[str, str] = field(default_factory=dict)
    """Name of a column, as the table spells it, to what it holds."""


def is_refusal(reply: str) -> bool:
    """Whether the model will not do it; asking again would not help."""
    return bool(_REFUSAL.match(reply)) and json_in(reply[:_LONGEST_REPLY]) is None


def read_questions(reply: str, most: int) -> tuple[str, ...] | None:
    """At most ``most`` questions; empty where the model found none to ask."""
    text = reply[:_LONGEST_REPLY].strip()
    if not text or is_refusal(text):
        return None
    found = json_in(text)
    if found is not None:
        said = _inside(found, ("questions", "질문", "问题"))
        return tidy_questions(_strings(said), most) or (None if said else ())
    if _OPENED.search(text):  # broken off: the questions that are whole
        whole = (match[1] for match in _STRING.finditer(text) if not match[2])
        return tidy_questions(map(_unescaped, whole), most) or None
    lines = [line for line in text.splitlines() if line.strip()]
    listed = [line for line in lines if _LISTED.match(line)]
    listed = listed or [line for line in lines if _ASKS.search(line.strip())]
    return tidy_questions(listed, most) or None


def read_summary(reply: str) -> str | None:
    """The summary in one line."""
    text = reply[:_LONGEST_REPLY].strip()
    if not text or is_refusal(text):
        return None
    found = json_in(text)
    if found is not None:
        return _sentences(_inside(found, ("summary", "요약", "摘要", "description"))) or None
    if said := _SAID.search(text):  # broken off: the sentences that are whole
        whole = re.match(r".*[.!?。！？]", tidy_sentences(_unescaped(said[1])), re.S)
        return whole.group() if whole else None
    if text.startswith(("{", "[")):
        return None
    return tidy_sentences(_PREAMBLE.sub("", _unfenced(text), count=1)) or None


def read_table(reply: str, names: Sequence[str]) -> TableNotes | None:
    """What is said of the table and of those columns that it has; ``names`` are theirs."""
    summary = read_summary(reply)
    if summary is None:
        return None
    found = json_in(reply[:_LONGEST_REPLY])
    said = found.get("columns", found.get("열", found.get("列"))) if isinstance(found, dict) else None
    spelled = {_folded(name): name for name in reversed(names)}
    columns: dict[str, str] = {}
    for name, words in _pairs(said):
        description = tidy_sentences(words, LONGEST_DESCRIPTION)
        if description and (known := spelled.get(_folded(name))) is not None:
            columns.setdefault(known, description)
    return TableNotes(summary, {name: columns[name] for name in dict.fromkeys(names) if name in columns})


def _pairs(said: Any) -> Iterator[tuple[str, str]]:
    if isinstance(said, dict):
        said = [{"name": name, "description": words} for name, words in said.items()]
    for item in said if isinstance(said, list) else ():
        if not isinstance(item, dict):
            continue
        name = item.get("name", item.get("column", item.get("이름", item.get("名称"))))
        words = item.get("description", item.get("설명", item.get("说明", item.get("meaning"))))
        if isinstance(words, dict):
            words = words.get("description")
        if isinstance(name, str) and isinstance(words, str):
            yield name, words


def json_in(text: str) -> Any:
    """The first object or list of a reply; None without a whole one."""
    text = _unfenced(text)
    for start in [match.start() for match in re.finditer(r"[{\[]", text)][:20]:
        for candidate in (text[start:], _TRAILING_COMMA.sub("", text[start:])):
            try:
                found, end = json.JSONDecoder(strict=False).raw_decode(candidate)
            except (ValueError, RecursionError):
                continue
            if _is_reply(found) or not text[:start].strip() + candidate[end:].strip():
                return found
    return None


def _is_reply(found: Any) -> bool:
    """Not the ``[1]`` of a sentence."""
    if isinstance(found, list):
        return bool(found) and all(isinstance(item, str | dict) for item in found)
    return bool(found)


def _unfenced(text: str) -> str:
    """What stands in the first fence, or the whole. By lines: a pattern over all of a reply took minutes for
    40,000 backticks."""
    lines = text.splitlines()
    fences = [at for at, line in enumerate(lines) if _FENCE.fullmatch(line)]
    if not fences:
        return text.strip()
    end = fences[1] if len(fences) > 1 else len(lines)
    return "\n".join(lines[fences[0] + 1 : end]).strip()


def _inside(found: Any, keys: Iterable[str]) -> Any:
    """What stands under the first of ``keys`` that is there, else the whole."""
    if isinstance(found, dict):
        folded = {str(key).casefold(): value for key, value in found.items()}
        return next((folded[key] for key in keys if key in folded), found)
    return found


def _strings(found: Any, depth: int = 0) -> Iterator[str]:
    """All texts of a JSON value in order, without the keys."""
    if isinstance(found, str):
        yield found
    elif depth < 4 and isinstance(found, list):
        for item in found:
            yield from _strings(item, depth + 1)
    elif depth < 4 and isinstance(found, dict):
        preferred = [found[key] for key in ("question", "질문", "问题", "q") if key in found]
        for item in preferred or found.values():
            yield from _strings(item, depth + 1)


def _sentences(found: Any) -> str:
    return tidy_sentences(" ".join(_strings(found)))


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


def _folded(name: str) -> str:
    return unlisted(plain(name)).casefold()
