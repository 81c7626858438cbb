"""Hits to passages."""

from pincite.merging.duplicates import drop_near_duplicates
from pincite.merging.gaps import fill_gap, find_gaps
from pincite.merging.merge import join_members, merge_hits, order, same_clause
from pincite.merging.parents import parent_text, split_off_children

__all__ = [
    "drop_near_duplicates",
    "fill_gap",
    "find_gaps",
    "join_members",
    "merge_hits",
    "order",
    "parent_text",
    "same_clause",
    "split_off_children",
]
