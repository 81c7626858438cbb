"""A question in the words of documents: people say 자르다, 失业金 and fired where a statute says 해고하다,
失业保险金 and dismissed.

The pairs are data (``packs/everyday.yaml``). They make another wording to search with, without
a model; a document that has other words for its matter is found by the person's own.
"""

import re
from functools import cache
from importlib.resources import files

import yaml

_SPACES = re.compile(r"\s+")
_Pairs = tuple[tuple[re.Pattern[str], str], ...]


def in_document_words(question: str) -> str | None:
    r"""The question with what people say replaced by what documents say; None where nothing is.

    >>> in_document_words("직원을 자르려면 미리 알려야 하나요?")
    '근로자를 해고하려면 예고하여 통지해야 하나요?'
    >>> in_document_words("How long is the waiting period?") is None
    True
    """
    text = _SPACES.sub(" ", question).strip()
    taken: list[tuple[int, int]] = []
    found: list[tuple[int, int, str]] = []
    for expression, stands_for in _pairs():
        for match in expression.finditer(text):
            start, end = match.span()
            if start < end and all(end <= before or start >= after for before, after in taken):
                taken.append((start, end))
                found.append((start, end, match.expand(stands_for)))
    if not found:
        return None
    pieces: list[str] = []
    at = 0
    for start, end, words in sorted(found):
        pieces += [text[at:start], words]
        at = end
    return _SPACES.sub(" ", "".join((*pieces, text[at:]))).strip()


@cache
def _pairs() -> _Pairs:
    source = (files("pincite.routing") / "packs" / "everyday.yaml").read_text(encoding="utf-8")
    lists = yaml.safe_load(source)
    return tuple(
        (re.compile(expression, re.IGNORECASE), stands_for)
        for language in ("ko", "zh", "en")
        for expression, stands_for in lists[language]
    )
