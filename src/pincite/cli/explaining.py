"""``--explain``: the candidates of a search as a table."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from pincite.pipeline.answer import Answer
    from pincite.pipeline.explaining import Account

SHOWN = 60
"""Candidates in the table; ``--json`` has all of them."""
TIES = 10
"""Relations of a graph; as ``SHOWN``."""


def print_explanation(console: Console, answer: "Answer") -> None:
    """Attempts, the gate, what names led to, and a line a candidate; nothing where it was not asked for."""
    explanation = answer.explanation
    if explanation is None:
        return
    for number, attempt in enumerate(explanation.attempts):
        mark = "*" if number == explanation.judged else " "
        score = "" if attempt.score is None else f"  {attempt.score:.3f}"
        console.print(Text(f"{mark} {attempt.query}  ({len(attempt.hits)}/{len(attempt.pool)}){score}"))
    if explanation.gate is not None:
        gate = explanation.gate
        console.print(Text(f"gate: {gate['decision']}  {gate['pass_score']} / {gate['abort_score']}"))
    if explanation.graph is not None:
        console.print(Text(f"graph: {', '.join(explanation.graph['entities'])}"))
        for relation in explanation.graph["relations"][:TIES]:
            said = f"  {relation['source']} – {relation['target']}  {relation['description']}"
            console.print(Text(said.rstrip()))
    table = Table("#", "outcome", "legs", "rrf", "base", "rerank", "score", "passage")
    for account in explanation.candidates[:SHOWN]:
        table.add_row(*map(Text, _cells(account)))
    console.print(table)
    if len(explanation.candidates) > SHOWN:
        console.print(Text(f"… {len(explanation.candidates) - SHOWN} (--json)"))


def _cells(account: "Account") -> list[str]:
    hit, entry = account.hit, account.entry
    by = f" ← {account.by[:8]}" if account.by else ""
    legs = " ".join(f"{place.leg[0]}{place.rank}" for place in (entry.legs if entry else ()))
    return [
        "" if account.answer_rank is None else str(account.answer_rank),
        account.outcome.value + by,
        legs,
        "" if entry is None else f"{entry.rrf:.4f}",
        "" if hit is None else f"{hit.base_score:.3f}",
        "" if hit is None or hit.rerank_score is None else f"{hit.rerank_score:.3f}",
        "" if hit is None else f"{hit.score:.3f}",
        account.chunk_id[:8] if hit is None else f"{hit.chunk.document_title} {hit.chunk.place}".strip(),
    ]
