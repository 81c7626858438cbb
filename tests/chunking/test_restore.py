import random

import pytest
from hypothesis import given

from pincite.chunking import ChunkingConfig, restore_text, split
from tests.chunking.conftest import texts, thorough
from tests.chunking.test_invariants import configs
from tests.conftest import shared


def _gapless(places: list[tuple[int, int]], length: int) -> bool:
    done = 0
    for start, end in places:
        if start > done:
            return False
        done = end
    return done == length


@pytest.mark.feature("CH-17")
@given(texts, configs)
@thorough
def test_any_text_comes_back_from_its_chunks(text: str, config: ChunkingConfig) -> None:
    chunks = split(text, config)
    restored = restore_text(chunks)
    assert "".join(restored.split()) == "".join(text.split())
    if _gapless([(chunk.start, chunk.end) for chunk in chunks], len(text)):
        assert restored == text


@pytest.mark.feature("CH-17")
def test_the_order_of_the_chunks_does_not_matter() -> None:
    text = shared("documents", "zh_unemployment_insurance.md").read_text(encoding="utf-8")
    chunks = split(text, ChunkingConfig(chunk_size=200, chunk_overlap=40))
    random.Random(2).shuffle(chunks)
    assert restore_text(chunks) == text
    assert restore_text([]) == ""
