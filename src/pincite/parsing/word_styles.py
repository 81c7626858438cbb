"""Which styles of a DOCX are titles."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pincite.parsing.word_parts import attribute, local

TITLE = "Title"
"""The identifier by which the converter knows the style."""
_DEEPEST = 64
"""Styles that are based on each other."""


def title_styles(root: Element | None) -> frozenset[str]:
    """The styles called Title, whatever their identifier, and those based on them that say no level."""
    bases: dict[str, str] = {}
    titles: set[str] = set()
    levels: set[str] = set()
    for style in root if root is not None else ():
        if local(style) != "style" or attribute(style, "type") != "paragraph":
            continue
        identity = attribute(style, "styleId")
        for node in style.iter():
            if local(node) == "name" and attribute(node, "val").lower() == "title":
                titles.add(identity)
            elif local(node) == "basedOn":
                bases[identity] = attribute(node, "val")
            elif local(node) == "outlineLvl":
                levels.add(identity)
    found = {style for style in {*titles, *bases} if _leads_to(style, titles, bases, levels)}
    return frozenset(found - {TITLE})


def _leads_to(style: str, titles: set[str], bases: Mapping[str, str], levels: set[str]) -> bool:
    for _ in range(_DEEPEST):
        if style in titles:
            return True
        if style in levels or style not in bases:
            return False
        style = bases[style]
    return False
