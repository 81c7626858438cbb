"""What a reranker reads: words without marks, nothing of the text lost, and the heading before it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.types import Chunk, ChunkType
from pincite.ranking.passages import clean_passage, enrich_passage, passage_text
from tests.vectors.reading import read_checks

CHECKS = [v for v in read_checks("rerank_merge.json") if v["op"] in ("clean_passage", "enrich_passage")]


def chunk(content: str, **more: Any) -> Chunk:
    known = {"id": "c", "base_id": "b", "document_id": "d", "version_id": "v", "document_title": "보험약관"}
    return Chunk(**{**known, "seq": 0, "start": 0, "end": len(content), "content": content, **more})


@pytest.mark.feature("RR-01")
@pytest.mark.parametrize("vector", CHECKS, ids=lambda vector: vector["id"])
def test_the_published_cases(vector: dict[str, Any]) -> None:
    asked = vector["input"]
    if vector["op"] == "clean_passage":
        assert clean_passage(asked["text"]) == vector["expect"]["text"]
        return
    shown = [words for image in asked["image_info"] for words in (image["caption"], image["ocr_text"])]
    cleaned = clean_passage(asked["content"])
    assert enrich_passage(cleaned, shown, asked["questions"]) == vector["expect"]["text"]


@pytest.mark.feature("RR-01")
@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4 = 24",
        "2*3*4 = 24 and a**b**c",
        "<별표 1> 장해분류표 <개정 2024. 1. 1.>",
        "Dear <Company Name>, a < b and c > d",
        "2024. 1. 5. 시행",
        "12. 31. 까지",
        "[별표1](제5조관련)",
        "my_var_name and __init__",
        "3.1 배경",
        "\\*별표\\*",
    ],
)
def test_what_only_looks_like_marks_stays(text: str) -> None:
    assert clean_passage(text) == text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("자세히: https://a.kr/b에서 확인", "자세히: 에서 확인"),
        ("见 https://a.cn/b?c=1，谢谢", "见 ，谢谢"),
        ("> ## 제목\n> 본문", "제목\n본문"),
        ("**bold *inside* it**", "bold inside it"),
        ("문장<br>다음, word<br/>word", "문장 다음, word word"),
        ("H<sub>2</sub>O", "H2O"),
        ("<p>안녕</p><p>하세요</p>", "안녕 하세요"),
        ("<p>안녕</p>\n\n<p>하세요</p>", "안녕\n\n하세요"),
        ("<ul>\n<li>하나</li>\n<li>둘</li>\n</ul>끝", "하나\n둘\n끝"),
        ("<tr><th>이름</th><th>값</th></tr>\n<tr><td>10</td> <td>20</td></tr>", "이름, 값\n10, 20"),
        ("| a \\| b | c |", "a | b, c"),
        ("가\n\n\n\n나\n  \n\n다", "가\n\n나\n\n다"),
        ("<!-- hidden --><script>x = 1</script>seen", "seen"),
    ],
)
def test_marks_go_and_words_stay_apart(text: str, cleaned: str) -> None:
    assert clean_passage(text) == cleaned


@pytest.mark.feature("RR-02")
@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("```html\n<div>\n# no heading\n```", "<div>\n# no heading"),
        ("~~~\n| a | b |\n- c", "| a | b |\n- c"),
        ("$$\na * b * c\n$$", "a * b * c"),
        ("see ```<br>``` here", "see <br> here"),
        ("the `<div>` tag", "the `<div>` tag"),
    ],
)
def test_code_and_formulas_lose_their_delimiters_only(text: str, cleaned: str) -> None:
    assert clean_passage(text) == cleaned


@given(st.text(alphabet='가a1 \n*#>|-`$[]()<>/="!.~\\:\x00\x01\x03'))
def test_no_text_breaks_it_and_none_is_made_up(text: str) -> None:
    cleaned = clean_passage(text)
    assert cleaned == cleaned.strip()
    assert cleaned.count("가") <= text.count("가")
    assert not set("\x00\x01\x02\x03") & set(cleaned)


@pytest.mark.parametrize(
    "piece",
    [
        "<a b='",
        "<",
        "<!--",
        "*a ",
        "[a](",
        "(",
        "`",
        "```\n",
        "$$ $ ",
        "|-",
        "- ",
        "\n ",
        "<br>",
        "<td> </td> ",
        "> ",
    ],
)
def test_hostile_text_ends(piece: str) -> None:
    clean_passage(piece * 20_000)  # a second; it took minutes with patterns that look back


def test_heading_and_document_come_first() -> None:
    text = passage_text(chunk("**3영업일** 이내", context_header="## 제2장 지급\n### 제43조(보험금의 지급)"))
    assert text == "보험약관 > 제2장 지급 > 제43조(보험금의 지급)\n3영업일 이내"
    assert passage_text(chunk("x", context_header="# 보험약관\n## 제1조")) == "보험약관 > 제1조\nx"
    assert passage_text(chunk("x", document_title="")) == "x"


@pytest.mark.feature("RR-03")
def test_questions_that_it_answers_are_read_below_it() -> None:
    assert passage_text(chunk("본문"), ["언제 지급하나요?", " "]) == "보험약관\n본문\n\n언제 지급하나요?"


def test_rows_are_read_with_the_names_of_their_columns() -> None:
    rows = chunk("| 골절 | 10 |", table_header="| 사고 | 일수 |\n| --- | --- |")
    assert passage_text(rows) == "보험약관\n사고, 일수\n\n골절, 10"


def test_of_an_entry_its_words_are_read() -> None:
    entry = chunk("환불은 7일.", chunk_type=ChunkType.FAQ, details={"words": "환불?\n환불은 7일."})
    assert passage_text(entry) == "보험약관\n환불?\n환불은 7일."


@pytest.mark.feature("RR-14")
@pytest.mark.parametrize("content", ["", " \n", "![](a.png)", "***", "<br>"])
def test_a_passage_without_words_is_none(content: str) -> None:
    assert passage_text(chunk(content), ["질문?"]) == ""


@pytest.mark.parametrize("limit", [1, 10, 100, 2_000])
def test_a_long_passage_is_cut_at_its_end_and_keeps_heading_and_questions(limit: int) -> None:
    long = chunk("가" * 5_000, document_title="제" * 900)
    text = passage_text(long, ["나" * 3_000], limit)
    assert 0 < len(text) <= limit
    if limit >= 100:
        assert text.startswith("제")
        assert "나" in text
        assert text.count("가") >= limit // 3
