"""What an OCR engine or a vision model answers, made Markdown: no fences, no page of HTML around it."""

import html
import re
from html.parser import HTMLParser

from pincite.parsing.tables import gfm_table

_FENCE = re.compile(r"\A(`{3,}|~{3,})[ \t]*[\w-]*[ \t]*\n(.*?)\n?[ \t]*\1[ \t]*\Z", re.S)
_TABLE = re.compile(r"<(/?)table(?=[\s>])[^<>]{0,2000}>", re.I)
_SPAN = re.compile(r"\b(?:row|col)span\s*=\s*[\"']?\s*(?:[2-9]|1\d)", re.I)
_CELL_TAG = re.compile(
    r"<(/?)(table|thead|tbody|tfoot|tr|td|th|caption|colgroup|col)\b([^<>]{0,2000})>", re.I
)
_KEPT = re.compile(r"\b(rowspan|colspan)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.I)
_HEADING = re.compile(r"<h([1-6])\b[^<>]{0,500}>", re.I)
_BREAK = re.compile(
    r"</?(?:p|div|br|hr|ul|ol|section|article|header|footer|main|body|html|head|blockquote|pre|figure"
    r"|figcaption)\b[^<>]{0,2000}>|</(?:li|h[1-6]|title)>",
    re.I,
)
_NEVER = re.compile(r"<(script|style|head)\b[^<>]{0,2000}>.*?</\1\s*>", re.I | re.S)
_INLINE = re.compile(
    r"</?(?:span|b|i|u|em|strong|small|sub|sup|a|img|font|mark|del|s|li|code|title|meta|link|input|label"
    r"|!doctype)\b[^<>]{0,2000}>",
    re.I,
)
_ITEM = re.compile(r"<li\b[^<>]{0,500}>", re.I)
_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+\n")
_NOTHING = frozenset((
    "notext", "notextfound", "notextcontent", "novisibletext", "notextintheimage", "thereisnotext",
    "thereisnotextintheimage", "theimagecontainsnotext", "theimagedoesnotcontainanytext", "none", "na",
    "empty", "无文字内容", "无文字", "没有文字", "图片中没有文字", "图中没有文字", "图片中没有文字内容",
    "无文本", "无文本内容", "无内容", "空白", "無文字", "텍스트없음", "글자없음", "글자가없습니다",
    "텍스트가없습니다", "내용없음",
))  # fmt: skip
"""Answers of models that say that there is nothing to read; letters and digits alone, in lower case."""


def sanitize_ocr(text: str) -> str:
    """Markdown of an engine's answer; empty where it says that there is nothing to read.

    >>> sanitize_ocr("```html\\n<p>Fifteen days.</p>\\n```")
    'Fifteen days.'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if fenced := _FENCE.match(text):
        text = fenced[2].strip()
    text = _without_html(text)
    if "".join(filter(str.isalnum, text.lower())) in _NOTHING:
        return ""
    return _LINES.sub("\n\n", "\n".join(line.rstrip() for line in text.splitlines())).strip()


def tables_to_gfm(text: str) -> str:
    """``text`` with each HTML table as a GFM table; one with joined cells stays HTML, which alone can say
    them, without what only dresses it (row TB-05). Text without a whole table comes back as it is."""
    parts: list[str] = []
    done = depth = start = 0
    for tag in _TABLE.finditer(text):
        if not tag[1]:
            start = start if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                parts += [text[done:start].rstrip(), _table(text[start : tag.end()])]
                done = tag.end()
    if not parts:
        return text
    parts.append(text[done:].lstrip())
    return "\n\n".join(part for part in parts if part)


def _table(markup: str) -> str:
    reader = _Rows()
    reader.feed(markup)
    reader.close()
    rows = [row for row in reader.rows if row]
    if _SPAN.search(markup) or reader.nested:
        return _CELL_TAG.sub(_bare, markup)
    width = max(map(len, rows), default=0)
    return gfm_table([[*row, *[""] * (width - len(row))] for row in rows])


def _bare(tag: re.Match[str]) -> str:
    kept = "".join(f" {name.lower()}={value}" for name, value in _KEPT.findall(tag[3]))
    return f"<{tag[1]}{tag[2].lower()}{kept}>"


class _Rows(HTMLParser):
    """The cell texts of a table."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self.nested = False
        self._depth = 0
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._depth += 1
            self.nested |= self._depth > 1
        elif tag == "tr":
            self.rows.append([])
            self._open = False
        elif tag in ("td", "th"):
            if not self.rows:
                self.rows.append([])
            self.rows[-1].append("")
            self._open = True
        elif self._open:
            self.rows[-1][-1] += " "

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._depth -= 1
        elif tag in ("td", "th", "tr"):
            self._open = False

    def handle_data(self, data: str) -> None:
        if self._open:
            self.rows[-1][-1] += data


def _without_html(text: str) -> str:
    """Headings, items and tables of HTML as Markdown, all other known tags away. A lone ``<`` is no tag."""
    if not (_BREAK.search(text) or _HEADING.search(text) or _TABLE.search(text) or _INLINE.search(text)):
        return text
    text = tables_to_gfm(_NEVER.sub("", text))
    kept: list[str] = []
    for part in re.split(r"(<table>.*?</table>)", text, flags=re.S):
        if part.startswith("<table>"):
            kept.append(part)
            continue
        part = _HEADING.sub(lambda tag: f"\n\n{'#' * int(tag[1])} ", part)
        part = _ITEM.sub("\n- ", part)
        kept.append(html.unescape(_INLINE.sub("", _BREAK.sub("\n\n", part))))
    return "\n\n".join(part.strip() for part in kept if part.strip())
