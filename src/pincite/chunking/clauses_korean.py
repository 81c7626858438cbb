"""Marks of Korean statutes, terms and contracts: 편 장 절 관 조, 부칙, 별표, 별지, 서식."""

import re
from typing import Final

from pincite.chunking.clauses_model import (
    ANNEX,
    ARTICLE,
    BLANKS,
    CHAPTER,
    CIRCLED,
    DIVISION,
    HAN,
    MENTION,
    ODD,
    OPENERS,
    PART,
    SUBDIVISION,
    SURE,
    TITLE_LIMIT,
    Mark,
    bracket_end,
    value_of,
)

_MARK: Final = re.compile(
    rf"제{BLANKS}([0-9０-９]{{1,4}}|[{HAN}]{{1,5}})(?:\s?[-－]\s?([0-9]{{1,3}}))?{BLANKS}(편|장|절|관|조)"
    r"(?:\s?의\s?([0-9]{1,3})(?![0-9]))?"
)
_RANK: Final = {"편": PART, "장": CHAPTER, "절": DIVISION, "관": SUBDIVISION, "조": ARTICLE}
_ANNEX: Final = re.compile(
    rf"(?:[■▣□]\s*[^\n\[【]{{0,60}}(?=[\[【]{BLANKS}(?:별{BLANKS}[표지]|서{BLANKS}식)[^\n\]】]{{0,20}}[\]】]))?"
    rf"(?P<bracket>[\[【<〈(（]?){BLANKS}(?:(?P<supplement>부{BLANKS}칙)"
    rf"|(?P<noun>별{BLANKS}[표지첨]|부{BLANKS}표|서{BLANKS}식|붙{BLANKS}임)"
    rf"(?:{BLANKS}제?{BLANKS}(?P<number>[0-9]{{1,3}})(?:{BLANKS}[호조])?(?:\s?의\s?(?P<branch>[0-9]{{1,3}}))?)?"
    rf"(?:{BLANKS}호?{BLANKS}서{BLANKS}식)?)(?:{BLANKS}[\]】>〉)）])?"
)
"""The official form of an annex names its law first: ``■ 도로교통법 시행령 [별표 2] ‹개정 2020. 8. 4.›``."""

_JOIN: Final = r"(?:및|또는|내지|부터|까지)(?=\s|\Z|[,.)」])"
_PART: Final = re.compile(r"제\s?\d+\s?(?:항|호|목)")
_MENTIONED: Final = re.compile(
    rf"{_JOIN}|등(?=\s|\Z|[,에의을과])"
    r"|(?:에|의|을|를|은|는|과|와|에서|에는|에도|으로|중|소정|규정에|규정의|규정을|참조|참고)(?=\s|\Z|[,.)」\]】>〉])"
    r"|(?:단서|본문|전단|후단|각\s?[호항])(?:에|의|은|는|을|를|에서|에도|에는)?(?=\s|\Z|[,.)」])"
)
"""What follows the number of a mention; an article may begin with it, but then the count shows that."""
_ARTICLE_AGAIN: Final = re.compile(r"제\s?\d+\s?조")
_SEPARATORS: Final = " \t\u3000\xa0.:：-–—"
_TITLE_BRACKETS: Final = "<〈(（[【‹:："
_PARTICLE: Final = re.compile(
    rf"[,、)」』\]·ㆍ~∼]|{_JOIN}|(?:이(?!\s?(?:법|영|령|규칙|규정|조례|약관|계약|지침|정관|세칙|고시|훈령|예규|장|절|조)\S*\s)"
    r"|[에의을를은는가과와도로만상]|에서|에게|에는|에도|에만|에서의|에서는|으로|으로서|에의|상의|등|등에|등의|등을)"
    r"(?=\s|\Z|[,.)」])"
)
"""What is written right after the title of a mention: 제3조(의료기관)에 규정한."""
_SENTENCE_END: Final = re.compile(r"(?:[.。,]|다|경우|때에는|따라|의하여|관하여|대하여|및|또는)\Z")
_SUPPLEMENT_TEXT: Final = re.compile(
    r"(?:이|본)\s?[가-힣]{1,12}(?:은|는)\s|(?:공포|발령|고시|시행|제정|개정)(?:한|일|된|하는)\s?(?:날|부터)|[①1]\W"
    r"|[0-9]{4}[.년][^다\n]{1,12}(?:부터|이후|자로)"
)
"""How the text of a supplement begins that stands on the line of its title."""
_SUPPLEMENT_DATE: Final = re.compile(
    r"[0-9]{4}\s?[.년]\s?[0-9]{1,2}\s?[.월]\s?[0-9]{1,2}\s?[.일]?|제\s?[0-9]+\s?호(?=[,\s]|\Z)"
)


def korean(line: str, heading: bool) -> Mark | None:
    """The mark of a line that begins with 제."""
    match = _MARK.match(line)
    if match is None:
        return None
    family, end = match.group(3), match.end()
    rank = _RANK[family]
    bracket = bracket_end(line, end)
    judged = _titled(line, bracket) if bracket and rank == ARTICLE else _untitled(line, end, rank, heading)
    if judged is None:
        return None
    label_end, certain, doubt = judged
    number = (value_of(match.group(1)), int(match.group(4) or match.group(2) or 0))
    return Mark(family, rank, number, label_end, certain or heading, "ko", SURE if heading else doubt)


def _titled(line: str, bracket: int) -> tuple[int, bool, int] | None:
    """End of the label, certainty and doubt of an article whose title ends at ``bracket``."""
    after = line[bracket:]
    if _PARTICLE.match(after):
        return None
    body = after.lstrip(_SEPARATORS)
    if _MENTIONED.match(body) or _PART.match(body):
        return bracket, False, MENTION if _MENTIONED.match(body) else ODD
    attached = body == after and body[:1] not in CIRCLED and not body.startswith("삭제")
    return bracket, not (attached or _ARTICLE_AGAIN.match(body)), SURE


def _untitled(line: str, end: int, rank: int, heading: bool) -> tuple[int, bool, int] | None:
    """The same of a mark without brackets, and of a division with or without."""
    rest = line[end:]
    if not rest:
        return end, False, SURE
    if rank == ARTICLE and rest.startswith("삭제"):
        return end, True, SURE
    if not (rest[0].isspace() or rest[0] in ".:：" + CIRCLED or (rank != ARTICLE and rest[0] in OPENERS)):
        return None
    body = rest.lstrip(_SEPARATORS)
    if heading:
        return (end if body[:1] and body[0] in CIRCLED else len(line)), True, SURE
    if doubt := _doubt(body):
        return (end, False, doubt) if rank == ARTICLE else None
    if rank == ARTICLE and (body[:1] in CIRCLED or body.startswith("삭제")):
        return end, True, SURE
    if len(body) <= TITLE_LIMIT and not _SENTENCE_END.search(body):
        return len(line), False, SURE
    return (end, False, SURE) if rank == ARTICLE else None


def _doubt(body: str) -> int:
    if _MENTIONED.match(body) or _PART.match(body):
        return MENTION
    return ODD if _ARTICLE_AGAIN.match(body) else SURE


def korean_annex(line: str, heading: bool) -> Mark | None:
    """The mark of a supplement (부칙) or an annex, in brackets or not."""
    match = _ANNEX.match(line)
    if match is None:
        return None
    if match["supplement"]:
        return _supplement(line, match.end(), heading)
    rest = line[match.end() :]
    family = "".join(match["noun"].split())
    number = (int(match["number"] or 0), int(match["branch"] or 0))
    bracketed = bool(match["bracket"])
    title = rest.strip()
    if not heading:
        if rest and not rest[0].isspace() and rest[0] not in _TITLE_BRACKETS:
            return None
        if _doubt(title) or _SENTENCE_END.search(title) or len(title) > TITLE_LIMIT:
            return None
        if title and not number[0] and not bracketed:
            return None
    start = 0 if heading else match.start("bracket")
    return Mark(family, ANNEX, number, len(line), heading or bracketed, "ko", label_start=start)


def _supplement(line: str, end: int, heading: bool) -> Mark | None:
    """부칙 with what stands beside it: a date or number is part of its label, its text is not."""
    label_end = bracket_end(line, end) or end
    title = line[label_end:].strip()
    if heading or not title:
        return Mark("부칙", ANNEX, (0, 0), len(line), True, "ko")
    dated = label_end > end
    if not dated and not line[end].isspace():
        return None
    if _opens_supplement(title):
        return Mark("부칙", ANNEX, (0, 0), label_end, False, "ko")
    if _SENTENCE_END.search(title.removesuffix(".")) or len(title) > TITLE_LIMIT:
        return None
    if _doubt(title) if dated else not _SUPPLEMENT_DATE.match(title):
        return None
    return Mark("부칙", ANNEX, (0, 0), len(line), dated, "ko")


def _opens_supplement(title: str) -> bool:
    """Whether the first article of a supplement, or its only sentence, begins here."""
    if _SUPPLEMENT_TEXT.match(title):
        return True
    first = korean(title, False) if title.startswith("제") else None
    if first is None or first.rank != ARTICLE:
        return False
    return first.number[0] == 1 and not first.doubt and first.label_end < len(title)
