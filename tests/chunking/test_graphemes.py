import pytest

from pincite.chunking.graphemes import breaks_at, floor


@pytest.mark.parametrize(
    "cluster",
    ["e\u0301", "👨‍👩‍👧‍👦", "👍🏽", "🇰🇷", "\r\n", "\u1100\u1161\u11a8", "가\u11a8", "각\u11a8", "क्ष", "ก\u0e33", "\u0600a", "\u0600가",
     "🏴\U000e0067\U000e007f", "\ud7b0\ud7cb", "\ua960\uac00"],
)  # fmt: skip
def test_clusters_stay_whole(cluster: str) -> None:
    assert [i for i in range(len(cluster) + 1) if breaks_at(cluster, i)] == [0, len(cluster)]


@pytest.mark.parametrize("pair", ["ab", "가나", "汉字", "\n\u0301", "각가", "가\u1100", "각\u1161", "\u11a8\u1161", "👍👍", "a🇰",
                                  "\u200da", "\u1100\u11a8", "a\u1161"])  # fmt: skip
def test_neighbours_come_apart(pair: str) -> None:
    assert breaks_at(pair, 1)


def test_flags_pair_from_the_start_of_their_run() -> None:
    text = "🇰🇷🇨🇳🇺🇸"
    assert [i for i in range(len(text) + 1) if breaks_at(text, i)] == [0, 2, 4, 6]


def test_floor_goes_back_to_a_boundary_and_not_below() -> None:
    assert floor("ae\u0301\u0302", 3, 0) == 1
    assert floor("e\u0301\u0302", 2, 0) == 0
