"""Pictures for reports: SVG that stands in a page, without scripts and without anything from elsewhere.

Colours are classes of the page's style sheet, so that they follow its dark form. Every picture has a title,
for people who do not see it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from pincite.evaluation.histogram import STEPS, Histogram

WIDTH = 760
"""Units of a picture's view box; it scales with the page."""
_LABEL = 190
"""Units that the names on the left take."""
_ROW = 26


@dataclass(frozen=True, slots=True)
class Bar:
    """A share in [0, 1] with its interval."""

    group: str
    """Heading that it stands under; "" is none."""
    name: str
    value: float
    low: float
    high: float


def histogram_svg(counted: Histogram, lines: Mapping[str, float], title: str, names: tuple[str, str]) -> str:
    """Answerable upwards, unanswerable downwards, over the scale from 0 to 1, each with its name."""
    left, top, half, step = 40, 46, 110, (WIDTH - 60) / STEPS
    middle, scale = top + half, half / max(counted.highest, 1)
    parts = []
    for place in range(STEPS):
        x = left + place * step
        for count, up in ((counted.answerable[place], True), (counted.unanswerable[place], False)):
            if not count:
                continue
            height = count * scale
            y = middle - height if up else middle
            kind = "yes" if up else "no"
            parts.append(_rect(x + 1, y, step - 2, height, kind, f"{place / STEPS:.2f}: {count}"))
            at = y - 4 if up else y + height + 12
            parts.append(_text(x + step / 2, at, str(count), "small", "middle"))
    parts.append(_line(left, middle, WIDTH - 20, middle, "axis"))
    bottom = middle + half + 18
    for tenth in range(0, 11, 2):
        x = left + tenth / 10 * (WIDTH - 60)
        parts.append(_text(x, bottom + 16, f"{tenth / 10:.1f}", "small", "middle"))
    for number, (name, value) in enumerate(lines.items()):
        x = left + value * (WIDTH - 60)
        parts.append(_line(x, top - 6, x, bottom, "mark"))
        anchor = "end" if value > 0.75 else "start"
        shift = -4 if anchor == "end" else 4
        parts.append(_text(x + shift, 14 + 14 * (number % 2), f"{name} {value:.4g}", "label", anchor))
    parts.append(_text(4, top + 12, names[0], "yes-text", "start"))
    parts.append(_text(4, bottom - 6, names[1], "no-text", "start"))
    return _svg(bottom + 24, title, parts)


def bars_svg(bars: Sequence[Bar], title: str) -> str:
    """Shares as bars with their intervals, a row each, a heading a group."""
    parts: list[str] = []
    y, group = 8.0, ""
    room = WIDTH - _LABEL - 70
    for bar in bars:
        if bar.group != group:
            group = bar.group
            parts.append(_text(4, y + 16, group, "group", "start"))
            y += _ROW
        parts.append(_text(_LABEL - 8, y + 15, bar.name, "label", "end"))
        parts.append(
            _rect(_LABEL, y + 4, max(_clip(bar.value) * room, 0.5), _ROW - 10, "bar", f"{bar.value:.1%}")
        )
        low, high = (_LABEL + _clip(bound) * room for bound in (bar.low, bar.high))
        middle = y + _ROW / 2 - 1
        parts.append(_line(low, middle, high, middle, "whisker"))
        parts += [_line(x, middle - 4, x, middle + 4, "whisker") for x in (low, high)]
        parts.append(_text(_LABEL + room + 10, y + 15, f"{100 * bar.value:.1f}", "label", "start"))
        y += _ROW
    return _svg(y + 8, title, parts)


def stacks_svg(rows: Sequence[tuple[str, Mapping[str, float]]], title: str) -> str:
    """Shares that make a whole: a row each, a colour (class) for each name."""
    parts: list[str] = []
    room = WIDTH - _LABEL - 20
    for number, (name, shares) in enumerate(rows):
        y, x = 8 + number * _ROW, float(_LABEL)
        parts.append(_text(_LABEL - 8, y + 15, name, "label", "end"))
        for kind, share in shares.items():
            width = _clip(share) * room
            if width:
                parts.append(_rect(x, y + 3, width, _ROW - 8, kind, f"{kind} {share:.1%}"))
            if width > 46:
                parts.append(_text(x + width / 2, y + 15, f"{kind} {100 * share:.0f}", "on", "middle"))
            x += width
    return _svg(16 + len(rows) * _ROW, title, parts)


def differences_svg(rows: Sequence[tuple[str, float, float, float]], title: str) -> str:
    """Differences with their intervals (name, difference, low, high) about the line of no difference."""
    reach = max((abs(bound) for row in rows for bound in row[1:]), default=0.0) or 0.01
    room, parts = (WIDTH - _LABEL - 80) / 2, []
    zero, bottom = _LABEL + room, 12 + len(rows) * _ROW
    parts.append(_line(zero, 4, zero, bottom, "axis"))
    for number, (name, difference, low, high) in enumerate(rows):
        middle = 8 + number * _ROW + _ROW / 2
        at, first, last = (zero + value / reach * room for value in (difference, low, high))
        kind = "better" if low > 0 else "worse" if high < 0 else "same"
        parts.append(_text(_LABEL - 8, middle + 4, name, "label", "end"))
        parts.append(_line(first, middle, last, middle, f"whisker {kind}"))
        parts.append(f'<circle cx="{at:.1f}" cy="{middle:.1f}" r="5" class="{kind}"/>')
        parts.append(_text(WIDTH - 4, middle + 4, f"{100 * difference:+.1f}", "label", "end"))
    return _svg(bottom + 8, title, parts)


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _rect(x: float, y: float, width: float, height: float, kind: str, said: str) -> str:
    shape = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" class="{escape(kind)}"'
    return f"<rect {shape}><title>{escape(said)}</title></rect>"


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _text(x: float, y: float, words: str, kind: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def _clip(share: float) -> float:
    return min(max(share, 0.0), 1.0)
