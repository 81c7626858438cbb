"""Measure what the vectors of each language have in common, and write it into the package.

    python training/language_means.py [--cache .cache/vectors]

Reads ``training/parallel.jsonl``: texts that say the same in Korean, Chinese and English, written for this.
"""

import argparse
import asyncio
import json
from pathlib import Path

import numpy as np

from pincite.adapters.e5 import E5Embedder, open_embedder
from pincite.adapters.e5.languages import FILE, LANGUAGES, LanguageMeans, dump, means_of
from pincite.core.types import Matrix

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "training" / "parallel.jsonl"
TARGET = ROOT / "src" / "pincite" / "adapters" / "e5" / FILE


async def measured(cache: Path) -> LanguageMeans:
    rows = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    embedder = await open_embedder(cache, means=None)
    try:
        return LanguageMeans(
            queries=means_of({key: await _questions(embedder, rows, key) for key in LANGUAGES}),
            passages=means_of({key: await _passages(embedder, rows, key) for key in LANGUAGES}),
        )
    finally:
        await embedder.aclose()


async def _questions(embedder: E5Embedder, rows: list[dict[str, str]], language: str) -> Matrix:
    asked = [row[language] for row in rows if row["kind"] == "question"]
    return np.stack([await embedder.embed_query(text) for text in asked])


async def _passages(embedder: E5Embedder, rows: list[dict[str, str]], language: str) -> Matrix:
    return await embedder.embed_passages([row[language] for row in rows if row["kind"] == "passage"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cache", type=Path, default=ROOT / ".cache" / "vectors")
    TARGET.write_text(dump(asyncio.run(measured(parser.parse_args().cache))), encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
