"""What people call the columns of an FAQ table, in Korean, Chinese and English."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import yaml

_NOTE = re.compile(r"[(\[（【〔<].*?[)\]）】〕>]")
_NOT_NAME = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"\d+$")

NEEDED = ("standard", "answers")
HEADER_ROWS = 10
"""Rows in which a header is looked for: people put a title and a note above it."""


@cache
def words(kind: str) -> dict[str, str]:
    """Word to what it means, of one kind (``columns``, ``values``) of words.yaml."""
    text = (files("pincite.faq") / "words.yaml").read_text(encoding="utf-8")
    meanings: dict[str, str] = yaml.safe_load(text)[kind]
    return {word: meaning for meaning, listed in meanings.items() for word in listed.split()}


def field_of(name: str) -> str | None:
    """The field that a column or a JSON key called ``name`` holds. Notes in brackets, spacing, case and a
    number at the end do not count.

    >>> field_of("相似问题(选填-多个用##分隔)"), field_of("유사 질문 2"), field_of("Standard_Question")
    ('similar', 'similar', 'standard')
    """
    bare = _NOT_NAME.sub("", _NOTE.sub("", unicodedata.normalize("NFKC", name)).lower())
    known = words("columns")
    return known.get(bare) or known.get(_NUMBER.sub("", bare))


def find_header(rows: Sequence[Sequence[str]]) -> tuple[int, list[str | None]] | None:
    """Position of the first row that names a question and an answer column, and the field of each of its
    columns; None where no row does."""
    for position, row in enumerate(rows[:HEADER_ROWS]):
        fields = [field_of(cell) for cell in row]
        if all(needed in fields for needed in NEEDED):
            return position, fields
    return None
