"""Workbooks made here, and what a reader finds of them in the Markdown."""

import datetime
import io
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.styles import Protection

from pincite.chunking import ChunkingConfig, split
from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument, OcrNeeded, PasswordProtected
from pincite.core.types import ParsedDocument
from pincite.parsing import ParseLimits, ParseOptions, parse
from tests.conftest import shared
from tests.parsing.office_files import png
from tests.parsing.sheets_files import edited, ods, saved, with_entries, with_shared_strings, workbook

SHEET = "xl/worksheets/sheet1.xml"


def read(book: Workbook | bytes, name: str = "book.xlsx", **options: object) -> ParsedDocument:
    data = book if isinstance(book, bytes) else saved(book)
    return parse(data, name, options=ParseOptions(**options))  # type: ignore[arg-type]


def tables(markdown: str) -> list[list[str]]:
    """The lines of every table."""
    blocks = [block.splitlines() for block in markdown.split("\n\n")]
    return [block for block in blocks if block and block[0].startswith("|")]


def test_a_sheet_is_a_heading_and_a_page() -> None:
    book = workbook(요율=[["나이", "보험료"], [40, 12000]], Empty=[], Notes=[["name", "note"], ["A", "x"]])
    document = read(book, "rates.xlsx")
    assert document.title == "rates"
    assert [page.number for page in document.pages] == [1, 3]
    first, last = (document.markdown[page.start : page.end] for page in document.pages)
    assert first == "## 요율\n\n| 나이 | 보험료 |\n| --- | --- |\n| 40 | 12000 |"
    assert last.startswith("## Notes\n\n| name | note |")
    place = document.markdown.index("12000")
    assert document.page_range(place, place + 5) == (1, 1)


def test_every_table_of_a_sheet_stands_by_itself() -> None:
    name = "en_xlsx_multi_tables.xlsx"
    document = parse(shared("documents", name).read_bytes(), name)
    found = tables(document.markdown)
    assert [table[0] for table in found] == [
        "| first | second | third |",
        "| col-1 | col-2 | col-3 | col-4 |",
        "| col-1 | col-2 | col-3 |",
        "| col-1 | col-2 | col-3 |",
        "| first | header / second | header / third |",
        "| first (f) | header (f) / second | header (f) / third |",
        "| header |",
    ]
    assert "| 5 | 1 | -3 |" in found[0]
    assert len(document.pages) == 4
    assert document.warnings == ("Hidden sheets were read too: Sheet4.",)


def test_values_read_as_a_person_reads_them() -> None:
    day = datetime.datetime(2024, 3, 1)
    book = workbook(S=[
        ["kind", "value"], ["whole", 3.0], ["noise", 0.1 + 0.2], ["share", 0.025], ["amount", 1200000],
        ["day", day], ["moment", day.replace(hour=9, minute=30)], ["clock", datetime.time(18, 0)],
        ["truth", True], ["phone", 1012345678], ["price", 12.5], ["third", 1 / 3], ["long", 12345678901],
    ])  # fmt: skip
    sheet = book["S"]
    sheet["B4"].number_format, sheet["B5"].number_format = "0.0%", '#,##0"원"'
    sheet["B10"].number_format, sheet["B11"].number_format = "000-0000-0000", "[$$-409]#,##0.00"
    sheet["B12"].number_format = "0%"
    text = read(book).markdown
    for row in (
        "whole | 3", "noise | 0.3", "share | 2.5%", "amount | 1,200,000원", "day | 2024-03-01",
        "moment | 2024-03-01 09:30", "clock | 18:00", "truth | TRUE", "phone | 010-1234-5678", "price | $12.50",
        "third | 33%", "long | 12345678901",
    ):  # fmt: skip
        assert f"| {row} |" in text


def test_joined_names_become_one_row_of_names_and_joined_cells_are_filled() -> None:
    book = workbook(S=[
        ["2024 premium table"], ["unit: won", None, None, "as of", "2024-01-01"],
        ["Group", "Basic", "Surgery", None, "Remark"], [None, None, "Class 1", "Class 2", None],
        ["Men", 1, 2, 3, "a"], [None, 4, 5, 6, "b"],
    ])  # fmt: skip
    sheet = book["S"]
    for merged in ("A1:E1", "A3:A4", "B3:B4", "C3:D3", "E3:E4", "A5:A6"):
        sheet.merge_cells(merged)
    text = read(book).markdown
    assert "## S\n\n2024 premium table\n\nunit: won · as of · 2024-01-01\n\n| Group" in text
    (table,) = tables(text)
    assert table == [
        "| Group | Basic | Surgery / Class 1 | Surgery / Class 2 | Remark |",
        "| --- | --- | --- | --- | --- |",
        "| Men | 1 | 2 | 3 | a |",
        "| Men | 4 | 5 | 6 | b |",
    ]


@pytest.mark.feature("CH-10")
def test_the_first_row_names_the_columns_where_that_is_set() -> None:
    book = workbook(S=[[1, 2], [3, 4], [], [5, 6]])
    assert tables(read(book).markdown)[0][0] == "| A | B |"
    assert tables(read(book, first_row_as_header=True).markdown) == [
        ["| 1 | 2 |", "| --- | --- |", "| 3 | 4 |", "| 5 | 6 |"]
    ]
    only = ParseOptions(headed_types=frozenset({"xlsx"}))
    assert tables(parse(saved(book), "A.XLSX", options=only).markdown)[0][0] == "| 1 | 2 |"
    assert tables(parse(saved(book), "a.xlsm", options=only).markdown)[0][0] == "| A | B |"


def test_years_and_months_name_columns_too() -> None:
    text = read(
        workbook(S=[["item", 2022, 2023], ["sales", 1, 2], ["costs", 3, 4], [], ["tax", 5, 6]])
    ).markdown
    assert tables(text) == [
        [
            "| item | 2022 | 2023 |",
            "| --- | --- | --- |",
            "| sales | 1 | 2 |",
            "| costs | 3 | 4 |",
            "| tax | 5 | 6 |",
        ]
    ]


def test_pipes_and_line_breaks_stay_in_their_cell() -> None:
    text = read(workbook(S=[["name", "text"], ["a|b", "one\ntwo"], ["# no heading", "- no item"]])).markdown
    assert "| a\\|b | one two |" in text
    assert "| # no heading | - no item |" in text
    assert "\n\\# no heading" in read(workbook(S=[["# no heading"], [None], [None], ["x"]])).markdown


def test_a_wide_table_is_told_record_by_record() -> None:
    names: list[object] = [f"a rather long column name {n}" for n in range(40)]
    rows: list[list[object]] = [[f"value {row}-{n}" for n in range(40)] for row in range(30)]
    text = read(workbook(S=[names, *rows])).markdown
    assert "### 7. value 6-0" in text
    assert "- a rather long column name 39: value 29-39" in text
    for chunk in split(text, ChunkingConfig()):
        if "value 12-20" in chunk.content:
            assert "a rather long column name 20: value 12-20" in chunk.content
            assert "13. value 12-0" in chunk.context_header + chunk.content


@pytest.mark.feature("TB-02")
def test_every_chunk_of_a_long_sheet_names_its_columns() -> None:
    rows: list[list[object]] = [["policy", "insured", "premium"]]
    rows += [[f"P-{n:04}", f"person {n}", n * 100] for n in range(1000)]
    text = read(workbook(Contracts=rows)).markdown
    chunks = split(text, ChunkingConfig(chunk_size=512))
    assert len(chunks) > 20
    for chunk in chunks:
        assert "| policy | insured | premium |" in chunk.table_header + chunk.content
        assert chunk.content == text[chunk.start : chunk.end]
    assert sum(chunk.content.count("| P-0777 | person 777 | 77700 |") for chunk in chunks) >= 1


def test_formulas_show_their_value_or_are_said() -> None:
    book = workbook(S=[["item", "sum"], ["a", 1], ["b", "=SUM(B2:B2)"]])
    data = saved(book)
    document = read(data)
    assert "| b | =SUM(B2:B2) |" in document.markdown
    assert document.warnings[0].startswith("1 formula(s) were saved without their value")
    valued = edited(data, SHEET, lambda raw: raw.replace(b"</f><v></v>", b"</f><v>1</v>"))
    assert read(valued).warnings == ()
    assert "| b | 1 |" in read(valued).markdown


def test_remarks_on_cells_are_kept() -> None:
    book = workbook(S=[["item", "price"], ["a", 1]])
    book["S"]["B2"].comment = Comment("before discount", "someone")
    assert "- B2: before discount" in read(book).markdown


def test_labels_with_what_they_say_are_no_names() -> None:
    text = read(workbook(S=[["Name", "Hong"], ["Age", 30], ["City", "Seoul"]])).markdown
    assert "| Name | Hong |" in text
    assert text.index("| A | B |") < text.index("| Name | Hong |")


def test_a_workbook_without_a_value_is_empty() -> None:
    with pytest.raises(EmptyDocument):
        read(Workbook())
    book = Workbook()
    book.worksheets[0]["A1"] = '=_xlfn.DISPIMG("ID_1",1)'
    with pytest.raises(EmptyDocument):
        read(book)


def test_more_cells_or_sheets_than_allowed_are_refused_with_the_number() -> None:
    book = workbook(S=[[n, n] for n in range(60)], T=[[n, n] for n in range(60)])
    with pytest.raises(DocumentTooLarge, match="more than 200 filled cells"):
        read(book, limits=ParseLimits(cells=200))
    with pytest.raises(DocumentTooLarge, match="2 sheets, more than the limit of 1"):
        read(book, limits=ParseLimits(pages=1))
    assert read(book, limits=ParseLimits(cells=240)).markdown


def test_two_values_at_the_ends_of_a_sheet_do_not_fill_the_memory() -> None:
    book = workbook(S=[["x"]])
    book["S"]["XFD1048576"] = "y"
    with pytest.raises(DocumentTooLarge, match="1048576 rows × 16384 columns"):
        read(book)


def test_one_text_in_many_cells_is_counted_as_often_as_it_is_shown() -> None:
    row = '<row r="{0}"><c r="A{0}" t="s"><v>0</v></c><c r="B{0}"><v>1</v></c></row>'
    data = with_shared_strings(
        "".join(row.format(n) for n in range(1, 5000)), f"<si><t>{'x' * 30_000}</t></si>"
    )
    assert len(data) < 50_000
    with pytest.raises(DocumentTooLarge, match="characters, more than the limit of 1000000"):
        read(data, limits=ParseLimits(characters=1_000_000))


def test_cells_joined_over_the_whole_sheet_do_no_harm() -> None:
    joined = b'</sheetData><mergeCells count="2"><mergeCell ref="A1:XFD1048576"/><mergeCell ref="A1:Z9"/></mergeCells>'
    data = edited(
        saved(workbook(S=[["title", None], [1, 2]])), SHEET, lambda raw: raw.replace(b"</sheetData>", joined)
    )
    text = read(data).markdown
    assert "title" in text
    assert "1" in text.replace("title", "")


def test_entities_of_a_part_are_not_expanded() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    data = with_shared_strings('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', "<si><t>safe</t></si>")
    assert "safe" in read(data).markdown
    for part in ("xl/workbook.xml", "xl/sharedStrings.xml", SHEET):
        hostile = edited(data, part, lambda raw: bomb + raw.replace(b">safe<", b">&b;<"))
        try:
            text = read(hostile).markdown
        except CorruptDocument:
            continue
        assert "aaaa" not in text


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9, 0.99])
def test_a_cut_workbook_is_said_to_be_damaged(kept: float) -> None:
    data = saved(workbook(S=[[f"value {n}", n] for n in range(500)]))
    with pytest.raises(CorruptDocument, match=r"cut off|damaged"):
        read(data[: int(len(data) * kept)])


@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "xl/sharedStrings.xml"])
def test_a_workbook_with_a_broken_part_is_damaged(part: str) -> None:
    row = '<row r="{0}"><c r="A{0}" t="s"><v>{1}</v></c></row>'
    data = with_shared_strings(
        "".join(row.format(n + 1, n) for n in range(9)), "".join(f"<si><t>v{n}</t></si>" for n in range(9))
    )
    assert "v8" in read(data).markdown
    for kept in (0.3, 0.6, 0.95):
        with pytest.raises(CorruptDocument, match="damaged"):
            read(edited(data, part, lambda raw, kept=kept: raw[: int(len(raw) * kept)]))  # type: ignore[misc]


def test_an_archive_named_xlsx_without_a_workbook_is_said_not_to_be_one() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/readme.txt", "nothing")
    with pytest.raises(CorruptDocument, match="damaged"):
        read(out.getvalue())


def test_a_protected_sheet_is_read_and_an_encrypted_one_is_not() -> None:
    book = workbook(S=[["name", "value"], ["a", 1]])
    book["S"].protection.sheet = True
    book["S"]["A1"].protection = Protection(locked=True)
    assert "| a | 1 |" in read(book).markdown
    sealed = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(PasswordProtected):
        parse(sealed, "book.xlsx")


def test_an_opendocument_spreadsheet_is_read() -> None:
    document = parse(ods([["이름", "값"], ["가", 1.5], ["나", 2.0]]), "book.ods")
    assert document.media_type == "application/vnd.oasis.opendocument.spreadsheet"
    assert document.markdown == "## Sheet1\n\n| 이름 | 값 |\n| --- | --- |\n| 가 | 1.5 |\n| 나 | 2 |"


def test_what_sites_call_xls_is_read_as_what_it_is(tmp_path: Path) -> None:
    page = "<table><tr><td>name</td><td>price</td></tr><tr><td>apple</td><td>100</td></tr></table>"
    assert "apple" in parse(page.encode(), "export.xls").markdown
    table = parse("name\tprice\napple\t100\n".encode("utf-16"), "export.xls")
    assert "| apple | 100 |" in table.markdown
    assert "does not match" in table.warnings[0]


def test_a_workbook_under_another_name_is_read() -> None:
    data = saved(workbook(S=[["name", "value"], ["a", 1]]))
    for name in ("book.csv", "book.xls", "book", "book.docx"):
        assert "| a | 1 |" in parse(data, name).markdown


def test_many_small_lists_are_read_in_time() -> None:
    rows: list[list[object]] = []
    for n in range(4000):
        rows += [[f"item {n}", n], []]
    text = read(workbook(S=rows)).markdown
    assert "item 3999" in text


@pytest.mark.feature("IM-04")
def test_pictures_and_text_boxes_follow_the_tables_of_their_sheet_with_their_cell() -> None:
    book = workbook(Fees=[["Plan", "Fee"], ["A", 3]], Map=[])
    for sheet, cell, shade in (("Fees", "D2", 0), ("Fees", "A9", 9), ("Map", "B3", 0)):
        book[sheet].add_image(Image(io.BytesIO(png(40, 30, shade))), cell)
    box = (
        b'<xdr:oneCellAnchor xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
        b'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:from><xdr:col>1</xdr:col>'
        b"<xdr:row>4</xdr:row></xdr:from><xdr:sp><xdr:txBody><a:p><a:r><a:t>Without tax</a:t></a:r></a:p>"
        b"</xdr:txBody></xdr:sp></xdr:oneCellAnchor></wsDr>"
    )
    data = edited(saved(book), "xl/drawings/drawing1.xml", lambda xml: xml.replace(b"</wsDr>", box))
    parsed = read(data)
    assert parsed.markdown == (
        "## Fees\n\n| Plan | Fee |\n| --- | --- |\n| A | 3 |\n\n- D2: ![Picture](image-0001.png)\n- B5: Without tax\n"
        "- A9: ![Picture](image-0002.png)\n\n## Map\n\n- B3: ![Picture](image-0001.png)"
    )
    assert [image.data for image in parsed.images] == [png(40, 30, 0), png(40, 30, 9)]
    assert [page.number for page in parsed.pages] == [1, 2]


def test_pictures_in_cells_come_last_and_those_that_cannot_be_kept_are_named_by_their_place() -> None:
    book = workbook(Fees=[["Plan", "Fee"], ["A", 3]])
    book["Fees"].add_image(Image(io.BytesIO(png(300, 200))), "D2")
    data = with_entries(saved(book), {"xl/media/image7.png": png(), "xl/media/image8.emf": bytes(60)})
    parsed = read(data, limits=ParseLimits(pixels=50_000))
    assert parsed.markdown.endswith("- D2: (Picture)\n\n![](image-0001.png)")
    assert parsed.warnings == (
        "1 picture(s) have more pixels than the limit and were not kept: D2.",
        "1 picture(s) are of a kind that is not read and were not kept: image8.emf.",
    )


def test_a_workbook_of_pictures_alone_needs_ocr() -> None:
    book = workbook(Map=[])
    book["Map"].add_image(Image(io.BytesIO(png())), "B3")
    data = edited(saved(book), "xl/drawings/drawing1.xml", lambda xml: xml.replace(b'descr="Picture"', b""))
    with pytest.raises(OcrNeeded):
        read(data)
    assert read(data, ocr=lambda picture: "").markdown == "## Map\n\n- B3: ![](image-0001.png)"
