from hypothesis import given
from hypothesis import strategies as st

from pincite.text.tables import without_table_marks


def test_rows_keep_their_words_and_lose_their_marks() -> None:
    table = "머리말 | 그대로\n\n| 구분 | 금액 |  |\n| :-- | --: | --- |\n|  | 3만원 |  |\n| | | |\n\n끝"
    assert without_table_marks(table) == "머리말 | 그대로\n\n구분, 금액\n3만원\n\n끝"


def test_text_without_tables_is_left_alone() -> None:
    text = "# 제목\n\n- 목록 | 아님\n\n문장.  "
    assert without_table_marks(text) == text


@given(st.lists(st.lists(st.text("가나ab1 ", max_size=4), min_size=1, max_size=4), max_size=5))
def test_no_filled_cell_is_lost(rows: list[list[str]]) -> None:
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    kept = "".join(without_table_marks(table).replace(",", "").split())
    assert kept == "".join("".join(cells) for cells in rows).replace(" ", "")
