"""A trail names where the new text of a piece begins, not what the piece repeats of the one before."""

import re
from itertools import pairwise

import pytest

from pincite.chunking import ChunkingConfig, split, split_parent_child
from pincite.chunking.outline import read_outline
from pincite.core.types import TextChunk
from pincite.text.references import held_clauses
from tests.conftest import shared

SENTENCE = "회사는 이 경우 정해진 보험금을 지급하여야 한다. "
WORDS = "The company pays what has been agreed here. "


def _last(chunk: TextChunk) -> str:
    return chunk.context_header.rpartition("\n")[2].lstrip("# ")


def _news(chunks: list[TextChunk], text: str) -> list[tuple[TextChunk, int]]:
    """Each chunk with the place of its first letter that the chunk before does not have."""
    found, done = [], 0
    for chunk in chunks:
        begin = max(chunk.start, done)
        found.append((chunk, begin + len(text[begin : chunk.end]) - len(text[begin : chunk.end].lstrip())))
        done = chunk.end
    return found


ARTICLE = "제2장 보험금\n\n제43조(보험금의 지급)" + "".join(f"\n{mark} {SENTENCE * 7}" for mark in "①②③④")


@pytest.mark.feature("HD-06")
@pytest.mark.feature("HD-08")
@pytest.mark.parametrize("text", [ARTICLE, f"{ARTICLE}\n제44조(통지) 알린다.\n", ARTICLE.replace("제43", "### 제43")])  # fmt: skip
@pytest.mark.parametrize(("size", "overlap"), [(512, 80), (300, 60), (512, 200)])
def test_a_piece_names_the_paragraph_of_its_new_text(text: str, size: int, overlap: int) -> None:
    chunks = split(text, ChunkingConfig(chunk_size=size, chunk_overlap=overlap))
    assert any(a.end > b.start for a, b in pairwise(chunks))
    article = [pair for pair in _news(chunks, text) if "제43조" in pair[0].context_header][1:]
    assert article
    for chunk, place in article:
        assert _last(chunk) == re.findall("[①-⑳]", text[: place + 1])[-1]
        assert held_clauses(chunk.context_header, chunk.content)[0] == "article:43"


@pytest.mark.feature("HD-06")
@pytest.mark.parametrize(
    ("head", "names"), [("### ", ("카드", "현금", "이체")), ("#### ", ("Card", "Cash", "Wire"))]
)
def test_a_piece_of_a_section_names_the_heading_of_its_new_text(head: str, names: tuple[str, ...]) -> None:
    body = SENTENCE if names[0] == "카드" else WORDS
    text = "".join(
        f"## 결제 {part}\n\n" + "".join(f"{head}{name}\n\n{body * 9}\n\n" for name in names)
        for part in "가나다"
    )
    chunks = split(text, ChunkingConfig(strategy="heading"))
    assert any(a.end > b.start for a, b in pairwise(chunks))
    outline = read_outline(text)
    for chunk, place in _news(chunks, text):
        in_force = outline.at(place)
        assert chunk.context_header in (in_force, f"{in_force}\n{head}{names[0]}")


def test_documents_name_their_paragraphs() -> None:
    text = shared("documents", "ko_labor_standards_act_full.md").read_text(encoding="utf-8")
    chunks, overlapping = split(text), 0
    for chunk, place in _news(chunks, text):
        if place == chunk.start:
            continue
        overlapping += chunk.start < place
        before = re.findall(r"^ *(\d{1,2})(?:의\d|-\d)?\\?\. |^#+ (제\d+조)", text[: place + 4], re.MULTILINE)
        if before and before[-1][0] and re.match(r"제\d+[항호]", _last(chunk)):
            assert _last(chunk) in {f"제{before[-1][0]}항", f"제{before[-1][0]}호"}
    assert overlapping


def test_parts_of_a_piece_above_the_token_limit_name_their_text_too() -> None:
    chunks = split(
        ARTICLE, ChunkingConfig(chunk_size=512, chunk_overlap=80, token_limit=200), count_tokens=len
    )
    for chunk, place in _news(chunks, ARTICLE)[1:]:
        assert _last(chunk) == re.findall("[①-⑳]", ARTICLE[: place + 1])[-1]


@pytest.mark.feature("PC-07")
@pytest.mark.parametrize("child", [384, 200, 60])
def test_children_name_their_new_text(child: int) -> None:
    text = f"{ARTICLE}\n제44조(통지) 알린다.\n"
    config = ChunkingConfig(enable_parent_child=True, parent_chunk_size=512, child_chunk_size=child)
    found = split_parent_child(text, config)
    for chunk, place in _news(found.children, text)[1:-1]:
        if text[place : chunk.end].strip():
            assert _last(chunk) == re.findall("[①-⑳]", text[: place + 1])[-1]


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("## 제43조(보험금의 지급)\n\n" + "\n\n".join(f"{m} {SENTENCE * 12}" for m in "①②③"), "③"),
        ("제43조(보험금의 지급)\n\n" + "\n\n".join(f"{m} {SENTENCE * 12}" for m in "①②③"), "③"),
        ("# 약관\n\n## 안내\n\n" + SENTENCE * 40, "안내"),
        ("# Manual\n\n" + WORDS * 40, "Manual"),
        ("# 手册\n\n" + "公司应当按照约定支付保险金。" * 90, "手册"),
        ("Manual\n======\n\n" + WORDS * 40, "Manual"),
        ("## 第四十三条 支付\n\n" + "公司应当按照约定支付保险金。" * 90, "第四十三条 支付"),
    ],
)
@pytest.mark.parametrize("strategy", ["auto", "recursive", "heading", "heuristic"])
def test_one_or_two_headings_give_trails_too(text: str, last: str, strategy: str) -> None:
    chunks = split(text, ChunkingConfig(strategy=strategy))
    assert len(chunks) > 1
    assert all(chunk.context_header for chunk in chunks)
    assert _last(chunks[-1]) == last


def test_a_single_short_article_has_its_trail() -> None:
    text = "## 제43조(보험금의 지급)\n\n① 지급한다.\n"
    assert [chunk.context_header for chunk in split(text)] == ["## 제43조(보험금의 지급)"]
