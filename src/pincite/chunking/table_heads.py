"""Whether the row below a table's separator names columns too."""

import re
from typing import Final

_NUMBER: Final = re.compile(r"[0-9０-９]")
_PERIOD: Final = re.compile(
    r"(?:FY[ ]?|['’])?(?:19|20)?[0-9]{2}[ ]?(?:회계)?(?:년도?|年度?)(?:[ ]?[말초末初])?"
    r"|(?:FY[ ]?['’]?[0-9]{2,4}|(?:19|20)[0-9]{2})"
    r"(?:[ ]?[./-]?[ ]?(?:[1-4]?Q[1-4]?|[12]?H[12]?|[0-9]{1,2}))?[EFPA]?"
    r"|(?:(?:19|20)?[0-9]{2}[ ]?(?:년|年)?[ ]?)?(?:제[ ]?|第)?[1-4](?:/4)?[ ]?(?:분기|季度?|Q|Quartal)"
    r"|[QH][1-4]|[1-4]/4"
    r"|(?:(?:19|20)?[0-9]{2}[ ]?[년年.][ ]?)?[0-9]{1,2}[ ]?[월月](?:[ ]?[0-9]{1,2}[ ]?[일日])?"
    r"|(?:19|20)[0-9]{2}[ ]?[-–~∼/][ ]?(?:19|20)?[0-9]{2}(?:년도?|年度?)?"
    r"|[A-Z][a-zä]{2,8}\.?[ ](?:19|20)[0-9]{2}"
)
"""Years, quarters, months, spans of years."""
_ORDINAL: Final = re.compile(
    r"(?:제|第)?[ ]?[0-9]{1,3}[ ]?(?:종|형|차|급|등급|기|호|단계|회차|차년도|그룹|类|種|种|级|級|期|组|号)"
    r"|(?!about|max|min|ca|approx|over|USD|EUR|KRW)[A-Za-z가-힣一-龥][^0-9,%]{0,15}?[ ]?[0-9]{1,2}"
)
"""Names that end in a number, or begin with one that counts kinds: 제1형, 2급, Plan 3."""
_WITH_SECOND: Final = 3
"""Rows that it takes to tell: a header, the row in question, and one of data."""
_ABOUT: Final = re.compile(r"약|최대|최소|월|연|매|총|계|约|約|最|共")
"""What stands before an amount, not before a name."""


def count_more_headers(rows: list[list[str]]) -> int:
    """Of the rows after a separator, how many name columns too: 0 to 2. ``rows`` are the cells of the header
    above it and of up to three rows below."""
    if len(rows) < _WITH_SECOND:
        return 0
    head, names, values, *more = rows
    if more and _goes_on(head, names) and has_second_header(names, values, more[0]):
        return 2
    return int(has_second_header(head, names, values))


def has_second_header(head: list[str], names: list[str], values: list[str]) -> bool:
    """For the cells of the header, of the row after the separator, and of the row after that.

    True when the header joins columns (an empty cell, or one as its left neighbour) and the second row says
    what each of them is. A number there is that of a year or a kind; an amount is data, and so is a row
    of the kind that follows.
    """
    if len(names) != len(values) or not _goes_on(head, names):
        return False
    joined = _joined(head)
    plain = not any(map(_NUMBER.search, names))
    return any(_NUMBER.search(values[i]) and (plain or not _is_name(values[i])) for i in joined)


def names_columns(rows: list[list[str]], *, joined: bool) -> bool:
    """Whether rows above a separator say names only, no amounts. ``joined`` asks that the first of them
    joins columns besides, as one does that needs a row below it."""
    return all(_is_name(cell) for row in rows for cell in row) and bool(_joined(rows[0]) or not joined)


def _goes_on(head: list[str], names: list[str]) -> bool:
    """Whether ``names`` says what the columns are that ``head`` joins."""
    joined = _joined(head) if any(head) and len(head) == len(names) else []
    return bool(joined) and all(names[i] for i in joined) and all(map(_is_name, names))


def _joined(head: list[str]) -> list[int]:
    return [i for i in range(1, len(head)) if not head[i] or head[i] == head[i - 1]]


def _is_name(cell: str) -> bool:
    cell = cell.strip("*_() ")
    if not _NUMBER.search(cell) or _PERIOD.fullmatch(cell):
        return True
    return _ORDINAL.fullmatch(cell) is not None and not _ABOUT.match(cell)
