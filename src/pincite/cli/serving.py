"""``pincite serve``: the HTTP face."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.context import Options, errors, print_json, run_with_library
from pincite.cli.options import AsJson

if TYPE_CHECKING:
    from pincite.library import AsyncLibrary


def register(app: typer.Typer) -> None:
    app.command()(serve)


def serve(
    context: typer.Context,
    host: Annotated[str | None, typer.Option(help="Address to listen on; else server.host.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port, 0 for a free one; else server.port.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Serve the library over HTTP until stopped. The API is described at /docs.

    Example: `pincite serve --port 8321`
    """
    options: Options = context.obj

    async def work(library: "AsyncLibrary") -> None:
        from pincite.api.server import serve as serve_library

        settings = library.settings

        def ready(address: str) -> None:
            if as_json:
                print_json({"library": str(settings.data_dir), "address": address})
                sys.stdout.flush()
                return
            line = options.say("serves", place=settings.data_dir, address=address)
            errors.print(line, markup=False)

        await serve_library(
            library,
            host or settings.server.host,
            settings.server.port if port is None else port,
            ready=ready,
        )

    run_with_library(options, work)
