"""Marks of Chinese statutes, in both scripts: 编 分编 章 节 条, 附则, 附件."""

import re
from typing import Final

from pincite.chunking.clauses_model import (
    ANNEX,
    ARTICLE,
    BLANKS,
    CHAPTER,
    DIVISION,
    HAN,
    MENTION,
    ODD,
    PART,
    SUBPART,
    SURE,
    TITLE_LIMIT,
    Mark,
    bracket_end,
    value_of,
)

_BLANKS: Final = "[^\\S\n]{0,2}"
_MARK: Final = re.compile(
    rf"第{BLANKS}([0-9０-９]{{1,4}}|[{HAN}]{{1,7}})(?:{_BLANKS}[-－–]{_BLANKS}([0-9]{{1,3}}))?{BLANKS}"
    rf"(分编|分編|编|編|篇|部分|章|节|節|条|條)(?:{_BLANKS}之{_BLANKS}([0-9]{{1,3}}|[{HAN}]{{1,3}}))?"
)
_RANK: Final = {
    "编": PART, "編": PART, "篇": PART, "部分": PART, "分编": SUBPART, "分編": SUBPART, "章": CHAPTER,
    "节": DIVISION, "節": DIVISION, "条": ARTICLE, "條": ARTICLE,
}  # fmt: skip
_ANNEX: Final = re.compile(
    rf"附{BLANKS}(则|則|件|录|錄|表)"
    rf"(?:{BLANKS}([0-9０-９]{{1,3}}|[{HAN}]{{1,4}}|[A-Z]))?(?=[\s:：]|\Z)"
)
_SENTENCE: Final = re.compile(r"[，。；！？]")
_NUMBER: Final = rf"第\s?(?:\d{{1,4}}|[{HAN}]{{1,7}})\s?"
_MENTIONED: Final = re.compile(
    rf"[、，。；）)]|{_NUMBER}[款项項]|(?:[和及与與或至到]|以及|或者)\s?{_NUMBER}[条條款项項章节節]|规定|規定"
)
"""What follows the number of a mention, with and without a blank."""
_ATTACHED: Final = re.compile(
    r"的|所(?:列|称|稱|述|指)|中(?:的|所|有关|有關|对|對)|之(?:规定|規定|所)|以[上下外内]|项|項"
)
"""What follows it only without one."""
_UNSURE: Final = re.compile(rf"[和及与與或至之中款]|{_NUMBER}[条條]")
_SUPPLEMENT_TEXT: Final = re.compile(r"[本自]|\d+[.、]")


def chinese(line: str, heading: bool) -> Mark | None:
    """The mark of a line that begins with 第."""
    match = _MARK.match(line)
    if match is None:
        return None
    family, end = match.group(3), match.end()
    number = (value_of(match.group(1)), value_of(match.group(4) or match.group(2)))
    rank = _RANK[family]
    bracket = bracket_end(line, end) if rank == ARTICLE else 0
    rest = line[bracket or end :]
    body = rest.strip()
    spaced = not rest or rest[0].isspace() or rest[0] in ":："
    doubt = SURE if heading else _doubt(body, spaced)
    if rank == ARTICLE:
        label_end = bracket or (len(line) if heading else end)
        certain = not doubt and (bool(bracket) or (spaced and bool(body)))
        return Mark(family, rank, number, label_end, heading or certain, "zh", doubt)
    if not heading and (len(body) > TITLE_LIMIT or _SENTENCE.search(body) or doubt == MENTION):
        return None
    return Mark(family, rank, number, len(line), heading or (spaced and not doubt), "zh")


def _doubt(body: str, spaced: bool) -> int:
    if _MENTIONED.match(body) or (not spaced and _ATTACHED.match(body)):
        return MENTION
    return ODD if not spaced and _UNSURE.match(body) else SURE


def chinese_annex(line: str, heading: bool) -> Mark | None:
    """The mark of a line that begins with 附. The text of a supplement (附则) may stand on its line; one that
    has its line for itself leaves no doubt, as 부칙 does."""
    match = _ANNEX.match(line)
    if match is None:
        return None
    label_end = len(line)
    supplement = match.group(1) in "则則"
    if not heading and (len(line) > TITLE_LIMIT or _SENTENCE.search(line)):
        text = line[match.end() :].strip()
        first = chinese(text, False) if text.startswith("第") else None
        opens = first.rank == ARTICLE and not first.doubt if first else _SUPPLEMENT_TEXT.match(text)
        if not (supplement and opens):
            return None
        label_end = match.end()
    number = (value_of(match.group(2)), 0)
    certain = heading or (supplement and not line[match.end() :].strip(" \u3000:："))
    return Mark("附" + match.group(1), ANNEX, number, label_end, certain, "zh")
