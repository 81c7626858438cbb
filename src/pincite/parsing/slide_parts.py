"""The slides of a PPTX as their own XML tells them: which there are, and what text each must show.

docling-rs leaves a damaged slide out without a word, and does not read SmartArt and the descriptions of
linked pictures (2.52.7). This is the second witness.
"""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pincite.core.errors import CorruptDocument
from pincite.parsing.containers import read_entry
from pincite.parsing.problems import Problem

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PRESENTATION = "ppt/presentation.xml"
_MAX_PART = 256 * 1024 * 1024
"""Bytes of one XML part; `check_archive` has bounded their sum."""
_FURNITURE = frozenset(("dt", "ftr", "sldNum", "hdr"))
_LINES = ("br", "tab")


@dataclass(frozen=True, slots=True)
class SlidePart:
    """One slide in the order of the presentation."""

    number: int
    paragraphs: tuple[str, ...]
    """Text of its shapes and diagrams, and descriptions of pictures that lie outside the file."""


def slide_parts(data: bytes) -> list[SlidePart]:
    """Raises Problem (CorruptDocument) where a part is missing, is no XML, or declares entities."""
    targets = _targets(data, _PRESENTATION)
    slides = []
    for number, item in enumerate(_xml(data, _PRESENTATION, 0).iterfind(f"{_P}sldIdLst/{_P}sldId"), 1):
        _, name = targets.get(item.get(f"{_R}id", ""), ("", ""))
        texts = list(_texts(_xml(data, name, number)))
        for kind, target in _targets(data, name).values():
            if kind == "diagramData":
                texts += _paragraphs(_xml(data, target, number))
        slides.append(SlidePart(number, tuple(texts)))
    return slides


def _xml(data: bytes, name: str, slide: int) -> Element:
    content = read_entry(data, name, _MAX_PART)
    try:
        root: Element = fromstring(content or b"", forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as error:
        if slide:
            raise Problem(CorruptDocument, "damaged_slide", number=slide) from error
        raise Problem(CorruptDocument, "damaged_pptx") from error
    return root


def _targets(data: bytes, name: str) -> dict[str, tuple[str, str]]:
    """Relation ids of a part to the kind and the entry name of what lies inside the archive."""
    folder, _, file = name.rpartition("/")
    content = read_entry(data, f"{folder}/_rels/{file}.rels", _MAX_PART)
    try:
        relations = fromstring(content or b"<none/>", forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_pptx") from error
    return {
        relation.get("Id", ""): (
            relation.get("Type", "").rpartition("/")[2],
            posixpath.normpath(posixpath.join("/", folder, relation.get("Target", ""))).lstrip("/"),
        )
        for relation in relations
        if relation.get("TargetMode") != "External"
    }


def _texts(slide: Element) -> Iterator[str]:
    for shape in slide.iter():
        if shape.tag in (f"{_P}sp", f"{_P}graphicFrame", f"{_P}cxnSp") and not _is_furniture(shape):
            yield from _paragraphs(shape)
        elif shape.tag == f"{_P}pic" and (blip := shape.find(f".//{_A}blip")) is not None:
            properties = shape.find(f"{_P}nvPicPr/{_P}cNvPr")
            if blip.get(f"{_R}embed") is None and properties is not None and properties.get("descr"):
                yield " ".join(properties.get("descr", "").split())


def _is_furniture(shape: Element) -> bool:
    place = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
    return place is not None and place.get("type") in _FURNITURE


def _paragraphs(parent: Element) -> Iterator[str]:
    for paragraph in parent.iter(f"{_A}p"):
        parts = []
        for item in paragraph.iter():
            local = item.tag.rpartition("}")[2]
            if local == "t":
                parts.append(item.text or "")
            elif local in _LINES:
                parts.append(" ")
        if text := " ".join("".join(parts).split()):
            yield text
