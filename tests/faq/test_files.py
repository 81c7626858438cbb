import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from pincite.core.errors import (
    CorruptDocument,
    DocumentTooLarge,
    InvalidInput,
    PasswordProtected,
    PinciteError,
    UnsupportedFormat,
)
from pincite.faq import FORMATS, AnswerStrategy, FaqEntry, make_entry, read_file, write_file
from pincite.faq.reading import Table
from pincite.parsing.encoding import decode as decoded


def decode(data: bytes) -> str | None:
    found = decoded(data)
    return None if found is None else found.text


def read(text: str | bytes, name: str = "faq.csv") -> Table:
    return read_file(text if isinstance(text, bytes) else text.encode(), name, decode)


def workbook(*sheets: list[list[object]]) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


KOREAN = "분류,질문(필수),유사 질문,부정질문,답변(필수)\n환불,환불은 언제까지 되나요?,취소 기한##돈 돌려받기,교환은?,7일 이내입니다.\n"
CHINESE = "分类(必填),问题(必填),相似问题(选填-多个用##分隔),反例问题(选填),机器人回答(必填-多个用##分隔),是否全部回复,是否停用\n售后,怎么退款？,退钱##退货,,请在订单页申请。##七天内可退。,FALSE,FALSE\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp949"])
def test_a_korean_table_is_read_in_every_encoding(encoding: str) -> None:
    (row,) = read(KOREAN.encode(encoding)).rows
    assert row.number == 2
    assert row.entry == FaqEntry(
        "환불은 언제까지 되나요?", ("취소 기한", "돈 돌려받기"), ("교환은?",), ("7일 이내입니다.",), ("환불",)
    )


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_a_chinese_table_is_read_with_its_switches(encoding: str) -> None:
    (row,) = read(CHINESE.encode(encoding)).rows
    assert row.entry.similar == ("退钱", "退货")
    assert row.entry.answers == ("请在订单页申请。", "七天内可退。")
    assert (row.entry.strategy, row.entry.enabled, row.entry.tags) == (AnswerStrategy.RANDOM, True, ("售后",))


def test_a_table_may_be_parted_by_tabs_and_have_a_title_above_its_header() -> None:
    table = read("Our FAQ\n\nQuestion\tAnswer 1\tAnswer 2\tOwner\nHow?\tSo.\tOr so.\tKim\n")
    assert [(row.number, row.entry.answers) for row in table.rows] == [(4, ("So.", "Or so."))]
    assert table.ignored == ("Owner",)


def test_every_sheet_with_a_header_is_read_and_numbers_are_texts() -> None:
    head = ["질문", "답변"]
    table = read(workbook([["notes"]], [head, ["몇 개?", 3]], [head, [], ["켜졌나요?", True]]), "faq.xlsx")
    rows = [(row.sheet, row.number, row.entry.answers) for row in table.rows]
    assert rows == [("Sheet1", 2, ("3",)), ("Sheet2", 3, ("true",))]


@pytest.mark.parametrize(
    "text",
    [
        '[{"question": "Q", "answer": "A"}]',
        '{"entries": [{"standard_question": "Q", "answers": ["A"], "id": 7}]}',
        '{"question": "Q", "answers": ["A"]}',
        '\ufeff  [{"질문": "Q", "답변": "A", "유사질문": null}]',
    ],
)
def test_json_comes_in_the_forms_that_people_write(text: str) -> None:
    (row,) = read(text, "faq.json").rows
    assert (row.number, row.entry.standard, row.entry.answers, row.errors) == (1, "Q", ("A",), ())


def reasons(table: Table) -> list[tuple[int, list[str]]]:
    return [(row.number, [note.key for note in row.errors]) for row in table.rows if row.errors]


def test_a_bad_row_is_told_with_its_number_and_the_others_are_read() -> None:
    table = read(
        "question,answer,enabled,strategy\nA,1,maybe,all\nB,2,no,sometimes\nC,3,yes,random\nD,4,yes,all,5\n"
    )
    assert reasons(table) == [(2, ["no_switch"]), (3, ["no_strategy"]), (5, ["many_cells"])]
    assert [row.entry.standard for row in table.rows if not row.errors] == ["C"]


def test_a_bad_entry_of_a_list_is_told_with_its_place() -> None:
    items = [{"question": "A", "answer": "a"}, 3, {"question": ["x", "y"], "answer": {"b": 1}}]
    table = read(json.dumps(items), "faq.json")
    assert reasons(table) == [(2, ["no_object"]), (3, ["one_value", "no_text"])]


def test_a_quote_that_is_never_closed_costs_what_follows_it_and_says_so() -> None:
    table = read('question,answer\nA,1\n"B,2\nC,3\n')
    assert [row.entry.standard for row in table.rows] == ["A"]
    assert table.broken is not None and table.broken.values["row"] == 3


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", InvalidInput),
        (b" \n ", InvalidInput),
        (b"name,price\napple,3\n", InvalidInput),
        (b"question\nA\n", InvalidInput),
        (b'{"price": 1}', InvalidInput),
        (b"[" * 100_000, InvalidInput),
        (b"[1,", InvalidInput),
        (bytes(range(256)) * 8, CorruptDocument),
        (b"PK\x03\x04 no archive", CorruptDocument),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 no workbook", UnsupportedFormat),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), PasswordProtected),
        (workbook([["question", "answer"]])[:-60], CorruptDocument),
    ],
)
def test_a_file_without_an_faq_is_refused_in_one_sentence(data: bytes, error: type[PinciteError]) -> None:
    with pytest.raises(error) as caught:
        read(data)
    assert "\n" not in caught.value.message and len(caught.value.message) < 400


def test_a_workbook_that_unpacks_to_much_is_refused_before_it_is_unpacked() -> None:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/worksheets/sheet1.xml", "w") as part,
    ):
        for _ in range(300):
            part.write(b" " * (1 << 20))
    with pytest.raises(DocumentTooLarge):
        read(out.getvalue(), "bomb.xlsx")


def test_a_sheet_may_claim_any_size() -> None:
    """A reader that takes the memory for it ends the process."""
    honest = workbook([["question", "answer"], ["Q", "A"]])
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(honest)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            part = source.read(name).replace(b"A1:B2", b"A1:XFD1048576").replace(b'r="B2"', b'r="XFD1048576"')
            target.writestr(name, part)
    assert reasons(read(out.getvalue(), "faq.xlsx")) == [(2, ["many_cells"])]


WORDS = st.text(alphabet=st.sampled_from("가나 다#,\"'\n;=+-@|!([]{}\\\t①退款aB_x0041_ "), max_size=12)
ENTRIES = st.builds(
    FaqEntry,
    st.builds("q{}{}".format, st.integers(), WORDS),
    st.lists(st.builds("s{}{}".format, st.integers(), WORDS), max_size=3).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
    st.lists(st.builds("{}{}".format, WORDS, st.integers()), min_size=1, max_size=3).map(tuple),
    st.lists(WORDS, max_size=3).map(tuple),
    st.sampled_from(AnswerStrategy),
    st.booleans(),
)


@pytest.mark.feature("FAQ-14")
@pytest.mark.parametrize("kind", FORMATS)
@given(entry=ENTRIES)
def test_what_is_exported_is_imported_without_loss(kind: str, entry: FaqEntry) -> None:
    try:
        made = make_entry(entry)
    except InvalidInput:
        return
    table = read(write_file([made], kind), f"faq.{kind}")
    assert [row.entry for row in table.rows] == [made]
    assert not table.ignored and not table.rows[0].errors


@pytest.mark.parametrize(
    "answer",
    ["=HYPERLINK(1)", "@SUM(1)", "+cmd|' /C calc'!A0", "'=1", "''=1", "'quoted'", "- a\n- b", "+82-2-123"],
)
def test_no_cell_of_a_table_runs_as_a_formula(answer: str) -> None:
    made = make_entry(FaqEntry("Q", answers=(answer,)))
    written = write_file([made], "csv").decode("utf-8-sig")
    assert not any(cell.startswith(("=", "@", "+c")) for cell in written.replace('"', "").split(","))
    assert read(write_file([made], "csv")).rows[0].entry == made


def test_what_no_cell_can_hold_is_refused_and_not_cut() -> None:
    made = make_entry(FaqEntry("Q", answers=("x" * 20_000, "y" * 20_000)))
    with pytest.raises(InvalidInput, match="characters"):
        write_file([made], "xlsx")
    assert read(write_file([made], "csv")).rows[0].entry == made


def test_a_markdown_heading_in_an_answer_parts_nothing() -> None:
    table = read('question,answer\nQ,"## How\nso\n### Why\nthen##Second"\n')
    assert table.rows[0].entry.answers == ("## How\nso\n### Why\nthen", "Second")
