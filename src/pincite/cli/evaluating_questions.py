"""``pincite eval questions`` and ``pincite eval review``: golden questions by a model, read by a person."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.evaluating_output import Output
from pincite.cli.options import AsJson, ManyBases
from pincite.core.errors import Conflict, InvalidInput

if TYPE_CHECKING:
    from pincite.evaluation.questions import Piece
    from pincite.library import AsyncLibrary


def register(app: typer.Typer) -> None:
    app.command("questions")(questions)
    app.command("review")(review)


def questions(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--out", help="File of golden questions to write; it must be new.")],
    base: ManyBases = None,
    count: Annotated[int, typer.Option("--count", "-n", help="Answerable questions to make.")] = 30,
    near: Annotated[
        int, typer.Option("--near", help="Questions near the documents that a piece does not answer.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Another number asks about other chunks.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Make golden questions from your documents with the chat model, each with its evidence, for review."""
    options: Options = context.obj
    output = Output(options, as_json)
    if out.exists():
        raise Conflict(f"{out} exists.", hint="Name a new file; reviewed questions are not written over.")
    if not out.absolute().parent.is_dir():
        raise InvalidInput(f"{out.parent} is no folder.", hint="Name a file in a folder that is there.")

    async def work(library: "AsyncLibrary") -> list[dict[str, Any]]:
        from pincite.evaluation.questions import make_questions
        from pincite.wiring_evaluation import question_model

        async with question_model(library.settings) as model:
            rows = []
            pieces = await _pieces(library, base)
            with out.open("x", encoding="utf-8") as file:
                async for row in make_questions(
                    pieces,
                    model,
                    library.settings.enrichment,
                    count=count,
                    near=near,
                    seed=seed,
                    progress=output.progress,
                ):
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
                    file.flush()
                    rows.append(row)
            return rows

    try:
        rows = run_with_library(options, work)
    finally:
        if out.exists() and not out.stat().st_size:
            out.unlink()
    if as_json:
        print_json({"questions": rows, "asked": count + near, "file": str(out)})
        return
    for row in rows:
        console.print(
            f"{row['kind']:18} {row['question']}  ({row['heading'] or row['chunk_id']})", markup=False
        )
    console.print(f"{len(rows)}/{count + near} → {out}", style="dim", markup=False)
    console.print(f"pincite eval review {out}", style="dim", markup=False)


def review(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="File of golden questions; it is written anew.")],
) -> None:
    """Read made questions one by one and keep, drop or mark them. What was decided is saved at once."""
    from pincite.evaluation.golden import read_golden
    from pincite.evaluation.reviewing import Decision, decided, read_rows, write_rows

    read_golden(file, unreviewed=True)
    rows = read_rows(file)
    waiting = [row["id"] for row in rows if row.get("reviewed") is False]
    for number, id_ in enumerate(waiting, start=1):
        row = next(row for row in rows if row["id"] == id_)
        _show(row, f"{number}/{len(waiting)}")
        while True:
            letter = typer.prompt("k keep · u unanswerable · d drop · s skip · q quit", default="s").strip()
            if letter in ("k", "u", "d", "s", "q"):
                break
        if letter == "q":
            break
        rows = decided(rows, id_, Decision(letter))
        write_rows(file, rows)
    left = sum(row.get("reviewed") is False for row in rows)
    console.print(f"{len(rows)} questions, {left} to review", style="dim")


async def _pieces(library: "AsyncLibrary", names: list[str] | None) -> "list[Piece]":
    from pincite.cli.evaluating_runs import asked_bases
    from pincite.evaluation.questions import Piece

    records, _ = await asked_bases(library, names)
    pieces = []
    for record in records:
        base = await library.knowledge_base(record.name, create=False)
        for document in await base.documents():
            if document.chunks:
                held, _ = await base.chunks(document.id)
                pieces += [Piece(one.chunk, document.filename, record.name) for one in held]
    return pieces


def _show(row: dict[str, Any], place: str) -> None:
    console.print(f"\n{place}  {row['question']}", style="bold", markup=False)
    where = [*row.get("documents", []), row.get("heading") or ""]
    if row.get("page"):
        where.append(f"p. {row['page']}")
    console.print(
        f"{row.get('kind', '')} · {', '.join(part for part in where if part)}", style="dim", markup=False
    )
    for quote in row.get("must_contain", []):
        console.print(f"» {quote}", style="cyan", markup=False)
    console.print(row.get("evidence", ""), markup=False)
