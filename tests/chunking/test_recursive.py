from itertools import pairwise

import pytest

from pincite.chunking import ChunkingConfig, split


def _contents(
    text: str, size: int, overlap: int = 0, separators: tuple[str, ...] = ("\n\n", "\n", "。")
) -> list[str]:
    config = ChunkingConfig(
        chunk_size=size, chunk_overlap=overlap, strategy="recursive", separators=separators
    )
    return [chunk.content for chunk in split(text, config)]


@pytest.mark.feature("CH-21")
def test_blank_text_gives_no_chunk_and_short_text_one() -> None:
    assert _contents("", 10) == []
    assert _contents(" \n\n\t", 10) == []
    assert _contents("\n" * 2000, 10) == []
    assert _contents("你", 10) == ["你"]


@pytest.mark.feature("CH-04")
def test_a_korean_paragraph_without_newline_is_cut_at_sentences() -> None:
    text = "보험금은 지급됩니다. " * 250
    contents = _contents(text, 512, 80)
    assert len(contents) >= 6
    assert all(len(c) <= 512 and c.startswith("보험금은") and c.endswith("다. ") for c in contents)


def test_words_then_characters() -> None:
    assert all(c.startswith("word") for c in _contents("word " * 300, 52))
    assert [len(c) for c in _contents("x" * 120, 50)] == [50, 50, 20]
    assert _contents("가나다 " + "x" * 12, 10) == ["가나다 ", "x" * 10, "xx"]


def test_a_tail_of_blanks_never_stands_alone() -> None:
    for n in range(1, 9):
        text = "word " * 3 + "x" * 10 + " " * n
        assert "".join(_contents(text, 25)) == text


def test_a_long_run_of_blanks_is_a_gap() -> None:
    assert [c.strip() for c in _contents("a" + "\n" * 5000 + "b", 100)] == ["a", "b"]


@pytest.mark.feature("RC-04")
def test_only_pieces_above_the_size_get_the_next_separator() -> None:
    assert _contents("aaaa\nbbbb\n\ncccc\ndd", 11) == ["aaaa\nbbbb\n\n", "cccc\ndd"]
    lead = "lead paragraph that is short.\n\n" + "This is one fairly short line of text.\n" * 50
    assert [len(c) for c in _contents(lead, 300)][:2] == [265, 273]


@pytest.mark.feature("RC-01")
def test_a_protected_span_alone_may_pass_the_size() -> None:
    text = "这是前面的中文内容。![图片描述](http://example.com/img.png)这是后面的中文内容。"
    assert _contents(text, 20) == [
        "这是前面的中文内容。",
        "![图片描述](http://example.com/img.png)",
        "这是后面的中文内容。",
    ]
    assert _contents("前面的文字$$E=mc^2$$后面的文字", 8) == ["前面的文字", "$$E=mc^2$$", "后面的文字"]


@pytest.mark.feature("RC-02")
@pytest.mark.feature("RC-05")
def test_an_overlong_code_block_is_cut_at_line_ends() -> None:
    text = "```\n" + "a line of code here\n" * 1000 + "```\n"
    contents = _contents(text, 512)
    assert all(len(c) <= 7500 for c in contents)
    assert all(c.endswith("\n") for c in contents)
    assert "".join(contents) == text


def test_an_overlong_span_without_lines_is_cut_at_blanks_then_anywhere() -> None:
    assert [c[-1] for c in _contents("`" + "code " * 3000 + "`", 100)] == [" ", " ", "`"]
    assert [len(c) for c in _contents("`" + "x" * 15000 + "`", 100)] == [7500, 7500, 2]
    assert all(len(c) <= 7500 for c in _contents("`" + "\u0301" * 9000 + "`", 100))


@pytest.mark.feature("RC-06")
@pytest.mark.feature("RC-07")
@pytest.mark.parametrize(
    ("tail", "kept"),
    [
        ("第一句。第二句\n普通换行后的内容\n\n最后一段", "最后一段"),
        ("第一句。第二句。第三句", "第二句。第三句"),
        ("第一句。第一行\n第二行", "第二行"),
        ("第一句？第二句", "第二句"),
        ("First sentence. Second sentence", "Second sentence"),
        ("Warning! Continue", "Continue"),
        ("没有任何语义分隔符的连续文本", ""),
        ("只有，逗号；分号：冒号", ""),
        ("version1.2 remains one unit", ""),
        ("see https://ex.com?q=1&foo=bar", ""),
        ("代码是 `fmt.Println(\"hello. world\")` 后续", ""),
        ("公式 $$x. y$$ 后续内容", ""),
    ],
)  # fmt: skip
def test_overlap_is_a_meaningful_suffix(tail: str, kept: str) -> None:
    text = "p" * 50 + tail + "|" + "z" * 60
    config = ChunkingConfig(
        chunk_size=71 + len(tail), chunk_overlap=len(tail) + 1, strategy="recursive", separators=("|",)
    )
    first, second = split(text, config)
    assert first.end == 51 + len(tail)
    assert text[second.start : first.end] == (kept + "|" if kept else "")


@pytest.mark.feature("CH-03")
def test_overlap_zero_is_none() -> None:
    text = "문장입니다. " * 300
    chunks = split(text, ChunkingConfig(chunk_size=100, chunk_overlap=0))
    assert all(b.start >= a.end for a, b in pairwise(chunks))


@pytest.mark.feature("RC-10")
def test_no_boundary_means_no_overlap() -> None:
    chunks = split("word " * 300, ChunkingConfig(chunk_size=100, chunk_overlap=50))
    assert all(b.start == a.end for a, b in pairwise(chunks))


@pytest.mark.feature("RC-08")
def test_numbers_versions_and_abbreviations_end_no_sentence() -> None:
    text = "값은 3.14 이고 v1.2 입니다 e.g. 이런 것 제1조. 그리고 2024. 1. 5. 까지 A. Smith 씨가 옵니다. "
    for content in _contents(text * 20, 80):
        assert content.startswith("값은") or not content[0].isdigit()
        assert not content.startswith(("이런 것", "그리고", "Smith"))


def test_wrapped_lines_are_cut_at_paragraph_numbers_first() -> None:
    text = "① 회사는 다음의 경우에\n보험금을 지급하지 않고\n그 사유를 알립니다\n② 계약자는 알린 날부터\n삼 년 안에 청구합니다\n"
    assert _contents(text, 50) == [text[: text.index("②")], text[text.index("②") :]]


def test_custom_separators() -> None:
    assert _contents("aaa. bbb. ccc", 6, separators=(". ",)) == ["aaa. ", "bbb. ", "ccc"]
    assert _contents("aaa  bbb ccc", 6, separators=(" ",)) == ["aaa  ", "bbb ", "ccc"]
    assert _contents("가나。”다라。마바", 5, separators=("。",)) == ["가나。”", "다라。마바"]
    assert _contents("ab;cd;ef", 4, separators=(";",)) == ["ab;", "cd;", "ef"]


def test_a_cut_between_blank_and_combining_mark_is_moved() -> None:
    text = "aa \u0301" * 40
    assert all(not c.startswith("\u0301") for c in _contents(text, 70))
