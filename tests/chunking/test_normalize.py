from pincite.chunking.normalize import normalize_line_endings


def test_line_ends() -> None:
    assert normalize_line_endings("first\r\nsecond\rthird\nfourth") == "first\nsecond\nthird\nfourth"
    assert normalize_line_endings("plain\n") == "plain\n"
