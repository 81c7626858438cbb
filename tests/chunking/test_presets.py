import pytest

from pincite.chunking import PRESETS, ChunkingConfig, preview


@pytest.mark.feature("CH-20")
def test_the_scenarios_of_the_reference() -> None:
    sizes = {
        name: (p.config.strategy, p.config.chunk_size, p.config.chunk_overlap) for name, p in PRESETS.items()
    }
    assert next(iter(PRESETS)) == "general"
    assert PRESETS["general"].config == ChunkingConfig()
    assert sizes["general"] == ("auto", 512, 80)
    assert 512 <= sizes["manual"][1] <= 1024
    assert (
        sizes["scan"][0] == "auto" and 80 <= sizes["scan"][2] <= 150 and "languages" in PRESETS["scan"].hints
    )
    assert 1000 <= sizes["prose"][1] <= 2000 and 150 <= sizes["prose"][2] <= 200
    assert PRESETS["precise"].config.enable_parent_child
    assert sizes["records"][2] == 0
    assert PRESETS["token_limit"].config.token_limit > 0
    assert sizes["legacy"] == ("legacy", 512, 64)


@pytest.mark.feature("CH-20")
@pytest.mark.parametrize("name", list(PRESETS))
def test_each_preset_works_and_says_when_to_take_it(name: str) -> None:
    preset = PRESETS[name]
    assert preset.name == name
    for language in ("ko", "en", "zh"):
        assert preset.title(language)
        assert "\n" not in preset.advice(language)
    assert preview("보험금을 지급합니다. " * 400, preset.config).chunks
