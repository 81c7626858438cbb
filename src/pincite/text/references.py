"""Clause references in running text, and the clauses that a chunk is.

A reference has a language-neutral key (`제43조의2`, `Article 43-2` and `第四十三条之二` are all
``article:43-2``), so a question in one language finds the clause of a document in another.
"""

from pincite.text.references_held import held_clauses
from pincite.text.references_model import Reference
from pincite.text.references_scan import find_references

__all__ = ["Reference", "find_references", "held_clauses"]
