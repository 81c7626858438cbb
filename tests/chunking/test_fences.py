import pytest

from pincite.chunking.fences import covers, find_fences


@pytest.mark.feature("RC-01")
@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("a\n```py\nx\n```\nb", ["```py\nx\n```\n"]),
        ("~~~\n```\n~~~~\nb", ["~~~\n```\n~~~~\n"]),
        ("````\n```\n````", ["````\n```\n````"]),
        ("- item\n    ```\n    x\n    ```\n", ["    ```\n    x\n    ```\n"]),
        ("a\n```\nnever closed\n\nb", ["```\nnever closed\n\nb"]),
        ("```inline``` code\n```\nx\n```\n", ["```\nx\n```\n"]),
        ("```\n``` not closed by info\n```\n", ["```\n``` not closed by info\n```\n"]),
        ("no code", []),
    ],
)
def test_blocks(text: str, blocks: list[str]) -> None:
    assert [text[a:b] for a, b in find_fences(text)] == blocks


def test_covers() -> None:
    assert [covers([(2, 4), (6, 7)], i) for i in range(8)] == [
        False,
        False,
        True,
        True,
        False,
        False,
        True,
        False,
    ]
    assert not covers([], 0)
