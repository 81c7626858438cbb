from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.join import (
    append_exact_overlap,
    append_with_overlap,
    is_intact,
    join_content,
    rebuild_document,
    slice_by_document_range,
)

HEADER = "| 열 | 값 |\n|---|---|\n"


@dataclass(frozen=True)
class Cut:
    content: str
    start: int
    end: int


@pytest.mark.feature("MG-07")
@pytest.mark.parametrize(
    ("text", "addition", "joined"),
    [
        ("before shared boundary text", "shared boundary text after", "before shared boundary text after"),
        ("보험금을 지급한다. 제3조에 따라 면책한다.", "제3조에 따라 면책한다. 다만, 예외가 있다.",
         "보험금을 지급한다. 제3조에 따라 면책한다. 다만, 예외가 있다."),
        ("prefix complete current body suffix", "complete current body\n", "prefix complete current body suffix"),
        ("complete current body", "prefix complete current body suffix", "prefix complete current body suffix"),
        ("xxxxabcdefghijk", "abcdefghijkyyyy", "xxxxabcdefghijk\n\nabcdefghijkyyyy"),
        ("the answer is yes", "yes", "the answer is yes\n\nyes"),
        ("ok", "ok", "ok"),
        ("", "tail", "tail"),
        ("head", "", "head"),
        ("head", " \n", "head"),
        ("", "", ""),
    ],
)  # fmt: skip
def test_texts_join_by_their_words(text: str, addition: str, joined: str) -> None:
    assert join_content(text, addition) == joined


def test_shared_text_of_more_than_400_characters_is_found_up_to_400() -> None:
    shared = "".join(chr(0xAC00 + number) for number in range(400))
    assert join_content(f"a{shared}", f"{shared}b") == f"a{shared}b"
    longer = shared + "가각"
    assert join_content(f"a{longer}", f"{longer}b", " ") == f"a{longer} {longer}b"


@given(st.text("ab \n", max_size=60), st.text("ab \n", max_size=60))
def test_a_join_loses_nothing(text: str, addition: str) -> None:
    joined = join_content(text, addition)
    assert text.strip() in joined
    assert addition.strip() in joined


@pytest.mark.parametrize("overlap", [-1, 99, 6])
def test_an_overlap_that_the_texts_deny_is_rejected(overlap: int) -> None:
    assert append_exact_overlap("abcdefghijkl", "XYZdefghijkl", overlap) is None


def test_an_overlap_of_nothing_does_not_look_for_repeats() -> None:
    assert append_exact_overlap("same row\n", "same row\n", 0) == "same row\nsame row\n"
    assert append_exact_overlap("before shared", "shared after", 6) == "before shared after"


@pytest.mark.feature("TB-02")
@pytest.mark.parametrize("header", [HEADER, f"| 큰 | 열 |\n{HEADER}"])
def test_a_repeated_table_header_is_left_out(header: str) -> None:
    row, last = "| 가 | 1 |\n", "| 나 | 2 |\n"
    assert append_with_overlap(header + row, header + row + last, len(row)) == header + row + last


def test_texts_that_do_not_share_what_they_should_are_both_kept() -> None:
    assert append_with_overlap("first body", "second body", 4) == "first body\n\nsecond body"
    assert append_with_overlap("no table", f"{HEADER}| 가 | 1 |\n", 5).count("열") == 1


def test_the_same_sentence_at_an_end_and_inside_the_next_chunk_loses_nothing() -> None:
    """An issue against reference 000: the text search took the later place and dropped what lay before."""
    boilerplate = "이 약관에 따릅니다. "
    source = f"제1조 {boilerplate}제2조 내용. {boilerplate}제3조 내용."
    cut = source.index("제2조")
    chunks = [Cut(source[:cut], 0, cut), Cut(source[cut:], cut, len(source))]
    assert rebuild_document(chunks) == source
    assert append_with_overlap(chunks[0].content, chunks[1].content, 0) == source


@pytest.mark.feature("CH-17")
@given(st.data(), st.text("가나 ab.\n|", min_size=1, max_size=80))
def test_a_document_comes_back_from_its_chunks_in_any_order(data: st.DataObject, source: str) -> None:
    chunks, start, end = [], 0, 0
    while end < len(source):
        start = data.draw(st.integers(start, end))
        end = data.draw(st.integers(end + 1, len(source)))
        chunks.append(Cut(source[start:end], start, end))
        start += 1 if start < end else 0
    shuffled = data.draw(st.permutations(chunks))
    assert rebuild_document(shuffled) == source


@pytest.mark.feature("CH-17")
def test_gaps_copies_headers_and_edits_in_a_document() -> None:
    assert rebuild_document([]) == ""
    assert rebuild_document([Cut("second", 100, 106), Cut("first", 0, 5)]) == "first\nsecond"
    assert rebuild_document([Cut("0123456789", 0, 10), Cut("3456", 3, 7)]) == "0123456789"
    rows = [Cut(f"{HEADER}| 가 | 1 |\n", 0, 27 + 2), Cut(f"{HEADER}| 나 | 2 |\n", 29, 39)]
    rows[0] = Cut(rows[0].content, 0, len(rows[0].content))
    rows[1] = Cut(rows[1].content, rows[0].end, rows[0].end + 10)
    assert rebuild_document(rows) == f"{HEADER}| 가 | 1 |\n| 나 | 2 |\n"
    edited = [
        Cut("first body", 0, 10),
        Cut("wholly rewritten, and longer", 10, 21),
        Cut("third body", 21, 31),
    ]
    assert [is_intact(cut) for cut in edited] == [True, False, True]
    rebuilt = rebuild_document(edited)
    assert all(cut.content in rebuilt for cut in edited)


@pytest.mark.feature("IM-06")
@pytest.mark.parametrize(
    ("start", "end", "text"),
    [(103, 108, "PAGE1"), (0, 103, "aaa"), (0, 50, ""), (116, 999, "ccc"), (500, 600, "")],
)
def test_a_slice_by_places_of_the_document(start: int, end: int, text: str) -> None:
    assert slice_by_document_range("aaaPAGE1bbbPAGE2ccc", 100, start, end) == text
