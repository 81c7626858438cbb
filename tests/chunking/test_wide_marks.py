"""Titles that are printed letter by letter, with as many blanks of whatever kind as fill the line."""

import pytest

from pincite.chunking import split
from pincite.chunking.outline import read_outline

BLANKS = [" ", "    ", "      ", " " * 20, "\u3000", "\u3000\u3000", "\u3000" * 8, "\t", "\xa0\xa0", " \u3000 ", "\u2003\u2003"]  # fmt: skip


def _labels(text: str) -> list[str]:
    return [heading.trail.rpartition("\n")[2].lstrip("# ") for heading in read_outline(text).headings]


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize("blanks", BLANKS)
@pytest.mark.parametrize(
    "behind", ["", " <법률 제1234호, 2020. 1. 1.>", "(2020. 1. 1.)", "    <제1호, 2020. 1. 1.>"]
)
@pytest.mark.parametrize("lead", ["", "      ", "\u3000\u3000", "## ", "**"])
def test_a_wide_korean_supplement(blanks: str, behind: str, lead: str) -> None:
    end = "**" if lead == "**" else ""
    text = f"제1장 기본\n제1조(가) {'가나. ' * 100}\n\n{lead}부{blanks}칙{behind}{end}\n\n제1조(시행일) 나."
    last = split(text)[-1]
    assert last.content.endswith("제1조(시행일) 나.")
    assert "부 칙" in last.context_header
    assert "제1장" not in last.context_header
    assert last.context_header.endswith("제1조(시행일)")


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize("blanks", BLANKS)
@pytest.mark.parametrize("letters", ["附则", "附則"])
@pytest.mark.parametrize("lead", ["", "      ", "\u3000\u3000", "## "])
def test_a_wide_chinese_supplement(blanks: str, letters: str, lead: str) -> None:
    title = blanks.join(letters)
    text = f"第一章 基本\n第一条 {'甲乙丙丁。' * 20}\n\n{lead}{title}\n\n第二条 完。"
    assert f"{letters[0]} {letters[1]}" in split(text)[-1].context_header
    assert "第一章" not in split(text)[-1].context_header


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize("blanks", BLANKS)
@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("[별_표 1] 장해분류표", "[별 표 1] 장해분류표"), ("별_표 2", "별 표 2"), ("[_별표_3_]", "[ 별표 3 ]"), ("별_지 제1호_서_식", "별 지 제1호 서 식"),
        ("서_식", "서 식"), ("부_표", "부 표"), ("붙_임 1", "붙 임 1"), ("별_첨 1", "별 첨 1"),
        ("■ 도로교통법 시행령 [별_표 2] 기준", "[별 표 2] 기준"), ("附_件1：申请表", "附 件1：申请表"), ("附_录", "附 录"), ("附_表_二", "附 表 二"),
        ("제_1_장_총_칙", "제 1 장 총 칙"), ("제_2_조(정의) 나.", "제 2 조(정의)"), ("第_一_章_总_则", "第 一 章 总 则"), ("第_2_条 乙。", "第 2 条"),
    ],
)  # fmt: skip
def test_other_wide_marks(line: str, label: str, blanks: str) -> None:
    before = "제1조(가) 문장이 끝났다." if any("가" <= char <= "힣" for char in line) else "第一条 完。"
    assert _labels(f"{before}\n\n{line.replace('_', blanks)}\n본문이다.")[-1] == label


@pytest.mark.parametrize(
    "line",
    [
        "부    서",
        "부    칙에 따라",
        "별    도",
        "附    近",
        "부\u3000칙이 정하는 바",
        "서    식에 따라",
        "제    출",
    ],
)
def test_wide_words_that_are_no_marks(line: str) -> None:
    assert _labels(f"앞 문장이 끝났다.\n\n{line}\n본문이다.") == []


# --- 附则 below a line that ends no sentence -------------------------------------------------------

ITEMS = (
    "第一章 基本\n第一条 " + "甲乙丙丁。" * 20 + "\n第二条 " + "戊己。" * 20 + "\n（一）项目\n（二）项目\n"
)


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize("title", ["附则", "附則", "附 则", "附    则", "附\u3000则", "附则：", "　　附则"])
def test_a_supplement_alone_on_its_line_needs_no_full_stop_before_it(title: str) -> None:
    last = split(f"{ITEMS}{title}\n第三条 完。")[-1]
    assert last.content.strip().endswith("第三条 完。")
    assert last.context_header.splitlines()[0].startswith("## 附")
    assert last.context_header.endswith("第三条")


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    "after",
    [
        "的规定执行。",
        "中规定的事项。",
        "规定的，从其规定。",
        "，适用本法。",
        "和附件一并执行。",
        "　 所列事项。",
    ],
)
def test_a_mention_that_was_wrapped_is_no_supplement(after: str) -> None:
    text = f"第一章 基本\n第一条 施行日期依照本条例\n附则\n{after}\n第二条 完。"
    assert _labels(text) == ["第一章 基本", "第一条", "第二条"]


def test_after_a_full_stop_any_text_may_stand_below() -> None:
    assert _labels("第一条 甲。\n附则\n中华人民共和国境内适用本法。")[-1] == "附则"
