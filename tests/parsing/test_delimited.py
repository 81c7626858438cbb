"""CSV and TSV files as people export them."""

import tracemalloc

import pytest

from pincite.core.errors import DocumentTooLarge, EmptyDocument
from pincite.parsing import ParseLimits, ParseOptions, parse
from pincite.parsing.delimited import find_separator

KOREAN = '이름,나이,주소\n홍길동,30,"서울시, 강남구"\n김철수,41,"부산시\n해운대구"\n'
CHINESE = "姓名,年龄,地址\n张三,30,北京市\n李四,31,上海市\n"
TABLE = "| 이름 | 나이 | 주소 |\n| --- | --- | --- |\n| 홍길동 | 30 | 서울시, 강남구 |\n| 김철수 | 41 | 부산시 해운대구 |"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949", "utf-16", "utf-16-le"])
def test_korean_files_are_read_in_every_usual_encoding(encoding: str) -> None:
    document = parse(KOREAN.encode(encoding), "list.csv")
    assert document.markdown == TABLE
    assert document.metadata["encoding"] in (encoding, "utf-8")
    assert document.title == "list"


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_chinese_files_are_read_in_every_usual_encoding(encoding: str) -> None:
    assert "| 张三 | 30 | 北京市 |" in parse(CHINESE.encode(encoding), "list.csv").markdown


def test_letters_that_come_late_tell_the_encoding_too() -> None:
    rows = "".join(f"{n},{n * 7}\n" for n in range(20_000))
    data = ("id,value\n" + rows).encode() + "합계,끝\n".encode("cp949")
    document = parse(data, "long.csv")
    assert document.metadata["encoding"] == "cp949"
    assert "| 합계 | 끝 |" in document.markdown


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("a;b\n1,5;2\n2,5;3\n", ";"),
        ("a\tb\n1,000\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ('a,b\n"x;y;z",2\n"x;y",3\n', ","),
        ("Report of May\n\nname;amount\nA;1\nB;2\nC;3\n", ";"),
        ("one word a line\nno separator at all\n", ","),
    ],
)
def test_the_separator_is_found(text: str, separator: str) -> None:
    assert find_separator(text) == separator


def test_a_declared_separator_is_obeyed_and_not_shown() -> None:
    text = parse(b"sep=;\r\nname;value\r\nA;1\r\nB;2\r\n", "a.csv").markdown
    assert text == "| name | value |\n| --- | --- |\n| A | 1 |\n| B | 2 |"


def test_rows_of_unequal_length_lose_nothing() -> None:
    text = parse(b"name,value\nA,1\nB,2,extra\nC\n", "a.csv").markdown
    for row in ("| A | 1 |  |", "| B | 2 | extra |", "| C |  |  |"):
        assert row in text


def test_a_file_without_names_is_a_table_under_letters() -> None:
    assert parse(b"1,2\n3,4\n", "a.csv").markdown == "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"
    named = parse(b"1,2\n3,4\n", "a.csv", options=ParseOptions(first_row_as_header=True))
    assert named.markdown == "| 1 | 2 |\n| --- | --- |\n| 3 | 4 |"


def test_lines_above_the_names_stand_above_the_table() -> None:
    text = parse("판매 보고서,,\n,,\n지역,1월,2월\n서울,1,2\n부산,3,4\n".encode(), "a.csv").markdown
    assert text.startswith("판매 보고서\n\n| 지역 | 1월 | 2월 |")


def test_blank_lines_between_rows_do_not_part_a_table() -> None:
    assert parse(b"name,value\n\nA,1\n\nB,2\n", "a.csv").markdown.count("---") == 2


def test_a_quote_that_is_never_closed_swallows_nothing() -> None:
    text = parse(b'name,note\nA,5" pipe\nB,"open\nC,2\n', "a.csv").markdown
    for row in ('| A | 5" pipe |', '| B | "open |', "| C | 2 |"):
        assert row in text


def test_a_field_may_be_long() -> None:
    words = "word " * 50_000
    assert "word word" in parse(f"id,text\n1,{words}\n".encode(), "a.csv").markdown


@pytest.mark.parametrize("data", [b",,,\n,,\n", b'"",""\n'])
def test_separators_alone_are_an_empty_file(data: bytes) -> None:
    with pytest.raises(EmptyDocument):
        parse(data, "a.csv")


def test_a_huge_file_is_refused_before_it_fills_the_memory() -> None:
    data = b"id,name,amount,note\n" + b"12345,somebody,1000,nothing\n" * 1_000_000
    tracemalloc.start()
    try:
        with pytest.raises(DocumentTooLarge, match="more than 100000 filled cells"):
            parse(data, "big.csv", options=ParseOptions(limits=ParseLimits(cells=100_000)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2 * len(data)


def test_it_can_be_taken_as_it_is_written() -> None:
    document = parse(b"a,b\n1,2\n", "a.csv", options=ParseOptions(engines={"csv": "text"}))
    assert document.markdown == "a,b\n1,2\n"
