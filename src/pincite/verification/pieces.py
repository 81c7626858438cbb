"""What a sentence of terms is made of: paragraphs, items of a list, parts between semicolons."""

import re

_INNER = re.compile(
    r"(?=[①-⑳])|(?<=\s)(?=\((?:\d{1,2}|[a-z])\)\s(?!(?i:business|calendar|working|days?|weeks?|months?|years?|hours?)\b))|(?<=\s)(?=第[一二三四五六七八九十\d]{1,3}款\s)|(?<=[;；])"
)
_ITEM = re.compile(
    r"^\s*(?:[-*•·]\s|\d{1,2}[.)]\s|[가-하][.)]\s|[(（](?:[a-z\d]{1,2}|[一二三四五六七八九十]{1,3})[)）]|[ⅰ-ⅹ][.)])"
)


def is_item(piece: str) -> bool:
    """Whether a piece opens with the mark of a list item."""
    return bool(_ITEM.match(piece))


def pieces_of(text: str) -> list[str]:
    """A sentence cut before each paragraph mark and after each semicolon."""
    return [piece.strip() for piece in _INNER.split(text) if piece and piece.strip()]


def mark_kind(piece: str) -> str:
    """The shape of an item's mark: ``(1)`` and ``(2)`` are of one list, ``(a)`` hangs under them."""
    mark = re.match(r"\s*(?:[(（]?[\w]{1,3}[)）.]|[-*•·])", piece)
    shape = re.sub(r"\d+", "1", mark.group().strip()) if mark else ""
    return re.sub(r"[a-z]", "a", re.sub(r"[가-하]", "가", re.sub(r"[一二三四五六七八九十]+", "一", shape)))
