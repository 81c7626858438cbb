"""The judge of the settings beside the check, on the labelled cases: ``python -m tools.verification_report
--judge`` (`make verification-report JUDGE=1`). The judge is that of ``PINCITE_VERIFICATION__JUDGE`` and
``PINCITE_VERIFICATION__JUDGE_MODEL``, or of the chat model."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio

from pincite.core.errors import PinciteError
from pincite.core.settings import load_settings
from pincite.evaluation.judging import judge_figures, rate_answers, rate_pairs
from pincite.wiring_evaluation import judge_model

Figures = Mapping[str, Mapping[str, Any]]


def judge_lines(answers: Sequence[Mapping[str, Any]], pairs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Tables of right answers, recall and false alarms of check, judge and both."""
    try:
        return anyio.run(_measured, answers, pairs)
    except PinciteError as error:
        return [f"{error.message} {error.hint}"]


async def _measured(answers: Sequence[Mapping[str, Any]], pairs: Sequence[Mapping[str, Any]]) -> list[str]:
    settings = load_settings(Path.cwd())
    async with judge_model(settings) as judge:
        lines = ["", f"beside the judge {judge.identity}"]
        if pairs:
            rated = await rate_pairs(pairs, judge)
            lines += table(f"pairs ({len(rated)}), reversed", judge_figures(rated, "reversed"))
        if answers:
            rated = await rate_answers(answers, judge, score=settings.verification.judge_score)
            lines += table(f"answers ({len(rated)}), fault", judge_figures(rated, "fault"))
    return lines


def table(title: str, figures: Figures) -> Iterator[str]:
    """One row for each measure, one column for each who is measured."""
    yield f"{title:30}" + "".join(f"{who:>11}" for who in figures)
    for name in ("right", "recall", "false_alarms"):
        cells = (row[name]["share"] if name in row else None for row in figures.values())
        yield f"  {name:28}" + "".join(f"{'.' if c is None else f'{100 * c:.1f} %':>11}" for c in cells)
