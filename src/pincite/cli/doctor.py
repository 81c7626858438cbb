"""``pincite doctor``: what works here, what does not, and what to do."""

import time
from typing import TYPE_CHECKING

import typer

from pincite.cli.calibrating import calibration_check
from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.options import AsJson
from pincite.cli.reindexing import stale_sentence
from pincite.core.catalogue import room
from pincite.core.errors import PinciteError

if TYPE_CHECKING:
    from pincite.core.settings import Settings
    from pincite.core.types import JSON
    from pincite.library import AsyncLibrary


_COLOURS = {"ok": "green", "off": "yellow", "fail": "red"}


def register(app: typer.Typer) -> None:
    app.command()(doctor)


def doctor(context: typer.Context, as_json: AsJson = False) -> None:
    """Check the set-up: settings, database, encoder, index, reranker, chat model.

    Example: `pincite doctor`
    """
    options: Options = context.obj
    results = run_with_library(options, _check)
    if as_json:
        print_json({"checks": results})
    else:
        for result in results:
            mark = options.say(f"check_{result['state']}")
            console.print(f"{mark:4} ", style=_COLOURS[result["state"]], end="", markup=False)
            console.print(f"{_name(options, result['name'])}: {options.told(result['detail'])}", markup=False)
    if any(result["state"] == "fail" for result in results):
        raise typer.Exit(10)


def _name(options: Options, name: str) -> str:
    """The part that was checked; parts of other modules keep their own word."""
    key = f"check_{name.lower().replace(' ', '_')}"
    return options.say(key) if key in room("cli") else name


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
    results += await _indexes(library)
    results.append(await _reranker(settings))
    results += await calibration_check(library)
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
    results += [await _reading_model(settings), await _streams(settings)]
    results += [_ocr(settings), await _vision(settings), _enrichment(settings)]
    results += [await _web(settings), _spreadsheets(settings)]
    return results


async def _web(settings: "Settings") -> "JSON":
    from pincite.wiring_sources import check_web_search

    if not settings.web.url:
        return _result("web search", "off", "only the documents are searched; set web.url to search the web")
    try:
        return _result("web search", "ok", await check_web_search(settings))
    except PinciteError as error:
        return _result("web search", "fail", f"{error.message} {error.hint}")


def _spreadsheets(settings: "Settings") -> "JSON":
    from pincite.wiring_sources import can_ask_tables

    name = "questions to spreadsheets"
    if not settings.chat.base_url:
        return _result(name, "off", "they need a chat model; set chat.base_url")
    if not can_ask_tables():
        return _result(name, "off", 'they need DuckDB: pip install "pincite[data]"')
    if not settings.analysis.enabled:
        return _result(name, "off", "asked only where a question or an assistant says so (analysis.enabled)")
    return _result(name, "ok", f"{settings.chat.model} writes the queries")


async def _reading_model(settings: "Settings") -> "JSON":
    from pincite.wiring_chat import check_reading_model

    if settings.understanding.resolved(settings.chat) is None:
        reader = "the chat model reads them" if settings.chat.base_url else "rules read them"
        return _result("questions of a conversation", "off", reader)
    try:
        return _result("questions of a conversation", "ok", await check_reading_model(settings))
    except PinciteError as error:
        return _result("questions of a conversation", "fail", f"{error.message} {error.hint}")


async def _streams(settings: "Settings") -> "JSON":
    from pincite.wiring_chat import check_streams

    try:
        return _result("streams", "ok", await check_streams(settings))
    except PinciteError as error:
        return _result("streams", "fail", f"{error.message} {error.hint}")


async def _indexes(library: "AsyncLibrary") -> "list[JSON]":
    """Bases of another encoder, which words alone find until they are built anew."""
    try:
        stale = [state for state in await library.index_states() if not state.current]
    except PinciteError as error:
        return [_result("index", "fail", f"{error.message} {error.hint}")]
    return [_result("index", "off" if state.building else "fail", stale_sentence(state)) for state in stale]


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
    from pincite.wiring_documents import describe_ocr

    try:
        found = describe_ocr(settings)
    except PinciteError as error:
        return _result("OCR", "fail", f"{error.message} {error.hint}")
    if found is not None:
        return _result("OCR", "ok", found)
    why = "scans are refused with ocr_needed; install tesseract-ocr, tesseract-ocr-kor, tesseract-ocr-chi-sim"
    return _result("OCR", "off", why)


async def _vision(settings: "Settings") -> "JSON":
    from pincite.wiring_documents import check_vision_model

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
