"""A page of the web without what its site shows beside it: menus, related pages, sharing, banners, imprints.

`html_clean` drops what says by its tag or role that it is no content. Many sites say it by nothing but names
and places, so here blocks are weighed: what lies outside the block that holds most of the words and is made
of links goes, and what is named like furniture and holds little. In doubt a block stays: a menu in the text
does less harm than a clause that is missing. (Measured against trafilatura 2.3.1, Apache-2.0, on three pages
and the Wikipedia page of ../shared: it lost a heading and a row of a table, and took the menus of a table
layout along.)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import accumulate
from typing import Final

from pincite.parsing.html_clean import ended

_BLOCKS: Final = frozenset((
    "body", "div", "section", "aside", "article", "main", "ul", "ol", "dl", "nav", "header", "footer", "form",
    "table", "tr", "td", "th", "center",
))  # fmt: skip
_CELLS: Final = ("td", "th")
_SILENT: Final = frozenset(("script", "style", "noscript", "template", "title", "select", "textarea"))
_INNER: Final = frozenset(("p", "div", "br", "h1", "h2", "h3", "h4", "li", "table", "center"))
_CONTENT_SHARE: Final = 0.5
"""Of the words of a page: the innermost block that holds them is its content."""
_FURNITURE_SHARE: Final = 0.3
"""A block with more of the words is no furniture, whatever its name: a forum is made of comments."""
_LINK_SHARE: Final = 0.7
_FEWEST_LINKS: Final = 3
_LEAST: Final = 50
"""Letters outside links that tell anything."""
_INDEX_SHARE: Final = 0.25
"""A page with fewer letters outside links than this share of those in links is a list of links, and that is
what it is for."""
_LONGEST_IMPRINT: Final = 400
"""Letters."""
_DEEPEST: Final = 200
"""Open blocks; browsers stop at 512, pages at 30. What lies deeper belongs to the last."""
_NAMES: Final = re.compile(
    r"(?:^|[\s_-])(?:comments?|repl(?:y|ies)|cookies?|consent|breadcrumbs?|pagination|pager|paging"
    r"|newsletter|subscribe|sns|sidebar|footer|foot(?!-?notes?)|gnb|lnb|topbar|navbar|navi"
    r"|advert(?:s|isement|ising)?|ads?|promo|popup|copyright)(?=$|[\s_-])",
    re.I,
)
_LINKED_NAMES: Final = re.compile(
    r"(?:^|[\s_-])(?:related|recommend(?:ed|s)?|more|list|latest|shar(?:e|ing)|social|rank(?:ing)?|popular"
    r"|trending|skip)(?=$|[\s_-])",
    re.I,
)
"""Furniture only where more of it is links than not: laws have related provisions, companies have shares."""
_IMPRINT: Final = re.compile(
    r"©|ⓒ|\(c\)\s*\d{4}|copyright|all rights reserved"
    r"|무단\s*전재|사업자\s*등록|版权所有|版權所有|ICP\s*[备備证]",
    re.I,
)


@dataclass(slots=True, eq=False)
class _Block:
    """A slice of the source, with what it holds."""

    tag: str
    start: int
    named: str
    parent: "_Block | None"
    inside: int = 0
    """Where the start tag ends."""
    end: int = -1
    close: int = -1
    """Where the end tag begins; the end where there is none."""
    words: int = 0
    """Letters and digits outside links, and in them."""
    linked: int = 0
    links: int = 0
    inner: int = 0
    """Blocks and line ends right within."""
    has_title: bool = False
    text: str = ""
    """Its first letters."""
    children: list["_Block"] = field(default_factory=list)

    @property
    def is_made_of_links(self) -> bool:
        return self.links >= _FEWEST_LINKS and self.linked >= _LINK_SHARE * (self.words + self.linked)

    def above(self) -> Iterator["_Block"]:
        """Itself and what it lies in."""
        block: _Block | None = self
        while block is not None:
            yield block
            block = block.parent


def main_text(page: str) -> str:
    """The source of a page with its furniture cut out; the same source where nothing is sure.

    >>> page = "<body><p>" + "word " * 99 + "</p><ul>" + "<li><a href=x>another page</a>" * 9 + "</ul></body>"
    >>> "another" in main_text(page)
    False
    """
    page = ended(page)
    outline = _Outline(page)
    root = outline.root
    if root.words < max(_LEAST, _INDEX_SHARE * root.linked):
        return page
    content = _content(root)
    dropped = list(_dropped(root, content, root.words))
    if sum(block.words for block in dropped) > (1 - _CONTENT_SHARE) * root.words:
        return page
    cuts = [(block.start, block.end, "") for block in dropped]
    for table in _layouts(content):
        cuts += _unwrapped(table)
    return _cut(page, cuts)


def _content(root: _Block) -> _Block:
    block = root
    while True:
        inner = next((child for child in block.children if child.words >= _CONTENT_SHARE * root.words), None)
        if inner is None:
            return block
        block = inner


def _dropped(root: _Block, content: _Block, words: int) -> Iterator[_Block]:
    around = set(map(id, content.above()))
    waiting = [(child, False) for child in root.children]
    if content is root:
        around.add(id(root))
    while waiting:
        block, within = waiting.pop()
        within = within or block is content
        if id(block) not in around and _is_furniture(block, words, within=within or content is root):
            yield block
            continue
        waiting += [(child, within) for child in block.children]


def _is_furniture(block: _Block, words: int, *, within: bool) -> bool:
    """``within`` the content a list of links may be what the page is about."""
    if block.has_title or block.tag in ("main", "article", "body", "table", "tr"):
        return False
    if block.words > _FURNITURE_SHARE * words:
        return False
    if _NAMES.search(block.named) or (block.linked > block.words and _LINKED_NAMES.search(block.named)):
        return True
    if within:
        return False
    is_imprint = block.words + block.linked < _LONGEST_IMPRINT and _IMPRINT.search(block.text) is not None
    return block.is_made_of_links or (is_imprint and not block.has_title)


def _layouts(content: _Block) -> list[_Block]:
    """The tables around the content, where they lay out the page: its cell holds more than a cell of data."""
    cell = next((block for block in content.above() if block.tag in _CELLS), None)
    if cell is None or sum(block.inner for block in content.above() if block.tag in (*_CELLS, "div")) < 3:
        return []
    return [block for block in content.above() if block.tag == "table"]


def _unwrapped(table: _Block) -> Iterator[tuple[int, int, str]]:
    """The tags of a table, its rows and cells as plain blocks."""
    waiting = [table]
    while waiting:
        block = waiting.pop()
        yield block.start, block.inside, "<div>"
        yield block.close, block.end if block.close < block.end else block.close, "</div>"
        if block.tag in ("table", "tr"):
            waiting += [child for child in block.children if child.tag in ("tr", *_CELLS)]


def _cut(page: str, cuts: list[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    at = 0
    for start, end, instead in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
        if start < at:  # within what is cut already
            continue
        parts += [page[at:start], instead]
        at = max(at, end)
    return "".join([*parts, page[at:]])


class _Outline(HTMLParser):
    """The blocks of a page, however badly it is nested."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self._lines = [0, *accumulate(len(line) + 1 for line in page.split("\n"))]
        self.root = self._top = _Block("", 0, "", None)
        self._silent: str | None = None
        self._in_link = False
        self._depth = self._too_deep = 0
        self.feed(page)
        self.close()
        while self._top is not self.root:
            self._leave(len(page), len(page))
        _add_up(self.root)

    @property
    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """``<![`` with nonsense behind it is text to browsers; the library's parser asserts otherwise."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return i + len("<![")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._silent is not None:
            return
        if tag in _SILENT:
            self._silent = tag
        elif tag == "a":
            self._in_link = True
            self._top.links += 1
        elif tag == "h1":
            self._top.has_title = True
        if tag in _INNER:
            self._top.inner += 1
        if tag not in _BLOCKS:
            return
        self._in_link = False
        at = self._at
        if tag in _CELLS:
            self._end(_CELLS, at, at)
        elif tag == "tr":
            self._end(("tr",), at, at)
        named = " ".join(value for name, value in attrs if name in ("class", "id", "role") and value)
        if self._depth == _DEEPEST:
            self._too_deep += 1
            return
        self._depth += 1
        block = _Block(tag, at, named, self._top, inside=at + len(self.get_starttag_text() or ""))
        self._top.children.append(block)
        self._top = block

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # to browsers <div/> is <div>

    def handle_endtag(self, tag: str) -> None:
        if self._silent is not None:
            if tag == self._silent:
                self._silent = None
        elif tag == "a":
            self._in_link = False
        elif tag in _BLOCKS and self._too_deep:
            self._too_deep -= 1
        elif tag in _BLOCKS:
            at = self._at
            self._end((tag,), at, at + len(tag) + len("</>"))

    def handle_data(self, data: str) -> None:
        if self._silent is not None:
            return
        count = sum(map(str.isalnum, data))
        if self._in_link:
            self._top.linked += count
        else:
            self._top.words += count
        if len(self._top.text) < _LONGEST_IMPRINT:
            self._top.text += data[:_LONGEST_IMPRINT]

    def _end(self, tags: tuple[str, ...], close: int, end: int) -> None:
        """Leave the innermost open block of ``tags``, and what is open in it; none beyond the table."""
        found: _Block | None = None
        for block in self._top.above():
            if block.tag in tags:
                found = block
                break
            if block.tag == "table" or block is self.root:
                return
        while found is not None:
            is_last = self._top is found
            self._leave(close, end if is_last else close)
            if is_last:
                return

    def _leave(self, close: int, end: int) -> None:
        self._depth -= 1
        self._top.close, self._top.end = close, end
        self._top = self._top.parent or self.root


def _add_up(root: _Block) -> None:
    """What blocks hold, into those around them: children before their parents, without recursion."""
    order = [root]
    for block in order:
        order += block.children
    for block in reversed(order):
        if (parent := block.parent) is not None:
            parent.words += block.words
            parent.linked += block.linked
            parent.links += block.links
            parent.has_title |= block.has_title
            parent.text = (parent.text + block.text)[:_LONGEST_IMPRINT]
