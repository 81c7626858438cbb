"""Two score distributions as counts a step of the scale from 0 to 1, and as lines of a terminal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.evaluation.calibration import Scored

STEPS = 20
"""Bars between 0 and 1."""
_WIDTH = 28
"""Columns of the longest bar on each side."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class Histogram:
    """Questions a step, lowest scores first."""

    answerable: tuple[int, ...]
    unanswerable: tuple[int, ...]

    @property
    def highest(self) -> int:
        return max((*self.answerable, *self.unanswerable), default=0)


def histogram(scored: Sequence[Scored]) -> Histogram:
    counts = {True: [0] * STEPS, False: [0] * STEPS}
    for one in scored:
        counts[one.answerable][min(int(one.score * STEPS), STEPS - 1)] += 1
    return Histogram(tuple(counts[True]), tuple(counts[False]))


def terminal_picture(scored: Sequence[Scored], lines: Mapping[str, float]) -> list[str]:
    """Highest scores on top: unanswerable to the left, answerable to the right, ``lines`` by name where they
    fall."""
    counted = histogram(scored)
    head = f"{'unanswerable':>{_WIDTH + 4}}  score  answerable"
    rows = [head]
    for step in reversed(range(STEPS)):
        low = step / STEPS
        left = _bar(counted.unanswerable[step], counted.highest, _WIDTH)
        right = _bar(counted.answerable[step], counted.highest, _WIDTH)
        number = str(counted.unanswerable[step] or "")
        # Mirrored, a bar cannot end in eighths: the glyphs fill from the left.
        row = f"{number:>4}{'█' * len(left):>{_WIDTH}}  {low:.2f}   {right} {counted.answerable[step] or ''}"
        names = [
            f"{name} {value:.4g}"
            for name, value in lines.items()
            if step == min(int(value * STEPS), STEPS - 1)
        ]
        rows.append(f"{row.rstrip()}{'   ← ' + ', '.join(names) if names else ''}".rstrip())
    return rows


def _bar(count: int, highest: int, width: int) -> str:
    """In eighths of a column; something for anything."""
    if not count or not highest:
        return ""
    eighths = max(round(8 * width * count / highest), 1)
    rest = _EIGHTHS[eighths % 8].strip()
    return "█" * (eighths // 8) + rest
