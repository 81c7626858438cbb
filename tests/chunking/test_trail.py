import pytest

from pincite.chunking.trail import merge_trails


@pytest.mark.feature("PC-07")
@pytest.mark.parametrize(
    ("parent", "child", "merged"),
    [
        ("# A", "# A\n## B", "# A\n## B"),
        ("# Top", "", "# Top"),
        ("", "# Top", "# Top"),
        ("", "", ""),
        ("# Top\n## A", "  ## A  \n### A1", "# Top\n## A\n### A1"),
        ("# Top\n## A", "### A1", "# Top\n## A\n### A1"),
        ("## 제4장\n### 제55조", "## 제4장\n### 제60조", "## 제4장\n### 제60조"),
        ("# Top\n## A", "# Other", "# Other"),
        ("Plain", "Other", "Plain\nOther"),
    ],
)
def test_merged_trails_repeat_nothing(parent: str, child: str, merged: str) -> None:
    assert merge_trails(parent, child) == merged
