"""``pincite eval``: how well the right passage is found, and how well the gate tells."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer

from pincite.cli.context import Options, console, errors, print_json

if TYPE_CHECKING:
    from pincite.core.settings import Settings

DATA_VARIABLE = "PINCITE_EVAL_DATA"

evaluate = typer.Typer(help="Measure retrieval and the gate on labelled sets.", no_args_is_help=True)
Data = Annotated[
    Path | None,
    typer.Option("--data", help=f"Folder of retrieval sets; else {DATA_VARIABLE}, else ../shared/data."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    app.add_typer(evaluate, name="eval")


@evaluate.command("retrieval")
def retrieval(context: typer.Context, data: Data = None, as_json: AsJson = False) -> None:
    """Recall@1/5/10, MRR@10 and nDCG@10 of the final order, a set."""
    settings = _settings(context)
    result = anyio.run(_retrieval, settings, _folder(data), as_json)
    if as_json:
        print_json(result)
        return
    from rich.table import Table

    table = Table("set", "queries", "recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10", box=None)
    for name, row in [*result["sets"].items(), ("mean", result["mean"])]:
        shares = [
            f"{100 * row[key]:.1f}" for key in ("recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10")
        ]
        table.add_row(name, str(int(row["queries"])) if "queries" in row else "", *shares)
    console.print(table)


@evaluate.command("gate")
def gate(context: typer.Context, data: Data = None, as_json: AsJson = False) -> None:
    """What the gate does with answerable, near and far questions, by rankers that never saw the set."""
    settings = _settings(context)
    result = anyio.run(_gate, settings, _folder(data), as_json)
    if as_json:
        print_json(result)
        return
    from rich.table import Table

    table = Table("set", "questions", "pass", "rewrite", "refuse", box=None)
    for name, kinds in [*result["sets"].items(), ("mean", result["mean"])]:
        for kind, shares in kinds.items():
            table.add_row(name, kind, *(f"{100 * shares[key]:.1f}" for key in ("pass", "rewrite", "refuse")))
    console.print(table)


async def _retrieval(settings: "Settings", data: Path, quiet: bool) -> dict[str, Any]:
    from pincite.evaluation.retrieval import evaluate_retrieval
    from pincite.ranking import FeatureRanker
    from pincite.wiring import bundled_embedder, split_document

    embedder = await bundled_embedder(settings)
    try:
        return await evaluate_retrieval(
            data,
            embedder,
            FeatureRanker(),
            partial(split_document, settings, overrides={}),
            settings,
            cache_dir=settings.models_dir / "evaluation",
            progress=_show(quiet),
        )
    finally:
        await embedder.aclose()


async def _gate(settings: "Settings", data: Path, quiet: bool) -> dict[str, Any]:
    from pincite.evaluation.gate import evaluate_gate
    from pincite.ranking.model import load_model
    from pincite.wiring import bundled_embedder, split_document

    embedder = await bundled_embedder(settings)
    try:
        return await evaluate_gate(
            data,
            embedder,
            partial(split_document, settings, overrides={}),
            settings,
            load_model(),
            cache_dir=settings.models_dir / "evaluation",
            progress=_show(quiet),
        )
    finally:
        await embedder.aclose()


def _settings(context: typer.Context) -> "Settings":
    from pincite.core.settings import load_settings

    options: Options = context.obj
    return load_settings(options.library)


def _folder(given: Path | None) -> Path:
    return given or Path(os.environ.get(DATA_VARIABLE, "../shared/data"))


def _show(quiet: bool) -> Any:
    def show(what: str, done: int, total: int) -> None:
        if not quiet and errors.is_terminal:
            errors.print(f"\r{what} {done}/{total}   ", end="" if done < total else "\n")

    return show
