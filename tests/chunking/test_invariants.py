"""I1 to I4 of DESIGN.md section 5, for any text and any setting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.chunking import ChunkingConfig, preview, split, split_parent_child, split_with_diagnostics
from pincite.chunking.graphemes import breaks_at
from pincite.chunking.layout import Layout, read_layout
from pincite.chunking.normalize import normalize_line_endings
from pincite.core.types import TextChunk
from tests.chunking.conftest import texts, thorough

configs = st.builds(
    ChunkingConfig,
    chunk_size=st.integers(1, 600),
    chunk_overlap=st.integers(0, 200),
    strategy=st.sampled_from(("auto", "heading", "heuristic", "recursive", "legacy")),
    languages=st.sampled_from(((), ("ko",), ("en", "de"), ("xx",))),
    separators=st.sampled_from((("\n\n", "\n", "。"), ("\n",), (), (". ", " "), ("。",))),
)


Chunks = list[TextChunk]


def check_slices(text: str, chunks: Chunks) -> None:
    """I1, and the numbering."""
    assert [chunk.seq for chunk in chunks] == list(range(len(chunks)))
    for chunk in chunks:
        assert chunk.content == text[chunk.start : chunk.end]
        assert chunk.content.strip()


def check_cover(text: str, chunks: Chunks, overlap: int) -> None:
    """I2: everything in order, overlaps below the ceiling."""
    done, before = 0, None
    for chunk in chunks:
        assert not text[done : chunk.start].strip()
        assert chunk.end > done
        if before is not None:
            assert chunk.start > before.start
            assert before.end - chunk.start <= overlap
        done, before = chunk.end, chunk
    assert not text[done:].strip()


def check_sizes(layout: Layout, chunks: Chunks, size: int) -> None:
    """I3: only one protected span may pass the size."""
    for chunk in chunks:
        if len(chunk.content) <= size:
            continue
        start = chunk.start + len(chunk.content) - len(chunk.content.lstrip())
        end = chunk.start + len(chunk.content.rstrip())
        assert end - start <= 7500
        assert any(a <= start and end <= b for a, b in layout.spans), chunk.content


def check_cuts(layout: Layout, chunks: Chunks, size: int) -> None:
    """No cut tears a grapheme or a protected span."""
    for chunk in chunks:
        for place in (chunk.start, chunk.end):
            around = layout.span_around(place)
            assert around is None or around[1] - around[0] > 7500
            if size > 60:  # a cluster longer than the whole budget has to be cut
                assert breaks_at(layout.text, place), layout.text[place - 2 : place + 2]


def check_table_headers(layout: Layout, chunks: Chunks) -> None:
    """A repeated header is one of the text's, and stands before rows of its own table."""
    for chunk in chunks:
        if chunk.table_header:
            table = layout.table_at(chunk.start)
            assert table is not None and table.header == chunk.table_header


def restore(text: str, chunks: Chunks, size: int) -> str:
    """Joins chunks without their overlaps. Runs of blanks longer than a chunk are the only gaps."""
    out = ""
    for chunk in chunks:
        gap = text[len(out) : chunk.start]
        assert not gap.strip()
        out += gap
        out += chunk.content[len(out) - chunk.start :]
    return out + text[len(out) :] if not text[len(out) :].strip() else out


@pytest.mark.feature("CH-02")
@pytest.mark.feature("CH-16")
@pytest.mark.feature("CH-17")
@pytest.mark.feature("HU-08")
@pytest.mark.feature("HU-11")
@given(texts, configs)
@thorough
def test_the_invariants_hold_for_any_text_and_setting(text: str, config: ChunkingConfig) -> None:
    chunks, layout = split(text, config), read_layout(text).sized(config.chunk_size)
    check_slices(text, chunks)
    check_cover(text, chunks, min(config.chunk_overlap, config.chunk_size // 2))
    check_sizes(layout, chunks, config.chunk_size)
    check_cuts(layout, chunks, config.chunk_size)
    check_table_headers(layout, chunks)
    assert restore(text, chunks, config.chunk_size) == text


@pytest.mark.feature("CH-15")
@pytest.mark.feature("PV-03")
@given(texts, configs)
@thorough
def test_same_text_and_config_give_the_same_chunks_in_preview_and_ingest(
    text: str, config: ChunkingConfig
) -> None:
    text = normalize_line_endings(text)
    chunks, diagnostics = split_with_diagnostics(text, config)
    assert chunks == split(text, config)
    assert diagnostics.stats.count == len(chunks)
    assert diagnostics.selected_tier in diagnostics.tier_chain
    assert len(diagnostics.rejected) == diagnostics.tier_chain.index(diagnostics.selected_tier)
    if text.strip():
        shown = preview(text, config, limit=10**6)
        assert [
            (c.seq, c.start, c.end, c.context_header, c.table_header, c.content) for c in shown.chunks
        ] == [(c.seq, c.start, c.end, c.context_header, c.table_header, c.content) for c in chunks]
        assert (shown.selected_tier, shown.rejected) == (diagnostics.selected_tier, diagnostics.rejected)


@pytest.mark.feature("PC-01")
@pytest.mark.feature("PC-02")
@pytest.mark.feature("PC-03")
@pytest.mark.feature("PC-07")
@given(texts, st.integers(20, 300), st.integers(1, 120), st.integers(0, 60))
@thorough
def test_parents_and_children(text: str, parent_size: int, child_size: int, overlap: int) -> None:
    config = ChunkingConfig(
        chunk_overlap=overlap,
        enable_parent_child=True,
        parent_chunk_size=parent_size,
        child_chunk_size=min(child_size, parent_size),
    )
    layout, found = read_layout(text), split_parent_child(text, config)
    check_slices(text, found.children)
    check_slices(text, found.parents)
    check_sizes(layout.sized(parent_size), found.parents, parent_size)
    check_sizes(layout.sized(config.child_chunk_size), found.children, config.child_chunk_size)
    done = 0
    for child in found.children:
        assert not text[done : child.start].strip()
        done = max(done, child.end)
        if child.parent_index >= 0:
            parent = found.parents[child.parent_index]
            assert parent.start <= child.start and child.end <= parent.end
            assert (child.start, child.end) != (parent.start, parent.end)
    assert not text[done:].strip()


@given(st.text(alphabet="가 a.\r\n\u0301"))
@thorough
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalize_line_endings(text)
    assert "\r" not in once
    assert normalize_line_endings(once) == once


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
