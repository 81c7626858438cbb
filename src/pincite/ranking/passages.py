"""What a reranker reads: heading and words of a chunk, without the marks of Markdown and HTML.

The order of the steps is that of reference 004, stage CHUNK_RERANK (rows RR-01 to RR-03). Every pattern is
linear on hostile input: it is bounded, or holds possessive repeats only.
"""

import re
from collections.abc import Sequence
from typing import Final

from pincite.core.types import Chunk, ChunkType
from pincite.text.images import prune_images

MAX_CHARACTERS: Final = 2_000
"""About 1,000 tokens of Korean or Chinese: chunks of the default size with headings fit four times, and
bge-reranker-v2-m3 was tuned on 1,024."""

_HEADING_SHARE, _QUESTIONS_SHARE = 3, 4
"""Of the characters, headings take a third at most and questions a quarter: the text comes first."""


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# Control characters stand for what is put back later; the text itself never holds them.
_CONTROL: Final = re.compile(r"[\x00-\x08]")
_CELL, _ROW, _BREAK = "\x01", "\x02", "\x03"
_KEPT: Final = re.compile(r"\x00([0-9]++)\x00")

_FENCE: Final = re.compile(
    r"^[ \t]*+(?P<fence>`{3,}+|~{3,}+)[^\n`]*+\n(?P<body>(?:(?![ \t]*+(?P=fence)[`~]*+[ \t]*+$).*+\n?)*+)"
    r"(?:[ \t]*+(?P=fence)[`~]*+[ \t]*+$)?",
    re.MULTILINE,
)
_LOOSE_FENCE: Final = re.compile(r"```([^`]*+(?:`(?!``)[^`]*+)*+)```")
_FORMULA: Final = re.compile(r"\$\$([^$]*+(?:\$(?!\$)[^$]*+)*+)\$\$")
_INLINE_CODE: Final = re.compile(r"(?<!`)`[^`\n]++`(?!`)")

_COMMENT: Final = re.compile(r"<!--(?:(?!-->|<!--).)*+-->", re.DOTALL)
_SILENT: Final = re.compile(r"<(script|style)\b[^<>]*+>[^<]*+</\1\s*+>", re.IGNORECASE)
_TAG: Final = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]*+)"
    r"(?:\s++[A-Za-z_:@][\w:.@-]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?)*+\s*+/?>",
    re.ASCII,
)
_MARKS: Final = re.compile(" {0,8}[\x01-\x03](?:[ \n]*+[\x01-\x03])*+ *+")
_CELLS: Final = frozenset(("td", "th"))
_ROWS: Final = frozenset(("tr", "li", "dt", "dd", "option"))
_BREAKS: Final = _words(
    "address article aside blockquote br caption details div dl fieldset figcaption figure footer form h1 h2 "
    "h3 h4 h5 h6 header hr legend main nav ol p pre section summary table tbody tfoot thead ul"
)
_NAMES: Final = _words(
    "a abbr acronym audio b bdi bdo big body button canvas center cite code col colgroup data datalist del "
    "dfn dir em embed font head html i iframe img input ins kbd label link map mark meta noscript object "
    "param picture progress q rp rt ruby s samp script select small source span strike strong style sub sup "
    "svg template textarea time title track tt u var video wbr"
)
"""With those above the elements of HTML. What else stands in angle brackets is text: <개정 2024. 1. 1.>,
<별표 1>, <Company Name>."""

_LINK: Final = re.compile(
    r"(?<!\\)\[(?P<text>[^\[\]\n]{0,1000}+)\]"
    r"\([ \t]*+(?P<url><[^<>\n]*+>|(?:[^()\s]|\([^()\s]*+\))*+)"
    r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'))?[ \t]*+\)"
)
_ADDRESS: Final = re.compile(r"[/#.:<]|\A\Z")
"""What an address holds and a remark in parentheses does not: [별표1](제5조관련) is no link."""
_URL: Final = re.compile(r"<?\b(?:https?|ftp)://[!-;=?-~]*[A-Za-z0-9/#=&~%+_$@*-]>?", re.IGNORECASE)
"""Up to the first letter that is not ASCII: a Korean particle or a Chinese comma follows without a blank."""

_SEPARATOR: Final = re.compile(
    r"^[ \t]*+\|?+(?:[ \t]*+:?+-++:?+[ \t]*+\|)++(?:[ \t]*+:?+-++:?+)?+[ \t]*+$", re.M
)
_RULE: Final = re.compile(
    r"^[ \t]*+(?:(?:-[ \t]*+){3,}+|(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|=[=]{2,}+)[ \t]*+$", re.M
)
_TABLE_ROW: Final = re.compile(r"^[ \t]*+\|([^\n]*)\|[ \t]*+$", re.MULTILINE)
_BAR: Final = re.compile(r"(?<!\\)\|")
_HEADING: Final = re.compile(r"^[ \t]*+#{1,6}[ \t]++", re.MULTILINE)
_QUOTE: Final = re.compile(r"^[ \t]*+(?:>[ \t]?+)++", re.MULTILINE)
_EMPHASIS: Final = re.compile(r"(?<![\\*])(\*{1,3})(?=[^\s*])([^*\n]++)(?<=\S)\1(?!\*)")
_LIST: Final = re.compile(r"^[ \t]*+(?:[-*+][ \t]++|[0-9]{1,3}+[.)][ \t]++(?![0-9]))", re.MULTILINE)
"""No number before a number: ``2024. 1. 5.`` at the start of a line is a day."""
_BLANK_LINES: Final = re.compile(r"\n(?:[ \t]*+\n){2,}+")
_NESTING: Final = 3
"""Emphasis inside of emphasis inside of emphasis."""


def clean_passage(text: str) -> str:
    """``text`` without the marks of Markdown and HTML. Code and formulas lose their delimiters only.

    >>> clean_passage("## 제43조\\n\\n- **보험금**은 [별표 1](#a1)에 따른다.")
    '제43조\\n\\n보험금은 별표 1에 따른다.'
    """
    kept: list[str] = []

    def keep(body: str) -> str:
        kept.append(body)
        return f"\x00{len(kept) - 1}\x00"

    text = _CONTROL.sub("", text.replace("\r\n", "\n"))
    text = _FENCE.sub(lambda match: keep(match["body"]), text)
    text = _LOOSE_FENCE.sub(lambda match: keep(match[1]), text)
    text = _FORMULA.sub(lambda match: keep(match[1]), text)
    text = _INLINE_CODE.sub(lambda match: keep(match[0]), text)
    text = _without_tags(text)
    text = _LINK.sub(_link_text, prune_images(text, ()))
    text = _URL.sub("", text)
    text = _RULE.sub("", _SEPARATOR.sub("", text))
    text = _TABLE_ROW.sub(lambda match: ", ".join(_cells(match[1])), text)
    text = _QUOTE.sub("", _HEADING.sub("", text))
    text = _HEADING.sub("", text)  # a heading inside of a quotation
    for _ in range(_NESTING):
        text = _EMPHASIS.sub(_emphasised, text)
    text = _LIST.sub("", text)
    text = _KEPT.sub(lambda match: kept[int(match[1])], text)
    return _BLANK_LINES.sub("\n\n", text).strip()


def enrich_passage(text: str, shown: Sequence[str] = (), questions: Sequence[str] = ()) -> str:
    """The passage, and below it what its pictures show and the questions that it answers (row RR-03)."""
    lines = [*(line for line in shown if line.strip()), "; ".join(q for q in questions if q.strip())]
    below = "\n".join(line for line in lines if line)
    return f"{text}\n\n{below}" if text and below else text or below


def passage_text(chunk: Chunk, questions: Sequence[str] = (), limit: int = MAX_CHARACTERS) -> str:
    """What a reranker reads of ``chunk``, at most ``limit`` characters; "" where no words are left.

    Document and headings come in the first line. What its pictures show is part of the content already
    (`pincite.merging.pictures.read_with_pictures`); of an FAQ entry its words are read.
    """
    is_entry = chunk.chunk_type is ChunkType.FAQ and "words" in chunk.details
    body = clean_passage(str(chunk.details["words"]) if is_entry else chunk.display_text)
    if not body:
        return ""
    heading = _headings(chunk)[: limit // _HEADING_SHARE]
    asked = enrich_passage("", questions=questions)[: limit // _QUESTIONS_SHARE]
    room = limit - (len(heading) + 1 if heading else 0) - (len(asked) + 2 if asked else 0)
    text = enrich_passage(body[:room].rstrip(), questions=[asked])
    return (f"{heading}\n{text}" if heading else text)[:limit]


def _headings(chunk: Chunk) -> str:
    title, trail = " ".join(chunk.document_title.split()), chunk.trail
    if trail == title or trail.startswith(f"{title} > "):
        return trail
    return " > ".join(part for part in (title, trail) if part)


def _without_tags(text: str) -> str:
    if "<" not in text:
        return text
    return _MARKS.sub(_parted, _TAG.sub(_mark, _SILENT.sub("", _COMMENT.sub("", text))))


def _mark(tag: re.Match[str]) -> str:
    name = tag["name"].lower()
    if name in _CELLS:
        return _CELL if tag["close"] else ""
    if name in _ROWS:
        return _ROW
    if name in _BREAKS:
        return _BREAK
    return "" if name in _NAMES else tag[0]


def _parted(marks: re.Match[str]) -> str:
    """Cells are joined by commas, rows by lines; a blank comes where a tag parted words of a script that has
    blanks between them."""
    if _ROW in marks[0]:
        return "\n"
    if _CELL in marks[0]:
        return ", "
    if "\n" in marks[0]:
        return "\n" * min(2, marks[0].count("\n"))
    before, after = _around(marks)
    words = before.isalnum() and after.isalnum() and not (_is_han(before) or _is_han(after))
    return " " if words or " " in marks[0] else ""


def _around(match: re.Match[str]) -> tuple[str, str]:
    """The letters before and after it."""
    return match.string[max(0, match.start() - 1) : match.start()], match.string[
        match.end() : match.end() + 1
    ]


def _is_han(letter: str) -> bool:
    return "\u3040" <= letter <= "\u9fff"


def _link_text(link: re.Match[str]) -> str:
    return link["text"] if _ADDRESS.search(link["url"]) else link[0]


def _cells(row: str) -> list[str]:
    cells = (cell.replace("\\|", "|").strip() for cell in _BAR.split(row))
    return [cell for cell in cells if cell]


def _emphasised(match: re.Match[str]) -> str:
    """The words alone; ``2*3*4`` and ``a**b**c`` stay as they are."""
    before, after = _around(match)
    within = all(letter.isascii() and letter.isalnum() for letter in (before, after) if letter)
    return match[0] if before and after and within else match[2]
