"""``pincite doctor``: what works here, what does not, and what to do."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.core.errors import PinciteError

if TYPE_CHECKING:
    from pincite.core.settings import Settings
    from pincite.core.types import JSON
    from pincite.library import AsyncLibrary


def register(app: typer.Typer) -> None:
    app.command()(doctor)


def doctor(
    context: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """Check the set-up: settings, database, encoder, index, reranker, chat model."""
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
    if settings.embedding.provider != "bundled":
        results.append(await _embedder(settings))
    started = time.perf_counter()
    try:
        engine = await library.engine()
    except PinciteError as error:
        return [*results, _result("engine", "fail", f"{error.code}: {error.message} {error.hint}")]
    seconds = time.perf_counter() - started
    results.append(_result("encoder and index", "ok", f"{engine.encoder}, ready in {seconds:.1f} s"))
    results.append(await _reranker(settings))
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
    results += [_ocr(settings), await _vision(settings), _enrichment(settings)]
    results.append(_result("web search", "off", "only the documents are searched"))
    return results


async def _embedder(settings: "Settings") -> "JSON":
    from pincite.wiring_models import check_embedder

    try:
        return _result("embedding model", "ok", await check_embedder(settings))
    except PinciteError as error:
        return _result("embedding model", "fail", f"{error.message} {error.hint}")


async def _reranker(settings: "Settings") -> "JSON":
    from pincite.wiring_models import check_reranker

    try:
        return _result("reranker", "ok", await check_reranker(settings))
    except PinciteError as error:
        return _result("reranker", "fail", f"{error.message} {error.hint}")


def _enrichment(settings: "Settings") -> "JSON":
    from pincite.enrichment import EnrichmentModes

    if not settings.chat.base_url:
        return _result(
            "enrichment",
            "off",
            "generated questions, summaries and descriptions of tables need a chat model; set chat.base_url",
        )
    modes = EnrichmentModes.of({}, settings.enrichment)
    if not modes.wanted:
        return _result("enrichment", "off", "switched off in the settings; a base may switch it on")
    rest = [name for name in ("questions", "summaries", "tables") if name not in modes.wanted]
    off = f" ({', '.join(rest)} off)" if rest else ""
    return _result("enrichment", "ok", f"{settings.chat.model} is asked for {', '.join(modes.wanted)}{off}")


def _ocr(settings: "Settings") -> "JSON":
    from pincite.wiring import describe_ocr

    try:
        found = describe_ocr(settings)
    except PinciteError as error:
        return _result("OCR", "fail", f"{error.message} {error.hint}")
    if found is not None:
        return _result("OCR", "ok", found)
    why = "scans are refused with ocr_needed; install tesseract-ocr, tesseract-ocr-kor, tesseract-ocr-chi-sim"
    return _result("OCR", "off", why)


async def _vision(settings: "Settings") -> "JSON":
    from pincite.wiring import check_vision_model

    if not settings.vision.base_url:
        return _result(
            "vision model", "off", "pictures have no captions; set vision.base_url and vision.model"
        )
    try:
        return _result("vision model", "ok", await check_vision_model(settings))
    except PinciteError as error:
        return _result("vision model", "fail", f"{error.message} {error.hint}")


def _result(name: str, state: str, detail: str) -> "JSON":
    return {"name": name, "state": state, "detail": detail}
