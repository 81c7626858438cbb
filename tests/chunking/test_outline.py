import pytest

from pincite.chunking.layout import read_layout
from pincite.chunking.outline import read_outline
from pincite.chunking.trail import Trail, shared_trail


def _trail(lines: list[str]) -> str:
    headings = read_outline("\n".join(lines)).headings
    return headings[-1].trail if headings else ""


@pytest.mark.feature("HD-04")
@pytest.mark.parametrize(
    ("lines", "trail"),
    [
        (["# Chapter", "## A", "### A1"], "# Chapter\n## A\n### A1"),
        (["# A", "### B", "## C"], "# A\n## C"),
        (["## B", "# A"], "# A"),
        (["# Top", "### Deep"], "# Top\n### Deep"),
        (["# T", "plain"], "# T"),
        ([], ""),
        (["####### seven", "#no blank", " # indented", "# "], ""),
        (["#\tTab"], "# Tab"),
    ],
)
def test_six_level_stack(lines: list[str], trail: str) -> None:
    assert _trail(lines) == trail


@pytest.mark.feature("HD-02")
def test_sharps_are_kept_and_closing_hashes_dropped() -> None:
    assert _trail(["# C#"]) == "# C#"
    assert _trail(["## Title ##"]) == "## Title"


@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("text", "trail"),
    [
        ("제2장 보험금의 지급\n제43조(보험금의 지급) 회사는", "## 제2장 보험금의 지급\n### 제43조(보험금의 지급)"),
        ("## 제2장 보험금의 지급\n\n#### 제43조\n", "## 제2장 보험금의 지급\n#### 제43조"),
        ("# 약관\n\n제2관 지급\n제3조(사유)\n", "# 약관\n## 제2관 지급\n### 제3조(사유)"),
        ("## 제1장 총칙\n\n## 제1조(목적)\n", "## 제1장 총칙\n### 제1조(목적)"),
        ("# 민법\n제1편 총칙\n제2장 인\n제1절 능력\n제3조(권리능력)\n", "# 민법\n## 제1편 총칙\n### 제2장 인\n#### 제1절 능력\n##### 제3조(권리능력)"),
        ("# 법\n## 第一章 总则\n\n第一条 为了保障\n", "# 법\n## 第一章 总则\n### 第一条"),
        ("RULE 19 OFFICIALS\nSECTION 1 OFFICIALS\nARTICLE 2. JURISDICTION. The", "### RULE 19 OFFICIALS\n#### SECTION 1 OFFICIALS\n##### ARTICLE 2. JURISDICTION"),
        ("ARTICLE I\n\nSection 1.\nAll powers.\n\nSection 2.\nThe House.", "### ARTICLE I\n#### Section 2."),
        ("제1장 가\n제5조(나)\n본문.\n부칙\n제1조(시행일) 이 법은", "## 부칙\n### 제1조(시행일)"),
        ("제5조(나)\n#### 비고\n본문.\n제6조(다)\n", "### 제6조(다)"),
        ("제1장 가\n제5조(나)\n## 특약\n본문.", "## 특약"),
    ],
)  # fmt: skip
def test_marks_of_all_kinds_nest(text: str, trail: str) -> None:
    assert read_outline(text).headings[-1].trail == trail


@pytest.mark.feature("HD-04")
@pytest.mark.feature("HD-08")
@pytest.mark.parametrize(
    ("text", "trail"),
    [
        ("# M\n## Section 1 General\n### Section 1.1 Scope\n", "# M\n## Section 1 General\n### Section 1.1 Scope"),
        ("# M\n## Section 1 A\n### Section 1.1 B\n### Section 1.2 C\n", "# M\n## Section 1 A\n### Section 1.2 C"),
        ("# M\n## Section 1 A\n### Section 1.1 B\n## Section 2 C\n", "# M\n## Section 2 C"),
        ("# M\n## Section 1 A\n### Section 1.1 B\n### Section 2.1 C\n", "# M\n### Section 2.1 C"),
        ("## Section 1 A\n## Section 1.1 B\n## Section 1.1.1 C\n", "## Section 1 A\n### Section 1.1 B\n#### Section 1.1.1 C"),
        ("## Section 1 A\n## Section 1.1 B\n## Section 1.1.1 C\n## Section 1.2 D\n", "## Section 1 A\n### Section 1.2 D"),
        ("## Section 1.0 A\n## Section 1.1 B\n", "## Section 1.0 A\n### Section 1.1 B"),
        ("## Section 1 A\n## Section 10.1 B\n", "## Section 10.1 B"),
        ("## Section 1.1 A\n### Section 1.2 B\n", "### Section 1.2 B"),
        ("Rule 3 Conduct\n\nRule 3.1 Fair play\nText.\n\nRule 3.2 Penalties\nText.\n", "### Rule 3 Conduct\n#### Rule 3.2 Penalties"),
        ("Rule 3 Conduct\n\nRule 3.2 Penalties\nText.\n\nRule 3.2.1 Minor\nText.\n\nRule 4 Appeals\n", "### Rule 4 Appeals"),
        ("Rule IV.1 Entry\n\nRule IV.2 Exit\n", "### Rule IV.2 Exit"),
        ("## Chapter 1 Intro\n### Section 1.1 Scope\n#### Section 1.1.1 Reach\n", "## Chapter 1 Intro\n### Section 1.1 Scope\n#### Section 1.1.1 Reach"),
        ("## Chapter 1 Intro\n## Section 1 Scope\n## Section 2 Terms\n## Chapter 2 Use\n## Section 1 Care\n", "## Chapter 2 Use\n### Section 1 Care"),
        ("## Appendix A Forms\n### Appendix A.1 Order\n### Appendix A.2 Return\n", "## Appendix A Forms\n### Appendix A.2 Return"),
        ("## Abschnitt 2 Pflege\n### Abschnitt 2.3 Methodik\n", "## Abschnitt 2 Pflege\n### Abschnitt 2.3 Methodik"),
        ("## Section 1 A\n### Section 1-1 B\n### Section 1-2 C\n", "## Section 1 A\n### Section 1-2 C"),
        ("# Section A General\n## Section B Scope\n## Section C Terms\n", "# Section A General\n## Section C Terms"),
        ("# Section A General\n## Section B Scope\n# Section C Terms\n", "# Section C Terms"),
        ("## 제1조(목적)\n\n### 제2조(정의)\n", "### 제2조(정의)"),
        ("## 第一条 目的\n\n### 第二条 定义\n", "### 第二条 定义"),
    ],
)  # fmt: skip
def test_numbers_nest_and_else_levels(text: str, trail: str) -> None:
    assert read_outline(text).headings[-1].trail == trail


@pytest.mark.feature("HD-08")
def test_decimal_marks_are_counted_on_wrapped_lines_too() -> None:
    wrapped = "Rule 3 Conduct\nno end of sentence here\nRule 3.1 Fair Play\nno end\nRule 3.2 Penalties\nno end\nRule 3.2.1 Minor\nno end\nRule 3.3 Major\nno end\n"
    marks = [heading.trail.rpartition("# ")[2] for heading in read_outline(wrapped).headings]
    assert marks == ["Rule 3 Conduct", "Rule 3.1 Fair Play", "Rule 3.2 Penalties", "Rule 3.2.1 Minor", "Rule 3.3 Major"]  # fmt: skip
    mentioned = wrapped + "as said in\nRule 1.4 Old Text\nand in\nRule 3.7 Other\nand so on.\n"
    assert len(read_outline(mentioned).headings) == 5


def test_a_seventh_level_stays_at_six() -> None:
    text = "###### 제1편 총칙\n###### 제1장 가\n###### 제1조(나)\n"
    assert read_outline(text).headings[-1].trail.splitlines()[-1] == "###### 제1조(나)"


@pytest.mark.feature("HD-01")
@pytest.mark.parametrize(
    "block", ["```\n# x\n제9조(가)\n```", "~~~\n# x\n~~~", "$$\n# x\n$$", "```\n# open\n제9조(가)"]
)
def test_code_and_formulas_hold_no_structure(block: str) -> None:
    headings = read_layout(f"# 제목\n\n{block}\n").outline.headings
    assert [heading.trail for heading in headings] == ["# 제목"]


def test_long_labels_are_shortened() -> None:
    assert len(read_outline("# " + "가" * 500).headings[0].trail) == 162


def test_emphasis_is_no_part_of_a_label() -> None:
    assert _trail(["## **제1조(목적)**"]) == "## 제1조(목적)"
    assert _trail(["__Article 5 Scope__"]) == "### Article 5 Scope"


def test_front_matter_belongs_to_the_heading_after_it() -> None:
    text = '# 가\n\n본문\n---\ntitle: "나"\n  n: 1\n---\n# 나\n'
    assert [text[h.start :][:4] for h in read_outline(text).headings] == ["# 가\n", "---\n"]
    rule = "# 가\n\n본문\n\n---\n# 나\n"
    assert rule[read_outline(rule).headings[1].start :] == "# 나\n"


def test_trail_in_force() -> None:
    outline = read_outline("앞\n# 가\n나\n## 다\n")
    assert [outline.at(i) for i in (0, 2, 5, 8)] == ["", "# 가", "# 가", "# 가\n## 다"]


def test_plain_trail() -> None:
    trail = Trail()
    trail.push(1, "가")
    trail.push(2, "나")
    assert trail.plain() == "가 > 나"


@pytest.mark.parametrize(
    ("a", "b", "shared"),
    [("# T\n## A", "# T\n## B", "# T"), ("# T", "# T", "# T"), ("# X", "# Y", ""), ("", "# T", ""), ("# T\n## A\n### x", "# T\n## A\n### y", "# T\n## A")],
)  # fmt: skip
def test_shared_trail(a: str, b: str, shared: str) -> None:
    assert shared_trail(a, b) == shared
