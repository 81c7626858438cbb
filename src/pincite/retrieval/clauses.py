"""Which chunks are the clause that a question names."""

import re
import unicodedata
from collections.abc import Sequence

from pincite.core.types import Chunk
from pincite.text.references import Reference

_GENERIC = re.compile(
    r"(?:약관|규정|규칙|내규|지침|계약서?|매뉴얼|문서|정책|policy|manual|handbook|agreement|contract|terms|rules?|"
    r"document|条款|條款|合同|手册|手冊|制度|规定|規定|办法|辦法)$",
    re.IGNORECASE,
)
"""Endings of names that a person gives to the document in hand, whatever its title is. A statute's name
is none of them: 민법 제145조 must never find article 145 of another act."""

_NOT_LETTERS = re.compile(r"[\W_]+")


def exact_chunks(reference: Reference, holders: Sequence[Chunk]) -> list[Chunk]:
    """Of the chunks that hold the clause, those that the reference means, in the order of ``holders``.

    A law or document named with the clause must be that of the chunk: its title or its heading trail holds
    the name, or the name holds the title. A generic name (약관, the policy) that fits no title means any.
    """
    if reference.law is None:
        return list(holders)
    name = _folded(reference.law)
    named = [chunk for chunk in holders if _is_called(chunk, name)]
    if named or not _GENERIC.search(reference.law.strip()):
        return _closest(named, name)
    return list(holders)


def _closest(chunks: list[Chunk], name: str) -> list[Chunk]:
    # 민법 is part of 난민법: where a title begins with the name, those that only contain it mean another act.
    starting = [chunk for chunk in chunks if _folded(chunk.document_title).startswith(name)]
    return starting or chunks


def _is_called(chunk: Chunk, name: str) -> bool:
    title = _folded(chunk.document_title)
    if name in title or (len(title) > 1 and title in name):
        return True
    first_heading = _folded(chunk.trail.split(" > ")[0])
    return name in first_heading or name in _folded(chunk.content[:80])


def _folded(name: str) -> str:
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKC", name).lower())
