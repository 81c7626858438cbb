"""HTML without what stands on every page of a site: menus, banners, footers, forms, scripts."""

import html
import re
from collections.abc import Callable, Mapping
from html.parser import HTMLParser

from pincite.parsing.html_hidden import SWITCHES, is_hidden, pointed_to

Picture = Callable[[Mapping[str, str | None]], str]

_NEVER_TEXT = frozenset(("script", "style", "noscript", "template", "iframe", "svg", "img", "input"))
_SILENT = frozenset(("script", "style", "noscript", "template"))
_DROPPED = frozenset((
    "nav", "footer", "script", "style", "noscript", "template", "dialog", "button", "select",
    "iframe", "svg", "canvas", "object", "input", "img", "audio", "video",
))  # fmt: skip
"""Not <form>: some servers wrap the whole page in one."""
_INLINE = frozenset((
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "data", "dfn", "em", "font", "i",
    "ins", "kbd", "label", "mark", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small", "span",
    "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
))  # fmt: skip
"""Their tags go and their text stays: the converter sets blanks at every one of them (``[ 1]``)."""
_DROPPED_IN_HEADER = frozenset((
    "ul", "ol", "label",
))  # fmt: skip
_DROPPED_ROLES = frozenset((
    "navigation", "banner", "contentinfo", "search", "complementary", "dialog", "menu", "menubar",
))  # fmt: skip
_DROPPED_CLASSES = frozenset((
    "mw-editsection", "noprint", "navbox", "breadcrumb", "breadcrumbs", "pagination", "skip-link",
    "cookie-banner", "sr-only", "visually-hidden", "sidebar-nav", "site-nav", "menu", "catlinks",
    "printfooter",
))  # fmt: skip
_VOID = frozenset((
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
))  # fmt: skip
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_SHOWN_SHARE = 0.25
"""Of the text of a page: where less is shown, a script shows the rest when it has loaded."""
_MAIN_SHARE = 0.25
"""Text that <main> or the one <article> must hold of the page before the rest is dropped."""
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.I)


def declared_charset(data: bytes) -> str | None:
    """The charset of a meta tag in the first 2,048 bytes."""
    match = _META_CHARSET.search(data[:2048])
    return match.group(1).decode("ascii").lower() if match else None


def clean_html(text: str, *, whole: bool = False, picture: Picture | None = None) -> tuple[str, str]:
    """The page as a new small page that holds its content only, and its <title>.

    ``whole`` keeps all text: chapters and mails are no web site, and an <aside> is a footnote there.
    ``picture`` gives the text that stands for an <img>, by its attributes; without it they are dropped.
    """
    page = _filtered(text, picture, site_furniture=whole)
    if page.hides_the_most:
        page = _filtered(text, picture, site_furniture=whole, hidden=True)
    if not whole and (page.is_open or not _letters(page.body())):
        page = _filtered(text, picture, site_furniture=True, hidden=True)
    body = page.whole() if whole else page.body()
    return f"<!DOCTYPE html><html><head><meta charset='utf-8'></head><body>{body}</body></html>", page.title


def _filtered(text: str, picture: Picture | None, *, site_furniture: bool, hidden: bool = False) -> "_Filter":
    page = _Filter(picture, site_furniture=site_furniture, targets=None if hidden else pointed_to(text))
    page.feed(ended(text))
    page.close()
    return page


def ended(text: str) -> str:
    """The page with the ``<`` of tags and comments that never end made plain text.

    The parser looks for an end from each of them anew, as far as the page goes: 67 s for 60 KB of ``<a <a``.
    """
    at = text.rfind("-->") + len("-->") if "-->" in text else 0
    text = text[:at] + text[at:].replace("<!--", "&lt;!--")
    at = text.rfind(">") + 1
    return text[:at] + text[at:].replace("<", "&lt;")


class _Filter(HTMLParser):
    """Repeats the tags it is fed, except subtrees that are dropped.

    A menu that is never closed would swallow the page; such a page is read with its menus. What is hidden is
    dropped, but for answers that are folded: what one of ``targets`` names is; None keeps all of it.
    """

    def __init__(
        self, picture: Picture | None, *, site_furniture: bool, targets: frozenset[str] | None
    ) -> None:
        super().__init__(convert_charrefs=True)
        self._targets = targets
        self._behind_switch = self._hides = False
        self._mute: str | None = None
        self._hidden = 0
        self._picture = picture
        self._keeps_furniture = site_furniture
        self.title = ""
        self._out: list[str] = []
        self._main: list[tuple[int, int]] = []
        self._open_main: list[tuple[str, int]] = []
        self._skipping: str | None = None
        self._depth = 0
        self._headers = 0
        self._main_depth = 0
        self._in_head_title = False

    @property
    def is_open(self) -> bool:
        """Whether the page ended inside a dropped subtree."""
        return self._skipping is not None

    @property
    def hides_the_most(self) -> bool:
        """Whether most of the page is hidden, or what is hidden is never closed."""
        if self.is_open and self._hides:
            return True
        shown = len(_letters(self.whole())) if self._hidden else 0
        return bool(self._hidden) and shown < _SHOWN_SHARE * (shown + self._hidden)

    def whole(self) -> str:
        return "".join(self._out)

    def body(self) -> str:
        whole = self.whole()
        parts = ["".join(self._out[start:end]) for start, end in self._main]
        kept = "".join(parts)
        return kept if len(_letters(kept)) >= _MAIN_SHARE * len(_letters(whole)) and kept else whole

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """``<![`` with nonsense behind it is text to browsers; the library's parser asserts otherwise."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            self.handle_data("<![")
            return i + len("<![")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skipping == tag == "p" and self._hides:
            self._skipping = None  # the next paragraph ends one that nobody closed
        if self._skipping is not None:
            self._depth += tag == self._skipping
            self._mute = self._mute or (tag if tag in _SILENT else None)
            return
        if tag == "title" and not self.title:
            self._in_head_title = True
        if tag in ("html", "head", "body", "meta", "link", "base", "title"):
            return
        if self._targets is not None and is_hidden(
            tag, dict(attrs), self._targets, behind_switch=self._behind_switch
        ):
            if tag not in _VOID:
                self._skip(tag, hides=True)
            return
        if tag == "img" and self._picture is not None:
            self._out.append(html.escape(self._picture(dict(attrs)), quote=False))
            return
        if self._is_dropped(tag, dict(attrs)):
            if tag not in _VOID:
                self._skip(tag)
            return
        if tag == "header":
            self._headers += 1
            return
        if tag in _INLINE:
            return
        if (tag == "main" or dict(attrs).get("role") == "main") and not self._open_main:
            self._open_main.append((tag, len(self._out)))
        elif self._open_main and tag == self._open_main[0][0]:
            self._main_depth += 1
        self._out.append(f"<{tag}{_attributes(attrs)}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._behind_switch |= tag in SWITCHES
        if self._skipping is not None:
            if tag == self._mute:
                self._mute = None
            if tag == self._skipping:
                self._depth -= 1
                if self._depth == 0:
                    self._skipping = None
            return
        if tag == "title":
            self._in_head_title = False
        if tag == "header":
            self._headers = max(0, self._headers - 1)
            return
        if tag in _VOID or tag in _INLINE or tag in ("html", "head", "body", "title"):
            return
        self._out.append(f"</{tag}>")
        if self._open_main and tag == self._open_main[0][0]:
            if self._main_depth == 0:
                _, start = self._open_main.pop()
                self._main.append((start, len(self._out)))
            else:
                self._main_depth -= 1

    def handle_data(self, data: str) -> None:
        if self._in_head_title:
            self.title += data
        elif self._skipping is None:
            self._behind_switch &= not data.strip()
            self._out.append(html.escape(data, quote=False))
        elif self._hides and self._mute is None:
            self._hidden += len("".join(data.split()))

    def _skip(self, tag: str, *, hides: bool = False) -> None:
        self._skipping, self._depth, self._hides, self._mute = tag, 1, hides, None

    def _is_dropped(self, tag: str, attrs: dict[str, str | None]) -> bool:
        if tag in _HEADINGS or tag in ("main", "article", "table"):
            return False
        if self._keeps_furniture:
            return tag in _NEVER_TEXT
        if (
            tag in _DROPPED
            or (tag == "aside" and not self._open_main)
            or (self._headers and tag in _DROPPED_IN_HEADER)
        ):
            return True
        classes = set((attrs.get("class") or "").lower().split())
        return (attrs.get("role") or "").lower() in _DROPPED_ROLES or bool(classes & _DROPPED_CLASSES)


def _attributes(attrs: list[tuple[str, str | None]]) -> str:
    """Only what shapes content: spans of cells, numbering of lists."""
    kept = ("colspan", "rowspan", "start", "type")
    return "".join(f' {name}="{html.escape(value or "")}"' for name, value in attrs if name in kept)


def _letters(markup: str) -> str:
    return re.sub(r"<[^>]*>|\s+", "", markup)
