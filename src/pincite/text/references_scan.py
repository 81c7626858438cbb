"""Finds references: patterns per language, then back references, ranges, laws of a list."""

import re
from dataclasses import replace
from functools import lru_cache

from pincite.text import references_grammar as g
from pincite.text.numerals import fold_digits
from pincite.text.references_cjk import chinese_references, korean_references
from pincite.text.references_english import english_references
from pincite.text.references_model import Reference
from pincite.text.references_raw import EXPANSION_LIMIT, RawReference

_KOREAN = re.compile(
    r"(?=[\d일이삼사오육륙칠팔구십백〇零一二三四五六七八九十百별부서첨붙조항제①-⑳])"
    r"(?:[\d일이삼사오육륙칠팔구십백〇零一二三四五六七八九十百]\s*[조條항호편장절관]|별[표지]|부\s{0,4}칙|부[표록]|서식|첨부|붙임"
    r"|[조항]\s*제|제?[①-⑳])"
)
_KOREAN_LETTER = re.compile(r"[조條항호별부서첨붙편장절관①-⑳]")
_CHINESE = re.compile(r"[第本同该前附]|\d\s*条")
_ENGLISH_SIGN = re.compile(r"§|\d\s?\(")
_ENGLISH_WORDS = (
    "art", "sec", "claus", "cl.", "chap", "ch.", "append", "annex", "sched", "exhib", "attach", "form",
    "rule", "regul", "title", "para", "item", "point", "subs",
)  # fmt: skip
"""What every reference of a language has. Most sentences have none, and are not looked at further. Words are
looked for one by one in lower case, which costs a tenth of a pattern that ignores case."""
_LIST_JOIN = re.compile(r"\s*(?:,|·|ㆍ|、|및|와|과|또는|내지|부터|和|及|或|至|~|-)?\s*")
REMEMBERED = 2_000
"""Characters of the longest text whose references are kept: verification asks for its sentences again."""


def find_references(text: str) -> list[Reference]:
    """All clause references of ``text`` in order; ranges and lists expand into one per member.

    A bare paragraph (``제7항``, ``paragraph 6 of the same Article``) belongs to the clause named before it;
    with none before it has kind ``paragraph``.

    >>> [r.full_key for r in find_references("상법 제638조, 제12조 제3항 제1호와 제3조부터 제5조까지")]
    ['article:638', 'article:12/3/1', 'article:3', 'article:4', 'article:5']
    >>> [(r.law, r.key) for r in find_references("《民事诉讼法》第十六条 and Section 44 of the Records Act")]
    [('民事诉讼法', 'article:16'), ('Records Act', 'section:44')]
    """
    if len(text) > REMEMBERED:
        return _find(text)
    return list(_remembered(text))


@lru_cache(maxsize=8192)
def _remembered(text: str) -> tuple[Reference, ...]:
    return tuple(_find(text))


def _find(text: str) -> list[Reference]:
    folded = fold_digits(text)
    found: list[RawReference] = []
    if not folded.isascii():
        if _KOREAN_LETTER.search(folded) and _KOREAN.search(folded):
            found += korean_references(folded)
        if _CHINESE.search(folded):
            found += chinese_references(folded)
    if _may_be_english(folded):
        found += english_references(folded)
    if not found:
        return []
    found.sort(key=lambda raw: (raw.start, -(raw.end - raw.start), -raw.weight))
    return _expand(folded, text, _resolve(_disjoint(found), folded))


def _may_be_english(text: str) -> bool:
    lower = text.casefold().replace("ı", "i")
    words = [word for word in _ENGLISH_WORDS if word in lower]
    return bool(words) or _ENGLISH_SIGN.search(text) is not None


def _disjoint(found: list[RawReference]) -> list[RawReference]:
    kept: list[RawReference] = []
    end = -1
    span = (-1, -1)
    for raw in found:
        if raw.start >= end or ((raw.start, raw.end) == span and raw.weight and kept[-1].weight):
            kept.append(raw)
            end, span = raw.end, (raw.start, raw.end)
    return kept


def _resolve(found: list[RawReference], text: str) -> list[RawReference]:
    """Fill what back references borrow: the clause, the paragraph, the law."""
    resolved: list[RawReference] = []
    last: RawReference | None = None
    law: str | None = None
    pending: RawReference | None = None
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
        if resolved and _goes_on(resolved[-1], current, text):
            current = replace(current, kind=resolved[-1].kind)
        if not raw.relative and current.law:
            law = current.law
        if current.kind in _CLAUSE_KINDS:
            last = current
        resolved.append(current)
    return resolved


def _goes_on(before: RawReference, raw: RawReference, text: str) -> bool:
    """``부칙 제2조 및 제3조``: the second article is of the supplement too."""
    return (
        before.kind == "supplement"
        and bool(before.numbers)
        and raw.kind == "article"
        and raw.law is None
        and not raw.relative
        and before.end <= raw.start
        and (
            _listed(text[before.end : raw.start])
            or bool(g.RANGE_JOIN.fullmatch(text[before.end : raw.start]))
        )
    )


_CLAUSE_KINDS = frozenset({"article", "section", "clause", "rule", "supplement"})


def _borrow(raw: RawReference, last: RawReference | None) -> RawReference | None:
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


def _expand(folded: str, text: str, found: list[RawReference]) -> list[Reference]:
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
    return bool(_LIST_JOIN.fullmatch(between))


def _between(first: RawReference, last: RawReference) -> list[tuple[str, ...]]:
    if first.kind != last.kind or len(first.numbers) != len(last.numbers) or not last.numbers:
        return []
    if first.numbers[:-1] != last.numbers[:-1]:
        return []
    low, high = first.numbers[-1], last.numbers[-1]
    stem, low_end = _stem(low)
    high_stem, high_end = _stem(high)
    if stem == high_stem and low_end and high_end and 1 < int(high_end) - int(low_end) <= EXPANSION_LIMIT:
        return [(*first.numbers[:-1], f"{stem}{n}") for n in range(int(low_end) + 1, int(high_end))]
    if len(low) == len(high) == 1 and low.isalpha() and high.isalpha() and low.isascii() and high.isascii():
        return [(*first.numbers[:-1], chr(n)) for n in range(ord(low) + 1, ord(high))]
    return []


def _stem(number: str) -> tuple[str, str]:
    """``2.1`` and ``3-2`` (제3조의2) count by their last part: ``("2.", "1")``, ``("3-", "2")``."""
    match = re.fullmatch(r"(?P<stem>(?:\d+[.-])*)(?P<last>\d+)", number)
    return (match["stem"], match["last"]) if match else (number, "")
