"""Windows lose nothing, batches hold one length, the mean weighs by tokens."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pincite.adapters.e5.windows import BATCH_TOKENS, Mean, Window, batches, windows


@given(count=st.integers(0, 2000), size=st.integers(1, 600))
def test_windows_hold_every_piece_once_in_order(count: int, size: int) -> None:
    pieces = list(range(count))
    cut = windows(3, pieces, size)
    assert [piece for window in cut for piece in window.pieces] == pieces
    assert cut
    assert all(len(window.pieces) <= size and window.owner == 3 for window in cut)


@given(lengths=st.lists(st.integers(0, 510), max_size=60), limit=st.integers(1, 32))
def test_batches_hold_every_window_once_without_padding(lengths: list[int], limit: int) -> None:
    items = [Window(owner, (7,) * length) for owner, length in enumerate(lengths)]
    groups = batches(items, limit)
    assert sorted(item.owner for group in groups for item in group) == list(range(len(items)))
    for group in groups:
        assert len({len(item.pieces) for item in group}) == 1
        assert len(group) <= limit
        assert len(group) == 1 or len(group) * (len(group[0].pieces) + 2) <= BATCH_TOKENS


def test_the_mean_weighs_windows_by_their_tokens() -> None:
    mean = Mean(2, 2)
    mean.add((1,), (1,), np.array([[1, 0]], dtype=np.float32))
    mean.add((0, 0), (300, 100), np.array([[0, 1], [4, 0]], dtype=np.float32))
    expected = np.array([[4, 3], [5, 0]], dtype=np.float32) / 5
    np.testing.assert_allclose(mean.vectors(), expected, atol=1e-6)


def test_a_text_of_several_windows_is_their_mean(onnx: object) -> None:
    from pincite.adapters.e5.engines import PASSAGE, OnnxEngine, embed

    assert isinstance(onnx, OnnxEngine)
    text = "회사는 청구서류를 접수한 날부터 3영업일 이내에 보험금을 지급합니다. " * 40
    plan = onnx.plan([text], PASSAGE, 16)
    rows = [
        (weight, row) for batch in plan for weight, row in zip(batch.weights, batch.compute(), strict=True)
    ]
    assert len(rows) > 1
    total = np.sum([weight * row for weight, row in rows], axis=0)
    np.testing.assert_allclose(embed(onnx, [text], PASSAGE, 384)[0], total / np.linalg.norm(total), atol=1e-5)
