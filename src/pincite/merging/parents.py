"""A child that was found brings the text it was cut from (reference 002, parent and child; row PC-06)."""

from collections.abc import Mapping, Sequence

from pincite.core.types import Chunk, Hit, Passage
from pincite.merging.merge import join_members


def split_off_children(
    hits: Sequence[Hit], parents: Mapping[str, Chunk], children: Mapping[str, Sequence[Chunk]]
) -> tuple[list[Passage], list[Hit]]:
    """A passage a parent of the hits, and the hits that have none.

    The best child gives the passage its place, clause and score; all live children are its members, so that
    a citation can name the one that holds the sentence.
    """
    best: dict[str, Hit] = {}
    rest: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (-hit.score, hit.chunk.id)):
        parent_id = hit.chunk.parent_id
        if parent_id is None or parent_id not in parents:
            rest.append(hit)
        else:
            best.setdefault(parent_id, hit)
    return [_passage(hit, parents[id_], children.get(id_, ())) for id_, hit in best.items()], rest


def _passage(hit: Hit, parent: Chunk, children: Sequence[Chunk]) -> Passage:
    members = tuple(children) or (hit.chunk,)
    return Passage(hit.chunk, hit.score, parent_text(parent, members), members, hit)


def parent_text(parent: Chunk, children: Sequence[Chunk]) -> str:
    """The words of ``parent``, or of its ``children`` where one of them was edited or disabled by hand: what
    was taken out of search or written over must not come back with its surroundings."""
    if _is_whole(parent, children):
        return parent.display_text.strip()
    return join_members(children)


def _is_whole(parent: Chunk, children: Sequence[Chunk]) -> bool:
    at = parent.start
    for child in children:
        if child.edited or parent.content[at - parent.start : max(child.start, at) - parent.start].strip():
            return False
        at = max(at, child.end)
    return not parent.content[at - parent.start :].strip()
