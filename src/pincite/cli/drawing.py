"""Chunks drawn in a terminal: their sizes, overlaps and trails, why a tier was rejected, and two ways to cut
side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pincite.cli.comparing import Comparison, Region
from pincite.cli.context import Options
from pincite.core.types import ParsedDocument, TextChunk

if TYPE_CHECKING:
    from pincite.chunking import SplitDiagnostics

_BAR = 16
"""Columns of the bar that shows how full a chunk is."""
_EXCERPT = 34
"""Characters of a chunk that a comparison shows."""


def overlap_of(chunks: Sequence[TextChunk], place: int) -> int:
    """Characters that a chunk shares with the one before it."""
    return max(0, chunks[place - 1].end - chunks[place].start) if place else 0


def print_summary(
    console: Console, options: Options, title: str, count: int, parents: int, why: "SplitDiagnostics"
) -> None:
    """Tier, rejections with their reasons, and sizes."""
    key = "cut_summary_parents" if parents else "cut_summary"
    line = options.say(key, title=title, count=count, parents=parents, tier=why.selected_tier.value)
    console.print(line, style="bold", markup=False)
    tried = options.say(
        "cut_tried",
        tiers=" > ".join(why.tier_chain),
        size=why.chunk_size,
        overlap=why.chunk_overlap,
        sizes=sizes(options, why),
        tongue=why.profile.language,
    )
    console.print(tried, style="dim", markup=False)
    for rejection in why.rejected:
        line = options.say("cut_rejected", tier=rejection.tier.value, reason=rejection.reason)
        console.print(line, style="yellow", markup=False)


def sizes(options: Options, why: "SplitDiagnostics") -> str:
    stats = why.stats
    return options.say(
        "cut_sizes", least=stats.min_chars, most=stats.max_chars, mean=f"{stats.avg_chars:.0f}"
    )


def draw_chunks(
    console: Console, options: Options, document: ParsedDocument, chunks: Sequence[TextChunk], size: int
) -> None:
    """A head line a chunk (number, span, size, bar, page, trail), then its text; what it shares with the
    chunk before stands in ⟦ ⟧."""
    for place, chunk in enumerate(chunks):
        shared = overlap_of(chunks, place)
        length = chunk.end - chunk.start
        pages = document.page_range(chunk.start, chunk.end)
        facts = [
            f"#{chunk.seq} [{chunk.start}:{chunk.end}] {options.say('characters', count=length)}",
            bar(length, size),
            *([options.say("page", page=pages[0])] if pages else []),
            *([options.say("cut_overlap", count=shared)] if shared else []),
            *([options.say("cut_parent", index=chunk.parent_index)] if chunk.parent_index >= 0 else []),
            trail_of(chunk),
        ]
        console.print(" ".join(fact for fact in facts if fact), style="cyan", markup=False)
        if chunk.table_header:
            console.print(Text(chunk.table_header.strip(), style="magenta"))
        body = Text()
        if shared:
            body.append(f"⟦{chunk.content[:shared]}⟧", style="yellow")
        body.append(chunk.content[shared:].rstrip() if shared else chunk.content.strip())
        console.print(body)


def bar(length: int, size: int) -> str:
    """How full a chunk is; longer than ``size`` (one protected span) ends in ``+``."""
    filled = min(_BAR, max(1, round(_BAR * length / max(size, 1))))
    return "▇" * filled + "·" * (_BAR - filled) + ("+" if length > size else "")


def trail_of(chunk: TextChunk) -> str:
    lines = (line.lstrip("# ").strip() for line in chunk.context_header.splitlines())
    return " > ".join(line for line in lines if line)


def draw_comparison(
    console: Console,
    options: Options,
    names: tuple[str, str],
    ways: tuple["SplitDiagnostics", "SplitDiagnostics"],
    counts: tuple[int, int],
    comparison: Comparison,
) -> None:
    """Counts and sizes of both, what would move, then the regions that differ in two columns."""
    table = Table("", *names, box=None)
    table.add_row(options.say("head_tier"), *(way.selected_tier.value for way in ways))
    table.add_row(
        options.say("head_rejected"),
        *("; ".join(f"{one.tier}: {one.reason}" for one in way.rejected) for way in ways),
    )
    table.add_row(options.say("head_chunks"), *map(str, counts))
    table.add_row(options.say("head_sizes"), *(sizes(options, way) for way in ways))
    console.print(table)
    moves = options.say(
        "moves",
        kept=comparison.kept,
        gone=comparison.gone,
        new=comparison.new,
        share=f"{100 * comparison.moved_share:.0f}",
    )
    console.print(moves, style="bold", markup=False)
    same = 0
    rows = Table("", *names, box=None, show_header=True)
    for region in comparison.regions:
        if region.same:
            same += len(region.before)
            continue
        if same:
            rows.add_row("=", options.say("rows_unchanged", count=same), "")
            same = 0
        _add_region(rows, region)
    if same:
        rows.add_row("=", options.say("rows_unchanged", count=same), "")
    console.print(rows)


def _add_region(rows: Table, region: Region) -> None:
    for number in range(max(len(region.before), len(region.after))):
        cells = [_cell(side[number]) if number < len(side) else "" for side in (region.before, region.after)]
        rows.add_row("~", *(Text(cell) for cell in cells))


def _cell(chunk: TextChunk) -> str:
    words = " ".join(chunk.content.split())
    shown = f"{words[:_EXCERPT]}…" if len(words) > _EXCERPT else words
    return f"[{chunk.start}:{chunk.end}] {chunk.end - chunk.start}  {shown}"


def way_json(chunks: Sequence[TextChunk], why: "SplitDiagnostics") -> dict[str, Any]:
    """The facts of one way to cut, for ``--json``."""
    lengths = [chunk.end - chunk.start for chunk in chunks]
    return {
        "selected_tier": why.selected_tier.value,
        "tier_chain": [tier.value for tier in why.tier_chain],
        "rejected": [{"tier": one.tier.value, "reason": one.reason} for one in why.rejected],
        "stats": {
            "count": len(lengths),
            "avg_chars": round(sum(lengths) / len(lengths), 1) if lengths else 0,
            "min_chars": min(lengths, default=0),
            "max_chars": max(lengths, default=0),
        },
    }


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """What would move, for ``--json``."""
    return {
        "kept": comparison.kept,
        "gone": comparison.gone,
        "new": comparison.new,
        "moved_share": round(comparison.moved_share, 4),
        "regions": [
            {
                "start": region.start,
                "end": region.end,
                "before": [[chunk.start, chunk.end] for chunk in region.before],
                "after": [[chunk.start, chunk.end] for chunk in region.after],
            }
            for region in comparison.regions
            if not region.same
        ],
    }
