"""A question in the words of documents: people say 자르다, 失业金 and fired where a statute says 해고하다,
失业保险金 and dismissed.

The pairs are data: ours lie in ``packs/everyday.yaml``, those of a library in its file ``words.yaml``, of the
same form. They make another wording to search with, without a model; a document that has other words for its
matter is found by the person's own.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import yaml

from pincite.core.errors import ConfigurationError

WORDS_FILE = "words.yaml"
_SPACES = re.compile(r"\s+")
_HINT = "Lists of pairs by language, as in src/pincite/routing/packs/everyday.yaml: ko: [['깡통', '용기']]."


@dataclass(frozen=True, slots=True)
class EverydayWords:
    """What people say, as expressions, and what documents say for each; earlier ones go first."""

    pairs: tuple[tuple[re.Pattern[str], str], ...]

    @classmethod
    def from_dict(cls, data: object, source: str) -> "EverydayWords":
        r"""Read ``{<language>: [[expression, words], …]}``; the languages only order the lists. Case is
        ignored, and ``\1`` in the words is the expression's first group.

        Raises:
            ConfigurationError: it is something else, or an expression is none, or takes nothing. The message
                names ``source`` and the pair.
        """
        if not isinstance(data, Mapping) or not all(isinstance(pairs, list) for pairs in data.values()):
            raise ConfigurationError(f"{source} is no mapping of languages to lists of pairs.", hint=_HINT)
        return cls(tuple(_pair(pair, source) for pairs in data.values() for pair in pairs))

    def before(self, other: "EverydayWords") -> "EverydayWords":
        return EverydayWords(self.pairs + other.pairs)

    def in_document_words(self, question: str) -> str | None:
        """The question with what people say replaced by what documents say; None where nothing is.

        >>> bundled_words().in_document_words("직원을 자르려면 미리 알려야 하나요?")
        '근로자를 해고하려면 예고하여 통지해야 하나요?'
        >>> bundled_words().in_document_words("How long is the waiting period?") is None
        True
        """
        text = _SPACES.sub(" ", question).strip()
        pieces: list[str] = []
        at = 0
        for start, end, words in sorted(self._found(text)):
            pieces += [text[at:start], words]
            at = end
        return _SPACES.sub(" ", "".join((*pieces, text[at:]))).strip() if pieces else None

    def _found(self, text: str) -> Iterable[tuple[int, int, str]]:
        taken: list[tuple[int, int]] = []
        for expression, words in self.pairs:
            for match in expression.finditer(text):
                start, end = match.span()
                if start < end and all(end <= first or start >= last for first, last in taken):
                    taken.append((start, end))
                    yield start, end, match.expand(words)


def _pair(pair: object, source: str) -> tuple[re.Pattern[str], str]:
    if not (
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) and part for part in pair)
    ):
        raise ConfigurationError(f"{source}: {pair!r} is no pair of two texts.", hint=_HINT)
    said, held = pair
    try:
        expression = re.compile(said, re.IGNORECASE)
        re.compile(f"(?:{said})|").match("").expand(held)  # type: ignore[union-attr]  # knows all its groups
    except (re.error, IndexError) as error:
        raise ConfigurationError(f"{source}: {said!r} cannot be read: {error}.", hint=_HINT) from error
    return expression, held


@cache
def bundled_words() -> EverydayWords:
    """Those that ship with pincite."""
    source = (files("pincite.routing") / "packs" / "everyday.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(source)
    return EverydayWords.from_dict({name: data[name] for name in ("ko", "zh", "en")}, "everyday.yaml")


def read_words(path: Path) -> EverydayWords:
    """Those of a library before ours; ours where it has none.

    Raises:
        ConfigurationError: as `EverydayWords.from_dict`, or the file cannot be read.
    """
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return bundled_words()
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(f"{path.name} cannot be read: {error}", hint=_HINT) from error
    return EverydayWords.from_dict({} if data is None else data, path.name).before(bundled_words())
