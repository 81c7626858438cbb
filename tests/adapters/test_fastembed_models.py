"""Local models: what their directories must hold, and that another model is another identity."""

import json
import string
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pincite.adapters.fastembed_embeddings import FastembedEmbedder, open_fastembed_embedder
from pincite.adapters.fastembed_rerank import open_fastembed_reranker
from pincite.core.errors import ConfigurationError, RerankFailed
from pincite.core.settings import EmbeddingSettings, RerankerSettings
from pincite.testing.reranker import HITS, QUESTION, hit
from tests.adapters.tiny_models import tiny_cross_encoder, tiny_encoder

KNOWN = string.printable + "연차유급휴가는며칠인가요보험금을지급한다"


def encoder(directory: Path, **settings: Any) -> FastembedEmbedder:
    return open_fastembed_embedder(EmbeddingSettings(provider="fastembed", model=str(directory), **settings))


def configured(directory: Path, file: str, **more: Any) -> None:
    path = directory / file
    path.parent.mkdir(exist_ok=True)
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**known, **more}), encoding="utf-8")


async def test_a_long_text_is_embedded_whole(tmp_path: Path) -> None:
    embedder = encoder(tiny_encoder(tmp_path / "m", KNOWN))
    text = "연차 유급 휴가는 보험금을 지급한다 " * 200
    assert embedder.count_tokens(text) >= 3_000
    whole = (await embedder.embed_passages([text]))[0]
    half = (await embedder.embed_passages([text[: len(text) // 2]]))[0]
    assert float(whole @ half) > 0.99  # the same words, twice as often
    tail = (await embedder.embed_passages([text + "z" * 2_000]))[0]
    assert float(whole @ tail) < 0.95
    await embedder.aclose()


async def test_pooling_is_read_from_the_directory(tmp_path: Path) -> None:
    directory = tiny_encoder(tmp_path / "m", KNOWN)
    configured(
        directory, "1_Pooling/config.json", pooling_mode_cls_token=True, pooling_mode_mean_tokens=False
    )
    by_first = encoder(directory)
    rows = await by_first.embed_passages(["연차", "보험금"])
    np.testing.assert_allclose(rows[0], rows[1], atol=1e-5)  # every text begins with the same token
    by_mean = encoder(directory, pooling="mean")
    assert float((await by_mean.embed_passages(["연차"]))[0] @ (await by_mean.embed_query("보험금"))) < 0.9
    assert by_first.identity != by_mean.identity
    await by_first.aclose()
    await by_mean.aclose()


async def test_another_model_in_the_same_directory_is_another_identity(tmp_path: Path) -> None:
    first = encoder(tiny_encoder(tmp_path / "m", KNOWN, seed=1))
    same = encoder(tmp_path / "m", batch_size=1)
    second = encoder(tiny_encoder(tmp_path / "m", KNOWN, seed=2))
    prefixed = encoder(tmp_path / "m", query_prefix="query: ")
    assert first.identity == same.identity
    assert len({first.identity, second.identity, prefixed.identity}) == 3
    assert float(await first.embed_query("연차") @ await second.embed_query("연차")) < 0.9
    for embedder in (first, same, second, prefixed):
        await embedder.aclose()


@pytest.mark.parametrize("name", ["onnx/model.onnx", "other.onnx"])
async def test_weights_are_found_where_people_keep_them(tmp_path: Path, name: str) -> None:
    directory = tiny_encoder(tmp_path / "m", KNOWN)
    (directory / "onnx").mkdir()
    (directory / "model.onnx").rename(directory / name)
    embedder = encoder(directory)
    assert embedder.dimension == 256
    await embedder.aclose()


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        ("tokenizer.json", "tokenizer.json"),
        ("tokenizer_config.json", "tokenizer_config.json"),
        ("model.onnx", "0 ONNX"),
    ],
)
def test_a_directory_that_lacks_a_file_names_it(tmp_path: Path, missing: str, named: str) -> None:
    directory = tiny_encoder(tmp_path / "m", KNOWN)
    (directory / missing).unlink()
    with pytest.raises(ConfigurationError, match=named):
        encoder(directory)


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_damaged_file_is_a_fault_of_the_settings(tmp_path: Path, file: str) -> None:
    directory = tiny_encoder(tmp_path / "m", KNOWN)
    (directory / file).write_bytes(b"{\x00")
    with pytest.raises(ConfigurationError, match=r"embedding\.model|cannot be used"):
        encoder(directory)


@pytest.mark.parametrize("model", ["", "no/such/directory", __file__])
def test_no_directory_is_a_fault_of_the_settings(model: str) -> None:
    with pytest.raises(ConfigurationError, match=r"embedding\.model"):
        open_fastembed_embedder(EmbeddingSettings(provider="fastembed", model=model))
    with pytest.raises(ConfigurationError, match=r"reranker\.model"):
        open_fastembed_reranker(RerankerSettings(provider="fastembed", model=model))


async def test_logits_of_a_cross_encoder_become_probabilities(tmp_path: Path) -> None:
    directory = tiny_cross_encoder(tmp_path / "m", KNOWN)
    reranker = open_fastembed_reranker(RerankerSettings(provider="fastembed", model=str(directory)))
    scores = await reranker.rerank(QUESTION, HITS)
    assert len(set(scores)) > 1
    assert all(0 < score < 1 for score in scores)
    small = open_fastembed_reranker(
        RerankerSettings(provider="fastembed", model=str(directory), batch_size=1)
    )
    assert await small.rerank(QUESTION, HITS) == pytest.approx(scores, abs=1e-4)
    assert small.identity == reranker.identity


async def test_scores_that_are_told_to_be_probabilities_are_checked(tmp_path: Path) -> None:
    directory = tiny_cross_encoder(tmp_path / "m", KNOWN, seed=3)
    settings = RerankerSettings(provider="fastembed", model=str(directory), scores="probability")
    with pytest.raises(RerankFailed, match="no probabilities"):
        await open_fastembed_reranker(settings).rerank(QUESTION, [hit(text) for text in (*KNOWN, "가나")])


def test_a_classifier_is_no_reranker(tmp_path: Path) -> None:
    directory = tiny_cross_encoder(tmp_path / "m", KNOWN)
    configured(directory, "config.json", id2label={"0": "no", "1": "yes"})
    with pytest.raises(ConfigurationError, match="2 classes"):
        open_fastembed_reranker(RerankerSettings(provider="fastembed", model=str(directory)))
