"""Answers on real documents (Labor Standards Act, unemployment insurance of Guangdong)."""

import re

import pytest

from pincite.text.sentences import split_sentences
from pincite.verification import Passage, verify_answer
from tests.conftest import shared

ANY = -1.0


def korean_articles() -> dict[str, Passage]:
    text = shared("documents", "ko_labor_standards_act_full.md").read_text(encoding="utf-8")
    found = re.finditer(r"### (제\d+조(?:의\d+)?) ([^\n]+)\n\n(.*?)(?=\n---\n|\Z)", text, re.DOTALL)
    return {m[1]: Passage(m[1], m[3], f"근로기준법 > {m[1]} {m[2]}") for m in found}


def chinese_articles() -> dict[str, Passage]:
    text = shared("documents", "zh_unemployment_insurance.md").read_text(encoding="utf-8")
    found = re.finditer(
        r"(第[一二三四五六七八九十]+条) (.*?)(?=\n\n第[一二三四五六七八九十]+条|\n\n## |\Z)", text, re.DOTALL
    )
    return {m[1]: Passage(m[1], m[0], "广东省失业保险条例") for m in found}


CASES: list[tuple[str, str, str, float | None, list[str]]] = [
    (
        "제60조",
        "근로기준법 제60조 제1항에 따라 1년간 80퍼센트 이상 출근한 근로자에게 15일의 유급휴가를"
        " 주어야 합니다.",
        "pass",
        1.0,
        [],
    ),
    ("제60조", "제60조에 따르면 1년간 80% 이상 출근하면 15일의 유급휴가를 줍니다.", "pass", 1.0, []),
    (
        "제60조",
        "1년간 80퍼센트 이상 출근한 근로자에게 20일의 유급휴가를 주어야 합니다.",
        "soft_fail",
        0.0,
        ["20일"],
    ),
    (
        "제60조",
        "계속하여 근로한 기간이 1년 미만인 근로자에게는 1개월 개근 시 1일의 유급휴가를 줍니다.",
        "pass",
        1.0,
        [],
    ),
    ("제60조", "총 휴가 일수는 25일을 한도로 합니다.", "pass", 1.0, []),
    ("제60조", "3년 이상 계속 근로하면 매 2년마다 1일을 가산합니다.", "pass", 1.0, []),
    ("제60조 제50조", "1주 간의 근로시간은 40시간을 초과할 수 없습니다.", "pass", 1.0, []),
    (
        "제50조",
        "제50조에 따라 1일의 근로시간은 8시간을 초과할 수 있습니다.",
        "soft_fail",
        0.0,
        ["8시간을 초과"],
    ),
    ("제50조", "1일의 근로시간은 10시간을 초과할 수 없습니다.", "soft_fail", 0.0, ["10시간"]),
    (
        "제53조",
        "당사자 간에 합의하면 1주 간에 12시간을 한도로 근로시간을 연장할 수 있습니다.",
        "pass",
        1.0,
        [],
    ),
    (
        "제53조",
        "당사자 간에 합의하면 1주 간에 52시간을 한도로 근로시간을 연장할 수 있습니다.",
        "soft_fail",
        0.0,
        ["52시간"],
    ),
    (
        "제54조",
        "근로시간이 4시간인 경우 30분 이상, 8시간인 경우 1시간 이상의 휴게시간을 주어야 합니다.",
        "pass",
        1.0,
        [],
    ),
    (
        "제54조",
        "근로시간이 4시간인 경우 1시간 이상, 8시간인 경우 30분 이상의 휴게시간을 주어야 합니다.",
        "soft_fail",
        0.0,
        ["1시간", "30분"],
    ),
    ("제56조", "연장근로에는 통상임금의 100분의 50 이상을 가산하여 지급해야 합니다.", "pass", 1.0, []),
    ("제56조", "연장근로에는 통상임금의 50% 이상을 가산하여 지급합니다(제56조).", "pass", 1.0, []),
    ("제56조", "연장근로에는 통상임금의 30% 이상을 가산하여 지급합니다(제56조).", "soft_fail", 0.0, ["30%"]),
    ("제26조", "사용자는 해고하려면 적어도 30일 전에 예고해야 합니다.", "pass", 1.0, []),
    ("제26조", "사용자는 해고하려면 적어도 60일 전에 예고해야 합니다.", "soft_fail", 0.0, ["60일"]),
    ("제26조", "30일 전에 예고하지 않으면 30일분 이상의 통상임금을 지급해야 합니다.", "pass", 1.0, []),
    ("제23조", "사용자는 정당한 이유 없이 근로자를 해고하지 못합니다.", "pass", None, []),
    ("제23조", "사용자는 정당한 이유 없이도 근로자를 해고할 수 있습니다.", "soft_fail", ANY, []),
    ("제23조", "제23조 제1항에 따라 정당한 이유 없이 해고할 수 없습니다.", "pass", 1.0, []),
    ("제11조", "이 법은 상시 5명 이상의 근로자를 사용하는 모든 사업장에 적용됩니다.", "pass", 1.0, []),
    (
        "제11조",
        "이 법은 상시 5명 미만의 근로자를 사용하는 사업장에 적용됩니다.",
        "soft_fail",
        0.0,
        ["5명 미만"],
    ),
    ("제11조", "동거하는 친족만을 사용하는 사업장에는 적용하지 않습니다.", "pass", None, []),
    ("제11조", "동거하는 친족만을 사용하는 사업장에도 적용됩니다.", "soft_fail", ANY, []),
    ("제64조", "15세 미만인 사람은 근로자로 사용하지 못합니다.", "pass", 1.0, []),
    ("제64조", "13세 미만인 사람은 근로자로 사용하지 못합니다.", "warn", 0.0, ["13세"]),
    (
        "제74조",
        "임신 중의 여성에게는 출산 전과 출산 후를 통하여 90일의 출산전후휴가를 주어야 합니다.",
        "pass",
        1.0,
        [],
    ),
    (
        "제74조",
        "출산전후휴가는 90일이며, 한 번에 둘 이상 자녀를 임신한 경우에는 120일입니다.",
        "pass",
        1.0,
        [],
    ),
    (
        "제74조",
        "출산전후휴가는 120일이며, 한 번에 둘 이상 자녀를 임신한 경우에는 90일입니다.",
        "soft_fail",
        0.0,
        ["120일", "90일"],
    ),
    ("제60조", "연차휴가는 15일입니다. 민법 제60조를 참고하세요.", "hard_fail", 0.5, ["민법 제60조"]),
    ("第十七条", "根据第十七条，失业保险金领取期限最长为二十四个月。", "pass", 1.0, []),
    ("第十七条", "失业保险金领取期限最长为24个月。", "pass", 1.0, []),
    ("第十七条", "失业保险金领取期限最长为36个月。", "soft_fail", 0.0, ["36个月"]),
    ("第十七条", "缴费时间一至四年的，每满一年，领取期限为一个月。", "pass", 1.0, []),
    ("第十九条", "失业保险金按照最低工资标准的90%按月计发。", "pass", 1.0, []),
    ("第十九条", "失业保险金按照最低工资标准的80%按月计发。", "soft_fail", 0.0, ["80%"]),
    ("第十五条", "根据第十五条第一项，缴费满一年的可以领取失业保险金。", "pass", 1.0, []),
    ("第十五条", "第十五条第四项规定了其他条件。", "hard_fail", 0.0, ["第十五条第四项"]),
    (
        "第十六条",
        "依照《劳动合同法》第四十四条第一项终止劳动合同的属于非因本人意愿中断就业。",
        "pass",
        1.0,
        [],
    ),
    ("第十三条", "不得从失业保险基金中提取任何费用。", "pass", None, []),
    ("第十三条", "可以从失业保险基金中提取费用。", "soft_fail", ANY, []),
]


@pytest.mark.parametrize(("articles", "answer", "risk", "grounded", "unsupported"), CASES)
def test_answer_on_a_law(
    articles: str, answer: str, risk: str, grounded: float | None, unsupported: list[str]
) -> None:
    library = korean_articles() | chinese_articles()
    report = verify_answer(answer, [library[name] for name in articles.split()])
    assert report.risk_level == risk, report.warnings
    assert sorted(report.unsupported) == sorted(unsupported)
    if grounded != ANY:
        assert report.groundedness == grounded


@pytest.mark.feature("CR-06")
@pytest.mark.parametrize("library", [korean_articles, chinese_articles], ids=["ko", "zh"])
def test_whole_sentences_quoted_from_a_document_pass(library) -> None:  # type: ignore[no-untyped-def]
    articles = list(library().values())
    alarms = []
    for position, article in enumerate(articles):
        for sentence in split_sentences(article.text):
            report = verify_answer(sentence.text, articles[position : position + 3])
            alarms += [f.text for claim in report.claims for f in claim.findings]
    assert alarms == []
