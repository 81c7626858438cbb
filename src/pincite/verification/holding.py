"""Which statements of the passages hold a word: asked once a word, not once a word and statement."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from pincite.verification.terms import DENIES, despaced, halves, occurs, taken_on, terms

REMEMBERED = 4096
"""Words and clauses of which it is kept where they stand: passages that stay are asked by many answers."""


class WordIndex:
    """Of texts, by their number. What it says of a word is what `terms.covered` and `terms.held` say of each
    text."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._own: dict[str, list[int]] = {}
        self._flats = [despaced(text) for text in texts]
        self._pairs: dict[str, list[int]] = {}
        """By two letters that stand together: most words of Korean and Chinese have no more."""
        for number, (text, flat) in enumerate(zip(texts, self._flats, strict=True)):
            for term in terms(text):
                self._own.setdefault(term, []).append(number)
            if not flat.isascii():
                for pair in {flat[place : place + 2] for place in range(len(flat) - 1)}:
                    self._pairs.setdefault(pair, []).append(number)
        self._containing: dict[str, frozenset[int]] = {}
        self._holding: dict[str, frozenset[int]] = {}

    def shared(self, words: Iterable[str]) -> list[tuple[int, int]]:
        """The texts that contain any of ``words``, in order, each with how many it contains."""
        counts: Counter[int] = Counter()
        for word in words:
            counts.update(self.containing(word))
        return sorted(counts.items())

    def containing(self, word: str) -> frozenset[int]:
        """The texts in which ``word`` occurs, or both halves of a compound."""
        found = self._containing.get(word)
        return remembered(self._containing, word, self._contained) if found is None else found

    def holding(self, word: str) -> frozenset[int]:
        """The texts in which ``word`` occurs in one piece."""
        found = self._holding.get(word)
        return remembered(self._holding, word, self._held) if found is None else found

    def _contained(self, word: str) -> frozenset[int]:
        found = self.holding(word)
        if len(word) >= 4 and not word[0].isascii():
            for one, other in halves(word):
                if first := self._with(one):
                    found |= first.intersection(self._with(other))
        return found

    def _held(self, word: str) -> frozenset[int]:
        if word[0].isascii() or len(word) < 2:
            return frozenset(self._own.get(word, ()))
        if noun := taken_on(word):
            return self._with(noun)
        found = self._with(word)
        denied = [number for letter in DENIES for number in self._pairs.get(letter + word[0], ())]
        if not denied:
            return found
        return found - {
            number for number in found.intersection(denied) if not occurs(word, self._flats[number])
        }

    def _with(self, piece: str) -> frozenset[int]:
        """The texts with the letters of ``piece`` in a row."""
        if len(piece) == 2:
            return frozenset(self._pairs.get(piece, ()))
        near = [self._pairs.get(piece[place : place + 2], ()) for place in range(len(piece) - 1)]
        return frozenset([number for number in min(near, key=len) if piece in self._flats[number]])


_K = TypeVar("_K")
_V = TypeVar("_V")


def remembered(known: dict[_K, _V], key: _K, find: Callable[[_K], _V]) -> _V:
    """What ``find`` finds, kept in ``known``, which is emptied when it is full."""
    if len(known) >= REMEMBERED:
        known.clear()
    found = known[key] = find(key)
    return found
