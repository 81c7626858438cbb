"""PowerPoint presentations (PPTX), through docling-rs: one page span a slide.

docling-rs was taken over `undoc`, which puts the notes of slide 2 under slide 1, drops bullets and shifts
chart values where a cell is empty, and over python-pptx, which needs a parser of our own on top.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument, OcrNeeded
from pincite.core.types import PageSpan, ParsedDocument
from pincite.parsing import office, titles
from pincite.parsing.docling import convert
from pincite.parsing.docling_json import Node, Writer
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.native import NativeFailure
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery, lift, unshown
from pincite.parsing.problems import Note, Problem, page_list
from pincite.parsing.slide_parts import SlidePart, slide_parts

_SHOWN = frozenset(("body", "invisible"))
"""Layers of docling that are content of the slide; the others are notes and furniture (date, footer)."""
_LITTLE = 100
"""Letters below which a slide with pictures says little. The slides of ``ko_sample.pptx`` after its title
hold 94 to 131; ``en_powerpoint_with_image.pptx`` (golden case g185) holds 90, half of them a description."""
_LONGEST_TITLE = 150
"""Characters; beyond it somebody wrote a paragraph into the place of the title."""
_PROGRAM_TITLE = re.compile(r"^powerpoint (?:presentation|프레젠테이션|演示文稿|簡報)$", re.I)
_REFERENCE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_HEADING_MARK = re.compile(r"^(#{1,6}\s)", re.M)


@dataclass(frozen=True, slots=True)
class _Slide:
    number: int
    title: str
    blocks: tuple[str, ...]
    notes: tuple[str, ...]
    hidden: bool

    def markdown(self) -> str:
        if not (self.title or self.blocks or self.notes):
            return ""
        parts = [f"## {self.title or f'Slide {self.number}'}"]
        if self.hidden:
            parts.append("(hidden slide)")
        parts += self.blocks
        if self.notes:
            parts.append("> Notes: " + "\n> ".join(self.notes))
        return "\n\n".join(parts)

    def letters(self) -> int:
        text = self.title + "".join(_REFERENCE.sub("", block) for block in self.blocks) + "".join(self.notes)
        return len(_letters(text))

    @property
    def has_picture(self) -> bool:
        return any(_REFERENCE.search(block) for block in self.blocks)


def parse_pptx(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Each slide is a section ``## Title`` (``## Slide 4`` without one) and a page span of its number.

    Shapes stand in the order of their place on the slide, bullets keep their levels, tables and the values
    of charts are tables, speaker notes are quoted below the slide. Hidden slides are read and marked.

    Raises:
        Problem: CorruptDocument for a damaged file, DocumentTooLarge for one that explodes or has too many
            slides or pictures, EmptyDocument for one without content, OcrNeeded for one of pictures only.
    """
    office.open_archive(data)
    parts = slide_parts(data)
    if len(parts) > options.limits.pages:
        raise Problem(DocumentTooLarge, "too_many_slides", count=len(parts), limit=options.limits.pages)
    lean, media = lift(data)
    try:
        document = convert("slides.pptx", lean)
    except (NativeFailure, ValueError) as error:
        raise Problem(CorruptDocument, "damaged_pptx") from error
    gallery = Gallery(options.limits, media)
    slides = _slides(document, gallery, parts)
    markdown, pages = _join(slides)
    if not markdown:
        raise Problem(EmptyDocument, "no_text_in_file")
    if options.ocr is None and not any(slide.letters() for slide in slides):
        raise Problem(OcrNeeded, "pictures_only")
    properties = office.properties(data)
    declared = "" if _PROGRAM_TITLE.match(properties["title"]) else titles.declared(properties["title"])
    parsed = ParsedDocument(
        markdown=markdown,
        title=titles.choose(filename, declared, *(slide.title for slide in slides)),
        media_type=MEDIA_TYPES[Kind.PPTX],
        pages=pages,
        metadata={name: value for name, value in properties.items() if value},
        images=tuple(gallery.images),
    )
    return parsed, [
        *office.damaged_parts(data, "ppt/"),
        *unshown(office.Parts(data).names, "ppt/media/"),
        *_notes(slides, options),
    ]


def _slides(document: Node, gallery: Gallery, parts: Sequence[SlidePart]) -> list[_Slide]:
    writer = Writer(document, heading_shift=0, picture=gallery.docling, layers=_SHOWN)
    groups = {group.get("name"): group for group in writer.children(document["body"])}
    return [_slide(writer, groups.get(f"slide-{part.number - 1}", {}), part) for part in parts]


def _slide(writer: Writer, group: Node, part: SlidePart) -> _Slide:
    children = list(writer.children(group))
    title = next((child for child in children if _is_heading(child)), None)
    content = [_plain(child) for child in children if child is not title]
    blocks = [clean(block) for block in writer.blocks(content) if block.strip()]
    slide = _Slide(
        number=part.number,
        title=" ".join(clean(title["text"]).split()) if title is not None else "",
        blocks=tuple(blocks),
        notes=tuple(
            line
            for child in children
            if child.get("content_layer") == "notes"
            for line in clean(child.get("text", "")).splitlines()
            if line.strip()
        ),
        hidden=group.get("content_layer") == "invisible",
    )
    seen = _letters(slide.title + "".join(blocks))
    missing = [text for text in dict.fromkeys(part.paragraphs) if _letters(text) not in seen]
    return replace(slide, blocks=(*blocks, *(clean(_escaped(text)) for text in missing)))


def _is_heading(node: Node) -> bool:
    return node.get("label") == "title" and 0 < len(node.get("text", "").strip()) <= _LONGEST_TITLE


def _plain(node: Node) -> Node:
    """Text of a shape that is not to be read as a heading: a further title, or a ``#`` typed by hand."""
    if node.get("label") not in ("title", "paragraph", "text"):
        return node
    return {**node, "label": "text", "text": _escaped(node.get("text", ""))}


def _escaped(text: str) -> str:
    return _HEADING_MARK.sub(r"\\\1", text)


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


def _join(slides: Iterable[_Slide]) -> tuple[str, tuple[PageSpan, ...]]:
    text, spans = "", []
    for slide in slides:
        markdown = slide.markdown()
        if text and markdown:
            text += "\n\n"
        spans.append(PageSpan(slide.number, len(text), len(text) + len(markdown)))
        text += markdown
    return text, tuple(spans)


def _notes(slides: Sequence[_Slide], options: ParseOptions) -> Iterator[Note]:
    hidden = [slide.number for slide in slides if slide.hidden]
    if hidden:
        yield Note("hidden_slides", {"pages": page_list(hidden)})
    pictures = [slide.number for slide in slides if slide.has_picture and slide.letters() < _LITTLE]
    if pictures:
        # Whatever an engine reads on them, what they depict is not in the text (golden case g185).
        key = "slides_of_pictures" if options.ocr is None else "slides_of_pictures_by_ocr"
        yield Note(key, {"pages": page_list(pictures)})
