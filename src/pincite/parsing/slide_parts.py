"""The slides of a PPTX as their own XML tells them: which there are, and what text each must show.

docling-rs leaves a damaged slide out without a word, and does not read SmartArt and the descriptions of
linked pictures (2.52.7). This is the second witness.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pincite.core.errors import CorruptDocument
from pincite.parsing.office import Parts, resolved
from pincite.parsing.problems import Problem

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PRESENTATION = "ppt/presentation.xml"
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
    parts = Parts(data)
    presentation = parts.xml(_PRESENTATION)
    if presentation is None:
        raise Problem(CorruptDocument, "damaged_pptx")
    targets = _targets(parts, _PRESENTATION)
    slides = []
    for number, item in enumerate(presentation.iterfind(f"{_P}sldIdLst/{_P}sldId"), 1):
        _, name = targets.get(item.get(f"{_R}id", ""), ("", ""))
        slide = _slide_xml(parts, name, number)
        texts = list(_texts(slide))
        for kind, target in _targets(parts, name).values():
            if kind == "diagramData":
                texts += _paragraphs(_slide_xml(parts, target, number))
        slides.append(SlidePart(number, tuple(texts)))
    return slides


def _slide_xml(parts: Parts, name: str, slide: int) -> Element:
    root = parts.xml(name)
    if root is None:
        raise Problem(CorruptDocument, "damaged_slide", number=slide)
    return root


def _targets(parts: Parts, name: str) -> dict[str, tuple[str, str]]:
    """Relation ids of a part to the kind and the entry name of what lies inside the archive."""
    folder, _, file = name.rpartition("/")
    relations = f"{folder}/_rels/{file}.rels"
    root = parts.xml(relations)
    if root is None and relations in parts.names:
        raise Problem(CorruptDocument, "damaged_pptx")
    return {
        relation.get("Id", ""): (
            relation.get("Type", "").rpartition("/")[2],
            resolved(name, relation.get("Target", "")),
        )
        for relation in (root if root is not None else ())
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
