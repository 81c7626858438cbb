"""From passages to what answers: prompts for a model, quotes without one."""

from pincite.composing.budget import approximate_tokens, context_budget, fit_passages
from pincite.composing.changes import changes_table, is_unchanged
from pincite.composing.evidence import collect_evidence, likeliest_evidence, score_evidence
from pincite.composing.extract import extract_answer
from pincite.composing.messages import answer_messages, fallback_messages, rewrite_messages
from pincite.composing.prompts import BUILT_IN, Prompts

__all__ = [
    "BUILT_IN",
    "Prompts",
    "answer_messages",
    "approximate_tokens",
    "changes_table",
    "collect_evidence",
    "context_budget",
    "extract_answer",
    "fallback_messages",
    "fit_passages",
    "is_unchanged",
    "likeliest_evidence",
    "rewrite_messages",
    "score_evidence",
]
