"""``pincite kb``: the bases of a library and what is in them."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, ask_first, console, print_json, run_with_library
from pincite.cli.options import AsJson, BaseName, Chunking, Commands, Yes
from pincite.cli.rendering import document_json, print_state
from pincite.cli.words import settings_of

if TYPE_CHECKING:
    from pincite.library import AsyncLibrary
    from pincite.ports.records import BaseRecord, DocumentRecord

FaqModes = Annotated[
    list[str] | None,
    typer.Option(
        "--faq",
        help="How an FAQ base indexes: index_mode=question_only or question_answer, "
        "question_mode=combined or separate.",
    ),
]
Enrichment = Annotated[
    list[str] | None,
    typer.Option(
        "--enrich",
        help="What the chat model is asked about documents: questions=on, summaries=off, tables=on, "
        "index_questions=off; default leaves one to the library.",
    ),
]
kb = Commands(help="Knowledge bases.", no_args_is_help=True)

_LINES = {"document": "base_of_documents", "faq": "base_of_entries"}
"""Kind of a base to the sentence that lists it."""


def register(app: typer.Typer) -> None:
    app.add_typer(kb, name="kb")


@kb.command("list")
def list_bases(context: typer.Context, as_json: AsJson = False) -> None:
    """All bases: of documents or of FAQ entries, and how many each holds.

    Example: `pincite kb list`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "list[tuple[BaseRecord, int]]":
        found = []
        for base in await library.bases():
            knowledge_base = await library.knowledge_base(base.id, create=False)
            found.append((base, len(await knowledge_base.documents())))
        return found

    bases = run_with_library(options, work)
    if as_json:
        print_json(
            [
                {"id": base.id, "name": base.name, "kind": base.kind.value, "documents": count}
                for base, count in bases
            ]
        )
        return
    for base, count in bases:
        key = _LINES.get(base.kind.value, "base_other")
        console.print(options.say(key, name=base.name, kind=base.kind.value, count=count), markup=False)
    if not bases:
        console.print(options.say("no_base_yet"))


@kb.command("create")
def create(
    context: typer.Context,
    name: BaseName,
    kind: Annotated[
        str, typer.Option(help="document, or faq for entries of question and answer.")
    ] = "document",
    faq: FaqModes = None,
    enrich: Enrichment = None,
    as_json: AsJson = False,
) -> None:
    """Make an empty base.

    Example: `pincite kb create answers --kind faq`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "BaseRecord":
        return await library.create_base(
            name, kind=kind, faq=settings_of(faq), enrichment=settings_of(enrich)
        )

    base = run_with_library(options, work)
    if as_json:
        print_json({"id": base.id, "name": base.name, "kind": base.kind.value})
    else:
        console.print(options.say("made", name=base.name), markup=False)


@kb.command("config")
def config(
    context: typer.Context,
    name: BaseName,
    values: Chunking = None,
    unset: Annotated[
        list[str] | None, typer.Option(help="Chunking setting to leave to the library again.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="Settings of a scenario, before --set.")] = None,
    vector: Annotated[bool | None, typer.Option("--vector/--no-vector", help="Index by meaning.")] = None,
    keyword: Annotated[bool | None, typer.Option("--keyword/--no-keyword", help="Index by words.")] = None,
    wiki: Annotated[bool | None, typer.Option("--wiki/--no-wiki", help="Keep chunks for a wiki.")] = None,
    graph: Annotated[
        bool | None,
        typer.Option(
            "--graph/--no-graph", help="Extract names by a chat model; questions that name them find them."
        ),
    ] = None,
    faq: FaqModes = None,
    enrich: Enrichment = None,
    as_json: AsJson = False,
) -> None:
    """Show or change how a base cuts and indexes. Documents follow with `pincite reparse`.

    Example: `pincite kb config terms --set chunk_size=800`
    """
    from pincite.chunker import Chunker, config_json, preset_overrides
    from pincite.enrichment import EnrichmentModes
    from pincite.ingest.faq import faq_modes

    options: Options = context.obj
    chunking = {**(preset_overrides(preset) if preset else {}), **settings_of(values)}
    given = {"vector": vector, "keyword": keyword, "wiki": wiki, "graph": graph}
    switches = {key: value for key, value in given.items() if value is not None}
    changes = bool(chunking or unset or switches or faq or enrich)

    async def work(library: "AsyncLibrary") -> "tuple[BaseRecord, dict[str, Any], dict[str, bool]]":
        if changes:
            base = await library.configure_base(
                name,
                chunking=chunking,
                unset=unset or (),
                switches=switches,
                faq=settings_of(faq),
                enrichment=settings_of(enrich),
            )
        else:
            base = (await library.knowledge_base(name, create=False)).record
        modes = EnrichmentModes.of(base.enrichment, library.settings.enrichment)
        asked = modes.to_json() if base.kind == "document" else {}
        return base, config_json(Chunker(library.settings.chunking).config(base.chunking)), asked

    base, acting, asked = run_with_library(options, work)
    turned = {key: getattr(base, key) for key in given}
    if as_json:
        shown = {
            "base": base.name,
            "set": dict(base.chunking),
            "chunking": acting,
            "switches": turned,
            "enrichment": asked,
        }
        print_json(shown | ({"faq": faq_modes(base)} if base.kind == "faq" else {}))
        return
    for key, value in faq_modes(base).items():
        console.print(f"{key} = {value}", markup=False)
    for key, value in acting.items():
        own = f"  {options.say('of_this_base')}" if key in base.chunking else ""
        console.print(f"{key} = {json.dumps(value, ensure_ascii=False)}{own}", markup=False)
    if asked:
        named = ", ".join(key for key, on in asked.items() if on) or options.say("none")
        console.print(options.say("asks_model", names=named), markup=False)
    named = ", ".join(key for key, on in turned.items() if on) or options.say("none")
    console.print(options.say("indexes", names=named), markup=False)
    if changes:
        console.print(options.say("follow_reparse"), style="dim")


@kb.command("delete")
def delete(
    context: typer.Context,
    name: BaseName,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Remove a base with every document, vector and file of it.

    Example: `pincite kb delete drafts --yes`
    """
    options: Options = context.obj
    if not yes:
        ask_first(options, "confirm_base", as_json=as_json, name=name)

    async def work(library: "AsyncLibrary") -> None:
        await library.delete_base(name)

    run_with_library(options, work, busy=not as_json)
    if as_json:
        print_json({"removed": name})
    else:
        console.print(options.say("removed", names=name), markup=False)


@kb.command("show")
def show(context: typer.Context, name: BaseName, as_json: AsJson = False) -> None:
    """The documents of a base: state, chunks, why one failed and what to do, warnings, times of the stages.

    Example: `pincite kb show terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Sequence[DocumentRecord]":
        return await (await library.knowledge_base(name, create=False)).documents()

    documents = run_with_library(options, work)
    if as_json:
        print_json([document_json(document, options) for document in documents])
        return
    # Lines and not a table: a table folds the reason to the width of the terminal, or of a pipe.
    for document in documents:
        line = options.say(
            "shown_document",
            status=f"{document.status.value:9}",
            name=document.filename,
            count=document.chunks,
        )
        console.print(line, markup=False)
        print_state(console, options, document)
        stages = " · ".join(
            f"{stage.name} {stage.milliseconds:,.0f} ms" for stage in document.stages if stage.milliseconds
        )
        if stages:
            console.print(f"{'':10}{stages}", style="dim", markup=False)
