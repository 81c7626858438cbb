import pytest

from pincite.chunking.fences import covers, find_fences
from pincite.chunking.layout import read_layout


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
        ("    ```\n    indented\n\n# G\n", []),
        ("text\n\n\t~~~\n\tshown\n\n# G\n\n```py\nx\n```\n", ["```py\nx\n```\n"]),
        ("Write\n\n    ```py\n    x = 1\n    ```\n\n# G\n", ["    ```py\n    x = 1\n    ```\n"]),
        ("    ```\n    a\n", []),
        ("text\n  deeper\n    ```\n    a\n# G\n```\nx\n```", ["```\nx\n```"]),
        ("1. step\n\n   ```sh\n   x\n\n2. step\n\n# G\n", ["   ```sh\n   x\n\n"]),
        (
            "- a\n  - b\n      ```\n      x\n\n      y\n      ```\n# G",
            ["      ```\n      x\n\n      y\n      ```\n"],
        ),
        ("- a\n  ```\n  open\n\n# G\n\n```py\nx\n```\n", ["  ```\n  open\n\n", "```py\nx\n```\n"]),
        ("- a\n  ```\ncode at the edge\n  ```\n# G", ["  ```\ncode at the edge\n  ```\n"]),
        ("- a\n  ```\ncode at the edge\n```\n# G", ["  ```\ncode at the edge\n```\n"]),
        ("- a\n  ````\n  ```\n  x\n  ```\n  ````\n# G", ["  ````\n  ```\n  x\n  ```\n  ````\n"]),
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


@pytest.mark.parametrize(
    "text",
    ["Write a fence so:\n\n    ```\n    code\n\n# Next\n\nIts text.\n", "- item\n\n  ```\n  code\n\n# Next\n\nIts text.\n",
     "So:\n\n    ```\n    code\n\n# Next\n\n```py\nx\n```\n"],
)  # fmt: skip
def test_a_fence_that_is_only_shown_hides_no_heading(text: str) -> None:
    assert [heading.trail for heading in read_layout(text).outline.headings] == ["# Next"]


def test_many_fences_are_read_in_one_pass() -> None:
    for line in ("    ~~~ x\n", "- a\n  ``` x\n", "- a\n\n  ~~~\n  ``` x\n", "  ``` x\n"):
        assert len(find_fences(line * 4000)) <= 8000
