"""References in Korean and in Chinese text."""

import re
from collections.abc import Iterator

from pincite.text import references_grammar as g
from pincite.text.references_lists import bare_ranges, more_members
from pincite.text.references_raw import (
    RawReference,
    branch_of,
    clause_number,
    several,
    tail_numbers,
    with_law,
)

_KO_APPENDICES = "별표", "부표", "부록", "첨부", "붙임"
"""What a pattern cannot do without is looked for first: a search in vain costs fifty times as much."""


def korean_references(text: str) -> Iterator[RawReference]:
    for match in g.KO_SUPPLEMENT.finditer(text) if "칙" in text else ():
        if match["no"] or match["onlypara"]:
            numbers = (
                (clause_number(match["no"], match["sub"]), *tail_numbers(match))
                if match["no"]
                else (clause_number(match["onlypara"]),)
            )
        else:
            numbers = ()
            if re.match(r"\s*[을를이가]?\s*[가-힣]{0,2}개정", text[match.end() :]):
                continue
        yield RawReference(match.start(), match.end(), "supplement", numbers, noun="부칙", weight=3)
    article, paragraph = "조" in text, "항" in text
    for match in g.KO_ARTICLE.finditer(text) if article or "條" in text else ():
        branch = branch_of(match)
        number = clause_number(match["no"] or match["bare"], branch)
        if branch == "" or (match["bare"] is None and not number):
            continue
        raw = RawReference(
            match.start(), _trim(match), "article", (number, *tail_numbers(match)), noun="조", weight=2
        )
        yield with_law(text, raw, g.KO_LAW, g.KO_SELF, g.KO_BACK_TO_LAW)
    for match in g.KO_RELATIVE.finditer(text) if article or paragraph else ():
        if match["same"]:
            how = "previous" if match["same"].startswith("전") else "clause"
            yield RawReference(
                match.start(),
                match.end(),
                "article",
                ("", *tail_numbers(match)),
                noun="조",
                relative=how,
                weight=1,
            )
        elif match["samepara"]:
            yield RawReference(
                match.start(),
                match.end(),
                "article",
                ("", *tail_numbers(match)),
                noun="조",
                relative="paragraph",
            )
    for match in g.KO_BARE.finditer(text) if paragraph or "호" in text else ():
        if match["para"]:
            yield RawReference(
                match.start(),
                match.end(),
                "paragraph",
                ("", *tail_numbers(match)),
                noun="항",
                relative="clause",
            )
        else:
            yield RawReference(
                match.start(),
                match.end(),
                "paragraph",
                ("", "", *tail_numbers(match, "item2", "subitem2")),
                noun="호",
                relative="item",
            )
    for match in g.KO_DIVISION.finditer(text):
        number = clause_number(match["no"], match["sub"])
        if number:
            yield RawReference(
                match.start(), match.end(), g.KO_DIVISION_KIND[match["noun"]], (number,), noun=match["noun"]
            )
    listed = 0
    for match in g.KO_FORM.finditer(text) if "서식" in text or "별지" in text else ():
        number = clause_number(
            match["no"] or match["no2"] or match["no3"], match["sub"] or match["sub2"] or match["sub3"]
        )
        if match.start() < listed:
            continue  # a member of the list before, which names its noun again
        raw = RawReference(match.start(), match.end(), "form", (number,), noun="서식", weight=4)
        members = list(more_members(text, raw, "별"))
        listed = members[-1].end if members else listed
        yield from (raw, *members)
    for match in g.KO_APPENDIX.finditer(text) if [noun for noun in _KO_APPENDICES if noun in text] else ():
        number = clause_number(match["no"], match["sub"])
        if number or match["noun"] in ("별표", "부표"):
            end = match.end() if number else match.start() + len(match["noun"])
            numbers = (number,) if number else ()
            raw = RawReference(match.start(), end, "appendix", numbers, noun=match["noun"], weight=2)
            yield raw
            yield from more_members(text, raw, "별") if number else ()
    yield from several(text, "제")
    yield from bare_ranges(text, "조")


def _trim(match: re.Match[str]) -> int:
    return match.start() + len(match.group().rstrip())


def chinese_references(text: str) -> Iterator[RawReference]:
    for match in g.ZH_ARTICLE.finditer(text):
        branch = branch_of(match)
        number = clause_number(match["no"], branch)
        if number and branch != "":
            raw = RawReference(
                match.start(), match.end(), "article", (number, *tail_numbers(match)), noun="条", weight=2
            )
            yield with_law(text, raw, g.ZH_LAW, g.ZH_SELF, g.ZH_BACK_TO_LAW)
    for match in g.ZH_RELATIVE.finditer(text) if "条" in text or "條" in text else ():
        how = "previous" if match["same"].startswith("前") else "clause"
        if tail := tail_numbers(match):
            yield RawReference(
                match.start(), match.end(), "article", ("", *tail), noun="条", relative=how, weight=1
            )
    for match in g.ZH_BARE.finditer(text) if "款" in text or "项" in text else ():
        if match["para"]:
            yield RawReference(
                match.start(),
                match.end(),
                "paragraph",
                ("", *tail_numbers(match)),
                noun="款",
                relative="clause",
            )
        else:
            tail = ("", "", *tail_numbers(match, "item2"))
            yield RawReference(match.start(), match.end(), "paragraph", tail, noun="项", relative="item")
    for match in g.ZH_DIVISION.finditer(text):
        if number := clause_number(match["no"]):
            yield RawReference(
                match.start(), match.end(), g.ZH_DIVISION_KIND[match["noun"]], (number,), noun=match["noun"]
            )
    for match in g.ZH_APPENDIX.finditer(text) if "附" in text else ():
        number = clause_number(match["no"], match["sub"]) or match["no"].lower()
        raw = RawReference(match.start(), match.end(), "appendix", (number,), noun=match["noun"], weight=2)
        yield raw
        yield from more_members(text, raw, "附")
    for match in g.ZH_SUPPLEMENT.finditer(text):
        numbers = (clause_number(match["no"]), *tail_numbers(match)) if match["no"] else ()
        yield RawReference(match.start(), match.end(), "supplement", numbers, noun="附则", weight=3)
    yield from several(text, "第")
    yield from bare_ranges(text, "条")
