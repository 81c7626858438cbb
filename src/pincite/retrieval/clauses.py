"""Which chunks are the clause that a question names."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from pincite.core.types import Chunk
from pincite.text.references import Reference, find_references

_GENERIC = re.compile(
    r"(?:약관|규정|규칙|내규|지침|계약서?|매뉴얼|문서|정책|policy|manual|handbook|agreement|contract|terms|rules?|"
    r"document|条款|條款|合同|手册|手冊|制度|规定|規定|办法|辦法)$",
    re.IGNORECASE,
)
"""Endings of names that a person gives to the document in hand, whatever its title is. A statute's name
is none of them: 민법 제145조 must never find article 145 of another act."""

_NOT_LETTERS = re.compile(r"[\W_]+")


def exact_chunks(reference: Reference, holders: Sequence[Chunk], question: str) -> list[Chunk]:
    """Of the chunks that hold the clause, those that the reference means, in the order of ``holders``.

    A law or document named with the clause must be that of the chunk: the question speaks its title, its
    title or its heading trail holds the name, or the name ends in the title (대한민국 헌법). A generic name
    (약관, the policy) that fits no title means any, as no name does.
    """
    named = _closest(reference, [chunk for chunk in holders if _is_called(chunk, reference, question)])
    if named:
        return named
    if reference.law is None or _GENERIC.search(reference.law.strip()):
        return list(holders)
    return []


def _is_called(chunk: Chunk, reference: Reference, question: str) -> bool:
    title = _name_of(chunk)
    law = reference.law or ""
    # Where a law was read, a title must say at least as much: 민법 is spoken in 난민법, but not meant.
    if len(title) > 1 and len(title) >= len(_folded(law)) and title in _folded(question):
        return True
    if not law:
        return False
    name = _folded(law)
    words = law.split()
    if title and title in {_folded("".join(words[i:])) for i in range(len(words))}:
        return True
    return any(name in _folded(place) for place in (title, chunk.trail.split(" > ")[0], chunk.content[:80]))


def _closest(reference: Reference, chunks: list[Chunk]) -> list[Chunk]:
    # A title that begins with the name is that law; one that only contains it (난민법, 민법) is another.
    name = _folded(reference.law or "")
    starting = [chunk for chunk in chunks if name and _name_of(chunk).startswith(name)]
    return starting or chunks


def _name_of(chunk: Chunk) -> str:
    return _name(chunk.document_title)


@lru_cache(maxsize=4096)
def _name(title: str) -> str:
    """The title without the clauses in it, folded: a file may be called 민법 제145조."""
    references = find_references(title)
    first = next((found.start for found in references if found.law is None), len(title))
    law = next((found.law for found in references if found.law), None)
    return _folded(law if law and title.startswith(law) else title[:first])


def _folded(name: str) -> str:
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKC", name).lower())
