"""Finds references: patterns per language, then laws, back references, ranges."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.text import references_grammar as g
from pincite.text.numerals import fold_digits, ordinal_number
from pincite.text.references_model import Reference

EXPANSION_LIMIT = 100
"""Members that one range (제1조부터 제300조까지) expands to at most; a longer range keeps its two ends."""
_CIRCLED = {chr(0x2460 + i): str(i + 1) for i in range(20)}
_HANGUL = re.compile(r"[가-힣]")
_HAN = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class _Raw:
    start: int
    end: int
    kind: str
    numbers: tuple[str, ...]
    law: str | None = None
    noun: str = ""
    relative: str = ""
    """What to borrow from the reference before: "" nothing, "clause", "paragraph", "previous"."""
    law_back: bool = False
    weight: int = 0


def find_references(text: str) -> list[Reference]:
    """All clause references of ``text`` in order; ranges and lists expand into one per member.

    A bare paragraph (``제7항``, ``paragraph 6 of the same Article``) belongs to the clause named before it;
    with none before it has kind ``paragraph``.

    >>> [r.full_key for r in find_references("상법 제638조, 제12조 제3항 제1호와 제3조부터 제5조까지")]
    ['article:638', 'article:12/3/1', 'article:3', 'article:4', 'article:5']
    >>> [(r.law, r.key) for r in find_references("《民事诉讼法》第十六条 and Section 44 of the Records Act")]
    [('民事诉讼法', 'article:16'), ('Records Act', 'section:44')]
    """
    folded = fold_digits(text)
    found: list[_Raw] = []
    if _HANGUL.search(folded):
        found += _korean(folded)
    if _HAN.search(folded):
        found += _chinese(folded)
    if re.search(r"[A-Za-z§(]", folded):
        found += _english(folded)
    found.sort(key=lambda raw: (raw.start, -(raw.end - raw.start), -raw.weight))
    return _expand(folded, text, _resolve(_disjoint(found)))


def _disjoint(found: list[_Raw]) -> list[_Raw]:
    kept: list[_Raw] = []
    end = -1
    span = (-1, -1)
    for raw in found:
        if raw.start >= end or ((raw.start, raw.end) == span and raw.weight and kept[-1].weight):
            kept.append(raw)
            end, span = raw.end, (raw.start, raw.end)
    return kept


def _tail(match: re.Match[str], *names: str) -> tuple[str, ...]:
    groups = match.groupdict()
    values: list[str] = []
    for name in names or ("para", "item", "subitem"):
        value = groups.get(name)
        if name == "para" and not value and groups.get("circled"):
            values.append(_CIRCLED[groups["circled"]])
            continue
        if name == "item" and not value:
            value = groups.get("itemp")
        number = (
            (ordinal_number(value) or value)
            if value and value not in "가나다라마바사아자차카타파하"
            else value
        )
        if number and name.startswith("item") and groups.get(f"{name.replace('item', 'itemsub')}"):
            number = f"{number}-{groups[name.replace('item', 'itemsub')]}"
        values.append(number or "")
    while values and not values[-1]:
        values.pop()
    return tuple(values)


def _number(no: str | None, sub: str | None = None) -> str:
    base = ordinal_number(no) if no else None
    if base is None:
        return ""
    extra = ordinal_number(sub) if sub else None
    return f"{base}-{extra}" if extra else base


def _korean(text: str) -> Iterator[_Raw]:
    for match in g.KO_SUPPLEMENT.finditer(text):
        if match["no"] or match["onlypara"]:
            numbers = (
                (_number(match["no"], match["sub"]), *_tail(match))
                if match["no"]
                else (_number(match["onlypara"]),)
            )
        else:
            numbers = ()
            if re.match(r"\s*[을를이가]?\s*[가-힣]{0,2}개정", text[match.end() :]):
                continue
        yield _Raw(match.start(), match.end(), "supplement", numbers, noun="부칙", weight=3)
    for match in g.KO_ARTICLE.finditer(text):
        if match["bare"] is None and not (number := _number(match["no"], match["sub"])):
            continue
        number = _number(match["no"] or match["bare"], match["sub"])
        raw = _Raw(match.start(), _trim(match), "article", (number, *_tail(match)), noun="조", weight=2)
        yield _with_law(text, raw, g.KO_LAW, g.KO_SELF, g.KO_BACK_TO_LAW)
    for match in g.KO_RELATIVE.finditer(text):
        if match["same"]:
            how = "previous" if match["same"].startswith("전") else "clause"
            yield _Raw(
                match.start(), match.end(), "article", ("", *_tail(match)), noun="조", relative=how, weight=1
            )
        elif match["samepara"]:
            yield _Raw(
                match.start(), match.end(), "article", ("", *_tail(match)), noun="조", relative="paragraph"
            )
    for match in g.KO_BARE.finditer(text):
        if match["para"]:
            yield _Raw(
                match.start(), match.end(), "paragraph", ("", *_tail(match)), noun="항", relative="clause"
            )
        else:
            yield _Raw(
                match.start(), match.end(), "paragraph", ("", "", *_tail(match, "item2", "subitem2")), noun="호",
                relative="item",
            )  # fmt: skip
    for match in g.KO_DIVISION.finditer(text):
        number = _number(match["no"], match["sub"])
        if number:
            yield _Raw(
                match.start(), match.end(), g.KO_DIVISION_KIND[match["noun"]], (number,), noun=match["noun"]
            )
    for match in g.KO_FORM.finditer(text):
        number = _number(
            match["no"] or match["no2"] or match["no3"], match["sub"] or match["sub2"] or match["sub3"]
        )
        yield _Raw(match.start(), match.end(), "form", (number,), noun="서식", weight=4)
    for match in g.KO_APPENDIX.finditer(text):
        number = _number(match["no"], match["sub"])
        if number or match["noun"] in ("별표", "부표"):
            end = match.end() if number else match.start() + len(match["noun"])
            yield _Raw(
                match.start(), end, "appendix", (number,) if number else (), noun=match["noun"], weight=2
            )
    yield from _multi(text, "제")


def _trim(match: re.Match[str]) -> int:
    return match.start() + len(match.group().rstrip())


def _chinese(text: str) -> Iterator[_Raw]:
    for match in g.ZH_ARTICLE.finditer(text):
        number = _number(match["no"], match["sub"])
        if number:
            raw = _Raw(match.start(), match.end(), "article", (number, *_tail(match)), noun="条", weight=2)
            yield _with_law(text, raw, g.ZH_LAW, g.ZH_SELF, g.ZH_BACK_TO_LAW)
    for match in g.ZH_RELATIVE.finditer(text):
        how = "previous" if match["same"].startswith("前") else "clause"
        if tail := _tail(match):
            yield _Raw(match.start(), match.end(), "article", ("", *tail), noun="条", relative=how, weight=1)
    for match in g.ZH_BARE.finditer(text):
        if match["para"]:
            yield _Raw(
                match.start(), match.end(), "paragraph", ("", *_tail(match)), noun="款", relative="clause"
            )
        else:
            tail = ("", "", *_tail(match, "item2"))
            yield _Raw(match.start(), match.end(), "paragraph", tail, noun="项", relative="item")
    for match in g.ZH_DIVISION.finditer(text):
        if number := _number(match["no"]):
            yield _Raw(
                match.start(), match.end(), g.ZH_DIVISION_KIND[match["noun"]], (number,), noun=match["noun"]
            )
    for match in g.ZH_APPENDIX.finditer(text):
        number = _number(match["no"], match["sub"])
        yield _Raw(match.start(), match.end(), "appendix", (number,), noun=match["noun"], weight=2)
    for match in g.ZH_SUPPLEMENT.finditer(text):
        numbers = (_number(match["no"]), *_tail(match)) if match["no"] else ()
        yield _Raw(match.start(), match.end(), "supplement", numbers, noun="附则", weight=3)
    yield from _multi(text, "第")


def _multi(text: str, lead: str) -> Iterator[_Raw]:
    """``제3·5조``, ``第三至五条``: one noun, several numbers; the span of each is the whole."""
    for match in g.MULTI.finditer(text):
        if match["lead"] != lead:
            continue
        parts = re.split(r"\s*(?:[·,ㆍ、~∼〜\-–至到和]|및|내지)\s*", match["list"])
        numbers = [n for n in (ordinal_number(part) for part in parts) if n]
        ends = [int(n) for n in numbers if n.isdecimal()]
        if (
            g.MULTI_RANGE.search(match["list"])
            and len(ends) == 2
            and 0 < ends[1] - ends[0] <= EXPANSION_LIMIT
        ):
            numbers = [str(n) for n in range(ends[0], ends[1] + 1)]
        kind = g.MULTI_KIND.get(match["noun"])
        for number in numbers:
            if kind:
                yield _Raw(match.start(), match.end(), kind, (number,), noun=match["noun"], weight=5)
            elif match["noun"] in "항款":
                yield _Raw(
                    match.start(), match.end(), "paragraph", ("", number), noun=match["noun"], relative="clause",
                    weight=5,
                )  # fmt: skip
            else:
                yield _Raw(
                    match.start(), match.end(), "paragraph", ("", "", number), noun=match["noun"],
                    relative="item", weight=5,
                )  # fmt: skip


def _with_law(
    text: str, raw: _Raw, pattern: re.Pattern[str], own: re.Pattern[str], back: re.Pattern[str]
) -> _Raw:
    """The law written before a clause, unless those words mean the document itself."""
    window = text[max(0, raw.start - 64) : raw.start]
    match = pattern.search(window)
    if match is None:
        return raw
    name = match["quoted"] or match["plain"]
    group = "quoted" if match["quoted"] else "plain"
    start = raw.start - len(window) + (match.start() if group == "quoted" else match.start("plain"))
    if group == "plain":
        if back.search(name):
            return replace(raw, start=start, law_back=True)
        if pattern is g.ZH_LAW and (lead := g.ZH_LEAD.match(name)) and lead.end() < len(name):
            start += lead.end()
            name = name[lead.end() :]
        if own.search(name):
            return raw
    return replace(raw, start=start, law=name.strip())


_PAREN = re.compile(r"\(([^)]+)\)")


def _english(text: str) -> Iterator[_Raw]:
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
            and (para := g.EN_PARA_TAIL.match(text, end))
        ):
            tail, end = _tail(para, "para", "item"), para.end()
        raw = _Raw(match.start(), end, kind, (number, *tail), noun=noun, weight=2)
        plural = noun.endswith("s") or match["sign"] == "§§" or noun == "appendices"
        members = list(_english_more(text, raw, plural))
        yield from _with_english_law(text, [raw, *members])
    for match in g.EN_PARA_OF.finditer(text):
        para = tuple(re.findall(r"\w+", match["para"].lower()))
        if match["of"]:
            how = "clause" if match["same"] else "next"
            yield _Raw(
                match.start(), match.end(), "article", ("", *para), noun="paragraph", relative=how, weight=3
            )
        else:
            yield _Raw(
                match.start(), match.end(), "paragraph", ("", *para), noun="paragraph", relative="clause"
            )
    for match in g.EN_BARE.finditer(text):
        tail = tuple(_PAREN.findall(match["parens"].lower()))
        if "." in match["no"] or len(tail) > 1:
            yield _Raw(match.start(), match.end(), "section", (match["no"], *tail), noun="")


def _english_number_fits(kind: str, noun: str, written: str) -> bool:
    """A letter or a Roman numeral counts only beside a capitalised noun or for appendices and parts."""
    if written[0].isdecimal():
        return True
    if re.fullmatch(r"[A-Z](?:[.-]?\d{1,2})?", written) and written not in "IVX":
        return kind in ("appendix", "part", "form") and noun[:1].isupper()
    return noun[:1].isupper()


def _english_more(text: str, first: _Raw, plural: bool) -> Iterator[_Raw]:
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


def _with_english_law(text: str, members: list[_Raw]) -> Iterator[_Raw]:
    after = g.EN_LAW_AFTER.match(text, members[-1].end)
    if after and not g.EN_SELF.match(after["law"]):
        yield from members[:-1]
        yield replace(members[-1], end=after.end(), law=after["law"].strip())
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


def _resolve(found: list[_Raw]) -> list[_Raw]:
    """Fill what back references borrow: the clause, the paragraph, the law."""
    resolved: list[_Raw] = []
    last: _Raw | None = None
    law: str | None = None
    pending: _Raw | None = None
    for raw in found:
        current = raw
        if raw.relative == "next":
            pending = raw
            continue
        if pending is not None:
            if not raw.relative and raw.start == pending.end and raw.numbers:
                current = replace(raw, start=pending.start, numbers=(raw.numbers[0], *pending.numbers[1:]))
            pending = None
        elif raw.law_back:
            current = replace(raw, law=law)
        elif raw.relative:
            borrowed = _borrow(raw, last)
            if borrowed is None:
                continue
            current = borrowed
        if not raw.relative and current.law:
            law = current.law
        if current.kind in _CLAUSE_KINDS:
            last = current
        resolved.append(current)
    return resolved


_CLAUSE_KINDS = frozenset({"article", "section", "clause", "rule", "supplement"})


def _borrow(raw: _Raw, last: _Raw | None) -> _Raw | None:
    if last is None or not last.numbers:
        return (
            None
            if raw.relative == "item"
            else replace(raw, kind="paragraph", numbers=raw.numbers[1:] or ("",))
        )
    clause = last.numbers[0]
    if raw.relative == "previous":
        if not clause.isdecimal():
            return None
        clause = str(int(clause) - 1)
    numbers = (clause, *raw.numbers[1:])
    if raw.relative in ("paragraph", "item") and len(last.numbers) > 1:
        numbers = (clause, last.numbers[1], *raw.numbers[2:])
    return replace(raw, kind=last.kind, numbers=numbers, law=last.law)


def _expand(folded: str, text: str, found: list[_Raw]) -> list[Reference]:
    """Insert the members between the two ends of a range."""
    out: list[Reference] = []
    for position, raw in enumerate(found):
        before = found[position - 1] if position else None
        if (
            before is not None
            and before.end <= raw.start
            and g.RANGE_JOIN.fullmatch(folded[before.end : raw.start])
        ):
            for numbers in _between(before, raw):
                out.append(
                    Reference(
                        before.start,
                        raw.end,
                        text[before.start : raw.end],
                        raw.kind,
                        numbers,
                        raw.law or before.law,
                        raw.noun,
                    )
                )
        law = raw.law
        if (
            before is not None
            and law is None
            and before.law
            and not raw.relative
            and _listed(folded[before.end : raw.start])
        ):
            law = before.law
        if law != raw.law:
            found[position] = raw = replace(raw, law=law)
        out.append(
            Reference(raw.start, raw.end, text[raw.start : raw.end], raw.kind, raw.numbers, raw.law, raw.noun)
        )
    return out


def _listed(between: str) -> bool:
    """``상법 제638조 및 제639조``: the second clause is of the same law."""
    return bool(re.fullmatch(r"\s*(?:,|·|ㆍ|、|및|와|과|또는|내지|부터|和|及|或|至|~|-)?\s*", between))


def _between(first: _Raw, last: _Raw) -> list[tuple[str, ...]]:
    if first.kind != last.kind or len(first.numbers) != len(last.numbers) or not last.numbers:
        return []
    if first.numbers[:-1] != last.numbers[:-1]:
        return []
    low, high = first.numbers[-1], last.numbers[-1]
    if low.isdecimal() and high.isdecimal() and 1 < int(high) - int(low) <= EXPANSION_LIMIT:
        return [(*first.numbers[:-1], str(n)) for n in range(int(low) + 1, int(high))]
    if len(low) == len(high) == 1 and low.isalpha() and high.isalpha() and low.isascii() and high.isascii():
        return [(*first.numbers[:-1], chr(n)) for n in range(ord(low) + 1, ord(high))]
    return []
