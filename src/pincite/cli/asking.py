"""``pincite ask`` and ``pincite search``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.explaining import print_explanation
from pincite.cli.options import AsJson, ManyBases
from pincite.cli.reindexing import note_other_encoder
from pincite.cli.rendering import print_answer, print_hits

if TYPE_CHECKING:
    from pincite.library import AsyncLibrary
    from pincite.pipeline.answer import Answer

Documents = Annotated[list[str] | None, typer.Option("--document", "-d", help="Only this document.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", "-t", help="Only documents with this tag.")]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of", help="Day whose versions answer, 2024-01-31; else the one the question names, else today."
    ),
]


Assistant = Annotated[
    str | None,
    typer.Option("--assistant", "-a", help="Who answers; else the default assistant, if there is one."),
]
Images = Annotated[
    list[str] | None, typer.Option("--image", help="A picture of the question; may be given again.")
]
Attached = Annotated[
    list[str] | None,
    typer.Option("--attach", help="A file that the question is about, added to no base; may be given again."),
]
Web = Annotated[
    bool | None,
    typer.Option("--web/--no-web", help="Search the web too; else as the assistant and the settings say."),
]
WebFetch = Annotated[
    bool | None, typer.Option("--web-fetch/--no-web-fetch", help="Read the best pages of the web in full.")
]
DataAnalysis = Annotated[
    bool | None,
    typer.Option(
        "--data-analysis/--no-data-analysis",
        help="Let the chat model ask CSV and Excel files among the sources by SQL.",
    ),
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Show what became of each candidate, stage by stage.")
]


def register(app: typer.Typer) -> None:
    app.command()(ask)
    app.command()(search)


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="In Korean, Chinese or English.")],
    base: ManyBases = None,
    document: Documents = None,
    tag: Tags = None,
    as_of: AsOf = None,
    assistant: Assistant = None,
    image: Images = None,
    attach: Attached = None,
    web: Web = None,
    web_fetch: WebFetch = None,
    data_analysis: DataAnalysis = None,
    explain: Explain = False,
    as_json: AsJson = False,
) -> None:
    """Ask. The answer cites document, page and clause and is checked, or is refused with the reason.

    Example: `pincite ask "제43조 내용 알려줘" -b terms --language ko`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Answer":
        answer = await library.ask(
            question,
            bases=base or (),
            documents=document or (),
            tags=tag or (),
            language=options.language,
            as_of=as_of,
            explain=explain,
            assistant=assistant,
            web=web,
            web_fetch=web_fetch,
            data_analysis=data_analysis,
            images=[Path(path) for path in image or ()],
            attachments=[Path(path) for path in attach or ()],
        )
        await note_other_encoder(library, options, answer.degraded)
        return answer

    answer = run_with_library(options, work, busy=not as_json)
    if as_json:
        print_json(answer.to_json())
    else:
        print_answer(console, options, answer)
        print_explanation(console, answer)


def search(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="What to find.")],
    base: ManyBases = None,
    document: Documents = None,
    tag: Tags = None,
    top_k: Annotated[
        int | None, typer.Option("--top-k", "-k", min=0, max=500, help="How many passages.")
    ] = None,
    rerank: Annotated[bool, typer.Option("--rerank/--no-rerank", help="Order by the reranker.")] = True,
    as_of: AsOf = None,
    web: Web = None,
    explain: Explain = False,
    as_json: AsJson = False,
) -> None:
    """Search only: the passages in order, with their scores. No model is called.

    Example: `pincite search "termination notice" -b terms -k 5`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Answer":
        found = await library.retrieve(
            question,
            bases=base or (),
            documents=document or (),
            tags=tag or (),
            top_k=top_k,
            rerank=rerank,
            as_of=as_of,
            web=web,
            explain=explain,
        )
        await note_other_encoder(library, options, found.degraded)
        return found

    found = run_with_library(options, work, busy=not as_json)
    if as_json:
        print_json(found.to_json())
    else:
        print_hits(console, options, found)
        print_explanation(console, found)
