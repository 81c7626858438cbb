"""Whole sentences, items and rows repeated word for word, also inside the cells of an answer's table."""

import re
from pathlib import Path

import pytest

from pincite.verification import Passage, compare_polarity, verify_answer

WITHDRAWAL = "① 계약자는 보험증권을 받은 날부터 15일 안에 청약을 철회할 수 있습니다."
CANCELLATION = (
    "① 회사가 약관을 계약자에게 주지 않았거나 중요한 내용을 설명하지 않은 때에는 계약자는 계약이 성립한 날부터 "
    "3개월 안에 계약을 취소할 수 있습니다."
)
KO = [
    Passage(
        "w",
        f"{WITHDRAWAL} 다만, 청약한 날부터 30일이 지나면 철회할 수 없습니다.\n② 철회하면 회사는 3영업일 안에 받은 보험료를 돌려 드립니다.",
        "약관 > 제33조(청약의 철회)",
    ),
    Passage("c", CANCELLATION, "약관 > 제34조(계약의 취소)"),
    Passage(
        "v",
        "다음 각 호의 어느 하나에 해당하는 계약은 무효로 하며 회사는 받은 보험료를 돌려 드립니다.\n"
        "1. 타인의 사망을 지급사유로 하면서 피보험자의 서면 동의를 받지 않은 계약\n"
        "2. 만 15세 미만인 사람을 피보험자로 하여 사망을 지급사유로 한 계약",
        "약관 > 제35조(계약의 무효)",
    ),
    Passage(
        "r",
        "회사가 약관을 주지 않은 계약을 취소하는 계약자는 계약이 성립한 날부터 1개월 안에 청약을 다시 할 수 있습니다.",
        "약관 > 제36조(재청약)",
    ),
    Passage(
        "t",
        "| 구분 | 입원 일당 | 지급 한도 |\n|---|---|---|\n| 일반 입원 | 3만원 | 120일 |\n| 중환자실 입원 | 10만원 | 60일 |",
        "약관 > 별표 2",
    ),
]
EN = [
    Passage("n", "1. The tenant may end the lease with 30 days' notice in writing.", "Lease > Notice"),
    Passage(
        "d",
        "(a) The landlord must return the deposit within 14 days after the tenant leaves; the tenant pays no fee.",
        "Lease > Deposit",
    ),
    Passage("f", "The landlord may end the lease with 90 days' notice in writing.", "Lease > Landlord"),
    Passage(
        "x",
        "The following losses are not covered:\n(a) damage caused by war or civil unrest\n(b) wear and tear of parts older than 10 years",
        "Policy > Exclusions",
    ),
]
ZH = [
    Passage("h", "投保人收到保险单之日起十五日内可以解除合同，保险人应当退还全部保险费。", "条款 > 犹豫期"),
    Passage("k", "保险人未说明免责条款的，投保人自合同成立之日起三个月内可以撤销合同。", "条款 > 撤销"),
    Passage("l", "保险人自合同成立之日起超过二年的，不得解除合同。", "条款 > 不可抗辩"),
    Passage(
        "m",
        "有下列情形之一的，保险人不承担给付责任：\n（一）被保险人故意犯罪\n（二）被保险人酒后驾驶机动车",
        "条款 > 免责",
    ),
]


def _table(heads: tuple[str, ...], *rows: tuple[str, ...]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


@pytest.mark.parametrize(
    ("passages", "heads", "cells", "holders"),
    [
        (KO, ("청약 철회", "계약 취소"), (WITHDRAWAL, CANCELLATION), ["w", "c"]),
        (KO, ("계약 취소", "청약 철회"), (CANCELLATION, WITHDRAWAL), ["c", "w"]),
        (KO, ("청약 철회", "환급"), (WITHDRAWAL, KO[0].text.split("\n")[1]), ["w", "w"]),
        (KO, ("철회", "입원"), (WITHDRAWAL, "일반 입원 · 3만원 · 120일"), ["w", "t"]),
        (EN, ("Tenant", "Landlord"), (EN[0].text, EN[2].text), ["n", "f"]),
        (EN, ("Notice", "Deposit"), (EN[0].text[3:], EN[1].text), ["n", "d"]),
        (ZH, ("犹豫期", "撤销"), (ZH[0].text, ZH[1].text), ["h", "k"]),
        (ZH, ("撤销", "不可抗辩"), (ZH[1].text, ZH[2].text), ["k", "l"]),
    ],
)
def test_quotes_in_the_cells_of_a_row_are_supported_each_by_its_passage(
    passages: list[Passage], heads: tuple[str, ...], cells: tuple[str, ...], holders: list[str]
) -> None:
    report = verify_answer(_table(heads, cells), passages)
    assert (report.risk_level, report.unsupported) == ("pass", ())
    stated = [claim for claim in report.claims if claim.verdict != "unverifiable"]
    assert [claim.supported_by for claim in stated] == [(holder,) for holder in holders]


@pytest.mark.parametrize(
    ("passages", "heads", "cells", "wrong"),
    [
        (KO, ("청약 철회", "계약 취소"), (WITHDRAWAL.replace("15일", "30일"), CANCELLATION), "30일"),
        (KO, ("청약 철회", "계약 취소"), (WITHDRAWAL, CANCELLATION.replace("3개월", "6개월")), "6개월"),
        (EN, ("Tenant", "Landlord"), (EN[0].text, EN[2].text.replace("90", "60")), "60 days"),
        (EN, ("Tenant", "Landlord"), (EN[0].text.replace("30", "90"), EN[2].text), "90 days"),
        (ZH, ("犹豫期", "撤销"), (ZH[0].text, ZH[1].text.replace("三个月", "六个月")), "六个月"),
        (ZH, ("犹豫期", "撤销"), (ZH[0].text.replace("十五日", "二十日"), ZH[1].text), "二十日"),
    ],
)
def test_one_changed_figure_in_a_cell_fails_alone(
    passages: list[Passage], heads: tuple[str, ...], cells: tuple[str, ...], wrong: str
) -> None:
    report = verify_answer(_table(heads, cells), passages)
    assert report.risk_level == "soft_fail"
    assert [text for text in report.unsupported if wrong not in text] == []
    assert [claim.verdict for claim in report.claims].count("supported") == 1


@pytest.mark.parametrize(
    ("passages", "cells"),
    [
        (KO, (WITHDRAWAL.replace("있습니다", "없습니다"), CANCELLATION)),
        (EN, (EN[0].text, EN[2].text.replace("may end", "may not end"))),
        (ZH, (ZH[0].text, ZH[2].text.replace("不得解除", "可以解除"))),
    ],
)
def test_a_reversed_cell_fails_beside_a_quoted_one(passages: list[Passage], cells: tuple[str, str]) -> None:
    report = verify_answer(_table(("A", "B"), cells), passages)
    assert report.failure_type == "semantic_mismatch"


@pytest.mark.parametrize(
    ("passages", "lead", "items"),
    [
        (KO, KO[2].text.split("\n")[0], KO[2].text.split("\n")[1:]),
        (EN, EN[3].text.split("\n")[0], EN[3].text.split("\n")[1:]),
        (ZH, ZH[3].text.split("\n")[0], ZH[3].text.split("\n")[1:]),
    ],
)
@pytest.mark.parametrize("joint", ["\n", " "])
def test_a_list_item_may_follow_its_opening_sentence(
    passages: list[Passage], lead: str, items: list[str], joint: str
) -> None:
    for item in items:
        report = verify_answer(f"{lead}{joint}{item}", passages)
        assert (report.risk_level, report.unsupported) == ("pass", ())


@pytest.mark.parametrize(
    ("answer", "risk"),
    [
        ("| 일반 입원 | 3만원 | 120일 |", "pass"),
        ("일반 입원 · 3만원 · 120일", "pass"),
        ("- 중환자실 입원 | 10만원 | 60일", "pass"),
        ("| 일반 입원 | 5만원 | 120일 |", "soft_fail"),
        ("| 일반 입원 | 10만원 | 120일 |", "soft_fail"),
    ],
)
def test_a_table_row_may_be_quoted_without_its_header(answer: str, risk: str) -> None:
    report = verify_answer(answer, KO)
    assert (report.risk_level, report.groundedness) == (risk, 1.0 if risk == "pass" else 0.0)


@pytest.mark.parametrize(
    ("passages", "heads", "row", "wrong"),
    [
        (KO[:2], ("구분", "청약 철회", "계약 취소"), ("기간", "15일 안", "3개월 안"), ()),
        (KO[:2], ("구분", "청약 철회", "계약 취소"), ("기간", "3개월 안", "15일 안"), ("3개월", "15일")),
        (KO, ("구분", "일반 입원", "중환자실 입원"), ("지급 한도", "120일", "60일"), ()),
        (KO, ("구분", "일반 입원", "중환자실 입원"), ("지급 한도", "60일", "120일"), ("60일", "120일")),
        (EN, ("Party", "Notice"), ("Tenant", "30 days"), ()),
        (EN, ("Party", "Notice"), ("Tenant", "90 days"), ("90 days",)),
        (EN, ("Tenant", "Landlord"), ("30 days' notice", "90 days' notice"), ()),
        (EN, ("Tenant", "Landlord"), ("90 days' notice", "30 days' notice"), ("90 days", "30 days")),
        (ZH, ("项目", "犹豫期", "撤销"), ("期限", "十五日", "三个月"), ()),
        (ZH, ("项目", "犹豫期", "撤销"), ("期限", "三个月", "十五日"), ("三个月", "十五日")),
    ],
)
def test_a_value_is_read_under_its_column_head(
    passages: list[Passage], heads: tuple[str, ...], row: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    report = verify_answer(_table(heads, row), passages)
    assert (report.unsupported, report.risk_level) == (wrong, "soft_fail" if wrong else "pass")


def test_a_row_without_a_figure_keeps_its_sign() -> None:
    rows = _table(("Loss", "Cover"), ("damage caused by war", "covered"))
    assert verify_answer(rows, EN).failure_type == "semantic_mismatch"


def test_a_quoted_clause_with_a_word_of_refusal_is_a_statement() -> None:
    (claim,) = verify_answer(ZH[1].text, ZH).claims
    assert claim.supported_by == ("k",)


def test_a_cell_that_refuses_hides_no_other_cell() -> None:
    cells = (WITHDRAWAL.replace("15일", "45일"), "제공된 자료에서 확인되지 않습니다.")
    assert verify_answer(_table(("청약 철회", "해지"), cells), KO).unsupported == ("45일",)


@pytest.mark.parametrize("passages", [KO, EN, ZH])
def test_what_is_quoted_has_the_polarity_of_its_source(passages: list[Passage]) -> None:
    for passage in passages:
        for line in passage.text.split("\n"):
            if not set(line) <= set("|- "):
                assert compare_polarity(passage.text, line) == "same", line


@pytest.mark.parametrize("name", ["ko_insurance_terms.md"])
def test_any_two_sentences_of_a_document_stand_side_by_side(name: str) -> None:
    text = Path("samples/library", name).read_text(encoding="utf-8")
    sections = [part.partition("\n") for part in re.split(r"(?m)^#{2,3} ", text)[1:]]
    passages = [Passage(str(i), body, head) for i, (head, _, body) in enumerate(sections) if body.strip()]
    lines = [
        (p.heading, line)
        for p in passages
        for line in p.text.split("\n")
        if re.search(r"다\.$", line.strip())
    ]
    for (head, line), (other, last) in zip(lines[::3], lines[1::3], strict=False):
        report = verify_answer(_table((head, other), (line, last)), passages)
        assert report.risk_level == "pass", (line, last, report.warnings)
