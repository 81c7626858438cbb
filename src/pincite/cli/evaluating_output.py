"""What every measurement does with its result: compare it, write the page, print it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from pincite.cli.context import Options, console, errors, print_json
from pincite.core.errors import InvalidInput

Compare = Annotated[
    Path | None,
    typer.Option("--compare", help="An earlier result (--json > FILE): differences, intervals and p-values."),
]
Page = Annotated[
    Path | None, typer.Option("--report", help="Write an HTML page with plots and the failures to read.")
]
Result = dict[str, Any]
PAGES = (".html", ".htm")
PICTURES = (".svg",)
WIDE = 130
"""Columns from which tables show intervals."""
Render = Callable[[Mapping[str, Any], Mapping[str, object], str], str]


@dataclass(frozen=True, slots=True)
class Output:
    """The options of one run. ``report`` and ``compare`` are checked before the work that takes minutes."""

    options: Options
    as_json: bool
    report: Path | None = None
    compare: Path | None = None
    against: Sequence[str] | None = None
    kinds: Sequence[str] = PAGES
    """Endings that the name of the report may have."""

    def __post_init__(self) -> None:
        if self.compare is not None and self.against:
            raise InvalidInput("Give either --compare or --against.", hint="Each names the other side.")
        check_page(self.report, self.kinds)
        self.earlier()

    def earlier(self) -> Result | None:
        """The result to compare with. Raises InvalidInput when the file is none."""
        if self.compare is None:
            return None
        try:
            found = json.loads(self.compare.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            said = error.strerror if isinstance(error, OSError) else "it is no JSON"
            raise InvalidInput(
                f"{self.compare} cannot be compared with: {said}.",
                hint="Keep a result with `pincite eval … --json > before.json`.",
            ) from error
        if not isinstance(found, dict):
            raise InvalidInput(f"{self.compare} is no result of `pincite eval`.")
        return found

    def progress(self, what: str, done: int, total: int) -> None:
        """On one line of a terminal."""
        if not self.as_json and errors.is_terminal:
            errors.print(f"\r{what} {done}/{total}   ", end="" if done < total else "\n", markup=False)

    def finish(
        self,
        result: Result,
        made_with: Mapping[str, object],
        render: Render,
        show: Callable[[Result], None],
    ) -> None:
        """Print ``result``, compared where that was asked for, and write its page."""
        from pincite.evaluation.comparing import compare

        earlier = self.earlier()
        if earlier is not None:
            result["comparison"] = compare(earlier, result)
        result["made_with"] = dict(made_with)
        write_page(self.report, lambda: render(result, made_with, self.options.spoken))
        if self.as_json:
            print_json(result)
            return
        show(result)
        if result.get("comparison"):
            _print_comparison(result["comparison"]["mean"])
        if self.report is not None:
            console.print(str(self.report), style="dim", markup=False)


def check_page(path: Path | None, kinds: Sequence[str] = PAGES) -> None:
    """Raises InvalidInput where no page can be written, and for a name that says something else: nobody wants
    a page in place of their questions."""
    if path is not None and path.suffix.lower() not in kinds:
        raise InvalidInput(f"{path} is no name of a page.", hint=f"Let it end with {' or '.join(kinds)}.")
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise InvalidInput(
            f"No page can be written to {path}.", hint="Name a file in a folder that is there."
        )


def write_page(path: Path | None, render: Callable[[], str]) -> None:
    if path is None:
        return
    try:
        path.write_text(render(), encoding="utf-8", errors="replace")
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be written: {error.strerror}.", hint="Name another file."
        ) from error


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def with_interval(share: float, interval: Sequence[float]) -> str:
    """``93.2 (91.0-95.1)``; the share alone where the terminal has no room."""
    if console.width < WIDE:
        return percent(share)
    return f"{percent(share)} ({percent(interval[0])}-{percent(interval[1])})"


def _print_comparison(rows: Mapping[str, Mapping[str, Any]]) -> None:
    from rich.table import Table

    table = Table("compared", "first", "second", "difference", "95 % interval", "p", "pairs", box=None)
    for name, row in rows.items():
        low, high = row["interval"]
        table.add_row(
            name,
            percent(row["first"]),
            percent(row["second"]),
            f"{100 * row['difference']:+.1f}",
            f"{100 * low:+.1f} to {100 * high:+.1f}",
            f"{row['p_value']:.4f}",
            str(row["pairs"]),
        )
    console.print(table)
