"""Members of a list or range that its writer did not name again: ``별표 1, 2``, ``附件一至三``, ``3~5조``."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pincite.text.references_grammar import KO_N, ZH_N
from pincite.text.references_raw import EXPANSION_LIMIT, RawReference, clause_number

_ENDS = (
    r"(?=\s*(?:$|[\n,.;:?!·、，。；？！)\]】」』》~∼〜–—-]|및|와|과|또는|내지|부터|까지|[을를은는의에도]"
    r"(?![가-힣])|에서|보여|알려|찾아|내용|전체|전문|원문|호|[和至到与及的给全原]))"
)
"""What may follow a bare number that is a member: 별표 1, 2개 and 附件一、三万元 are no lists."""

_MORE = {
    "별": re.compile(
        rf"\s*(?:,|·|ㆍ|및|와|과|또는|부터|내지|에서|[~∼〜–—-])\s*(?P<lead>제\s*)?(?P<no>\d{{1,3}}|{KO_N})"
        rf"(?:\s*호)?(?:\s*의\s*(?P<sub>\d{{1,2}}))?(?P<form>(?:까지)?(?:의)?\s*서식)?{_ENDS}"
    ),
    "附": re.compile(
        rf"\s*(?:,|，|、|·|和|与|及|或|至|到|[~∼〜–—-])\s*(?P<lead>第\s*)?(?P<no>{ZH_N}|[A-Z])"
        rf"(?:之(?P<sub>{ZH_N}))?{_ENDS}"
    ),
}
_BARE_RANGE = re.compile(
    r"(?=\d)(?<![\w.,\-~∼〜])(?P<low>\d{1,4})\s*(?:조\s*)?[~∼〜–\-]\s*(?P<high>\d{1,4})\s*(?P<noun>조|条)"
    r"(?!\s*(?:원|억|달러|위안|여\s|가량|\d|각|건|의\s*\d))"
)


def more_members(text: str, first: RawReference, family: str) -> Iterator[RawReference]:
    """Members after ``first``, an appendix or a form with a number; ``family`` is ``별`` or ``附``."""
    last = first
    while match := _MORE[family].match(text, last.end):
        letter = match["no"] if match["no"].isascii() and match["no"].isalpha() else ""
        number = letter.lower() or clause_number(match["no"], match["sub"])
        if not number or letter.islower():
            return
        start = match.start("lead" if match["lead"] else "no")
        last = replace(first, start=start, end=match.end(), numbers=(number,))
        yield last


def bare_ranges(text: str, noun: str) -> Iterator[RawReference]:
    """``3~5조``: the span of each member is the whole, and the first number is no lower end of a sum."""
    if noun not in text:
        return
    for match in _BARE_RANGE.finditer(text):
        low, high = int(match["low"]), int(match["high"])
        if match["noun"] == noun and 0 < high - low <= EXPANSION_LIMIT:
            for number in range(low, high + 1):
                numbers = (str(number),)
                yield RawReference(match.start(), match.end(), "article", numbers, noun=noun, weight=5)
