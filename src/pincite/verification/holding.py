"""Which statements of the passages hold a word: asked once a word, not once a word and statement."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

from pincite.verification.terms import despaced, halves, taken_on, terms

REMEMBERED = 4096
"""Words and pieces of words whose holders are kept; passages that stay loaded are asked by many answers."""


class WordIndex:
    """Of texts, by their number. What it says of a word is what `terms.contains` says of each text."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._own: dict[str, list[int]] = {}
        self._starts: list[int] = []
        flats: list[str] = []
        start = 0
        for number, text in enumerate(texts):
            for term in terms(text):
                self._own.setdefault(term, []).append(number)
            flats.append(despaced(text))
            self._starts.append(start)
            start += len(flats[-1]) + 1
        self._flat = "\n".join(flats)
        self._holders: dict[str, Sequence[int]] = {}
        self._pieces: dict[str, frozenset[int]] = {}

    def shared(self, words: Iterable[str]) -> list[tuple[int, int]]:
        """The texts that hold any of ``words``, in order, each with how many it holds."""
        counts: Counter[int] = Counter()
        for word in words:
            counts.update(self.holders(word))
        return sorted(counts.items())

    def holders(self, word: str) -> Sequence[int]:
        """The texts that hold ``word``."""
        known = self._holders.get(word)
        if known is None:
            if len(self._holders) >= REMEMBERED:
                self._holders.clear()
            known = self._holders[word] = self._found(word)
        return known

    def _found(self, word: str) -> Sequence[int]:
        if word[0].isascii() or len(word) < 2:
            return self._own.get(word, ())
        found = self._with(taken_on(word)) if taken_on(word) else self._whole(word)
        if len(word) >= 4:
            for one, other in halves(word):
                if first := self._with(one):
                    found |= first & self._with(other)
        return tuple(found)

    def _whole(self, word: str) -> frozenset[int]:
        """``급여`` does not stand in ``비급여``."""
        return self._places(word, "비非")

    def _with(self, piece: str) -> frozenset[int]:
        known = self._pieces.get(piece)
        if known is None:
            if len(self._pieces) >= REMEMBERED:
                self._pieces.clear()
            known = self._pieces[piece] = self._places(piece, "")
        return known

    def _places(self, piece: str, denied_after: str) -> frozenset[int]:
        flat, starts = self._flat, self._starts
        found: list[int] = []
        place = flat.find(piece)
        while place >= 0:
            if denied_after and place and flat[place - 1] in denied_after:
                place = flat.find(piece, place + 1)
                continue
            number = bisect_right(starts, place) - 1
            found.append(number)
            if number + 1 == len(starts):
                break
            place = flat.find(piece, starts[number + 1])
        return frozenset(found)
