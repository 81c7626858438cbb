"""Ingest, preview and the command line cut alike."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.chunker import Chunker, config_json, preset_overrides
from pincite.chunking import PRESETS, ChunkingConfig
from pincite.core.errors import InvalidInput
from pincite.core.settings import ChunkingSettings

CHUNKER = Chunker(ChunkingSettings(), lambda text: len(text.split()))
BLOCKS = st.sampled_from(
    [
        "# 제1장 총칙\n",
        "## Scope\n\n",
        "제3조(목적) 이 약관은 보험금의 지급을 정한다. ",
        "第三条 公司应当支付。",
        "The valve opens at 3.14 bar. ",
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n",
        "```python\nx = 1\n```\n",
        "\n\n",
        "\f",
        "👩‍👩‍👧",
        "\r\n",
    ]
)
TEXTS = st.lists(BLOCKS, min_size=1, max_size=40).map("".join).filter(str.strip)
CONFIGS = st.fixed_dictionaries(
    {},
    optional={
        "chunk_size": st.integers(20, 600),
        "chunk_overlap": st.integers(0, 200),
        "strategy": st.sampled_from(["auto", "heading", "heuristic", "recursive", "legacy", ""]),
        "separators": st.lists(st.sampled_from(["\n\n", "\n", "。", " "]), max_size=3),
        "token_limit": st.integers(0, 60),
        "languages": st.lists(st.sampled_from(["ko", "zh", "en"]), max_size=1),
        "enable_parent_child": st.booleans(),
        "parent_chunk_size": st.integers(400, 900),
        "child_chunk_size": st.integers(40, 400),
    },
)


@pytest.mark.feature("CH-15")
@settings(max_examples=150, deadline=None)
@given(text=TEXTS, config=CONFIGS)
def test_the_preview_is_what_ingest_does(text: str, config: dict[str, Any]) -> None:
    stored = CHUNKER.checked(config)
    parsed = text.replace("\r\n", "\n")  # as every parser hands it over
    cut = CHUNKER.cut(parsed, stored)
    shown = CHUNKER.preview(text, config, limit=10_000)
    assert [(c.seq, c.start, c.end, c.content, c.context_header, c.table_header) for c in cut.chunks] == [
        (c.seq, c.start, c.end, c.content, c.context_header, c.table_header) for c in shown.chunks
    ]
    assert cut.tier == shown.selected_tier
    assert CHUNKER.split(parsed, stored) == list(cut.chunks)
    assert all(-1 <= chunk.parent_index < len(cut.parents) for chunk in cut.chunks)


def test_overrides_are_stored_as_json_of_the_right_types() -> None:
    given_ = {"chunk_size": "800", "separators": ["\n"], "enable_parent_child": "true"}
    assert CHUNKER.checked(given_) == {"chunk_size": 800, "separators": ["\n"], "enable_parent_child": True}
    assert CHUNKER.config(given_).chunk_overlap == ChunkingConfig().chunk_overlap


@pytest.mark.parametrize(
    "overrides",
    [
        {"chunk_sizes": 3},
        {"chunk_size": "many"},
        {"chunk_size": None},
        {"chunk_size": 0},
        {"strategy": "clever"},
        {"separators": 3},
        {"token_limit": -1},
    ],
)
def test_what_cannot_be_is_refused(overrides: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        CHUNKER.checked(overrides)


def test_the_settings_of_the_library_are_the_ground() -> None:
    chunker = Chunker(ChunkingSettings(chunk_size=60, chunk_overlap=10, strategy="recursive"))
    text = "The valve opens at 12 bar. " * 20
    assert max(len(chunk.content) for chunk in chunker.split(text, {})) <= 60
    assert max(len(chunk.content) for chunk in chunker.split(text, {"chunk_size": 30})) <= 30


@pytest.mark.feature("CH-20")
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_what_it_sets(name: str) -> None:
    assert CHUNKER.config(preset_overrides(name)) == PRESETS[name].config
    assert CHUNKER.checked(preset_overrides(name)) == preset_overrides(name)
    assert preset_overrides(name).items() <= config_json(PRESETS[name].config).items()


def test_an_unknown_preset_is_said() -> None:
    with pytest.raises(InvalidInput) as refused:
        preset_overrides("fast")
    assert "general" in refused.value.hint
