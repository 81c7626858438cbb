"""Megabytes a second of `pincite.chunking.split` beside other splitters, growth up to 10 MB, share of ingest.

    python -m bench.chunking [--rounds N] [--largest CHARACTERS] [--json] [--profile TEXT]

The peers are no dependencies: they are installed into ``.cache/bench/peers`` when they are missing there, and
run in a process of that environment, in turns with ours on the same texts with the same sizes. All seconds
are of the processor. Issue 3 asks for LangChain's recursive splitter or better on prose (geometric mean), for
a time per character at 10 million characters of at most 1.5 times that at 100,000, and for at most 1 % of
ingest time.
"""

import argparse
import asyncio
import cProfile
import io
import json
import math
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.chunking_texts import HOSTILE, prose, texts

from pincite.adapters.e5 import open_embedder
from pincite.chunking import ChunkingConfig, split
from pincite.core.settings import load_settings

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".cache" / "bench" / "peers"
PACKAGES = ("langchain-text-splitters", "semchunk", "chonkie")

SIZE, OVERLAP = 512, 80
CONFIG = ChunkingConfig(chunk_size=SIZE, chunk_overlap=OVERLAP)
REFERENCE = "langchain recursive"
RATIO_GOAL, GROWTH_GOAL, SHARE_GOAL = 1.0, 1.5, 1.0

SMALL = 100_000
"""Characters from which growth is counted. Below, a text is cut in less than a timer tick."""
HOPELESS = 4.0
"""Growth from which longer texts are no longer tried: they would take hours. Texts of 10,000 characters stay
far below it, though a first call is slow."""
EMBEDDED = 48
"""Chunks of each language that are embedded for the share of ingest: some seconds."""


class Peers:
    """The process of the other splitters; none if they cannot be installed."""

    def __init__(self) -> None:
        self.versions: dict[str, str] = {}
        if _installed():
            script = Path(__file__).with_name("chunking_peers.py")
            self._process = subprocess.Popen(
                [_python(), script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            self.versions = self.ask({"peer": None})

    def ask(self, job: Mapping[str, Any]) -> dict[str, Any]:
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in and pipe_out
        pipe_in.write(json.dumps(job) + "\n")
        pipe_in.flush()
        answer: dict[str, Any] = json.loads(pipe_out.readline())
        return answer

    def close(self) -> None:
        if self.versions:
            self._process.communicate()


def _python() -> Path:
    folder = "Scripts" if sys.platform == "win32" else "bin"
    return PEERS / folder / "python"


def _installed() -> bool:
    """Whether the environment of the peers could be made, or was there already."""
    if not _python().exists():
        venv.create(PEERS, with_pip=True)
    known = subprocess.run(
        [_python(), "-m", "pip", "list", "--format=freeze"], capture_output=True, text=True
    )
    missing = [name for name in PACKAGES if f"\n{name}==" not in f"\n{known.stdout}"]
    if not missing:
        return True
    command = [_python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *missing]
    if subprocess.run(command, capture_output=True).returncode:
        print(f"not installed and not reachable: {', '.join(missing)}", file=sys.stderr)
        return len(missing) < len(PACKAGES)
    return True


def seconds(text: str) -> float:
    """Of processor, as the peers are timed: others use this machine too."""
    began = time.process_time()
    split(text, CONFIG)
    return time.process_time() - began


def speeds(found: Mapping[str, str], peers: Peers, rounds: int) -> dict[str, dict[str, float]]:
    """Megabytes of UTF-8 a processor second by text and splitter: the best of some rounds, all in turns."""
    table: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in found.items():
            path = Path(folder) / "text"
            path.write_text(text, encoding="utf-8")
            size = path.stat().st_size / 1e6
            best: dict[str, float] = {}
            for _ in range(rounds):
                took = {"pincite": seconds(text)}
                for peer in peers.versions:
                    answer = peers.ask({"peer": peer, "path": str(path), "size": SIZE, "overlap": OVERLAP})
                    if "error" in answer:
                        print(f"{peer} on {name}: {answer['error']}", file=sys.stderr)
                    else:
                        took[peer] = answer["seconds"]
                best = {key: max(best.get(key, 0.0), size / value) for key, value in took.items()}
            table[name] = best
    return table


def growth(found: Mapping[str, str], largest: int) -> dict[str, dict[str, float]]:
    """Nanoseconds a character by kind of text and length. What misses the goal is measured once more and the
    better figures count: a busy machine slows one length and not the other."""
    kinds = {name: (lambda length, text=text: prose(text, length)) for name, text in found.items()}
    table: dict[str, dict[str, float]] = {}
    for name, make in {**kinds, **HOSTILE}.items():
        row = _grown(make, largest, {})
        if _ratio(row) > GROWTH_GOAL:
            row = _grown(make, largest, row)
        table[name] = {**{str(length): row[length] for length in row}, "ratio": _ratio(row)}
    return table


def _grown(make: Callable[[int], str], largest: int, before: Mapping[int, float]) -> dict[int, float]:
    row: dict[int, float] = {}
    for length in sorted({SMALL // 10, SMALL, largest // 10, largest}):
        if length > SMALL and max(row.values()) > HOPELESS * row[SMALL]:
            continue
        text = make(length)
        tries = 3 if length < 1_000_000 else 2
        took = min(seconds(text) for _ in range(tries)) / len(text) * 1e9
        row[length] = min(took, before.get(length, took))
    return row


def _ratio(row: Mapping[int, float]) -> float:
    return row[max(row)] / row[SMALL]


async def share(found: Mapping[str, str]) -> float:
    """Percent of chunking and embedding that is chunking, on prose; all else of ingest would lower it."""
    settings = load_settings()
    embedder = await open_embedder(settings.models_dir, threads=settings.embedding.threads)
    cutting = embedding = 0.0
    for text in found.values():
        chunks = split(text, CONFIG)
        step = max(1, len(chunks) // EMBEDDED)
        sample = [chunk.embedding_text() for chunk in chunks[::step]]
        cutting += min(seconds(text) for _ in range(3)) / len(chunks)
        await embedder.embed_passages(sample[:4])
        began = time.process_time()
        await embedder.embed_passages(sample)
        embedding += (time.process_time() - began) / len(sample)
    await embedder.aclose()
    return 100 * cutting / (cutting + embedding)


def geometric_mean(values: Iterable[float]) -> float:
    return math.exp(statistics.fmean(math.log(value) for value in values))


def measure(rounds: int, largest: int) -> dict[str, Any]:
    found = texts()
    spoken = {name: text for name, text in found.items() if name.startswith("prose")}
    peers = Peers()
    result: dict[str, Any] = {"peers": peers.versions, "mb_per_s": speeds(found, peers, rounds)}
    peers.close()
    rows = [result["mb_per_s"][name] for name in spoken]
    result["prose_ratios"] = {
        peer: geometric_mean(row["pincite"] / row[peer] for row in rows)
        for peer in peers.versions
        if all(peer in row for row in rows)
    }
    result["ratio"] = result["prose_ratios"].get(REFERENCE)
    result["ns_per_character"] = growth(spoken, largest)
    result["growth"] = max(row["ratio"] for row in result["ns_per_character"].values())
    result["share_percent"] = asyncio.run(share(spoken))
    return result


def lines(result: Mapping[str, Any]) -> Iterable[str]:
    names = ["pincite", *result["peers"]]
    yield f"{'MB/s':28}" + "".join(f"{name:>22}" for name in names)
    for text, row in result["mb_per_s"].items():
        yield f"{text:28}" + "".join(f"{row[name]:>22.1f}" if name in row else f"{'-':>22}" for name in names)
    means = result["prose_ratios"]
    yield f"{'prose, geometric mean ratio':28}{'':>22}" + "".join(
        f"{means[name]:>22.2f}" if name in means else f"{'-':>22}" for name in names[1:]
    )
    yield ""
    lengths = next(iter(result["ns_per_character"].values()))
    yield f"{'ns a character at length':28}" + "".join(f"{key:>12}" for key in lengths)
    for text, row in result["ns_per_character"].items():
        yield f"{text:28}" + "".join(f"{row[key]:>12.2f}" if key in row else f"{'-':>12}" for key in lengths)
    yield ""
    versions = ", ".join(f"{name} {version}" for name, version in result["peers"].items())
    yield f"peers: {versions or 'none'}"
    ratio = "no figure" if result["ratio"] is None else f"{result['ratio']:.2f}"
    yield f"prose against {REFERENCE}: {ratio} (goal ≥ {RATIO_GOAL:g})"
    yield f"worst growth: {result['growth']:.2f} (goal ≤ {GROWTH_GOAL:g})"
    yield f"share of chunking and embedding: {result['share_percent']:.2f} % (goal ≤ {SHARE_GOAL:g} %)"


def profile(name: str, length: int) -> str:
    """Where the time goes on one text, by function."""
    found = texts()
    text = HOSTILE[name](length) if name in HOSTILE else prose(found[name], length)
    profiler = cProfile.Profile()
    profiler.runcall(split, text, CONFIG)
    out = io.StringIO()
    pstats.Stats(profiler, stream=out).strip_dirs().sort_stats("tottime").print_stats(16)
    return out.getvalue()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--largest", type=int, default=10_000_000, metavar="CHARACTERS")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--profile", metavar="TEXT", help="cProfile of one text (a million characters)")
    given = parser.parse_args(arguments)
    if given.largest < SMALL:
        parser.error(f"--largest must be at least {SMALL}")
    if given.profile and given.profile not in {*texts(), *HOSTILE}:
        parser.error(f"no text {given.profile!r}; there are {', '.join([*texts(), *HOSTILE])}")
    if given.profile:
        print(profile(given.profile, 1_000_000))
        return
    result = measure(given.rounds, given.largest)
    print(json.dumps(result, ensure_ascii=False) if given.json else "\n".join(lines(result)))


if __name__ == "__main__":
    main()
