"""Which statements of the passages hold a word: asked once a word, not once a word and statement."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from pincite.verification.terms import DENIES, despaced, halves, taken_on, terms

REMEMBERED = 4096
"""Words and pieces of words whose holders are kept; passages that stay loaded are asked by many answers."""


class WordIndex:
    """Of texts, by their number. What it says of a word is what `terms.covered` and `terms.held` say of each
    text."""

    def __init__(self, texts: Sequence[str]) -> None:
        own: dict[str, set[int]] = {}
        self._starts: list[int] = []
        flats: list[str] = []
        start = 0
        for number, text in enumerate(texts):
            for term in terms(text):
                own.setdefault(term, set()).add(number)
            flats.append(despaced(text))
            self._starts.append(start)
            start += len(flats[-1]) + 1
        self._own = {term: frozenset(numbers) for term, numbers in own.items()}
        self._flat = "\n".join(flats)
        self._containing: dict[str, frozenset[int]] = {}
        self._holding: dict[str, frozenset[int]] = {}
        self._pieces: dict[str, frozenset[int]] = {}

    def shared(self, words: Iterable[str]) -> list[tuple[int, int]]:
        """The texts that contain any of ``words``, in order, each with how many it contains."""
        counts: Counter[int] = Counter()
        for word in words:
            counts.update(self.containing(word))
        return sorted(counts.items())

    def containing(self, word: str) -> frozenset[int]:
        """The texts in which ``word`` occurs, or both halves of a compound."""
        return _remembered(self._containing, word, self._contained)

    def holding(self, word: str) -> frozenset[int]:
        """The texts in which ``word`` occurs in one piece."""
        return _remembered(self._holding, word, self._held)

    def _contained(self, word: str) -> frozenset[int]:
        found = self.holding(word)
        if len(word) >= 4 and not word[0].isascii():
            for one, other in halves(word):
                if first := self._with(one):
                    found |= first & self._with(other)
        return found

    def _held(self, word: str) -> frozenset[int]:
        if word[0].isascii() or len(word) < 2:
            return self._own.get(word, _NOWHERE)
        if noun := taken_on(word):
            return self._with(noun)
        return self._places(word, DENIES)

    def _with(self, piece: str) -> frozenset[int]:
        return _remembered(self._pieces, piece, self._places)

    def _places(self, piece: str, denied: str = "") -> frozenset[int]:
        """The texts with ``piece`` where no letter of ``denied`` stands before it."""
        flat, starts = self._flat, self._starts
        found: list[int] = []
        place = flat.find(piece)
        while place >= 0:
            if denied and place and flat[place - 1] in denied:
                place = flat.find(piece, place + 1)
                continue
            number = bisect_right(starts, place)
            found.append(number - 1)
            if number == len(starts):
                break
            place = flat.find(piece, starts[number])
        return frozenset(found)


_NOWHERE: frozenset[int] = frozenset()


def _remembered(
    known: dict[str, frozenset[int]], word: str, find: Callable[[str], frozenset[int]]
) -> frozenset[int]:
    found = known.get(word)
    if found is None:
        if len(known) >= REMEMBERED:
            known.clear()
        found = known[word] = find(word)
    return found
