"""The retrieval gate: a pure decision on one score, and a second line on what the passages hold (DESIGN.md
sections 7 and 13, ADR 14)."""

from pincite.grading.gate import Thresholds, eased_share, grade
from pincite.grading.second_line import Absence, absence, eases, passed

__all__ = ["Absence", "Thresholds", "absence", "eased_share", "eases", "grade", "passed"]
