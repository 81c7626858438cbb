"""``pincite chunk FILE``: how a file would be cut, without adding it."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.context import Options, console, print_json
from pincite.cli.options import LARGEST, AsJson, Chunking
from pincite.cli.words import settings_of
from pincite.core.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from pincite.chunker import Chunker
    from pincite.chunking import SplitDiagnostics
    from pincite.core.types import ParsedDocument, TextChunk


def register(app: typer.Typer) -> None:
    app.command()(chunk)


def chunk(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to cut.")],
    size: Annotated[int | None, typer.Option(min=1, max=LARGEST, help="Largest chunk in characters.")] = None,
    overlap: Annotated[
        int | None, typer.Option(min=0, max=LARGEST, help="Most that neighbours share.")
    ] = None,
    strategy: Annotated[str | None, typer.Option(help="auto, heading, heuristic or recursive.")] = None,
    config: Chunking = None,
    preset: Annotated[str | None, typer.Option(help="Settings of a scenario, before the others.")] = None,
    diff: Annotated[
        list[str] | None,
        typer.Option(help="Settings, key=value, to compare with: what would move if they changed."),
    ] = None,
    diff_preset: Annotated[str | None, typer.Option(help="A scenario to compare with.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show how a file is cut, and why: size, overlap and clause trail of each chunk. Nothing is stored.

    Example: `pincite chunk terms.pdf --size 800 --diff chunk_size=600`
    """
    from pincite.chunker import preset_overrides
    from pincite.parsing import parse

    options: Options = context.obj
    if not file.is_file():
        raise NotFound(f"There is no file {file}.", hint="Check the path.")
    short = {"chunk_size": size, "chunk_overlap": overlap, "strategy": strategy}
    overrides = {
        **(preset_overrides(preset) if preset else {}),
        **settings_of(config),
        **{name: value for name, value in short.items() if value is not None},
    }
    other = None
    if diff or diff_preset:
        other = {**overrides, **(preset_overrides(diff_preset) if diff_preset else {}), **settings_of(diff)}
    chunker = _chunker(options, overrides, other or {})
    document = parse(_bytes(file), file.name)
    if other is None:
        acting = chunker.config(overrides)
        full = acting.child_chunk_size if acting.enable_parent_child else acting.chunk_size
        _show(options, document, *chunker.explain(document.markdown, overrides), full, as_json)
    else:
        _compare(options, document, chunker, overrides, other, as_json)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{file} cannot be read: {error.strerror}.", hint="Check the rights of the file."
        ) from error


def _chunker(options: Options, *ways: dict[str, Any]) -> "Chunker":
    """Cuts as this library does; the encoder's tokenizer is loaded only where a limit needs it."""
    from pincite.chunker import Chunker
    from pincite.wiring_documents import bundled_token_counter

    settings = options.settings().chunking
    plain = Chunker(settings)
    limited = any(plain.config(overrides).token_limit for overrides in ways)
    return Chunker(settings, bundled_token_counter()) if limited else plain


def _show(
    options: Options,
    document: "ParsedDocument",
    chunks: "list[TextChunk]",
    parents: "list[TextChunk]",
    why: "SplitDiagnostics",
    full: int,
    as_json: bool,
) -> None:
    from pincite.cli.drawing import draw_chunks, print_summary, way_json

    if as_json:
        print_json(
            {
                "title": document.title,
                **way_json(chunks, why),
                "profile": asdict(why.profile),
                "chunks": [_chunk_json(document, chunks, place) for place in range(len(chunks))],
                "parents": [[parent.start, parent.end] for parent in parents],
            }
        )
        return
    print_summary(console, options, document.title, len(chunks), len(parents), why)
    draw_chunks(console, options, document, chunks, full)


def _compare(
    options: Options,
    document: "ParsedDocument",
    chunker: "Chunker",
    overrides: dict[str, Any],
    other: dict[str, Any],
    as_json: bool,
) -> None:
    from pincite.cli.comparing import compare
    from pincite.cli.drawing import comparison_json, draw_comparison, way_json

    before, _, why_before = chunker.explain(document.markdown, overrides)
    after, _, why_after = chunker.explain(document.markdown, other)
    comparison = compare(before, after, len(document.markdown))
    if as_json:
        print_json(
            {
                "title": document.title,
                "before": way_json(before, why_before),
                "after": way_json(after, why_after),
                "diff": comparison_json(comparison),
            }
        )
        return
    changed = " ".join(f"{key}={value}" for key, value in other.items() if overrides.get(key) != value)
    draw_comparison(
        console,
        options,
        (options.say("head_now"), changed or options.say("head_same")),
        (why_before, why_after),
        (len(before), len(after)),
        comparison,
    )


def _chunk_json(document: "ParsedDocument", chunks: "Sequence[TextChunk]", place: int) -> dict[str, Any]:
    from pincite.cli.drawing import overlap_of
    from pincite.text.references import held_clauses

    piece = chunks[place]
    return {
        "seq": piece.seq,
        "start": piece.start,
        "end": piece.end,
        "size_chars": piece.end - piece.start,
        "overlap": overlap_of(chunks, place),
        "page_range": document.page_range(piece.start, piece.end),
        "context_header": piece.context_header,
        "table_header": piece.table_header,
        "parent_index": piece.parent_index,
        "clauses": list(held_clauses(piece.context_header, piece.content)),
        "content": piece.content,
    }
