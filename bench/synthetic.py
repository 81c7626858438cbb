"""Synthetic documents, vectors and questions that look like real ones to a store: words by Zipf's law,
clauses with chapters, clustered vectors. Everything follows from seeds.

The words are those of ``samples/library`` first, then words built from them, so that the analyzers treat a
question as they treated the documents.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from pincite.core.types import CosineRange, Matrix, ParsedDocument, TextChunk, Vector
from pincite.text.analyzers import analyze

SAMPLES = Path(__file__).resolve().parent.parent / "samples" / "library"

VOCABULARY = {"ko": 30_000, "en": 12_000}
"""Distinct words with their particles; a library of laws has more, but the rest are rare."""

ZIPF_EXPONENT, ZIPF_SHIFT = 1.07, 2.7
"""Mandelbrot's form of the law with its usual constants for words."""

CHUNKS_A_DOCUMENT = 500
CHUNKS_AN_ARTICLE = 2
ARTICLES_A_CHAPTER = 10
CHARACTERS = {"ko": (300, 460), "en": (360, 500)}
ENGLISH_EVERY = 3
"""Every third document is English."""

CLUSTERS_A_DOCUMENT = 20
NOISE = 0.35
"""Length of the noise beside a unit centre: cosine 0.94 to the centre, as E5 gives texts of one topic."""

_PARTICLES = ("", "을", "의", "에", "으로", "이", "은", "에서", "과", "하는", "한다", "에게", "된", "하여")
_SYLLABLES = (
    "ba",
    "con",
    "ter",
    "mi",
    "lo",
    "ver",
    "sta",
    "pur",
    "den",
    "cal",
    "ra",
    "ti",
    "nor",
    "sul",
    "ge",
)
_ENDINGS = ("", "s", "ed", "ing", "tion", "er", "ly", "al")


class Words:
    """A vocabulary in order of frequency, and draws from it."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        weights = (np.arange(1, len(words) + 1) + ZIPF_SHIFT) ** -ZIPF_EXPONENT
        self._cumulative = np.cumsum(weights / weights.sum())

    def draw(self, rng: np.random.Generator, count: int) -> list[str]:
        places = np.searchsorted(self._cumulative, rng.random(count))
        return [self.words[min(int(place), len(self.words) - 1)] for place in places]


@cache
def vocabulary(language: str) -> Words:
    rng = np.random.default_rng(len(language))
    if language == "ko":
        text = (SAMPLES / "ko_insurance_terms.md").read_text(encoding="utf-8")
        known = [word for word, _ in Counter(re.findall(r"[가-힣]{2,}", text)).most_common()]
        nouns = sorted({term for term in analyze(text) if re.fullmatch(r"[가-힣]{2,3}", term)})
        build = lambda: "".join(rng.choice(nouns, 2)) + str(rng.choice(_PARTICLES))  # noqa: E731
    else:
        text = (SAMPLES / "en_maintenance_manual.md").read_text(encoding="utf-8").lower()
        known = [word for word, _ in Counter(re.findall(r"[a-z]{2,}", text)).most_common()]
        build = lambda: "".join(rng.choice(_SYLLABLES, rng.integers(2, 5))) + str(rng.choice(_ENDINGS))  # noqa: E731
    words = dict.fromkeys(known)
    while len(words) < VOCABULARY[language]:
        words[build()] = None
    return Words(list(words))


@dataclass(frozen=True, slots=True)
class Article:
    """A clause of `CHUNKS_AN_ARTICLE` paragraphs."""

    number: int
    heading: str
    bodies: tuple[str, ...]

    def markdown(self, title: str, chapter: str) -> str:
        """With the headings that begin with it."""
        opens = f"# {title}\n" if self.number == 1 else ""
        if self.number % ARTICLES_A_CHAPTER == 1:
            opens += f"## {chapter}\n"
        return f"{opens}### {self.heading}\n" + "\n\n".join(self.bodies)


@dataclass(frozen=True, slots=True)
class Paper:
    """One document."""

    language: str
    title: str
    articles: tuple[Article, ...]

    def markdown(self) -> str:
        chapter = "제{}장" if self.language == "ko" else "Chapter {}"
        return "\n\n".join(
            article.markdown(self.title, chapter.format(article.number // ARTICLES_A_CHAPTER + 1))
            for article in self.articles
        )


@lru_cache(maxsize=4)
def paper(number: int, chunks: int = CHUNKS_A_DOCUMENT) -> Paper:
    """Document ``number`` of every library, however large."""
    rng = np.random.default_rng(1_000 + number)
    language = "en" if number % ENGLISH_EVERY == 1 else "ko"
    words = vocabulary(language)
    articles = tuple(
        Article(number, _heading(rng, language, number), _bodies(rng, language))
        for number in range(1, chunks // CHUNKS_AN_ARTICLE + 1)
    )
    title = "".join(np.random.default_rng(number).choice(_nouns(), 2)) + "법"
    if language == "en":
        title = f"{words.words[4_000 + number].capitalize()} Manual"
    return Paper(language, title, articles)


@cache
def _nouns() -> list[str]:
    return sorted({term for word in vocabulary("ko").words[:600] for term in analyze(word) if len(term) == 2})


def _heading(rng: np.random.Generator, language: str, number: int) -> str:
    first, second = vocabulary(language).draw(rng, 2)
    if language == "ko":
        return f"제{number}조({first} {second})"
    return f"Article {number}. {first.capitalize()} {second}"


def _bodies(rng: np.random.Generator, language: str) -> tuple[str, ...]:
    return tuple(
        _body(rng, language, int(rng.integers(*CHARACTERS[language]))) for _ in range(CHUNKS_AN_ARTICLE)
    )


def _body(rng: np.random.Generator, language: str, length: int) -> str:
    text = ""
    while len(text) < length:
        words = vocabulary(language).draw(rng, int(rng.integers(8, 17)))
        if rng.random() < 0.3:
            unit = "일" if language == "ko" else " days"
            words.insert(int(rng.integers(1, len(words))), f"{int(rng.integers(1, 400))}{unit}")
        if rng.random() < 0.1:
            mention = (
                f"제{int(rng.integers(1, 250))}조에"
                if language == "ko"
                else f"Article {int(rng.integers(1, 250))}"
            )
            words.insert(int(rng.integers(1, len(words))), mention)
        text += (" " if text else "") + " ".join(words) + "."
    return text


# --- what ingest does with a document, without its models -----------------------------------------


async def parse(data: bytes, filename: str, overrides: Mapping[str, Any]) -> ParsedDocument:
    """The document whose number and size in chunks are in ``data``."""
    drawn = paper(*map(int, data.split()))
    return ParsedDocument(drawn.markdown(), drawn.title, "text/markdown")


def split(text: str, overrides: Mapping[str, Any]) -> list[TextChunk]:
    """A chunk a paragraph, with its headings; slices of ``text``."""
    found: list[TextChunk] = []
    trail: list[str] = []
    position = 0
    for paragraph in text.split("\n\n") if text else ():
        for line in paragraph.splitlines():
            if line.startswith("#"):
                trail = [*trail[: line.index(" ") - 1], line]
        end = position + len(paragraph)
        found.append(TextChunk(len(found), position, end, paragraph, "\n".join(trail)))
        position = end + 2
    return found


@lru_cache(maxsize=200_000)
def _morphemes(word: str) -> tuple[str, ...]:
    return tuple(analyze(word))


def analyze_words(text: str) -> list[str]:
    """`analyze` word by word with a memory: 100 times as quick, and the same but for words it would join."""
    return [term for word in text.split() for term in _morphemes(word.strip(".#()"))]


class ReadyVectors:
    """`Embedder` for passages of synthetic documents: clusters around real vectors, 20 a document."""

    def __init__(self, identity: str, centres: Matrix) -> None:
        self.identity = identity
        self.dimension = int(centres.shape[1])
        self.cosine_range = CosineRange(0.75, 0.95)
        self._centres = centres

    async def embed_query(self, text: str) -> Vector:
        return (await self.embed_passages([text]))[0]

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        rng = np.random.default_rng(crc32("".join(texts).encode()))
        noise = rng.standard_normal((len(texts), self.dimension)).astype(np.float32)
        noise *= NOISE / np.linalg.norm(noise, axis=1, keepdims=True)
        rows = self._centres[[self._cluster(text) for text in texts]] + noise
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

    def _cluster(self, text: str) -> int:
        title = crc32(text.partition("\n")[0].encode())
        return (title + crc32(text.encode()) % CLUSTERS_A_DOCUMENT * 7) % len(self._centres)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    async def aclose(self) -> None:
        """Nothing is open."""


def centre_texts(count: int = 256) -> list[str]:
    """Texts whose real vectors are the centres of the clusters."""
    return [
        paper(number).articles[i].bodies[0]
        for number in (0, 1)
        for i in range(min(count // 2, len(paper(number).articles)))
    ]


# --- questions --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    kind: str
    """``clause`` (document named), ``any_clause`` (no document named), ``fact`` or ``meaning``."""
    text: str


def questions(count: int = 60) -> list[Question]:
    """Mixed over the first two documents, which every library holds: a third clauses, facts and meanings."""
    rng = np.random.default_rng(7)
    asked = []
    for i in range(count):
        drawn = paper(i // 3 % 2)
        article = drawn.articles[int(rng.integers(len(drawn.articles)))]
        sentence = [
            word for word in article.bodies[0].split(". ")[0].split() if not re.search(r"\d|Article", word)
        ]
        start = int(rng.integers(max(1, len(sentence) - 5)))
        words = " ".join(sentence[start : start + 5])
        named = i % 12 != 0
        asked.append(_question(drawn, article, words, ("clause", "fact", "meaning")[i % 3], named=named))
    return asked


def _question(drawn: Paper, article: Article, words: str, kind: str, *, named: bool) -> Question:
    korean = drawn.language == "ko"
    if kind == "clause" and not named:
        text = f"제{article.number}조 내용 알려줘" if korean else f"What does Article {article.number} say?"
        return Question("any_clause", text)
    if kind == "clause":
        text = (
            f"{drawn.title} 제{article.number}조 내용 알려줘"
            if korean
            else (f"What does Article {article.number} of the {drawn.title} say?")
        )
    elif kind == "fact":
        text = f"{words} 기간은 며칠인가요?" if korean else f"How many days is the {words}?"
    else:
        text = f"{words} 경우에도 적용되나요?" if korean else f"What is meant by {words}, and does it apply?"
    return Question(kind, text)
