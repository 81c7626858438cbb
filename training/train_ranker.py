"""Train the bundled ranker from the retrieval sets and write its weights into the package.

    python training/train_ranker.py [--data ../shared/data] [--cache .cache/vectors] [--check]

Deterministic: the same data, encoder and code give the same file. ``--check`` writes nothing and fails when
the file in the package differs.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from pincite.adapters.e5 import open_embedder
from pincite.chunking import ChunkingConfig, split
from pincite.core.settings import load_settings
from pincite.core.types import TextChunk
from pincite.evaluation.material import gather_material
from pincite.evaluation.training import gather_lessons, train
from pincite.evaluation.vectors import remembering

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "src" / "pincite" / "ranking" / "weights" / "ranker.json"
IDENTITY = "pincite-features-3"


def cut(text: str) -> list[TextChunk]:
    """As ingest cuts with the default settings."""
    return list(split(text, ChunkingConfig()))


def progress(what: str, done: int, total: int) -> None:
    if done == total or done % 100 == 0:
        print(f"\r{what}: {done}/{total}   ", end="\n" if done == total else "", flush=True)


async def trained(data: Path, cache: Path) -> str:
    settings = load_settings()
    embedder = await open_embedder(cache)
    try:
        async with remembering(embedder, cache) as encoder:
            materials = await gather_material(data, encoder, cut, settings, progress)
            lessons = await gather_lessons(materials, encoder, settings.retrieval, progress)
    finally:
        await embedder.aclose()
    return train(lessons, IDENTITY).dump()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    default = Path(os.environ.get("PINCITE_EVAL_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("--data", type=Path, default=default)
    parser.add_argument("--cache", type=Path, default=ROOT / ".cache" / "vectors")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = asyncio.run(trained(arguments.data, arguments.cache))
    if arguments.check:
        return int(text != WEIGHTS.read_text(encoding="utf-8"))
    WEIGHTS.parent.mkdir(parents=True, exist_ok=True)
    WEIGHTS.write_text(text, encoding="utf-8")
    print(f"wrote {WEIGHTS.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
