"""Tables of contents without leaders: the labels of the articles, one below the other, before the articles."""

import pytest

from pincite.chunking import Tier, split, split_with_diagnostics
from pincite.chunking.outline import read_outline


def _articles(count: int) -> list[tuple[str, str]]:
    return [(f"제{i}조(조항{i})", f"제{i}조(조항{i}) 갑과 을은 조항 {i}의 내용을 지킨다.") for i in range(1, count + 1)]  # fmt: skip


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize("entry", ["{}", "{} {}", "{}\t{}", "{}\n{}", "**{}**", "  {}", "{}\n"])
@pytest.mark.parametrize("head", ["표준계약서\n\n목차\n", "", "# 표준계약서\n\n## 목차\n\n"])
def test_a_korean_contract_with_contents(entry: str, head: str) -> None:
    articles = _articles(24)
    contents = "\n".join(entry.format(label, n) for n, (label, _) in enumerate(articles, 1))
    text = f"{head}{contents}\n\n" + "\n".join(body for _, body in articles) + "\n"
    chunks, diagnostics = split_with_diagnostics(text)
    assert diagnostics.selected_tier is Tier.CLAUSE
    for label, body in articles:
        holder = [chunk for chunk in chunks if body in chunk.content]
        assert [chunk.context_header.rpartition("# ")[2] for chunk in holder] == [label]
    assert not any("조항" in chunk.context_header for chunk in chunks if "지킨다" not in chunk.content)


@pytest.mark.parametrize(
    ("contents", "body"),
    [
        (
            "ARTICLE I DEFINITIONS\nSection 1.01 Defined Terms\nSection 1.02 Construction\nARTICLE II SALE\nSection 2.01 Sale\n",
            "ARTICLE I DEFINITIONS\n\nSection 1.01 Defined Terms. A means B.\n\nSection 1.02 Construction. Words mean.\n\nARTICLE II SALE\n\nSection 2.01 Sale. It is sold.\n",
        ),
        (
            "目录\n第一章 总则\n第二章 登记\n第三章 附则\n",
            "第一章 总则\n\n第一条 甲。\n\n第二章 登记\n\n第二条 乙。\n\n第三章 附则\n\n第三条 丙。\n",
        ),
        (
            "제1장 총칙\n제1조(목적)\n제2조(정의)\n제2장 지급\n제3조(지급)\n부칙\n",
            "제1장 총칙\n제1조(목적) 가.\n제2조(정의) 나.\n제2장 지급\n제3조(지급) 다.\n부칙\n제1조(시행일) 라.\n",
        ),
        (
            "제1조 목적 1\n제2조 정의 2\n제3조 지급 3\n",
            "제1조(목적) 가.\n제2조(정의) 나.\n제3조(지급) 다.\n",
        ),
        (
            "제1조(목적)\n제2조(정의)\n제3조(용어)\n제4조(지급)\n",
            "제1조(목적) 가.\n제2조(정의) 나.\n제3조(용어의 뜻) 다.\n제4조(지급) 라.\n",
        ),
    ],
)
def test_entries_are_no_structure(contents: str, body: str) -> None:
    alone = [heading.trail for heading in read_outline(body).headings]
    assert [heading.trail for heading in read_outline(f"{contents}\n{body}").headings] == alone


@pytest.mark.parametrize(
    "text",
    [
        "제1조(목적)\n제2조(정의)\n제3조(지급)\n",
        "제1조(목적) 가.\n제2조(삭제)\n제3조(삭제)\n제4조(삭제)\n제5조(끝) 나.\n부칙\n제1조(시행일) 다.\n제2조(적용례) 라.\n제3조(특례) 마.\n",
        "## Part 1 A\n## Chapter 1 General\n### Section 1 Scope\n### Article 1 Aim\ntext\n## Part 2 B\n## Chapter 1 General\n### Section 1 Scope\n### Article 1 Aim\ntext\n",
    ],
)
def test_labels_that_are_not_said_again_stay(text: str) -> None:
    lines = [line for line in text.splitlines() if line != "text"]
    assert len(read_outline(text).headings) == len(lines)


def test_no_text_is_lost() -> None:
    articles = _articles(24)
    text = "\n".join(label for label, _ in articles) + "\n" + "\n".join(body for _, body in articles)
    assert "".join(chunk.content for chunk in split(text)) == text
