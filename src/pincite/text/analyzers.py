"""Text to terms: morphemes, character bigrams, and the fields that the index keeps of a chunk.

Both fields see the text after NFKC and lower-casing. Morphemes meet inflection (``지급합니다`` and
``지급하는``), bigrams meet spacing (``무면허운전`` and ``무면허 운전``, which no morpheme joins).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from pincite.core.types import LexicalField
from pincite.text.references import find_references
from pincite.text.stopwords import ASKING, CHINESE, ENGLISH

if TYPE_CHECKING:
    from kiwipiepy import Kiwi

HELD_CLAUSE = "="
"""Prefix of a clause term of a chunk that defines the clause; a bare key is a mention."""

_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f々〇"
_HANGUL = "\uac00-\ud7a3\u3131-\u318e\u1100-\u11ff"
_LETTER = rf"[^\W\d_{_HAN}{_HANGUL}]"
_SIGN = rf"[^\W_{_HAN}{_HANGUL}]"

_NUMBER = r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:[.:/\-]\d+)*"
_IDENTIFIER = rf"{_SIGN}*{_LETTER}{_SIGN}*(?:[_\-.'’]{_SIGN}+)*"
_PLAIN = re.compile(rf"(?P<han>[{_HAN}]+)|(?P<word>{_IDENTIFIER})|(?P<number>{_NUMBER})")
_KOREAN_STRETCH = re.compile(rf"[{_HANGUL}\d][{_HANGUL}\d \t.,%()·]*")
_CJK = re.compile(rf"[{_HAN}{_HANGUL}]")
_HAS_HANGUL = re.compile(rf"[{_HANGUL}]")
_PART = re.compile(r"[_\-.'’]")
_NUMBER_PART = re.compile(r"[:/\-]")
_CONTRACTION = re.compile(r"['’](?:s|t|re|ve|ll|d|m)$")
_RUN = re.compile(
    rf"(?P<cjk>[{_HAN}{_HANGUL}]+(?:\s?[{_HAN}{_HANGUL}]+)*)|(?P<word>{_IDENTIFIER})|(?P<number>{_NUMBER})"
)

# Nouns, verbs, adjectives, roots, adverbs, numerals and the affixes that turn a meaning (비영리, 미성년,
# 수급권자). Endings, particles, auxiliaries and bound nouns (조, 항, 것) bind and do not tell.
_CONTENT_TAGS = ("NNG", "NNP", "NR", "VV", "VA", "XR", "MAG", "XPN", "XSN")
_LIGHT = frozenset({"하", "되", "있", "제"})

_loading = Lock()
_analyzers: dict[str, Any] = {}


def analyze(text: str) -> list[str]:
    """Content morphemes of ``text`` in order: Kiwi for Hangul, jieba cuts for Han, Snowball stems for Latin.

    Scripts are cut apart first. Numbers and identifiers stay whole (thousands separators go), and the
    parts of an identifier follow it.

    >>> analyze("서울은 ISO-9001 인증을 15일 이내에")
    ['서울', 'iso-9001', 'iso', '9001', '인증', '15', '이내']
    """
    return [term for _, _, term in _placed(fold(text))]


def bigrams(text: str) -> list[str]:
    """Character bigrams of Korean and Chinese runs with the blanks taken out; Latin words and numbers whole.

    A bigram of Latin letters says nothing, so the unit is the inflected word there, which the stemmed field
    lacks. A run of one character is its own term.

    >>> bigrams("무면허 운전 is 2nd")
    ['무면', '면허', '허운', '운전', 'is', '2nd']
    """
    terms: list[str] = []
    for run in _RUN.finditer(fold(text)):
        if run.lastgroup == "cjk":
            characters = "".join(run.group().split())
            terms += [characters[i : i + 2] for i in range(max(1, len(characters) - 1))]
        else:
            terms.append(_plain_number(run.group()))
    return terms


def index_terms(
    text: str, clauses: Collection[str], *, morphemes: str | None = None
) -> dict[LexicalField, dict[str, int]]:
    """Terms with counts of both fields for a chunk whose index text is ``text``.

    ``clauses`` are the keys that the chunk holds; they join the morphemes as ``=article:43``, mentions as
    ``article:43``. ``morphemes`` (blank-joined) spares the analysis where the chunk row has it.
    """
    tokens = analyze(text) if morphemes is None else morphemes.split()
    counts = Counter(tokens)
    counts.update(f"{HELD_CLAUSE}{key}" for key in clauses)
    counts.update(reference.key for reference in find_references(text))
    return {LexicalField.MORPHEMES: dict(counts), LexicalField.BIGRAMS: dict(Counter(bigrams(text)))}


def query_terms(text: str) -> dict[LexicalField, dict[str, int]]:
    """Terms with counts of a question: content only, words of asking left out; references as mentions.

    Bigrams come from the content words alone: those that touch an ending (``가는``, ``인가``) or a word of
    asking are rare in any corpus, so they would weigh the most and mean the least. A question of nothing
    but such words keeps them: they are all there is to search by.
    """
    folded = fold(text)
    placed = [(start, end, term) for start, end, term in _placed(folded) if not _asks(term)]
    if not placed:
        morphemes, pairs = analyze(text), bigrams(text)
    else:
        morphemes = [term for _, _, term in placed]
        pairs = [term for term in bigrams(_only(folded, placed)) if not _asks(term) and not _lonely(term)]
    counts = Counter(morphemes)
    counts.update(reference.key for reference in find_references(text))
    return {LexicalField.MORPHEMES: dict(counts), LexicalField.BIGRAMS: dict(Counter(pairs))}


def fold(text: str) -> str:
    """NFKC and lower case: full-width, compatibility and case variants become one."""
    return unicodedata.normalize("NFKC", text).lower()


def _asks(term: str) -> bool:
    return term in ASKING or term in ENGLISH


def _lonely(term: str) -> bool:
    """A single syllable is a bigram only where nothing follows it, so no passage would match it."""
    return len(term) == 1 and bool(_CJK.match(term))


def _only(text: str, placed: Iterable[tuple[int, int, str]]) -> str:
    kept = bytearray(len(text))
    for start, end, _ in placed:
        kept[start:end] = b"\x01" * (end - start)
    return "".join(
        character if keep or character.isspace() else "|" for character, keep in zip(text, kept, strict=True)
    )


def _placed(text: str) -> list[tuple[int, int, str]]:
    placed = [*_korean(text), *_other_scripts(text)]
    placed.sort(key=lambda item: item[0])
    return placed


def _korean(text: str) -> Iterator[tuple[int, int, str]]:
    for stretch in _KOREAN_STRETCH.finditer(text):
        if not _HAS_HANGUL.search(stretch.group()):
            continue
        for token in _kiwi().tokenize(stretch.group()):
            tag = str(token.tag).split("-")[0]
            if tag in _CONTENT_TAGS and token.form not in _LIGHT and _HAS_HANGUL.search(token.form):
                start = stretch.start() + token.start
                yield start, start + token.len, token.form.replace(" ", "")


def _other_scripts(text: str) -> Iterator[tuple[int, int, str]]:
    for run in _PLAIN.finditer(text):
        start, end, term = run.start(), run.end(), run.group()
        if run.lastgroup == "han":
            for word in _cut_han(term):
                end = start + len(word)
                if word not in CHINESE:
                    yield start, end, word
                start = end
        elif run.lastgroup == "number":
            yield from ((start, end, word) for word in _numbers(term))
        else:
            yield from ((start, end, word) for word in _latin(term))


def _latin(word: str) -> list[str]:
    word = _CONTRACTION.sub("", word)
    parts = [part for part in _PART.split(word) if part]
    if len(parts) > 1:
        return [word, *(term for part in parts for term in _latin(part))]
    return [] if parts[0] in ENGLISH else [_stem(parts[0])]


def _numbers(term: str) -> list[str]:
    plain = _plain_number(term)
    parts = _NUMBER_PART.split(plain)
    return [plain, *parts] if len(parts) > 1 else [plain]


def _plain_number(term: str) -> str:
    return term.replace(",", "")


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    stemmer = _once("english", _load_stemmer)
    with _loading:  # a Snowball stemmer keeps its working buffer inside and is not thread-safe
        return str(stemmer.stemWord(word))


def _cut_han(run: str) -> list[str]:
    return list(_once("jieba", _load_jieba).cut(run))


def _kiwi() -> "Kiwi":
    return _once("kiwi", _load_kiwi)


def _once(name: str, load: Any) -> Any:
    if name not in _analyzers:
        with _loading:
            if name not in _analyzers:
                _analyzers[name] = load()
    return _analyzers[name]


def _load_kiwi() -> "Kiwi":
    from kiwipiepy import Kiwi

    # Without the dictionary of multi-word names: 1 s and 300 MB instead of 3 s and 700 MB (LIBRARIES.md).
    return Kiwi(load_multi_dict=False)


def _load_jieba() -> Any:
    import rjieba

    return rjieba


def _load_stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
