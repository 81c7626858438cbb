"""What a page hides: templates and messages for scripts, which nobody reads, and folded answers, which are
content and stay."""

import re
from collections.abc import Mapping
from typing import Final

SWITCHES: Final = frozenset(("button", "dt", "summary", *(f"h{level}" for level in range(1, 7))))
"""What is hidden right behind one is what it unfolds."""
_STYLE: Final = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)(?![\w-])", re.I)
_FOLDED: Final = re.compile(
    r"(?:^|[\s_-])(?:accordions?|answers?|collaps(?:e|ed|ible)|contents?|details?|faqs?|fold(?:ed)?|panels?"
    r"|panes?|tabs?|toggled?)(?=$|[\s_-])",
    re.I,
)
_UNREAD: Final = re.compile(
    r"(?:^|[\s_-])(?:templates?|tmpl|tpl|clone|prototype|skeleton|loading|spinner|modal|popup)(?=$|[\s_-])",
    re.I,
)
_POINTER: Final = re.compile(
    r"(?:aria-controls|data-(?:bs-)?target)=[\"']?#?([\w:.-]+)|href=[\"']?#([\w:.-]+)", re.I
)


def pointed_to(page: str) -> frozenset[str]:
    """The ids that switches and links of a page name: a person can open what bears one."""
    return frozenset(match[1] or match[2] for match in _POINTER.finditer(page))


def is_hidden(
    tag: str, attrs: Mapping[str, str | None], targets: frozenset[str], *, behind_switch: bool
) -> bool:
    """Whether no reader of the page ever sees an element: hidden by itself, and no folded answer.

    >>> is_hidden("div", {"style": "display: none"}, frozenset(), behind_switch=False)
    True
    >>> is_hidden("div", {"style": "display: none", "id": "a1"}, frozenset(("a1",)), behind_switch=False)
    False
    """
    hides = "hidden" in attrs or _STYLE.search(attrs.get("style") or "") is not None
    if not hides or tag in ("main", "article"):
        return False
    named = f"{attrs.get('class') or ''} {attrs.get('id') or ''}"
    if _UNREAD.search(named):
        return True
    return not (
        behind_switch
        or (attrs.get("hidden") or "").lower() == "until-found"
        or (attrs.get("role") or "").lower() in ("tabpanel", "region")
        or (attrs.get("id") or "") in targets
        or _FOLDED.search(named)
    )
