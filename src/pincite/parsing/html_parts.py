"""A long page in parts of which the converter makes the same as of the whole.

The converter takes time with the square of the blocks of a page (docling-rs: 20,000 paragraphs 0.7 s, 75,000
of them, 5 MB, 14 s, 150,000 short ones 74 s); with parts of some thousand it does not.
"""

import re
from collections.abc import Iterator
from typing import Final

BLOCKS: Final = 1000
"""Of a part. 100,000 short paragraphs took 1.5 s in parts of 500, 1.3 s of 1,000, 3.1 s of 2,000."""
_DEEPEST: Final = 200
"""Open tags; browsers stop at 512, pages at 30. What is nested deeper stays in one part."""
_TAG: Final = re.compile(r"<(/?)([a-z][a-z0-9:-]*)[^>]*>")
"""As `html_clean` writes them: small letters, and no bare ``<`` or ``>`` in text."""
_WRAPPERS: Final = frozenset(("div", "section", "article", "main", "form", "center", "aside"))
"""They hold blocks and are none."""
_BLOCKS: Final = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "pre", "div"))
"""Where one begins, what stood before is complete, an open <p> too."""
_PASSED: Final = frozenset((
    "p", "br", "hr", "wbr", "area", "embed", "link", "meta", "param", "source", "track",
))  # fmt: skip
"""Void, or ended by any block."""


def parts(page: str, blocks: int = BLOCKS) -> Iterator[str]:
    """A page of `html_clean` as pages of about ``blocks`` blocks each, in their order.

    It is cut only before a block that lies in nothing but wrappers, which the next part opens again: never in
    a list, a table, or anything that is not known, however much that holds.

    >>> list(parts("<body><div><p>a</p>b<p>c</p><ul><li><p>d</p></li></ul></div></body>", 2))
    ['<body><div><p>a</p>b', '<body><div><p>c</p><ul><li><p>d</p></li></ul></div></body>']
    """
    head, mark, body = page.partition("<body>")
    opening = head + mark
    start = count = 0
    held: list[str] = []
    for tag in _TAG.finditer(body):
        closes, name = tag.groups()
        if closes:
            _close(held, name)
        elif name in _BLOCKS and _WRAPPERS.issuperset(held):
            if count >= blocks:
                yield opening + body[start : tag.start()]
                opening = head + mark + "".join(f"<{wrapper}>" for wrapper in held)
                start, count = tag.start(), 0
            count += 1
        if not closes and name not in _PASSED:
            held.append(name)
            if len(held) > _DEEPEST:
                break
    yield opening + body[start:]


def _close(held: list[str], name: str) -> None:
    if name in held:
        while held.pop() != name:
            pass
