import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.clause_parts import clause_text, paragraph_text

TERMS = """# 약관
제3조(청구)
제5조(면책)

## 제1장 총칙
### 제3조(청구)
① 청구는 3년 안에 합니다.
② 서류는 다음과 같습니다.
1. 청구서
2. 진단서
### 제5조(면책)
고의는 보장하지 않습니다.

## 부칙
### 제3조(시행일)
공포한 날부터 시행합니다.
## 별표 1
1.1 눈 50%
"""


@pytest.mark.parametrize(
    ("key", "begins", "ends"),
    [
        ("article:3", "### 제3조(청구)\n①", "2. 진단서"),
        ("article:5", "### 제5조(면책)", "않습니다."),
        ("supplement:3", "### 제3조(시행일)", "시행합니다."),
        ("supplement", "## 부칙", "시행합니다."),
        ("chapter:1", "## 제1장", "보장하지 않습니다."),
        ("appendix:1", "## 별표 1", "1.1 눈 50%"),
    ],
)
def test_a_clause_ends_where_the_next_begins(key: str, begins: str, ends: str) -> None:
    text = clause_text(TERMS, key)
    assert text is not None
    assert text.startswith(begins)
    assert text.endswith(ends)


def test_a_clause_that_began_before_the_text_goes_to_the_next_one() -> None:
    text = "② 나머지입니다.\n제4조(지급) 7일 안에 합니다."
    assert clause_text(text, "article:3", ["article:3"]) == "② 나머지입니다."
    assert clause_text(text, "article:3") is None
    assert clause_text("제1조(시행일) 오늘", "supplement:1", ["supplement"]) == "제1조(시행일) 오늘"


def test_sections_hold_what_is_numbered_below_them() -> None:
    text = "## 2 Passwords\n### 2.1 Length\n14.\n### 2.2 Change\nNever.\n## 3 Devices\nLock."
    assert clause_text(text, "section:2") == "## 2 Passwords\n### 2.1 Length\n14.\n### 2.2 Change\nNever."
    assert clause_text(text, "section:2.2") == "### 2.2 Change\nNever."


@pytest.mark.parametrize(
    ("text", "numbers", "language", "part"),
    [
        ("제3조 ① 하나 ② 둘", ["2"], "ko", "② 둘"),
        ("제3조 ① 하나 ② 둘", ["3"], "ko", None),
        ("제3조 ① 하나\n1. 가\n2. 나", ["2"], "ko", None),
        ("제3조 하나뿐이다.", ["1"], "ko", "제3조 하나뿐이다."),
        ("제3조 하나뿐이다.", ["2"], "ko", None),
        ("제3조 ① 하나\n1. 가\n2. 나", ["1", "2"], "ko", "① 하나\n1. 가\n2. 나"),
        ("제3조 ① 하나\n1. 가", ["1", "2"], "ko", None),
        ("제3조 다음\n1. 가\n2. 나", ["", "2"], "ko", "제3조 다음\n1. 가\n2. 나"),
        ("Article 4\n(1) One.\n(2) Two.", ["2"], "en", "(2) Two."),
        ("Article 4\n(a) One.\n(b) Two.", ["a"], "en", "(a) One."),
        ("Article 4\n4.1 One.\n4.2 Two.", ["2"], "en", "4.2 Two."),
        (
            "第三条 其一。\n其二：\n（一）甲；\n（二）乙。\n其三。",
            ["2"],
            "zh",
            "其二：\n（一）甲；\n（二）乙。",
        ),
        ("第三条 其一。\n其二：\n（一）甲；\n（二）乙。", ["2", "2"], "zh", "其二：\n（一）甲；\n（二）乙。"),
        ("第三条 其一。\n其二。", ["3"], "zh", None),
        ("第三条 一行太长，\n断成两行。\n其二。", ["2"], "zh", "其二。"),
    ],
)
def test_a_paragraph_is_told_by_its_mark_or_in_chinese_by_its_place(
    text: str, numbers: list[str], language: str, part: str | None
) -> None:
    assert paragraph_text(text, numbers, language) == part


@given(st.text(alphabet="제조항호장부칙별표 123①②.()#\n条款第一二Article", max_size=200))
def test_whatever_the_text_a_clause_is_a_part_of_it(text: str) -> None:
    for key in ("article:1", "supplement", "chapter:2", "section:1.2"):
        part = clause_text(text, key, ["article:1"])
        assert part is None or part in text
        assert paragraph_text(text, ["2", "1"], "zh") is None or text.strip()
