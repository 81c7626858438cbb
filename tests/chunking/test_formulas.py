"""Formulas are whole, whatever marks them and whatever stands in them."""

import pytest

from pincite.chunking import ChunkingConfig, profile_document, split
from pincite.chunking.formulas import find_formulas
from pincite.chunking.layout import read_layout

INNER = "a = b\n\n2. Step\nc + d\n\n제3조(가) x\n\n# 1\n\n\n\n---\nf"
FORMULAS = [
    f"\\[\n{INNER}\n\\]", f"\\[ {INNER} \\]", f"따라서 \\[\n{INNER}\n\\]", f"> \\[\n{INNER}\n\\]", f"\\begin{{align}}\n{INNER}\n\\end{{align}}",
    f"\\begin{{equation*}}{INNER}\\end{{equation*}}", f"\\begin{{pmatrix}}\n\\begin{{pmatrix}}\n1 \\\\[2pt]\n\\end{{pmatrix}}\n{INNER}\n\\end{{pmatrix}}",
    f"\\begin {{cases}} {INNER} \\end{{cases}}", f"\\[\n\\begin{{array}}{{cc}}\n{INNER}\n\\end{{array}}\n\\]", f"$$\n{INNER}\n$$",
]  # fmt: skip


@pytest.mark.feature("RC-01")
@pytest.mark.feature("HU-07")
@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("strategy", ["auto", "heading", "heuristic", "legacy"])
def test_no_cut_and_no_structure_within(formula: str, strategy: str) -> None:
    prose = "회사는 보험금을 지급한다. " * 12
    text = f"# 산식\n\n{prose}\n\n{formula}\n\n{prose}\n\n# 다음\n\n{prose}"
    body = formula[formula.index("\\" if "\\" in formula else "$") :]
    for size in (40, 60, 100, 512):
        chunks = split(text, ChunkingConfig(chunk_size=size, chunk_overlap=0, strategy=strategy))
        assert any(body in chunk.content for chunk in chunks)
        assert not any("제3조" in chunk.context_header for chunk in chunks)
    assert [heading.trail for heading in read_layout(text).outline.headings] == ["# 산식", "# 다음"]
    if "$$" not in formula:
        assert profile_document(text).numbered_sections == 0


@pytest.mark.parametrize(
    "text",
    [
        "\\[\na = b\n\n제3조(가) x\n", "문장 \\[주 1\n\n제3조(가) 글이다. 글 [2\\] 끝", "\\\\[2pt]\n\na \\\\]", "\\] a \\[", "\\begin{align}\n\n제3조(가) x\n",
        "\\begin{itemize}\n\n제3조(가) x\n\\end{itemize}", "\\end{align} \\begin{align}", "\\begin{align} a \\end{cases}", f"\\[\n{'a ' * 4000}\n\\]", "\\[ a",
    ],
)  # fmt: skip
def test_what_is_no_formula(text: str) -> None:
    assert find_formulas(text) == []


def test_one_that_is_never_closed_hides_no_other() -> None:
    text = "\\begin{align} \\begin{cases} a \\begin{align} b \\end{align} \\[ c \\[ d \\] e\n\n\\[f\n\\]"
    assert [text[a:b] for a, b in find_formulas(text)] == [
        "\\[ d \\]",
        "\\[f\n\\]",
        "\\begin{align} b \\end{align}",
    ]
    unclosed = "\\begin{align} \\begin{cases} \\end{align}"
    assert find_formulas(unclosed) == [(0, len(unclosed))]


def test_one_in_code_is_code() -> None:
    code = "```\n\\[ a \\]\n```\n"
    assert read_layout(code).spans == [(0, len(code))]
