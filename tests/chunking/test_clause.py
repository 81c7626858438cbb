import re
from itertools import pairwise

import pytest

from pincite.chunking import ChunkingConfig, Tier, split, split_with_diagnostics
from pincite.core.types import TextChunk
from tests.conftest import shared


def _holder(chunks: list[TextChunk], text: str, line: str) -> TextChunk:
    place = text.index(line)
    return next(chunk for chunk in chunks if chunk.start <= place < chunk.end)


@pytest.mark.feature("HD-08")
def test_the_trail_names_chapter_and_article() -> None:
    text = (
        "제2장 보험금의 지급\n\n제43조(보험금의 지급)\n① 회사는 제45조에 따라 보험금을 지급합니다.\n"
        "제45조에 따르지 않는 경우에는 지급하지 않습니다.\n\n제44조(삭제)\n삭제\n\n제3장 계약\n\n제45조(해지)\n계약자는 해지할 수 있습니다.\n"
    )
    chunks, diagnostics = split_with_diagnostics(text)
    assert diagnostics.selected_tier is Tier.CLAUSE
    assert [chunk.context_header for chunk in chunks] == [
        "## 제2장 보험금의 지급\n### 제43조(보험금의 지급)",
        "## 제2장 보험금의 지급\n### 제44조(삭제)",
        "## 제3장 계약\n### 제45조(해지)",
    ]
    assert chunks[0].content.startswith("제2장 보험금의 지급\n\n제43조")
    assert "".join(chunk.content for chunk in chunks) == text


def _paragraph(text: str, place: int) -> str:
    return str(re.findall("[①-⑳]", text[: place + 1])[-1])


def test_every_piece_of_a_long_article_keeps_the_trail() -> None:
    text = (
        "## 제2장 보험금의 지급\n\n### 제43조(보험금의 지급)\n\n"
        + "".join(
            f"{c} 회사는 다음의 경우에 보험금을 지급합니다. " + "그 밖의 사유도 같습니다. " * 12 + "\n\n"
            for c in "①②③④⑤"
        )
        + "### 제44조(통지)\n\n알립니다."
    )
    chunks = split(text)
    pieces = [chunk for chunk in chunks if "제43조(보험금의 지급)" in chunk.context_header]
    assert len(pieces) >= 2
    article = "## 제2장 보험금의 지급\n### 제43조(보험금의 지급)"
    assert pieces[0].context_header == article
    for before, piece in pairwise(pieces):
        assert piece.context_header == f"{article}\n#### {_paragraph(text, before.end)}"
    assert chunks[-1].content == "### 제44조(통지)\n\n알립니다."


def test_preface_annexes_and_empty_divisions() -> None:
    text = (
        "무배당 건강보험 약관입니다. 이 약관은 보험계약자와 회사 사이의 권리와 의무를 정하며 두 장으로 이루어져 있습니다.\n\n제1장 총칙\n제1조(목적) 목적을 정합니다.\n제2장 삭제\n제3장 지급\n제2조(지급) 지급합니다.\n"
        "부칙\n제1조(시행일) 이 약관은 2026년 1월 1일부터 시행합니다.\n[별표 1] 장해분류표\n\n| 장해 | 지급률 |\n| --- | --- |\n| 눈 | 50 |\n"
    )
    chunks = split(text)
    assert [chunk.context_header.splitlines()[-1:] for chunk in chunks] == [
        [], ["### 제1조(목적)"], ["## 제2장 삭제"], ["### 제2조(지급)"], ["### 제1조(시행일)"], ["## [별표 1] 장해분류표"],
    ]  # fmt: skip
    assert chunks[4].context_header.startswith("## 부칙")


def test_a_short_title_leads_the_first_article() -> None:
    chunks = split("【보통약관】\n제1관 목적\n제1조(목적) 목적을 정합니다.\n제2조(정의) 뜻을 정합니다.\n")
    assert chunks[0].content == "【보통약관】\n제1관 목적\n제1조(목적) 목적을 정합니다.\n"
    assert chunks[0].context_header == "## 제1관 목적\n### 제1조(목적)"


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize("mark", ["Section", "Rule", "Clause", "Article"])
def test_a_heading_without_text_leads_the_first_section_below_it(mark: str) -> None:
    text = "# Pump Manual\n\n" + "".join(
        f"## {mark} {i} General\n\n"
        + "".join(f"### {mark} {i}.{j} Scope\nThe text of part {j} of {i}.\n\n" for j in (1, 2, 3))
        for i in (1, 2, 3)
    )
    chunks = split(text)
    assert len(chunks) == 9
    assert [chunk.context_header for chunk in chunks] == [
        f"# Pump Manual\n## {mark} {i} General\n### {mark} {i}.{j} Scope"
        for i in (1, 2, 3)
        for j in (1, 2, 3)
    ]
    assert chunks[3].content.startswith(f"## {mark} 2 General\n\n### {mark} 2.1 Scope\nThe text")


def test_headings_inside_an_article_do_not_cut_it() -> None:
    text = "## 제1조(목적)\n\n목적입니다.\n\n### 비고\n\n덧붙입니다.\n\n## 제2조(정의)\n\n정의입니다."
    assert len(split(text)) == 2


def test_without_marks_the_text_is_cut_as_it_is() -> None:
    chunks, diagnostics = split_with_diagnostics(
        "그냥 글입니다. " * 150, ChunkingConfig(strategy="heuristic")
    )
    assert (diagnostics.selected_tier, len(chunks)) == (Tier.HEURISTIC, 3)


def test_a_table_of_contents_is_no_row_of_chunks() -> None:
    lines = "".join(f"제{i}조(조항 이름) ········ {i}\n" for i in range(1, 30))
    chunks = split(lines + "\n제1조(조항 이름)\n본문입니다.\n\n제2조(조항 이름)\n본문입니다.\n")
    assert chunks[-1].context_header == "### 제2조(조항 이름)"
    assert len(chunks) < 6


@pytest.mark.parametrize(
    ("name", "pattern", "count"),
    [
        ("ko_labor_standards_act_full.md", r"^#{1,6} (제\d+조(?:의\d+)?)", 126),
        ("zh_unemployment_insurance.md", r"^(第[一二三四五六七八九十]+条)\s", 49),
    ],
)
@pytest.mark.parametrize("size", [150, 300, 512, 1024])
def test_every_article_of_a_statute_can_be_pinned(name: str, pattern: str, count: int, size: int) -> None:
    text = shared("documents", name).read_text(encoding="utf-8")
    chunks, diagnostics = split_with_diagnostics(text, ChunkingConfig(chunk_size=size))
    assert diagnostics.selected_tier is Tier.CLAUSE
    marks = [(match.start(), match.group(1)) for match in re.finditer(pattern, text, re.MULTILINE)]
    assert len(marks) == count
    for index, (place, label) in enumerate(marks):
        holder = [chunk for chunk in chunks if chunk.start <= place < chunk.end]
        assert any(re.search(rf"# {label}(?!\d|의\d)", chunk.context_header) for chunk in holder)
        if size >= 300:
            others = [n for p, n in marks if p != place and any(c.start <= p < c.end for c in holder)]
            assert not others, (label, others)
        end = marks[index + 1][0] if index + 1 < len(marks) else len(text)
        assert text[place:end].split("\n")[0][:40] in holder[0].content


def test_rule_book_page() -> None:
    text = (
        "RULE 19 OFFICIALS\nSECTION 1 OFFICIALS\nARTICLE 1. GAME OFFICIALS. The game shall be played under seven officials.\n"
        "ARTICLE 2. JURISDICTION. The officials’ jurisdiction begins 100 minutes before the kickoff and ends when the\n"
        "Referee declares the score as Article 3 says.\nSECTION 2 SUPPORT\nThe Replay Official may consult.\n"
    )
    chunks = split(text)
    assert _holder(chunks, text, "100 minutes").context_header.endswith("##### ARTICLE 2. JURISDICTION")
    assert _holder(chunks, text, "Replay").context_header == "### RULE 19 OFFICIALS\n#### SECTION 2 SUPPORT"
