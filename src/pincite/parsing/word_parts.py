"""What a DOCX says beside its text: page headers and footers, and comments.

The rule: each line once, at the end of the document behind its footnotes, headers first, then footers, then
comments with the words that they are about. Left out are page numbers, logos, and lines that only repeat the
title or a line of the text: they say nothing that is not found already.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from pincite.parsing.office import Parts, resolved

DOCUMENT = "word/document.xml"
_NUMBER = re.compile(
    r"(?:\b(?:page|pages|pg|p|of|seite|von)\b|페이지|쪽|면|전체|총|第|页|頁|共|/|[-–—|.·:()\[\]\s\d])*", re.I
)
"""A line of nothing else is a page number, whatever stands around it."""
_FIELDS = re.compile(r"^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION)\b", re.I)
_PAGE = "\0"
"""Stands for the number of a page, which XML cannot hold."""
_PAGED = re.compile(
    r"(?:(?:\b(?:pages?|pg|p|of|von|seite)\b\.?|[-–—|·/(\[第共총])\s*){0,4}\0"
    r"(?:\s*(?:쪽|면|페이지|页|頁|[-–—|)\]]))?",
    re.I,
)
_ABOUT = 80
"""Characters of the commented words that are quoted."""
_BLANKS = ("tab", "br", "cr", "noBreakHyphen")


def beside_the_text(parts: Parts, title: str, markdown: str) -> str:
    """The blocks of headers, footers and comments, each quoted; empty where there is nothing to say."""
    document = parts.xml(DOCUMENT)
    if document is None:
        return ""
    said = {_key(title), *(_key(line) for line in markdown.splitlines())}
    blocks = [*_running(parts, document, said), *_comments(parts, document)]
    return "\n\n".join(blocks)


def _running(parts: Parts, document: Element, said: set[str]) -> Iterator[str]:
    """Headers and footers of all sections and kinds of pages (first, even, other)."""
    targets = _targets(parts)
    for kind, label in (("header", "Header"), ("footer", "Footer")):
        used = [_id(node) for node in document.iter() if local(node) == f"{kind}Reference"]
        for name in dict.fromkeys(targets[identity][1] for identity in used if identity in targets):
            root = parts.xml(name)
            lines = []
            for line in lines_of(root) if root is not None else ():
                key = _key(line)
                if key and key not in said and not _NUMBER.fullmatch(line):
                    said.add(key)
                    lines.append(line)
            if lines:
                yield f"> {label}: " + "\n> ".join(lines)


def _comments(parts: Parts, document: Element) -> Iterator[str]:
    name = next(entries(parts, "comments"), "")
    root = parts.xml(name) if name else None
    about = _commented(document)
    for comment in root if root is not None else ():
        lines = list(lines_of(comment))
        if local(comment) != "comment" or not lines:
            continue
        author = " ".join(attribute(comment, "author").split())
        words = " ".join(about.get(attribute(comment, "id"), "").split())
        words = words if len(words) <= _ABOUT else f"{words[:_ABOUT].rstrip()}…"
        head = "Comment" + (f" ({author})" if author else "") + (f" on “{words}”" if words else "")
        yield f"> {head}: " + "\n> ".join(lines)


def _commented(document: Element) -> dict[str, str]:
    """Comment ids to the words between their marks."""
    open_: set[str] = set()
    found: dict[str, str] = {}
    for node in document.iter():
        kind = local(node)
        if kind == "commentRangeStart":
            open_.add(attribute(node, "id"))
        elif kind == "commentRangeEnd":
            open_.discard(attribute(node, "id"))
        elif kind in ("t", "p") and open_:
            for identity in open_:
                if len(found.get(identity, "")) <= _ABOUT:
                    found[identity] = found.get(identity, "") + (node.text or "" if kind == "t" else " ")
    return found


def lines_of(root: Element) -> Iterator[str]:
    """The paragraphs of a part, those of text boxes behind the one that holds them; page numbers left out."""
    waiting = deque((root,))
    while waiting:
        node = waiting.popleft()
        if local(node) == "p":
            inner: list[Element] = []
            text = " ".join(_PAGED.sub(" ", "".join(_runs(node, inner.append))).split())
            if text:
                yield text
            waiting.extendleft(reversed(inner))
        elif local(node) != "Fallback":
            waiting.extendleft(reversed(node))


def _runs(paragraph: Element, nested: Callable[[Element], None]) -> Iterator[str]:
    """The texts of a paragraph; paragraphs inside of it go to ``nested``."""
    fields: list[str] = []
    shown: list[bool] = []
    waiting = deque(paragraph)
    while waiting:
        node = waiting.popleft()
        kind = local(node)
        if kind == "fldChar":
            state = attribute(node, "fldCharType")
            if state == "begin":
                fields.append("")
                shown.append(True)
            elif state == "separate" and fields:
                shown[-1] = _FIELDS.match(fields[-1]) is None
            elif state == "end" and fields:
                yield _PAGE if _FIELDS.match(fields.pop()) else ""
                shown.pop()
        elif kind == "instrText":
            if fields:
                fields[-1] += node.text or ""
        elif kind == "p":
            nested(node)
        elif kind == "fldSimple" and _FIELDS.match(attribute(node, "instr")):
            yield _PAGE
        elif kind in ("Fallback", "del"):
            continue
        elif kind == "t":
            if all(shown):
                yield node.text or ""
        elif kind in _BLANKS:
            yield " "
        else:
            waiting.extendleft(reversed(node))


def _targets(parts: Parts) -> dict[str, tuple[str, str]]:
    """Relation ids of the document to the kind and the entry of what they mean."""
    root = parts.xml("word/_rels/document.xml.rels")
    return {
        relation.get("Id", ""): (
            relation.get("Type", "").rpartition("/")[2],
            resolved(DOCUMENT, relation.get("Target", "")),
        )
        for relation in (root if root is not None else ())
        if relation.get("TargetMode") != "External"
    }


def entries(parts: Parts, kind: str) -> Iterator[str]:
    """The entries of a kind of part (``comments``, ``footnotes``) that the document names."""
    return (name for found, name in _targets(parts).values() if found == kind)


def _id(node: Element) -> str:
    return next((value for name, value in node.items() if name.startswith("{") and name.endswith("}id")), "")


def attribute(node: Element, name: str) -> str:
    """An attribute by its name without namespace; empty where there is none."""
    return next((value for key, value in node.items() if key.rpartition("}")[2] == name), "")


def local(node: Element) -> str:
    """The name of an element without its namespace."""
    return str(node.tag).rpartition("}")[2]


def _key(line: str) -> str:
    """Letters and digits alone: marks of Markdown and blanks aside."""
    return "".join(char for char in line.casefold() if char.isalnum())
