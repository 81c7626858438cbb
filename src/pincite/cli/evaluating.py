"""``pincite eval``: how well the right passage is found, the gate tells, answers hold, and ways to cut do."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer

from pincite.cli import evaluating_questions
from pincite.cli.context import Options, console
from pincite.cli.evaluating_output import Compare, Output, Page, percent, with_interval
from pincite.cli.options import AsJson, Commands, ManyBases
from pincite.cli.words import settings_of

if TYPE_CHECKING:
    from rich.table import Table

DATA_VARIABLE = "PINCITE_EVAL_DATA"

evaluate = Commands(help="Measure retrieval, the gate, answers and ways to cut.", no_args_is_help=True)
Data = Annotated[
    Path | None,
    typer.Option("--data", help=f"Folder of retrieval sets; else {DATA_VARIABLE}, else ../shared/data."),
]
Golden = Annotated[
    Path, typer.Option("--golden", help="JSON lines: id, question, kind, documents, must_contain.")
]
GoldenInstead = Annotated[
    Path | None,
    typer.Option("--golden", help="JSON lines of questions to your own bases, instead of --data."),
]
Unreviewed = Annotated[
    bool, typer.Option("--unreviewed", help="Ask made questions too that nobody has reviewed.")
]
Against = Annotated[
    list[str] | None,
    typer.Option("--against", help="Compare with other settings: section.key=value; may be given again."),
]


def register(app: typer.Typer) -> None:
    evaluating_questions.register(evaluate)
    app.add_typer(evaluate, name="eval")


@evaluate.command("retrieval")
def retrieval(
    context: typer.Context,
    data: Data = None,
    golden: GoldenInstead = None,
    base: ManyBases = None,
    unreviewed: Unreviewed = False,
    compare: Compare = None,
    against: Against = None,
    report: Page = None,
    as_json: AsJson = False,
) -> None:
    """Recall@1/5/10, MRR@10, nDCG@10, MAP@10 and precision of the final order, with 95 % intervals."""
    from pincite.cli import evaluating_runs as runs
    from pincite.evaluation.reports import retrieval_page

    options: Options = context.obj
    output = Output(options, as_json, report, compare, against)
    if golden is not None:
        result = runs.golden_retrieval(options, golden, base, against, unreviewed, output)
    else:
        result = anyio.run(runs.sets_retrieval, options.settings(), _folder(data), against, output)
    made_with = runs.made_with(options, golden or _folder(data))
    output.finish(result, made_with, retrieval_page, _print_retrieval)


@evaluate.command("gate")
def gate(
    context: typer.Context,
    data: Data = None,
    golden: GoldenInstead = None,
    base: ManyBases = None,
    unreviewed: Unreviewed = False,
    compare: Compare = None,
    against: Against = None,
    report: Page = None,
    as_json: AsJson = False,
) -> None:
    """What the gate does with answerable, near and far questions; sets are judged by rankers that never saw
    them."""
    from pincite.cli import evaluating_runs as runs
    from pincite.evaluation.reports import gate_page

    options: Options = context.obj
    output = Output(options, as_json, report, compare, against)
    if golden is not None:
        result = runs.golden_gate(options, golden, base, against, unreviewed, output)
    else:
        result = anyio.run(runs.sets_gate, options.settings(), _folder(data), against, output)
    output.finish(result, runs.made_with(options, golden or _folder(data)), gate_page, _print_gate)


@evaluate.command("answers")
def answers(
    context: typer.Context,
    golden: Golden,
    base: ManyBases = None,
    unreviewed: Unreviewed = False,
    compare: Compare = None,
    against: Against = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            help="Model that answers: a name of `[models.NAME]`, one that the server of `chat.base_url` "
            "knows, or `extractive` for none. That of the settings if absent.",
        ),
    ] = None,
    judge: Annotated[
        bool,
        typer.Option(
            "--judge",
            help="Measure the judge of meaning beside the check: that of `verification.judge`, else the chat "
            "model.",
        ),
    ] = False,
    report: Page = None,
    as_json: AsJson = False,
) -> None:
    """Golden questions against your library: evidence found and cited, groundedness, unsupported facts,
    precision and recall of citations, refusals, risk.

    Example: `pincite eval answers --golden golden.jsonl --model careful --against chat.temperature=0`
    """
    from pincite.cli import evaluating_runs as runs
    from pincite.evaluation.reports import answers_page

    options: Options = context.obj
    output = Output(options, as_json, report, compare, against)
    result = runs.golden_answers(options, golden, base, against, unreviewed, output, model, judge)
    made_with = runs.made_with(options, golden) | {"model": runs.model_of(options.settings(), model)}
    output.finish(result, made_with, answers_page, _print_answers)


@evaluate.command("chunking")
def chunking(
    context: typer.Context,
    golden: Golden,
    documents: Annotated[Path, typer.Option("--documents", help="Folder of the documents they ask about.")],
    preset: Annotated[
        list[str] | None, typer.Option(help="Scenario to measure; may be given again. All if none.")
    ] = None,
    config: Annotated[
        list[str] | None, typer.Option("--config", "--set", help="A way of your own: key=value.")
    ] = None,
    unreviewed: Unreviewed = False,
    compare: Compare = None,
    report: Page = None,
    as_json: AsJson = False,
) -> None:
    """Ways to cut, compared by Recall@5 of the evidence of golden questions. Vectors are kept."""
    from pincite.cli import evaluating_runs as runs
    from pincite.evaluation.golden import read_golden
    from pincite.evaluation.reports import chunking_page

    options: Options = context.obj
    output = Output(options, as_json, report, compare)
    cases = read_golden(golden, unreviewed=unreviewed).cases
    own = settings_of(config)
    result = anyio.run(runs.cuts, options.settings(), cases, documents, preset, own, output)
    output.finish(result, runs.made_with(options, golden), chunking_page, _print_chunking)


def _folder(given: Path | None) -> Path:
    return given or Path(os.environ.get(DATA_VARIABLE, "../shared/data"))


def _table(*columns: str) -> "Table":
    from rich.table import Table

    return Table(*columns, box=None)


def _print_retrieval(result: dict[str, Any]) -> None:
    figures = ("recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10")
    table = _table("set", "queries", *figures, "map@10", "precision@5")
    for name, row in [*result["sets"].items(), ("mean", result["mean"])]:
        further, intervals = result["further"][name], result["intervals"][name]
        cells = [with_interval(row[key], intervals[key]) for key in figures]
        cells += [percent(further[key]) for key in ("map@10", "precision@5")]
        table.add_row(name, "" if name == "mean" else str(int(row["queries"])), *cells)
    console.print(table)


def _print_gate(result: dict[str, Any]) -> None:
    for title, report in (("", result), ("gate.second_line", result.get("second_line"))):
        if report is None:
            continue
        table = _table("set", "questions", "pass", "rewrite", "refuse")
        table.title = title or None
        for name, kinds in [*report["sets"].items(), ("mean", report["mean"])]:
            for kind, shares in kinds.items():
                intervals = report["intervals"][name][kind]
                cells = [with_interval(shares[key], intervals[key]) for key in ("pass", "rewrite", "refuse")]
                table.add_row(name, kind, *cells)
        console.print(table)


_MARKS = (("5", "evidence_in_top5"), ("c", "evidence_cited"), ("r", "refused"))


def _print_answers(result: dict[str, Any]) -> None:
    for row in result["cases"]:
        marks = "".join(letter if row[key] else "-" for letter, key in _MARKS)
        line = f"{row['id']:8} {row['kind']:18} {row['status']:10} {marks} {row['risk_level'] or ''}"
        console.print(line, markup=False)
    console.print("5 evidence in the first five · c cited · r refused", style="dim")
    table = _table("", "questions", "evidence_in_top5", "evidence_cited", "refused")
    risks: dict[str, float] = {}
    for name, row in result["summary"].items():
        if isinstance(row, dict) and "cases" in row:
            cells = [
                with_interval(row[key], row["interval"][key]) if key in row else ""
                for key in ("evidence_in_top5", "evidence_cited", "refused")
            ]
            table.add_row(name, str(row["cases"]), *cells)
            risks = row.get("risk", risks)
    console.print(table)
    if risks:
        console.print(", ".join(f"{level} {percent(share)}" for level, share in risks.items()), style="dim")
    if "quality" in result["summary"]:
        _print_quality(result["summary"]["quality"])
    if "judge" in result:
        _print_judge(result["judge"])
    console.print(f"{result['summary']['missing']} about documents that are not here", style="dim")


def _print_judge(judged: dict[str, Any]) -> None:
    table = _table("verdict of the check", "entailed", "neutral", "contradicted")
    for verdict, row in judged["verdicts"].items():
        table.add_row(verdict, *(str(row[key]) for key in ("entailed", "neutral", "contradicted")))
    console.print(table)
    console.print(f"{judged['claims']} claims judged", style="dim")


def _print_quality(quality: dict[str, Any]) -> None:
    table = _table("", "answers", "mean")
    for name, row in quality.items():
        if isinstance(row, dict) and row.get("mean") is not None:
            table.add_row(name, str(row["answers"]), with_interval(row["mean"], row["interval"]))
    console.print(table)
    faulty = quality["unsupported_facts"]
    of_all = f"{faulty['answers']} of {quality['answered']} answers"
    console.print(f"{faulty['facts']} unsupported facts in {of_all}", style="dim")


def _print_chunking(result: dict[str, Any]) -> None:
    table = _table(
        "preset", "recall@5", "chunks", "chars a chunk", "chars of the first five", "against the first"
    )
    for name, row in result["presets"].items():
        sizes = (str(round(row[key])) for key in ("chunks", "avg_chars", "top5_chars"))
        compared = result["compared"].get(name)
        said = f"{100 * compared['difference']:+.1f} (p {compared['p_value']:.3f})" if compared else ""
        table.add_row(name, with_interval(row["recall@5"], row["interval"]), *sizes, said)
    console.print(table)
    console.print(f"{result['questions']} questions, {len(result['documents'])} documents", style="dim")
