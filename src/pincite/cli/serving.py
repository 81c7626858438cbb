"""``pincite serve``: the HTTP face."""

from typing import Annotated

import typer
import uvicorn

from pincite.api.app import create_app
from pincite.cli.context import Options, console
from pincite.core.settings import load_settings


def register(app: typer.Typer) -> None:
    app.command()(serve)


def serve(
    context: typer.Context,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
) -> None:
    """Serve the library over HTTP until stopped. The API is described at /docs."""
    options: Options = context.obj
    settings = load_settings(options.library)
    address, number = host or settings.server.host, settings.server.port if port is None else port
    console.print(
        f"pincite serves {settings.data_dir} at http://{address}:{number} (API: /docs)", markup=False
    )
    uvicorn.run(create_app(settings), host=address, port=number, log_level="warning")
