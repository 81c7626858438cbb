"""Places of an answer as it is checked (without marks), found again in the answer as readers get it."""

from bisect import bisect_right
from collections.abc import Sequence

from pincite.citations.expand import marked_parts
from pincite.citations.handles import SourceRegistry

Run = tuple[int, int]
"""Where a run of text begins: without marks, and with them."""


class ReaderOffsets:
    """``raw`` as it was written, ``said`` as `expand_references` tells it, blanks at the ends cut or not.

    >>> offsets = ReaderOffsets('One. <ref id="c9"/>Two.', 'One. <kb chunk_id="7" />Two.', SourceRegistry())
    >>> offsets.span(5, 9)
    (24, 28)
    """

    def __init__(self, raw: str, said: str, registry: SourceRegistry) -> None:
        checked, told, blanks = _addresses(raw, registry)
        self._told: list[Run] = list(zip(checked, told, strict=True))
        self._said, lead = _runs(said)
        self._cut = blanks - lead

    def span(self, start: int, end: int) -> tuple[int, int]:
        """``[start, end)`` of the checked text, in the text of readers. Tags behind its last character are
        outside of it."""
        first = self._place(start)
        return first, self._place(end - 1) + 1 if end > start else first

    def _place(self, offset: int) -> int:
        return max(0, _shifted(self._said, _shifted(self._told, offset) - self._cut))


def _shifted(runs: Sequence[Run], offset: int) -> int:
    place = max(0, bisect_right(runs, offset, key=lambda run: run[0]) - 1)
    start, told = runs[place]
    return told + offset - start


def _addresses(raw: str, registry: SourceRegistry) -> tuple[list[int], list[int], int]:
    """Runs of ``raw`` between the addresses that stand in for handles of resources, which are not checked;
    and the blanks that it begins with."""
    checked, told = [0], [0]
    here = there = blanks = 0
    only_blanks = True
    for part in marked_parts(raw):
        if isinstance(part, str):
            here, there = here + len(part), there + len(part)
            if only_blanks:
                blanks += len(part) - len(part.lstrip())
                only_blanks = not part.strip()
        elif part.kind == "resource" and (address := registry.resources.decode(part.text)) != part.text:
            there += len(address)
            checked.append(here)
            told.append(there)
            only_blanks = False
    return checked, told, blanks


def _runs(said: str) -> tuple[list[Run], int]:
    """Runs of text between the tags of ``said``, and the blanks that it begins with."""
    runs: list[Run] = []
    text = place = blanks = 0
    only_blanks = True
    for part in marked_parts(said):
        if isinstance(part, str):
            runs.append((text, place))
            text, place = text + len(part), place + len(part)
            if only_blanks:
                blanks += len(part) - len(part.lstrip())
                only_blanks = not part.strip()
        else:
            place += len(part.text)
    return runs or [(0, 0)], blanks
