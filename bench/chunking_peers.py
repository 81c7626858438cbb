"""The splitters that `bench.chunking` compares with, run by a Python of their own (``.cache/bench/peers``).

Line by line on standard input: ``{"peer", "path", "size", "overlap"}``; on standard output ``{"seconds",
"chunks"}``, or ``{"error"}``. ``{"peer": null}`` asks which peers there are. Imports nothing of ours.
"""

import importlib.metadata
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Splitter = Callable[[str], list[Any]]
HEADINGS = [("#" * level, f"h{level}") for level in range(1, 7)]


def langchain_recursive(size: int, overlap: int) -> Splitter:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap).split_text


def langchain_markdown(size: int, overlap: int) -> Splitter:
    """Sections by headings, without a size: what the class does by itself."""
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    return MarkdownHeaderTextSplitter(HEADINGS, strip_headers=False).split_text


def semchunk(size: int, overlap: int) -> Splitter:
    """Characters count as tokens; a new chunker each time, for it remembers texts."""
    import semchunk as package

    chunker = package.chunkerify(len, size, memoize=False)
    return lambda text: chunker(text, overlap=overlap)


def semchunk_plain(size: int, overlap: int) -> Splitter:
    import semchunk as package

    return package.chunkerify(len, size, memoize=False)


def chonkie_recursive(size: int, overlap: int) -> Splitter:
    from chonkie import RecursiveChunker

    return RecursiveChunker(tokenizer="character", chunk_size=size).chunk


PEERS: dict[str, tuple[str, Callable[[int, int], Splitter]]] = {
    "langchain recursive": ("langchain-text-splitters", langchain_recursive),
    "langchain markdown": ("langchain-text-splitters", langchain_markdown),
    "semchunk": ("semchunk", semchunk),
    "semchunk, no overlap": ("semchunk", semchunk_plain),
    "chonkie, no overlap": ("chonkie", chonkie_recursive),
}


def versions() -> dict[str, str]:
    found = {}
    for name, (package, _) in PEERS.items():
        try:
            found[name] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def run(job: dict[str, Any]) -> dict[str, Any]:
    if job["peer"] is None:
        return versions()
    text = Path(job["path"]).read_text(encoding="utf-8")
    split = PEERS[job["peer"]][1](job["size"], job["overlap"])
    began = time.process_time()
    chunks = split(text)
    return {"seconds": time.process_time() - began, "chunks": len(chunks)}


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        try:
            answer = run(job)
        except Exception as error:  # noqa: BLE001 the edge of the process: the bench prints it
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
