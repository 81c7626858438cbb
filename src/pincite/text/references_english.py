"""References in English text."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pincite.text import references_grammar as g
from pincite.text.numerals import ordinal_number
from pincite.text.references_raw import EXPANSION_LIMIT, RawReference, tail_numbers

_PAREN = re.compile(r"\(([^)]+)\)")
_DASHED = re.compile(r"(\d{1,4})-(\d{1,3})")
"""Of a plural: ``Articles 3-5`` are three, ``Article 3-5`` is one."""


def english_references(text: str) -> Iterator[RawReference]:
    for match in g.EN_CLAUSE.finditer(text):
        noun = (match["noun"] or "section").lower().rstrip(".")
        kind = (
            g.EN_NOUN_KIND.get(noun) or g.EN_NOUN_KIND.get(noun.rstrip("s")) or g.EN_NOUN_KIND.get(noun[:-2])
        )
        written = match["no"] or match["signno"]
        if kind is None or not _english_number_fits(kind, match["noun"] or "", written):
            continue
        number = ordinal_number(written) or written.lower()
        tail = tuple(_PAREN.findall((match["parens"] or match["signparens"] or "").lower()))
        end = match.end()
        if (
            kind in ("article", "section", "clause", "rule")
            and not tail
            and (deeper := g.EN_PARA_TAIL.match(text, end))
        ):
            tail, end = tail_numbers(deeper, "para", "item"), deeper.end()
        raw = RawReference(match.start(), end, kind, (number, *tail), noun=noun, weight=2)
        plural = noun.endswith("s") or match["sign"] == "§§"
        dashed = _DASHED.fullmatch(number) if plural and not tail else None
        if dashed and 0 < int(dashed[2]) - int(dashed[1]) <= EXPANSION_LIMIT:
            yield from _with_english_law(
                text,
                [replace(raw, numbers=(str(n),)) for n in range(int(dashed[1]), int(dashed[2]) + 1)],
            )
            continue
        members = list(_english_more(text, raw, plural)) or list(_english_one_more(text, raw))
        yield from _with_english_law(text, [raw, *members])
    for match in g.EN_PARA_OF.finditer(text):
        para = tuple(re.findall(r"\w+", match["para"].lower()))
        if match["of"]:
            how = "clause" if match["same"] else "next"
            yield RawReference(
                match.start(), match.end(), "article", ("", *para), noun="paragraph", relative=how, weight=3
            )
        elif not match["minor"]:
            yield RawReference(
                match.start(), match.end(), "paragraph", ("", *para), noun="paragraph", relative="clause"
            )
    for match in g.EN_BARE.finditer(text) if "(" in text else ():
        tail = tuple(_PAREN.findall(match["parens"].lower()))
        if "." in match["no"] or len(tail) > 1:
            yield RawReference(match.start(), match.end(), "section", (match["no"], *tail), noun="")


def _english_number_fits(kind: str, noun: str, written: str) -> bool:
    """A letter or a Roman numeral counts only beside a capitalised noun or for appendices and parts."""
    if written[0].isdecimal():
        return True
    if re.fullmatch(r"[A-Z](?:[.-]?\d{1,2})?", written) and written not in "IVX":
        return kind in ("appendix", "part", "form") and noun[:1].isupper()
    return noun[:1].isupper()


def _english_more(text: str, first: RawReference, plural: bool) -> Iterator[RawReference]:
    """Members after the first: ``Articles 3 to 5``, ``Article 5(1) to (3)``."""
    last, end = first, first.end
    while match := g.EN_MORE.match(text, end):
        if match["only"]:
            if len(last.numbers) < 2:
                return
            raw = replace(
                last,
                start=match.start("only"),
                end=match.end(),
                numbers=(*last.numbers[:-1], match["only"][1:-1].lower()),
            )
        else:
            if not plural:
                return
            number = ordinal_number(match["no"]) or match["no"]
            tail = tuple(_PAREN.findall(match["parens"].lower()))
            raw = replace(first, start=match.start("no"), end=match.end(), numbers=(number, *tail))
        yield raw
        last, end = raw, match.end()


def _english_one_more(text: str, first: RawReference) -> Iterator[RawReference]:
    """``Article 3 to 5``, ``Appendices A and B``: the larger member that ends the phrase."""
    match = g.EN_MORE_OF_ONE.match(text, first.end)
    if match is None:
        return
    number = match["no"].lower()
    own = first.numbers[0]
    larger = int(number) > int(own) if number.isdecimal() and own.isdecimal() else number > own
    if larger and number.isalpha() == own.isalpha() and len(first.numbers) == 1:
        yield replace(first, start=match.start("no"), end=match.end(), numbers=(number,))


def _with_english_law(text: str, members: list[RawReference]) -> Iterator[RawReference]:
    after = g.EN_LAW_AFTER.match(text, members[-1].end)
    if after and not g.EN_SELF.match(after["law"]):
        law = after["law"].strip()
        yield from (replace(member, law=law) for member in members[:-1])
        yield replace(members[-1], end=after.end(), law=law)
        return
    window = text[max(0, members[0].start - 64) : members[0].start]
    before = g.EN_LAW_BEFORE.search(window)
    if before:
        name = re.sub(r"^(?:(?:Under|In|See|By|The|This|And|Of)\s+)+", "", before["law"]).strip()
        if name and not before["law"].startswith("This ") and " " in name:
            start = members[0].start - len(window) + before.start() + before["law"].rindex(name)
            yield replace(members[0], start=start, law=name)
            yield from (replace(member, law=name) for member in members[1:])
            return
    yield from members
