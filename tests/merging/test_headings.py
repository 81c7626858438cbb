"""Whether a neighbour says itself under which heading it stands."""

import pytest

from pincite.merging.merge import names_its_place
from tests.builders import chunk


@pytest.mark.feature("MG-09")
@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("### 제43조(보험금의 지급)\n지급합니다.", True),
        ("\n## 제2장\n\n제 43조(보험금의 지급) 지급합니다.", True),
        ("지급합니다.\n제43조(보험금의 지급)", False),
        ("## 제2장\n\n", False),
    ],
)
def test_the_first_piece_of_a_clause_names_it(content: str, named: bool) -> None:
    assert names_its_place(chunk("a", content, context_header="### 제43조(보험금의 지급)")) is named


def test_what_stands_under_no_heading_names_none() -> None:
    assert not names_its_place(chunk("a", "text"))
