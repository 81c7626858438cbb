"""The retrieval gate: a pure decision on one score (DESIGN.md sections 7 and 13)."""

from pincite.grading.gate import Thresholds, grade

__all__ = ["Thresholds", "grade"]
