"""Clauses that a question asks for by name: which were found, which are not there, and their own words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.core.types import Chunk, ChunkType, Hit, Passage, QueryType
from pincite.retrieval.clauses import exact_chunks, is_nameable, meant_references, name_beside
from pincite.routing import classify_query
from pincite.text.clause_parts import clause_text, paragraph_text
from pincite.text.references import Reference, find_references
from pincite.text.references_held import heading_reference

MOST_NAMED = 50
"""Passages of a lookup at most: a person who asks for more articles at once reads the document."""

_ABOUT_MENTIONS = re.compile(
    r"(?:을|를)\s*(?:인용|언급|참조|준용)(?:한|하는|하고|했)|\b(?:mentions?|mentioning|refers?\s+to|cites?|citing)\b"
    r"|引用了|提到|提及",
    re.IGNORECASE,
)
_HAN_NOUN = re.compile(r"[\u4e00-\u9fff]")
_CJK_NOUNS = {
    "조": ("제", "조"),
    "항": ("제", "항"),
    "条": ("第", "条"),
    "條": ("第", "條"),
    "장": ("제", "장"),
    "章": ("第", "章"),
}


@dataclass(frozen=True, slots=True)
class NamedClauses:
    """What became of the clauses that a question names."""

    asked: tuple[Reference, ...] = ()
    held: tuple[tuple[Reference, frozenset[str]], ...] = ()
    """Each clause that was found with the chunks that it is."""
    missing: tuple[Reference, ...] = ()
    """Clauses that no document in scope holds."""

    @property
    def none_there(self) -> bool:
        """Clauses were asked for, and there is not one."""
        return bool(self.missing) and not self.held and len(self.missing) == len(self.asked)

    def of(self, passage: Passage) -> list[Reference]:
        """The references that the passage answers, in the order of the question."""
        ids = {member.id for member in passage.members} | {passage.chunk.id}
        return [reference for reference, chunks in self.held if ids & chunks]


def is_lookup(query: str) -> bool:
    """Whether the clauses that ``query`` names are themselves what it asks for."""
    return (
        classify_query(query).query_type is QueryType.STRUCTURED_LOOKUP
        and bool(meant_references(find_references(query), query))
        and not _ABOUT_MENTIONS.search(query)
    )


def named_clauses(query: str, hits: Sequence[Hit]) -> NamedClauses:
    """What became of the clauses of ``query`` in ``hits``, the pool with its exact clauses.

    A clause is not called missing where an FAQ entry or a wiki page is about it, and where the only documents
    that hold one of its number have names that tell nothing.
    """
    asked = tuple(meant_references(find_references(query), query))
    held: list[tuple[Reference, frozenset[str]]] = []
    missing: list[Reference] = []
    for reference in asked:
        holders = [hit.chunk for hit in hits if hit.exact_reference and reference.key in hit.chunk.clauses]
        if meant := exact_chunks(reference, holders, query):
            held.append((reference, frozenset(chunk.id for chunk in meant)))
        elif not any(_may_be(reference, hit.chunk) for hit in hits):
            missing.append(reference)
    return NamedClauses(asked, tuple(held), tuple(missing))


def _may_be(reference: Reference, chunk: Chunk) -> bool:
    if chunk.chunk_type in (ChunkType.FAQ, ChunkType.WIKI_PAGE):
        return any(found.key == reference.key for found in find_references(chunk.content))
    return reference.key in chunk.clauses and not is_nameable(chunk)


def clause_names(references: Sequence[Reference], query: str) -> str:
    """``상법 제638조, 상법 제639조``: each with the name that ``query`` gives it and with its own number."""
    return ", ".join(dict.fromkeys(_written(reference, query) for reference in references))


def _written(reference: Reference, query: str) -> str:
    name = name_beside(reference, query).text
    before = f"{name} " if name and name[-1:] not in "》」" and not _HAN_NOUN.match(reference.noun) else name
    return before + _numbered(reference)


def _numbered(reference: Reference) -> str:
    written = reference.text.replace(reference.law or "", "", 1).strip(" 「」『』《》<>")
    own = find_references(written)
    plural = reference.noun.isascii() and reference.noun.endswith("s")
    if not plural and len(own) == 1 and own[0].full_key == reference.full_key:
        return written if own[0].end == len(written) else own[0].text
    number = "/".join(part for part in reference.numbers if part)
    if reference.noun in _CJK_NOUNS:
        before, after = _CJK_NOUNS[reference.noun]
        stem, _, branch = reference.numbers[0].partition("-")
        branch = f"{'의' if before == '제' else '之'}{branch}" if branch else ""
        levels = zip(
            reference.numbers[1:], ("항", "호", "목") if before == "제" else ("款", "项", "目"), strict=False
        )
        below = "".join(f"{before}{value}{noun}" for value, noun in levels if value)
        return f"{before}{stem}{after}{branch}{below}"
    noun = (
        reference.noun[:-1] if reference.noun.endswith("s") and reference.noun.isascii() else reference.noun
    )
    noun = "appendix" if noun == "appendice" else noun
    return f"{noun.capitalize()} {number.upper() if number.isalpha() else number}".strip()


def own_words(passage: Passage, references: Sequence[Reference]) -> Passage:
    """``passage`` with the words of its clauses alone, in the order in which they stand there."""
    opening = opened_in(passage.members[0] if passage.members else passage.chunk)
    parts: dict[str, int] = {}
    for key in dict.fromkeys(reference.key for reference in references):
        text = _cut(passage.text, key, opening)
        if text is None:
            return passage
        parts.setdefault(text, passage.text.find(text))
    inner = [text for text in parts if not any(text != other and text in other for other in parts)]
    return replace(passage, text="\n\n".join(sorted(inner, key=parts.__getitem__)))


def has_part(passage: Passage, reference: Reference) -> bool:
    """Whether the passage holds the paragraph and item that ``reference`` names; True where it names none."""
    if len(reference.numbers) < 2:
        return True
    clause = _cut(passage.text, reference.key, opened_in(passage.members[0])) or passage.text
    return paragraph_text(clause, reference.numbers[1:], passage.chunk.language) is not None


def _cut(text: str, key: str, opening: Sequence[str]) -> str | None:
    found = clause_text(text, key, opening)
    if found is None and key.startswith("article:"):  # of the supplement, where there is no other
        found = clause_text(text, key.replace("article:", "supplement:"), opening)
    return found


def opened_in(chunk: Chunk) -> tuple[str, ...]:
    """Keys of the clauses in which ``chunk`` begins, outermost first."""
    found = [heading_reference(line, is_heading=True) for line in chunk.context_header.splitlines()]
    keys = [reference.key for reference in found if reference is not None]
    if "supplement" in {key.partition(":")[0] for key in keys}:
        keys += [key.replace("article:", "supplement:") for key in keys if key.startswith("article:")]
    return tuple(keys)


def trail_to(chunk: Chunk, key: str) -> str:
    """The heading trail of ``chunk`` down to the heading of the clause ``key``; "" where that is not in it,
    as where a line of the chunk opens the clause. An article has nothing below it but its own pieces."""
    if key.partition(":")[0] == "article":
        return ""
    lines = chunk.context_header.splitlines()
    for number, line in enumerate(lines):
        found = heading_reference(line, is_heading=True)
        if found is not None and (found.key == key or found.kind == key):
            return "\n".join(lines[: number + 1])
    return ""


def is_under(chunk: Chunk, above: str) -> bool:
    """Whether the heading trail of ``chunk`` begins by ``above``."""
    return bool(above) and (chunk.context_header == above or chunk.context_header.startswith(f"{above}\n"))
