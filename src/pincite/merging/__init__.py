"""Hits to passages."""

from pincite.merging.merge import join_members, merge_hits, order, same_clause

__all__ = ["join_members", "merge_hits", "order", "same_clause"]
