"""Formulas within a line: no cut enters one, and money is none."""

import pytest

from pincite.chunking import ChunkingConfig, split
from pincite.chunking.inline_formulas import find_inline_formulas
from pincite.chunking.layout import read_layout

FORMULAS = [
    r"$q_x = d_x / l_x + \frac{a b c}{d e}$", r"$a + b$", r"$x < 0$", r"$2x + 3y = 5$", r"$10^{-3} mol$", r"$\alpha$", r"$보험료 = 순보험료 + 부가보험료$",
    r"$a / b$", r"$n - 1$", r"$ x _ { 1 } $", r"$ \bar { x } $", r"$5 \times 10^{3} \text{ kg each}$", r"$\$5 + x_1$", r"$P(A | B)$", r"$a ≤ b$",
    r"$T_{10}$", r"$(x + 1)$", r"${}^{14}C$", r"$\left[ a , b \right]$", r"$a \\ b \frac{1}{2}$",
    r"\( q_x = d_x / l_x \)", r"\(a + b\)", r"\(\frac{a b}{c}\)", r"\( f(x) = x^2 \)", r"\(\left( a \right)\)", r"\( a \\ b = c \)",
]  # fmt: skip


def _found(text: str) -> list[str]:
    return [text[start:end] for start, end in find_inline_formulas(text)]


@pytest.mark.feature("RC-01")
@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("strategy", ["auto", "recursive", "legacy"])
def test_no_cut_within(formula: str, strategy: str) -> None:
    sentence = f"사망률은 {formula}로 정하고, then {formula}, 以及（{formula}）。 "
    text = f"# 산식\n\n{sentence * 6}\n\n{formula}\n\n제1조(가) {formula} 이다.\n"
    assert [text[a:b] for a, b in read_layout(text).spans] == [formula] * 20
    for size in (8, 20, 33, 60):
        config = ChunkingConfig(chunk_size=size, chunk_overlap=0, strategy=strategy)
        contents = [chunk.content for chunk in split(text, config)]
        assert sum(content.count(formula) for content in contents) == 20


@pytest.mark.parametrize(
    "text",
    [
        "$5 and $10", "US$ 300 to 400 + x_1 $", "It costs $5, or 6 = 7 for 2 people, and 8$", "$ 300 – 400 $", "$ 300 + 400 $", "in $, a_b + c in $", "($) a = b ($)",
        "$5-$10", "$5~10$", "A$ + B$", "5$ + 6$", "echo $PATH_A and $HOME_B", "${a_b}_${c_d}", "^foo$ or ^bar$", "ls $ my_dir $ end", "$ ls my_dir $", r"\$a_b\$", r"$a_b\$",
        "$a_b\nc$", "$a_b\n\nc$", f"${'a_b ' * 80}c$", "$a_b", "$$", "$$a_b$$", "$x$", "$a_b ($)", "$1 = 1,350원, 2$", "$path/name of it$", "", "$", "$`a_b`$",
        r"\(주\) 한국", r"\(see a - b\)", r"\(2020\_01\)", r"\\(a + b\)", r"\(a + b", "\\(a + b\n\\)", r"\(단위: 천원, 2020 = 100\)", rf"\({'a + ' * 80}b\)", r"\)a + b\(",
    ],
)  # fmt: skip
def test_what_is_no_formula(text: str) -> None:
    assert _found(text) == []
    assert _found(f"앞의 글 {text} 뒤의 글") == []


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("$5 and $x_1$ and $10", ["$x_1$"]),
        ("in $, or ($), then $x_1 + 1$.", ["$x_1 + 1$"]),
        ("$a_1$ or c_d or $b_2$", ["$a_1$", "$b_2$"]),
        ("$a_1$$b_2$ $c_3$", ["$c_3$"]),
        ("사망률 $q_x$(연간)의 $l_x$는", ["$q_x$", "$l_x$"]),
        (r"\(a \(b + 1\) \[ \(c^2\) \]", [r"\(b + 1\)", r"\(c^2\)"]),
        (r"$a_1$ \(b + 1\) $c_3$", ["$a_1$", r"\(b + 1\)", "$c_3$"]),
    ],
)
def test_formulas_beside_other_marks(text: str, formulas: list[str]) -> None:
    assert sorted(_found(text)) == sorted(formulas)


@pytest.mark.feature("RC-01")
@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("`$x` and `y_1$`", ["`$x`", "`y_1$`"]),
        ("$$\na $b_1 + c$ d\n$$", ["$$\na $b_1 + c$ d\n$$"]),
        ("$x_1 = [a$ b](http://e.com/u)", ["[a$ b](http://e.com/u)"]),
        ("[see $x_1$](http://e.com/u)", ["[see $x_1$](http://e.com/u)"]),
        ("| $x_1 + 2$ | b |", ["| $x_1 + 2$ | b |"]),
        (r"\[ a \text{ if $x_1 > 0$ } \]", [r"\[ a \text{ if $x_1 > 0$ } \]"]),
        (r"$A = \begin{pmatrix} a & b \end{pmatrix}$", [r"$A = \begin{pmatrix} a & b \end{pmatrix}$"]),
        ("```\n$x_1 + 2$\n```\n", ["```\n$x_1 + 2$\n```\n"]),
        ("a $x_1 + 2$\u0301 b", ["$x_1 + 2$\u0301"]),
    ],
)
def test_what_reaches_further_is_protected_first(text: str, spans: list[str]) -> None:
    assert [text[a:b] for a, b in read_layout(text).spans] == spans
