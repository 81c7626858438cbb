"""``pincite doctor``: what works here, what does not, and what to do."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.core.errors import PinciteError

if TYPE_CHECKING:
    from pincite.core.types import JSON
    from pincite.library import AsyncLibrary


def register(app: typer.Typer) -> None:
    app.command()(doctor)


def doctor(
    context: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """Check the set-up: settings, database, encoder, index, chat model."""
    options: Options = context.obj
    results = run_with_library(options, _check)
    if as_json:
        print_json({"checks": results})
    else:
        for result in results:
            mark = {"ok": "[green]ok  [/]", "off": "[yellow]off [/]", "fail": "[red]fail[/]"}[result["state"]]
            console.print(f"{mark} {result['name']}: ", end="")
            console.print(result["detail"], markup=False)
    if any(result["state"] == "fail" for result in results):
        raise typer.Exit(10)


async def _check(library: "AsyncLibrary") -> "list[JSON]":
    from pincite.wiring import check_chat_model

    settings = library.settings
    results = [_result("library", "ok", f"{settings.data_dir}, {len(await library.bases())} bases")]
    started = time.perf_counter()
    try:
        engine = await library.engine()
    except PinciteError as error:
        return [*results, _result("engine", "fail", f"{error.code}: {error.message} {error.hint}")]
    seconds = time.perf_counter() - started
    results.append(_result("encoder and index", "ok", f"{engine.encoder}, ready in {seconds:.1f} s"))
    if not settings.chat.base_url:
        results.append(
            _result(
                "chat model",
                "off",
                "answers quote the documents; set chat.base_url and chat.model for written answers",
            )
        )
    else:
        try:
            results.append(_result("chat model", "ok", await check_chat_model(settings)))
        except PinciteError as error:
            results.append(_result("chat model", "fail", f"{error.message} {error.hint}"))
    for name, why in (
        ("OCR", "scans are refused with ocr_needed"),
        ("enrichment", "generated questions and summaries need a chat model"),
        ("web search", "only the documents are searched"),
    ):
        results.append(_result(name, "off", why))
    return results


def _result(name: str, state: str, detail: str) -> "JSON":
    return {"name": name, "state": state, "detail": detail}
