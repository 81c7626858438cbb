import pytest

from pincite.chunking import ChunkingConfig
from pincite.chunking.config import MAX_INSTRUCTIONS
from pincite.core.errors import InvalidInput
from pincite.core.settings import ChunkingSettings


@pytest.mark.feature("CH-01")
@pytest.mark.feature("CH-14")
def test_defaults_are_those_of_the_settings() -> None:
    config, settings = ChunkingConfig(), ChunkingSettings()
    assert (config.chunk_size, config.chunk_overlap, config.strategy) == (512, 80, "auto")
    assert config.chunk_size == settings.chunk_size
    assert config.chunk_overlap == settings.chunk_overlap


@pytest.mark.feature("CH-02")
def test_overlap_counts_up_to_half_of_the_size() -> None:
    assert ChunkingConfig(chunk_size=100, chunk_overlap=90).effective_overlap == 50
    assert ChunkingConfig(chunk_size=100, chunk_overlap=0).effective_overlap == 0


@pytest.mark.feature("CH-04")
def test_empty_separators_are_left_out_and_lists_become_tuples() -> None:
    assert ChunkingConfig(separators=["\n", "", "。"]).separators == ("\n", "。")  # type: ignore[arg-type]


@pytest.mark.feature("CH-05")
def test_empty_strategy_is_legacy() -> None:
    assert ChunkingConfig(strategy="").strategy == "legacy"


@pytest.mark.parametrize(
    "wrong",
    [{"chunk_size": 0}, {"chunk_overlap": -1}, {"token_limit": -1}, {"strategy": "semantic"}],
)
def test_wrong_values_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput) as error:
        ChunkingConfig(**wrong)  # type: ignore[arg-type]
    assert str(next(iter(wrong.values()))) in error.value.message


@pytest.mark.feature("CH-11")
def test_guidance_for_tables_has_a_limit() -> None:
    with pytest.raises(InvalidInput, match="at most"):
        ChunkingConfig(table_metadata_instructions="가" * (MAX_INSTRUCTIONS + 1))
