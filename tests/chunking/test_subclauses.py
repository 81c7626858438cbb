import pytest

from pincite.chunking import ChunkingConfig, split
from pincite.core.types import TextChunk

LONG = "회사는 이 약관에서 정한 바에 따라 보험금을 지급합니다. " * 8


def _trails(chunks: list[TextChunk]) -> list[str]:
    return [" > ".join(line.lstrip("# ") for line in chunk.context_header.split("\n")) for chunk in chunks]


@pytest.mark.feature("HD-06")
@pytest.mark.feature("HD-08")
def test_a_piece_inside_a_paragraph_names_it() -> None:
    text = f"제2장 보험금\n제43조(보험금의 지급) ① 짧은 항.\n② {LONG}\n③ {LONG}\n제44조(통지) 알린다.\n"
    trails = _trails(split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0)))
    assert trails[0] == "제2장 보험금 > 제43조(보험금의 지급)"
    assert "제2장 보험금 > 제43조(보험금의 지급) > ②" in trails
    assert "제2장 보험금 > 제43조(보험금의 지급) > ③" in trails
    assert trails[-1] == "제2장 보험금 > 제44조(통지)"


def test_items_and_sub_items_nest() -> None:
    text = f"제2조(정의) 다음과 같다.\n① 첫째.\n1. 계약\n가. 하나\n나. {LONG}\n2. {LONG}\n② {LONG}\n제3조(끝) 끝.\n"
    trails = set(_trails(split(text, ChunkingConfig(chunk_size=120, chunk_overlap=0))))
    assert "제2조(정의) > ① > 제1호 > 나목" in trails
    assert "제2조(정의) > ① > 제2호" in trails
    assert "제2조(정의) > ②" in trails


def test_numbers_that_open_an_article_are_paragraphs() -> None:
    text = f"### 제60조 휴가\n\n1. {LONG}\n\n    1. {LONG}\n\n2. {LONG}\n\n### 제61조 촉진\n\n9의2. {LONG}\n"
    trails = _trails(split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0)))
    assert "제60조 휴가 > 제1항 > 제1호" in trails
    assert "제60조 휴가 > 제2항" in trails
    assert "제61조 촉진 > 제9항의2" in trails


def test_items_below_a_sentence_are_items() -> None:
    text = f"제93조(작성) 다음 사항을 적는다.\n9. {LONG}\n9-2. {LONG}\n제94조(끝) 끝.\n"
    trails = _trails(split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0)))
    assert {"제93조(작성) > 제9호", "제93조(작성) > 제9호의2"} <= set(trails)


def test_written_out_marks() -> None:
    text = f"제5조(지급) 다음과 같다.\n제1항 {LONG}\n제2호 {LONG}\n가목 {LONG}\n제6조(끝) 끝.\n"
    trails = set(_trails(split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0))))
    assert {
        "제5조(지급) > 제1항",
        "제5조(지급) > 제1항 > 제2호",
        "제5조(지급) > 제1항 > 제2호 > 가목",
    } <= trails


def test_chinese_paragraphs_and_items() -> None:
    long = "用人单位应当按照规定缴纳失业保险费。" * 8
    text = f"第十条 {long}\n\n{long}\n（一）{long}\n\n第十一条 如下。\n第一款　{long}\n第二款　{long}\n"
    trails = set(_trails(split(text, ChunkingConfig(chunk_size=100, chunk_overlap=0))))
    assert {"第十条", "第十条 > 第二款", "第十条 > 第二款 > （一）", "第十一条 > 第二款"} <= trails
    items = f"第一条 有下列情形：\n（一）{long}\n（二）{long}\n\n第二条 {long}\n"
    assert "第一条 > （二）" in _trails(split(items, ChunkingConfig(chunk_size=100, chunk_overlap=0)))


def test_lists_of_english_articles_and_tables_are_no_paragraphs() -> None:
    text = "Article 5 Scope\n1. " + "This applies to all members. " * 9 + "\n\nArticle 6 End\nEnd.\n"
    assert set(_trails(split(text, ChunkingConfig(chunk_size=100, chunk_overlap=0)))) == {
        "Article 5 Scope",
        "Article 6 End",
    }
    code = f"제1조(코드) 다음과 같다.\n```\n① 코드\n```\n{LONG}\n제2조(끝) 끝.\n"
    assert not any("①" in trail for trail in _trails(split(code, ChunkingConfig(chunk_size=100))))
