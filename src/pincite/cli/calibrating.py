"""``pincite calibrate``: lines of the gate from your own questions."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.evaluating_output import PAGES, PICTURES, Output, Page, percent, write_page
from pincite.cli.options import AsJson, ManyBases
from pincite.core.catalogue import say

if TYPE_CHECKING:
    from pincite.core.types import JSON
    from pincite.evaluation.measuring import Measured
    from pincite.library import AsyncLibrary


def register(app: typer.Typer) -> None:
    app.command()(calibrate)


def calibrate(
    context: typer.Context,
    golden: Annotated[
        Path, typer.Option("--golden", help="JSON lines of your questions, some marked unanswerable.")
    ],
    base: ManyBases = None,
    cost: Annotated[
        float, typer.Option("--cost", help="Of a wrong pass, where a wrong refusal costs 1.")
    ] = 1.0,
    apply: Annotated[bool, typer.Option("--apply", help="Use the proposed lines in these bases.")] = False,
    unreviewed: Annotated[
        bool, typer.Option("--unreviewed", help="Ask made questions too that nobody has reviewed.")
    ] = False,
    report: Page = None,
    as_json: AsJson = False,
) -> None:
    """Measure the gate on your own questions: both score distributions, and the lines that cost least."""
    from pincite.cli.evaluating_runs import asked_bases, made_with
    from pincite.evaluation.calibration_page import calibration_page, calibration_picture
    from pincite.evaluation.golden import read_golden
    from pincite.evaluation.measuring import calibrate as measure

    options: Options = context.obj
    output = Output(options, as_json, report, kinds=(*PAGES, *PICTURES))
    file = read_golden(golden, unreviewed=unreviewed)

    async def work(library: "AsyncLibrary") -> "Measured":
        records, held = await asked_bases(library, base)
        questions = (await library.engine()).questions
        measured = await measure(
            file, questions, records, held, library.settings, cost=cost, progress=output.progress
        )
        if apply:
            questions.lines.calibrations.keep(measured.proposed)
        return measured

    measured = run_with_library(options, work)
    if report is not None and report.suffix.lower() in PICTURES:
        write_page(report, lambda: calibration_picture(measured, options.spoken))
    else:
        write_page(report, lambda: calibration_page(measured, made_with(options, golden), options.spoken))
    if as_json:
        print_json({**measured.to_json(), "applied": apply})
        return
    _print(options, measured)
    if report is not None:
        console.print(str(report), style="dim", markup=False)
    console.print(_said(options, "applied" if apply else "not_applied"), style="bold", markup=False)


async def calibration_check(library: "AsyncLibrary") -> "list[JSON]":
    """For `doctor`: the lines that were measured for the reranker of today, and whether they still hold."""
    from pincite.evaluation.measuring import outgrown

    questions = (await library.engine()).questions
    bases = await library.bases()
    lines = questions.lines
    kept = [one for base in bases if (one := lines.calibrations.of(lines.reranker, base.id))]
    checks = [
        {"name": "gate", "state": "off", "detail": say(key, library.settings.language, **values)}
        for key, values in await outgrown(questions, bases)
    ]
    if kept and not checks:
        detail = "; ".join(
            f"{one.base}: {one.pass_score:.4g}/{one.abort_score:.4g}, {one.day[:10]}, {one.file}"
            for one in kept
        )
        checks.append({"name": "gate", "state": "ok", "detail": detail})
    return checks


def _print(options: Options, measured: "Measured") -> None:
    from pincite.evaluation.calibration import distributions
    from pincite.evaluation.histogram import terminal_picture

    proposal, outcome = measured.proposal, measured.proposal.outcome
    lines = {
        _said(options, "abort_score"): outcome.abort_score,
        _said(options, "pass_score"): outcome.pass_score,
    }
    for row in terminal_picture(measured.scored, lines):
        console.print(row, markup=False)
    console.print()
    rows = distributions(measured.scored)
    table = _table("", *next(iter(rows.values())))
    for name, numbers in rows.items():
        table.add_row(name, *(f"{value:g}" for value in numbers.values()))
    console.print(table)
    table = _table("", _said(options, "in_force"), _said(options, "proposed"))
    for key in ("pass_score", "abort_score"):
        scores = (getattr(one, key) for one in (measured.in_force, outcome))
        table.add_row(_said(options, key), *(f"{score:.4g}" for score in scores))
    for key in outcome.shares:
        cells = [
            f"{percent(share)} % ({percent(interval.low)}-{percent(interval.high)})"
            for share, interval in (measured.in_force.shares[key], outcome.shares[key])
        ]
        table.add_row(_said(options, key), *cells)
    console.print(table)
    name = f"{_said(options, 'pass_score')}, {_said(options, 'interval')}"
    console.print(f"{name}: {proposal.interval.low:.4g}-{proposal.interval.high:.4g}", style="dim")
    console.print(
        f"{measured.reranker} · cost {proposal.cost:g} · AUC {proposal.separation:.3f} · "
        f"{len(measured.by_rule)} by a named clause · {measured.missing} about other documents",
        style="dim",
        markup=False,
    )
    for key, values in measured.told:
        console.print(say(key, options.spoken, **values), style="yellow", markup=False)


def _table(*columns: str) -> Any:
    from rich.table import Table

    return Table(*columns, box=None)


def _said(options: Options, key: str) -> str:
    return say(f"evaluation.{key}", options.spoken)
