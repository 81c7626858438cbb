"""Which chunks are the clause that a question names."""

import re
from collections.abc import Sequence
from functools import lru_cache

from pincite.core.types import Chunk
from pincite.retrieval.names import SpokenName, folded, is_name, loose_match, spoken_name, statute_match
from pincite.text.references import Reference, find_references
from pincite.text.references_held import heading_reference

_HASHES = re.compile(r"^#+\s*")
_APPENDIX_NOUNS = (
    "별표 부표 부록 첨부 붙임",
    "附件 附表 附录 附錄",
    "appendix annex schedule exhibit attachment",
)
_DEPTH = {"part": 1, "title": 1, "chapter": 2, "rule": 2, "section": 3, "division": 4, "article": 5}
_JOINS = re.compile(
    r"\s*(?:,|，|、|·|ㆍ|;|및|와|과|또는|내지|부터|에서|랑|하고|그리고|[~∼〜–—-]|和|与|及|或|至|到|以及|跟"
    r"|,?\s*(?:and|or|to|through)\b|&)?\s*(?:까지)?\s*",
    re.IGNORECASE,
)
_PATH = re.compile(r"[\s,의的]*")


def exact_chunks(reference: Reference, holders: Sequence[Chunk], question: str) -> list[Chunk]:
    """Of the chunks that hold the clause, those that the reference means, in the order of ``holders``.

    A law named with the clause must be that of the chunk, by its title or a heading above the clause; the
    same article of another law is none. What a person calls the document in hand (약관, the travel policy)
    chooses by the words that are its own; where no document is named so plainly any may be meant, and all are
    returned, as without a name. Chapters before the clause (Rule 19 Section 1 Article 2) must be above it.
    """
    holders = _below_path(reference, _of_its_kind(reference, holders), question)
    name = name_beside(reference, question)
    if name.is_statute:
        return _best([(statute_rank(name, chunk, question), chunk) for chunk in holders])
    spoken = _best([(_fully_spoken(chunk, question), chunk) for chunk in holders])
    if spoken:
        return spoken
    if not name.law and not name.words:
        return list(holders)
    ranks = [(loose_match(name, chunk_names(chunk)), chunk) for chunk in holders]
    fitting = [(rank, chunk) for rank, chunk in ranks if rank is not None]
    if not name.law:  # words before a clause may be about anything; they choose, but leave nothing out
        return _best([(rank, chunk) for rank, chunk in fitting]) or list(holders)
    return _best(fitting) or [chunk for _, chunk in fitting]


def is_nameable(chunk: Chunk) -> bool:
    """Whether its names are of the kind that a question can give: of a scan0001 nobody can tell by a name
    which law it holds."""
    return any(is_name(place) for place in chunk_names(chunk))


def names_clause(reference: Reference) -> bool:
    """Whether it names a clause by its number: a bare paragraph (제2항) or 부칙 alone is found by words."""
    return reference.kind != "paragraph" and bool(reference.numbers and reference.numbers[0])


def meant_references(references: Sequence[Reference], question: str) -> list[Reference]:
    """``references`` that are clauses asked for, each once: chapters that only lead to one (Rule 19 Section 1
    Article 2, 제2장 제3조) are not."""
    found: dict[tuple[str, str | None], Reference] = {}
    for number, reference in enumerate(references):
        below = references[number + 1] if number + 1 < len(references) else None
        leads = below and (_leads(reference, below, question) or _deepens(reference, below))
        if names_clause(reference) and not leads:
            known = found.get((reference.full_key, reference.law))
            found[reference.full_key, reference.law] = known or reference
    return list(found.values())


def chunk_names(chunk: Chunk) -> tuple[str, ...]:
    """What the document and its parts are called: title and headings that are no clauses, and a heading that
    stands in the chunk above its first clause."""
    return (_title(chunk.document_title), *_headings(chunk.section, chunk.content[:400]))


def statute_rank(name: SpokenName, chunk: Chunk, question: str) -> float:
    """As `names.statute_match`, of the best of its names; a title in full in the question counts too."""
    return max(float(statute_match(name, place)) for place in chunk_names(chunk))


def _fully_spoken(chunk: Chunk, question: str) -> float:
    said = folded(question)
    return float(
        sum(len(name) for place in chunk_names(chunk) if len(name := folded(place)) > 1 and name in said)
    )


def _best(ranked: Sequence[tuple[float, Chunk]]) -> list[Chunk]:
    best = max((rank for rank, _ in ranked), default=0.0)
    return [chunk for rank, chunk in ranked if rank == best] if best > 0 else []


def _of_its_kind(reference: Reference, holders: Sequence[Chunk]) -> list[Chunk]:
    """An annex is no appendix where one document or another has both words; another language's word counts,
    and 제1조 of the supplement is not 제1조 of the law where that is there too."""
    if reference.kind == "article":
        key = f"supplement:{reference.numbers[0]}"
        main = [
            chunk for chunk in holders if key not in chunk.clauses or chunk.clauses.count(reference.key) > 1
        ]
        documents = {chunk.version_id for chunk in main}
        return [chunk for chunk in holders if key not in chunk.clauses or chunk.version_id not in documents]
    if reference.kind != "appendix":
        return list(holders)
    family = next((nouns for nouns in _APPENDIX_NOUNS if _singular(reference.noun) in nouns.split()), "")
    own = {chunk.id: _noun(chunk, reference.key) for chunk in holders}
    wanted = _singular(reference.noun)
    if wanted not in own.values():
        return list(holders)
    return [chunk for chunk in holders if own[chunk.id] == wanted or own[chunk.id] not in family.split()]


def _noun(chunk: Chunk, key: str) -> str:
    for line in (*chunk.content.splitlines(), *reversed(chunk.context_header.splitlines())):
        found = heading_reference(line)
        if found is not None and found.key == key:
            return _singular(found.noun)
    return ""


def _singular(noun: str) -> str:
    noun = noun.lower()
    return (
        "appendix"
        if noun.startswith("appendi")
        else "annex"
        if noun.startswith("annex")
        else noun.rstrip("s")
    )


def _below_path(reference: Reference, holders: Sequence[Chunk], question: str) -> list[Chunk]:
    above: list[str] = []
    below = reference
    for other in reversed([found for found in find_references(question) if found.end <= reference.start]):
        if not _leads(other, below, question):
            break
        above.append(other.key)
        below = other
    if not above:
        return list(holders)
    return [chunk for chunk in holders if set(above) <= {*chunk.clauses, *_trail_keys(chunk.context_header)}]


def _leads(above: Reference, below: Reference, question: str) -> bool:
    return (
        _DEPTH.get(above.kind, 9) < _DEPTH.get(below.kind, 0)
        and len(above.numbers) == 1
        and above.end <= below.start
        and bool(_PATH.fullmatch(question[above.end : below.start]))
    )


def _deepens(above: Reference, below: Reference) -> bool:
    """제5조의 제2항 is read as 제5조 and as its paragraph."""
    return (
        above.key == below.key
        and len(below.numbers) > len(above.numbers)
        and 0 <= below.start - above.end <= len("의 ")
    )


def name_beside(reference: Reference, question: str) -> SpokenName:
    """Clauses in one list share the name that stands before the first or after the last of them."""
    begin, end = reference.start, reference.end
    found = find_references(question)
    for other in reversed(found):
        if other.end <= begin and _JOINS.fullmatch(question[other.end : begin]):
            begin = other.start
    for other in found:
        if other.start >= end and _JOINS.fullmatch(question[end : other.start]):
            end = other.end
    return spoken_name(reference.law or "", begin, end, question)


@lru_cache(maxsize=8192)
def _trail_keys(header: str) -> tuple[str, ...]:
    found = [heading_reference(line, is_heading=True) for line in header.splitlines()]
    return tuple(reference.key for reference in found if reference is not None)


@lru_cache(maxsize=8192)
def _headings(section: str, content: str) -> tuple[str, ...]:
    names = [_HASHES.sub("", line).strip() for line in section.splitlines()]
    for line in content.splitlines():
        if heading_reference(line) is not None:
            break
        if line.startswith("#"):
            names.append(_HASHES.sub("", line).strip())
    return tuple(dict.fromkeys(_label(name) for name in names if name and _label(name)))


def _label(heading: str) -> str:
    """A heading that is a clause names no document; a chapter does by its title (제2장 보통약관)."""
    found = heading_reference(heading, is_heading=True)
    if found is None:
        return heading
    return heading[found.end :].strip(" .:()-") if found.kind in ("part", "chapter", "division") else ""


@lru_cache(maxsize=4096)
def _title(title: str) -> str:
    """The title without the clauses in it: a file may be called 민법 제145조."""
    references = find_references(title)
    first = next((found.start for found in references if found.law is None), len(title))
    law = next((found.law for found in references if found.law), None)
    return law if law and title.startswith(law) else title[:first].strip()
