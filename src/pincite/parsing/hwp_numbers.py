"""The numbers that HWP computes: ``제1조``, ``1.``, ``가.`` are shown to readers but not stored as text."""

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from hwp2md.errors import Hwp2mdError
from hwp2md.hwp5 import docinfo
from hwp2md.hwpx import header
from hwp2md.numbering import NumberingCounter, NumFormat, apply_template

from pincite.parsing.hwp_source import HwpSource
from pincite.parsing.hwpx_source import HwpxSource

_KINDS: Mapping[int, Literal["outline", "number", "bullet"]] = {1: "outline", 2: "number", 3: "bullet"}
_PRIVATE = range(0xE000, 0xF900)
"""Private use: a bullet of a symbol font that means nothing elsewhere."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands before the paragraphs of one shape. ``depth`` from 0, ``ref`` of its definition from 1."""

    kind: Literal["outline", "number", "bullet"]
    depth: int
    ref: int


@dataclass(frozen=True, slots=True)
class Level:
    template: str
    """``^1.``: the caret names the level whose number stands there."""
    form: NumFormat
    start: int


@dataclass(frozen=True, slots=True)
class Heads:
    """Of a document, by paragraph shape."""

    by_shape: Mapping[int, Head] = field(default_factory=dict)
    levels: Mapping[int, tuple[Level, ...]] = field(default_factory=dict)
    bullets: Mapping[int, str] = field(default_factory=dict)
    outlines: tuple[int, ...] = ()


def heads_of(source: HwpSource | HwpxSource) -> Heads:
    """No heads where they cannot be read: the text is whole without them."""
    try:
        return _of_hwp(source) if isinstance(source, HwpSource) else _of_hwpx(source)
    except (Hwp2mdError, struct.error, ValueError, LookupError):
        return Heads()


def _of_hwp(source: HwpSource) -> Heads:
    info = docinfo.parse_docinfo(source.info)
    return Heads(
        {
            at: Head(_KINDS[shape.heading_type], shape.heading_level, shape.head_id)
            for at, shape in enumerate(info.para_shapes)
            if shape.heading_type in _KINDS
        },
        {
            at: tuple(
                Level(level.template, level.num_format, numbering.level_start(depth))
                for depth, level in enumerate(numbering.levels)
            )
            for at, numbering in enumerate(info.numberings, 1)
        },
        {at: bullet.char for at, bullet in enumerate(info.bullets, 1)},
        source.outlines,
    )


def _of_hwpx(source: HwpxSource) -> Heads:
    info = header.parse_header(header.parse_header_xml(source.header))
    shapes = {shape: Head("outline", depth, 0) for shape, depth in info.para_levels.items()}
    shapes |= {shape: Head(item.kind, item.depth, item.ref) for shape, item in info.lists.items()}
    levels = {
        at: tuple(
            Level(numbering.templates.get(depth, ""), numbering.formats.get(depth, "DIGIT"), start)
            for depth, start in sorted(numbering.starts.items())
        )
        for at, numbering in info.numberings.items()
    }
    return Heads(shapes, levels, info.bullets, source.outlines)


def labeller(heads: Heads) -> Callable[[int, int], str]:
    """A function of section and paragraph shape to what stands before the next such paragraph.

    It counts, so it is to be asked once for every paragraph, in order.
    """
    counter = NumberingCounter()

    def label(section: int, shape: int) -> str:
        head = heads.by_shape.get(shape)
        if head is None:
            return ""
        if head.kind == "bullet":
            sign = heads.bullets.get(head.ref, "")
            return sign if sign and sign.isprintable() and ord(sign) not in _PRIVATE else "-"
        ref = head.ref
        if head.kind == "outline":
            ref = heads.outlines[section] if section < len(heads.outlines) else 0
        levels = heads.levels.get(ref, ())
        if head.depth >= len(levels):
            return ""
        numbers = counter.next(ref, head.depth, levels[head.depth].start)
        template = levels[head.depth].template
        return apply_template(template, numbers, [level.form for level in levels]).strip()

    return label
