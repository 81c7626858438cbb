"""``pincite eval``: how well the right passage is found, and how well the gate tells."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer

from pincite.cli.context import Options, console, errors, print_json, run_with_library
from pincite.cli.words import settings_of

if TYPE_CHECKING:
    from pincite.core.settings import Settings
    from pincite.evaluation.answers import GoldenCase
    from pincite.library import AsyncLibrary

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


@evaluate.command("answers")
def answers(
    context: typer.Context,
    golden: Annotated[
        Path, typer.Option("--golden", help="JSON lines: id, question, kind, documents, must_contain.")
    ],
    base: Annotated[list[str] | None, typer.Option("--base", "-b", help="Base to ask. All if none.")] = None,
    as_json: AsJson = False,
) -> None:
    """Golden questions against your library: evidence found, evidence cited, refusals, risk."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> dict[str, Any]:
        from pincite.evaluation.answers import evaluate_answers, read_golden

        names = base or [record.name for record in await library.bases()]
        held = [
            document.filename
            for name in names
            for document in await (await library.knowledge_base(name, create=False)).documents()
            if document.chunks
        ]
        return await evaluate_answers(
            read_golden(golden),
            lambda question: library.ask(question, bases=base or ()),
            documents=held,
            progress=_show(as_json),
        )

    result = run_with_library(options, work)
    if as_json:
        print_json(result)
        return
    for row in result["cases"]:
        marks = "".join(letter if row[key] else "-" for letter, key in _MARKS)
        console.print(
            f"{row['id']:8} {row['kind']:18} {row['status']:10} {marks} {row['risk_level'] or ''}",
            markup=False,
        )
    console.print("5 evidence in the first five · c cited · r refused", style="dim")
    print_json(result["summary"])


@evaluate.command("chunking")
def chunking(
    context: typer.Context,
    golden: Annotated[Path, typer.Option("--golden", help="JSON lines, as of `eval answers`.")],
    documents: Annotated[Path, typer.Option("--documents", help="Folder of the documents they ask about.")],
    preset: Annotated[
        list[str] | None, typer.Option(help="Scenario to measure; may be given again. All if none.")
    ] = None,
    config: Annotated[
        list[str] | None, typer.Option("--config", "--set", help="A way of your own: key=value.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ways to cut, compared by Recall@5 of the evidence of golden questions. Vectors are kept."""
    from pincite.evaluation.answers import read_golden

    settings = _settings(context)
    cases = read_golden(golden)
    result = anyio.run(_chunking, settings, cases, documents, preset, settings_of(config), as_json)
    if as_json:
        print_json(result)
        return
    from rich.table import Table

    table = Table("preset", "recall@5", "chunks", "chars a chunk", "chars of the first five", box=None)
    for name, row in result["presets"].items():
        table.add_row(
            name,
            f"{100 * row['recall@5']:.1f}",
            *(str(round(row[key])) for key in ("chunks", "avg_chars", "top5_chars")),
        )
    console.print(table)
    console.print(f"{result['questions']} questions, {len(result['documents'])} documents", style="dim")


_MARKS = (("5", "evidence_in_top5"), ("c", "evidence_cited"), ("r", "refused"))


async def _retrieval(settings: "Settings", data: Path, quiet: bool) -> dict[str, Any]:
    from pincite.chunker import Chunker
    from pincite.evaluation.retrieval import evaluate_retrieval
    from pincite.ranking import FeatureRanker
    from pincite.wiring import bundled_embedder

    embedder = await bundled_embedder(settings)
    try:
        return await evaluate_retrieval(
            data,
            embedder,
            FeatureRanker(),
            partial(Chunker(settings.chunking).split, overrides={}),
            settings,
            cache_dir=settings.models_dir / "evaluation",
            progress=_show(quiet),
        )
    finally:
        await embedder.aclose()


async def _gate(settings: "Settings", data: Path, quiet: bool) -> dict[str, Any]:
    from pincite.chunker import Chunker
    from pincite.evaluation.gate import evaluate_gate
    from pincite.ranking.model import load_model
    from pincite.wiring import bundled_embedder

    embedder = await bundled_embedder(settings)
    try:
        return await evaluate_gate(
            data,
            embedder,
            partial(Chunker(settings.chunking).split, overrides={}),
            settings,
            load_model(),
            cache_dir=settings.models_dir / "evaluation",
            progress=_show(quiet),
        )
    finally:
        await embedder.aclose()


async def _chunking(
    settings: "Settings",
    cases: "list[GoldenCase]",
    documents: Path,
    presets: list[str] | None,
    own: dict[str, Any],
    quiet: bool,
) -> dict[str, Any]:
    from pincite.chunker import Chunker, preset_overrides
    from pincite.chunking import PRESETS
    from pincite.evaluation.chunking import evaluate_chunking
    from pincite.ranking import FeatureRanker
    from pincite.wiring import bundled_embedder, document_tools

    names = presets or ([] if own else list(PRESETS))
    ways = {name: preset_overrides(name) for name in names}
    if own:
        ways[" ".join(f"{key}={value}" for key, value in own.items())] = own
    embedder = await bundled_embedder(settings)
    try:
        return await evaluate_chunking(
            cases,
            documents,
            ways,
            tools=document_tools(settings, Chunker(settings.chunking, embedder.count_tokens)),
            embedder=embedder,
            reranker=FeatureRanker(),
            settings=settings,
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
