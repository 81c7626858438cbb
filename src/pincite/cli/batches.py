"""Work on many documents at once: which are meant, what is done with each, and what came of it."""

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from pincite.cli.context import Options, console, print_json, run_with_library
from pincite.cli.ending import end
from pincite.cli.rendering import document_json, print_documents, print_failure
from pincite.core.errors import InvalidInput
from pincite.core.translating import said

if TYPE_CHECKING:
    from pincite.filing import AsyncFiling, BatchResult, Selection
    from pincite.library import AsyncLibrary

Work = Callable[["AsyncFiling", "Selection"], Awaitable["list[BatchResult]"]]


def run_batch(
    options: Options,
    base: str,
    selected: tuple[list[str] | None, str | None, list[str] | None, list[str] | None],
    work: Work,
    *,
    told: str,
    as_json: bool,
) -> None:
    """Do ``work`` with what is ``selected`` by names, folder, tags and values, and say what came of each;
    ``told`` names the sentence that counts it.

    Raises:
        typer.Exit: 6 if some failed; if all did, the code of the first failure.
    """
    names, folder, tags, where = selected

    async def do(library: "AsyncLibrary") -> "list[BatchResult]":
        filing = (await library.knowledge_base(base, create=False)).filing
        return await work(filing, _selection(names, folder, tags, where))

    results = run_with_library(options, do, busy=not as_json)
    failed = [result for result in results if result.error is not None]
    done = len(results) - len(failed)
    if as_json:
        rows = [_row(result, options) for result in results]
        print_json({"done": done, "failed": len(failed), "results": rows})
    else:
        _print(options, results)
        console.print(options.say(told, count=done, failed=len(failed)), style="bold", markup=False)
    if failed and failed[0].error is not None:
        end(done, len(failed), nothing_done=failed[0].error.exit_code)


def _selection(
    names: list[str] | None, folder: str | None, tags: list[str] | None, where: list[str] | None
) -> "Selection":
    from pincite.filing import Selection, document_query

    query = document_query(folder=folder, tags=tags or (), custom=values_of(where))
    return Selection(tuple(names or ()), query)


def _print(options: Options, results: "list[BatchResult]") -> None:
    failed = [(result, result.error) for result in results if result.error is not None]
    for result, error in failed:
        message, hint = said(error, options.spoken)
        console.print(options.say("failed_line", name=result.filename), style="red", markup=False)
        print_failure(console, options, error.code, message, hint=hint)
    done = [result.document for result in results if result.error is None and result.document is not None]
    print_documents(console, options, done)
    if failed:
        console.print(options.say("next_names"), style="dim", markup=False)


def _row(result: "BatchResult", options: Options) -> dict[str, Any]:
    """The document as it is now, and why nothing was done with it."""
    nothing: dict[str, Any] = {"id": None, "filename": result.filename, "status": None}
    row = nothing if result.document is None else document_json(result.document, options)
    if result.error is None:
        return {**row, "error": None}
    message, hint = said(result.error, options.spoken)
    return {**row, "error": {"code": result.error.code, "message": message, "hint": hint}}


def values_of(words: list[str] | None) -> dict[str, Any]:
    """``name=value`` words; what reads as a JSON number or as true or false is one.

    Raises:
        InvalidInput: a word is no assignment.
    """
    found: dict[str, Any] = {}
    for word in words or ():
        key, assigned, text = word.partition("=")
        if not key or not assigned:
            raise InvalidInput(f"{word!r} is no value.", hint="Write name=value.")
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = text
        found[key] = value if isinstance(value, bool | int | float) else text
    return found


def renamings_of(words: list[str] | None) -> dict[str, str]:
    """``old=new`` words. Raises InvalidInput."""
    renamed = {}
    for word in words or ():
        old, assigned, new = word.partition("=")
        if not assigned:
            raise InvalidInput(f"{word!r} renames nothing.", hint="Write old=new.")
        renamed[old] = new
    return renamed
