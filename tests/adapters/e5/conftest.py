"""The weights, the tokenizer and an engine of each kind, loaded once a session."""

import pytest

from pincite.adapters.e5.convert import ModelStore
from pincite.adapters.e5.engines import NanoEngine, OnnxEngine
from pincite.adapters.e5.tokens import E5Tokenizer
from pincite.adapters.e5.weights import WeightFile, bundled
from tests.adapters.e5.models import model_data_dir


@pytest.fixture(scope="session")
def weights() -> WeightFile:
    return WeightFile(bundled()[0])


@pytest.fixture(scope="session")
def tokenizer(weights: WeightFile) -> E5Tokenizer:
    return E5Tokenizer(weights.vocabulary)


@pytest.fixture(scope="session")
def nano() -> NanoEngine:
    return NanoEngine(threads=0)


@pytest.fixture(scope="session")
def store(weights: WeightFile, tokenizer: E5Tokenizer) -> ModelStore:
    return ModelStore(model_data_dir() / "models", bundled()[1], weights, tokenizer, threads=0)


@pytest.fixture(scope="session")
def onnx(store: ModelStore) -> OnnxEngine:
    return store.open(lambda *_: None)
