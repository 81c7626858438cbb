"""What a vector says about the language of its text is taken out, so that languages meet by meaning.

A multilingual encoder puts the texts of one language together: of two passages that answer a question, the
one in the question's language is nearer, and even a passage beside the point may be nearer than the right one
in another language. The mean vector of a language is what its texts have in common; without it they compare
by what they say (Yang et al. 2021, "A Simple and Effective Method to Eliminate Self Language Bias in
Multilingual Representations"). The means are those of 270 texts that say the same in Korean, Chinese and
English (``training/parallel.jsonl``), so that no topic goes out with the language.

Measured (ADR 0013): on 29 documents in three languages, a question in another language than its evidence had
it among the first five by cosine in 2 of 12 cases, without the language in 9; questions in the language of
their evidence 56 of 62 before and after.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from pincite.core.types import Matrix, Vector
from pincite.text.language import dominant_language

VERSION = 1
"""Raise it when the means change: vectors made with others do not compare."""

FILE = "languages.json"
LANGUAGES = ("ko", "zh", "en")
"""Other languages are taken as the one whose script they share."""

Means = Mapping[str, Vector]
"""Of each language, shape ``(dimension,)``."""


@dataclass(frozen=True, slots=True)
class LanguageMeans:
    """Questions and passages are read after different prefixes, so each kind has its own means."""

    queries: Means
    passages: Means


def without_language(vectors: Matrix, texts: Sequence[str], means: Means) -> Matrix:
    """``vectors`` (one normalised row a text) less the mean of each text's language, normalised again."""
    if not len(texts):
        return vectors
    shifted = vectors - np.stack([means[dominant_language(text)] for text in texts])
    lengths = np.linalg.norm(shifted, axis=1, keepdims=True)
    rows: Matrix = (shifted / np.maximum(lengths, 1e-6)).astype(np.float32)
    return rows


def means_of(vectors: Mapping[str, Matrix]) -> Means:
    """Mean row of each language's ``vectors``."""
    return {language: rows.mean(axis=0).astype(np.float32) for language, rows in vectors.items()}


@cache
def load_means() -> LanguageMeans:
    """The bundled means."""
    stored = json.loads((files("pincite.adapters.e5") / FILE).read_text(encoding="utf-8"))
    return LanguageMeans(_read(stored["queries"]), _read(stored["passages"]))


def dump(means: LanguageMeans) -> str:
    """JSON that `load_means` reads: little-endian float32 in base64, a line a language."""
    return json.dumps({"queries": _write(means.queries), "passages": _write(means.passages)}, indent=1) + "\n"


def _read(stored: Mapping[str, str]) -> Means:
    return {key: np.frombuffer(base64.b64decode(value), dtype="<f4") for key, value in stored.items()}


def _write(means: Means) -> dict[str, str]:
    return {key: base64.b64encode(means[key].astype("<f4").tobytes()).decode("ascii") for key in LANGUAGES}
