"""``pincite worker``, ``pincite timeline``, ``pincite webhook``, and pausing a base."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.bases import kb
from pincite.cli.context import Options, console, errors, print_json, run_with_library
from pincite.cli.options import AsJson, Base, BaseName, Commands, Document
from pincite.cli.rendering import counts_of
from pincite.core.settings import DEFAULT_BASE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.ingest import IngestSummary
    from pincite.library import AsyncLibrary
    from pincite.ports.operations import TimelineEntry, Webhook
    from pincite.ports.records import BaseRecord

webhook = Commands(help="Addresses that hear when the ingest of a document ends.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.command()(worker)
    app.command()(timeline)
    app.add_typer(webhook, name="webhook")


def worker(
    context: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="End when the queue is empty.")] = False,
    as_json: AsJson = False,
) -> None:
    """Work on the queue until stopped. Any number may run beside `pincite serve` on a shared database and
    index (storage.database_url, storage.qdrant_url); an embedded library has one process, which works itself.

    Example: `pincite worker --once`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "IngestSummary | None":
        from pincite.cli.progress import Bars
        from pincite.core.signals import until_told

        engine = await library.engine()
        with Bars(options, quiet=as_json) as bars:
            if once:
                return await engine.ingest.run_pending(bars.step)
            told = options.say("worker_works", place=library.settings.data_dir)
            errors.print(told, markup=False)
            async with until_told() as stop:
                await library.work(stop, bars.step)
        return None

    summary = run_with_library(options, work)
    if summary is None:
        return
    from pincite.cli.adding import end_of, print_summary, summary_json

    if as_json:
        print_json(summary_json(options, "", summary))
    else:
        print_summary(console, options, "BASE", summary)
    end_of(summary)


def timeline(
    context: typer.Context,
    document: Document,
    base: Base = DEFAULT_BASE,
    as_json: AsJson = False,
) -> None:
    """What happened to a document: each stage of each attempt, how long it took, and how it ended.

    Example: `pincite timeline terms.pdf -b terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Sequence[TimelineEntry]":
        record = await (await library.knowledge_base(base, create=False)).document(document)
        return await library.timeline(record.id)

    entries = run_with_library(options, work)
    if as_json:
        print_json(
            [
                {
                    "at": entry.at,
                    "stage": entry.stage,
                    "outcome": entry.outcome,
                    "milliseconds": entry.milliseconds,
                    "details": dict(entry.details),
                    "version_id": entry.version_id,
                }
                for entry in entries
            ]
        )
        return
    for entry in entries:
        moment = datetime.fromtimestamp(entry.at, UTC).astimezone().isoformat(sep=" ", timespec="seconds")
        took = f"{entry.milliseconds:10,.1f} ms" if entry.milliseconds else " " * 13
        line = f"{moment}  {entry.stage:10} {entry.outcome:8}{took}  {counts_of(entry.details)}"
        console.print(line.rstrip(), markup=False)


@kb.command("pause")
def pause(context: typer.Context, name: BaseName, as_json: AsJson = False) -> None:
    """Let the documents of a base wait. What is live answers, and removals go on.

    Example: `pincite kb pause terms`
    """
    _set_paused(context.obj, name, True, as_json)


@kb.command("resume")
def resume(context: typer.Context, name: BaseName, as_json: AsJson = False) -> None:
    """Go on with the documents of a base that was paused; a running worker or server takes them.

    Example: `pincite kb resume terms`
    """
    _set_paused(context.obj, name, False, as_json)


def _set_paused(options: Options, name: str, paused: bool, as_json: bool) -> None:
    async def work(library: "AsyncLibrary") -> "BaseRecord":
        return await library.set_paused(name, paused)

    record = run_with_library(options, work)
    if as_json:
        print_json({"base": record.name, "paused": record.paused})
    else:
        console.print(options.say("waits" if paused else "goes_on", name=record.name), markup=False)


@webhook.command("add")
def add_webhook(
    context: typer.Context,
    url: Annotated[str, typer.Argument(help="http(s) address to call.")],
    base: Annotated[str | None, typer.Option("--base", "-b", help="Of this base alone.")] = None,
    secret: Annotated[str | None, typer.Option(help="Signs the calls; made if absent.")] = None,
    as_json: AsJson = False,
) -> None:
    """Have an address called when a document is ready, failed or cancelled. Shows the secret once.

    Example: `pincite webhook add https://example.org/hook -b terms`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Webhook":
        return await library.add_webhook(url, base=base, secret=secret)

    made = run_with_library(options, work)
    if as_json:
        print_json({"id": made.id, "url": made.url, "base_id": made.base_id, "secret": made.secret})
    else:
        console.print(options.say("calls", id=made.id, url=made.url), markup=False)
        console.print(options.say("secret", secret=made.secret), markup=False)


@webhook.command("list")
def list_webhooks(context: typer.Context, as_json: AsJson = False) -> None:
    """All webhooks, without their secrets.

    Example: `pincite webhook list`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> "Sequence[Webhook]":
        return await library.webhooks()

    found = run_with_library(options, work)
    if as_json:
        print_json([{"id": one.id, "url": one.url, "base_id": one.base_id} for one in found])
        return
    for one in found:
        console.print(f"{one.id}  {one.url}  {one.base_id or options.say('every_base')}", markup=False)


@webhook.command("remove")
def remove_webhook(
    context: typer.Context,
    webhook_id: Annotated[str, typer.Argument(help="Its id.")],
    as_json: AsJson = False,
) -> None:
    """Remove a webhook with its waiting calls.

    Example: `pincite webhook remove ID`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> None:
        await library.remove_webhook(webhook_id)

    run_with_library(options, work)
    if as_json:
        print_json({"removed": webhook_id})
    else:
        console.print(options.say("removed", names=webhook_id), markup=False)
