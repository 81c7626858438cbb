"""Hits to passages: duplicates out, neighbours joined, short ones grown (reference 000, CHUNK_MERGE).

Hits are joined only when they follow each other *and* stand under the same heading trail. A short passage
grows over the end of its clause too (row MG-09), but only by neighbours that were not found themselves and
say under which heading they stand: the rest of the article before would be read as part of this one. A clause
that was asked for by name stands alone. Citations name the member that holds the sentence.
"""

from collections.abc import Mapping, Sequence, Set

from pincite.core.types import Chunk, Hit, Passage
from pincite.merging.duplicates import drop_duplicates, drop_near_duplicates
from pincite.text.join import append_with_overlap, is_intact, join_content


def merge_hits(
    hits: Sequence[Hit],
    neighbours: Mapping[str, Sequence[Chunk]],
    *,
    short_passage: int,
    grown_passage: int,
    near_duplicate: float,
) -> list[Passage]:
    """Passages by score descending, ties by probability, document, chunk number and id.

    ``neighbours`` maps a chunk id to the live chunks around it (itself included); lengths are characters.
    """
    distinct = drop_duplicates(sorted(hits, key=lambda hit: (-hit.score, hit.chunk.id)))
    passages = [_joined(group) for group in _runs(distinct)]
    found = {hit.chunk.id for hit in distinct}
    grown = [
        _grow(passage, _around(passage, neighbours, found), short_passage, grown_passage)
        for passage in passages
    ]
    # Of equally good passages the longer one stays (reference 000, partial overlaps).
    best_first = sorted(grown, key=lambda passage: (-passage.score, -len(passage.text), order(passage)))
    return sorted(drop_near_duplicates(best_first, near_duplicate), key=order)


def order(passage: Passage) -> tuple[float, float, str, str, int, str]:
    """Sort key of a deterministic list (row TK-01).

    A boost may bring several to the highest score: the probability, which no boost touches, tells them apart
    before the place where a document happens to lie does.
    """
    chunk = passage.chunk
    probability = passage.hit.rerank_score or 0.0
    return (-passage.score, -probability, chunk.document_id, chunk.chunk_type, chunk.seq, chunk.id)


def _runs(hits: Sequence[Hit]) -> list[list[Hit]]:
    in_place = sorted(hits, key=lambda hit: (hit.chunk.version_id, hit.chunk.chunk_type, hit.chunk.seq))
    runs: list[list[Hit]] = []
    for hit in in_place:
        if runs and _follows(runs[-1][-1].chunk, hit.chunk):
            runs[-1].append(hit)
        else:
            runs.append([hit])
    return runs


def _follows(first: Chunk, second: Chunk) -> bool:
    return (
        first.version_id == second.version_id
        and first.chunk_type == second.chunk_type
        and second.seq == first.seq + 1
        and same_clause(first, second)
    )


def same_clause(first: Chunk, second: Chunk) -> bool:
    """Pieces under one heading and of one clause, or of text without any.

    Sharing one key is enough: the first piece of a chapter holds the chapter's key too.
    """
    return first.section == second.section and (
        bool(set(first.clauses) & set(second.clauses)) or not (first.clauses or second.clauses)
    )


def names_its_place(chunk: Chunk) -> bool:
    """Whether the text begins by its own heading, as the first piece of a clause does."""
    label = "".join(chunk.label.split())
    if not label:
        return False
    for line in chunk.content.splitlines():
        if "".join(line.strip("#* ").split()).startswith(label):
            return True
        if line.strip() and not line.startswith("#"):
            return False
    return False


def _joined(run: Sequence[Hit]) -> Passage:
    best = max(run, key=lambda hit: (hit.score, -hit.chunk.seq))
    members = tuple(hit.chunk for hit in run)
    return Passage(best.chunk, best.score, join_members(members), members, best)


def join_members(members: Sequence[Chunk]) -> str:
    """One text of chunks in document order: overlaps once, gaps as a blank line, a table header once.

    Offsets join chunks as they were cut. Where one was edited, where the texts deny what the offsets say,
    and where one lies inside another, the texts decide (rows MG-07, MG-11).
    """
    text = ""
    tail: int | None = None
    """Where in the document the text ends, as long as offsets describe it."""
    for member in members:
        header = member.table_header.strip()
        addition = member.content if header and header in text else member.display_text
        intact = is_intact(member) and not member.edited
        if not text:
            text = addition
        elif not intact or tail is None:
            text = join_content(text, addition)
        elif member.start > tail:
            text += "\n\n" + addition
        elif member.end > tail:
            text = append_with_overlap(text, member.content, tail - member.start)
        elif member.content in text:
            continue
        else:
            text = join_content(text, addition)
        tail = member.end if intact else None
    return text.strip()


def _around(passage: Passage, neighbours: Mapping[str, Sequence[Chunk]], found: Set[str]) -> list[Chunk]:
    """What ``passage`` may grow by."""
    own, alone = passage.chunk, passage.hit.exact_reference
    return [
        chunk
        for chunk in neighbours.get(own.id, ())
        if (chunk.version_id, chunk.chunk_type) == (own.version_id, own.chunk_type)
        and (same_clause(chunk, own) or (not (alone or chunk.id in found) and names_its_place(chunk)))
    ]


def _grow(passage: Passage, around: Sequence[Chunk], short: int, longest: int) -> Passage:
    if len(passage.text) >= short or not around:
        return passage
    by_seq = {chunk.seq: chunk for chunk in around}
    members = list(passage.members)
    open_sides = {"previous", "next"}
    text = passage.text
    while len(text) < short and open_sides:
        for side in ("previous", "next"):
            if side not in open_sides or len(text) >= short:
                continue
            seq = members[0].seq - 1 if side == "previous" else members[-1].seq + 1
            neighbour = by_seq.get(seq)
            if neighbour is None:
                open_sides.discard(side)
                continue
            longer = [neighbour, *members] if side == "previous" else [*members, neighbour]
            joined = join_members(longer)
            if len(joined) > longest:
                open_sides.discard(side)
                continue
            members, text = longer, joined
    return Passage(passage.chunk, passage.score, text, tuple(members), passage.hit)
