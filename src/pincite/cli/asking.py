"""``pincite ask`` and ``pincite search``."""

from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.rendering import print_answer, print_hits

if TYPE_CHECKING:
    from pincite.library import AsyncLibrary
    from pincite.pipeline.answer import Answer

Bases = Annotated[
    list[str] | None, typer.Option("--base", "-b", help="Base to ask; may be given again. All if none.")
]
Documents = Annotated[list[str] | None, typer.Option("--document", "-d", help="Only this document.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", "-t", help="Only documents with this tag.")]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of", help="Day whose versions answer, 2024-01-31; else the one the question names, else today."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    app.command()(ask)
    app.command()(search)


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="In Korean, Chinese or English.")],
    base: Bases = None,
    document: Documents = None,
    tag: Tags = None,
    language: Annotated[str | None, typer.Option(help="Language of the answer: ko, en or zh.")] = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """Ask. The answer cites document, page and clause and is checked, or is refused with the reason."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Answer":
        return await library.ask(
            question,
            bases=base or (),
            documents=document or (),
            tags=tag or (),
            language=language,
            as_of=as_of,
        )

    answer = run_with_library(options, work)
    if as_json:
        print_json(answer.to_json())
    else:
        print_answer(console, answer)


def search(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="What to find.")],
    base: Bases = None,
    document: Documents = None,
    tag: Tags = None,
    top_k: Annotated[int | None, typer.Option("--top-k", "-k", help="How many passages.")] = None,
    rerank: Annotated[bool, typer.Option("--rerank/--no-rerank", help="Order by the reranker.")] = True,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """Search only: the passages in order, with their scores. No model is called."""
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Answer":
        return await library.retrieve(
            question,
            bases=base or (),
            documents=document or (),
            tags=tag or (),
            top_k=top_k,
            rerank=rerank,
            as_of=as_of,
        )

    found = run_with_library(options, work)
    if as_json:
        print_json(found.to_json())
    else:
        print_hits(console, found)
