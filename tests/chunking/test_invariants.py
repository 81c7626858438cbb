"""I1 to I4 of DESIGN.md section 5, for any text and any setting."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.chunking import ChunkingConfig, split, split_with_diagnostics
from pincite.chunking.graphemes import breaks_at
from pincite.chunking.layout import read_layout
from tests.chunking.conftest import texts, thorough

configs = st.builds(
    ChunkingConfig,
    chunk_size=st.integers(1, 600),
    chunk_overlap=st.integers(0, 200),
    strategy=st.sampled_from(("auto", "heading", "heuristic", "recursive", "legacy")),
    separators=st.sampled_from((("\n\n", "\n", "。"), ("\n",), (), (". ", " "), ("。",))),
)


@pytest.mark.feature("CH-16")
@given(texts, configs)
@thorough
def test_content_is_the_slice(text: str, config: ChunkingConfig) -> None:
    chunks = split(text, config)
    assert [chunk.seq for chunk in chunks] == list(range(len(chunks)))
    for chunk in chunks:
        assert chunk.content == text[chunk.start : chunk.end]
        assert chunk.content.strip()


@pytest.mark.feature("CH-02")
@given(texts, configs)
@thorough
def test_everything_is_covered_in_order_and_overlaps_stay_below_the_ceiling(
    text: str, config: ChunkingConfig
) -> None:
    done, before = 0, None
    for chunk in split(text, config):
        assert not text[done : chunk.start].strip()
        assert chunk.end > done
        if before is not None:
            assert chunk.start > before.start
            assert before.end - chunk.start <= min(config.chunk_overlap, config.chunk_size // 2)
        done, before = chunk.end, chunk
    assert not text[done:].strip()


@given(texts, configs)
@thorough
def test_only_one_protected_span_may_pass_the_size(text: str, config: ChunkingConfig) -> None:
    layout = read_layout(text)
    for chunk in split(text, config):
        if len(chunk.content) <= config.chunk_size:
            continue
        start = chunk.start + len(chunk.content) - len(chunk.content.lstrip())
        end = chunk.start + len(chunk.content.rstrip())
        assert end - start <= 7500
        assert any(a <= start and end <= b for a, b in layout.spans), chunk.content


@given(texts, configs)
@thorough
def test_no_cut_tears_a_grapheme_or_a_protected_span(text: str, config: ChunkingConfig) -> None:
    layout = read_layout(text)
    for chunk in split(text, config):
        for place in (chunk.start, chunk.end):
            around = layout.span_around(place)
            assert around is None or around[1] - around[0] > 7500
            if config.chunk_size > 60:  # a cluster longer than the whole budget has to be cut
                assert breaks_at(text, place), text[place - 2 : place + 2]


@pytest.mark.feature("CH-15")
@given(texts, configs)
@thorough
def test_same_text_and_config_give_the_same_chunks(text: str, config: ChunkingConfig) -> None:
    chunks, diagnostics = split_with_diagnostics(text, config)
    assert chunks == split(text, config)
    assert diagnostics.stats.count == len(chunks)
    assert diagnostics.selected_tier in diagnostics.tier_chain
    assert len(diagnostics.rejected) == diagnostics.tier_chain.index(diagnostics.selected_tier)


def restore(text: str, chunks: list[Any], size: int) -> str:
    """Joins chunks without their overlaps. Runs of blanks longer than a chunk are the only gaps."""
    out = ""
    for chunk in chunks:
        gap = text[len(out) : chunk.start]
        assert not gap.strip()
        out += gap
        out += chunk.content[len(out) - chunk.start :]
    return out + text[len(out) :] if not text[len(out) :].strip() else out


@pytest.mark.feature("CH-17")
@given(texts, configs)
@thorough
def test_the_text_can_be_restored(text: str, config: ChunkingConfig) -> None:
    assert restore(text, split(text, config), config.chunk_size) == text


@pytest.mark.feature("CH-17")
def test_an_ordinary_document_is_restored_from_its_chunks_alone() -> None:
    text = (
        "# 약관\n\n"
        + "보험금은 지급됩니다. 회사는 3.14를 곱합니다.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n" * 60
    )
    for size in (64, 100, 512):
        out = ""
        for chunk in split(text, ChunkingConfig(chunk_size=size)):
            out += chunk.content[len(out) - chunk.start :]
        assert out == text
