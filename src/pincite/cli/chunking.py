"""``pincite chunk FILE``: how a file would be cut, without adding it."""

from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.context import Options, console, print_json
from pincite.core.errors import NotFound

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    app.command()(chunk)


def chunk(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to cut.")],
    size: Annotated[int | None, typer.Option(help="Largest chunk in characters.")] = None,
    overlap: Annotated[int | None, typer.Option(help="Most that neighbours share.")] = None,
    strategy: Annotated[str | None, typer.Option(help="auto, heading, heuristic or recursive.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show how a file is cut: place, size and clause trail of each chunk. Nothing is stored."""
    from pincite.chunking import split_with_diagnostics
    from pincite.core.settings import load_settings
    from pincite.parsing import parse
    from pincite.text.references import held_clauses
    from pincite.wiring import chunking_config

    options: Options = context.obj
    if not file.is_file():
        raise NotFound(f"There is no file {file}.", hint="Check the path.")
    given = {"chunk_size": size, "chunk_overlap": overlap, "strategy": strategy}
    overrides = {name: value for name, value in given.items() if value is not None}
    document = parse(file.read_bytes(), file.name)
    chunks, diagnostics = split_with_diagnostics(
        document.markdown, chunking_config(load_settings(options.library), overrides)
    )
    if as_json:
        print_json(
            {
                "title": document.title,
                "selected_tier": diagnostics.selected_tier,
                "chunks": [
                    {
                        "seq": piece.seq,
                        "start": piece.start,
                        "end": piece.end,
                        "size_chars": piece.end - piece.start,
                        "page_range": document.page_range(piece.start, piece.end),
                        "context_header": piece.context_header,
                        "table_header": piece.table_header,
                        "clauses": list(held_clauses(piece.context_header, piece.content)),
                        "content": piece.content,
                    }
                    for piece in chunks
                ],
            }
        )
        return
    console.print(
        f"{document.title}: {len(chunks)} chunks, tier {diagnostics.selected_tier}",
        style="bold",
        markup=False,
    )
    for piece in chunks:
        trail = " > ".join(line.lstrip("# ") for line in piece.context_header.splitlines())
        pages = document.page_range(piece.start, piece.end)
        place = f"  p. {pages[0]}" if pages else ""
        console.print(
            f"#{piece.seq} [{piece.start}:{piece.end}] {piece.end - piece.start} chars{place}  {trail}",
            style="cyan",
            markup=False,
        )
        console.print(piece.content.strip(), markup=False)
