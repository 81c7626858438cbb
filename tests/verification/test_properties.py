"""Cases made by the hundred: a true passage stated passes, one thing changed is found, a format changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.verification import Passage, verify_answer
from tests.verification import making as m

made = settings(derandomize=True, max_examples=25)
"""The same examples every time: what is found here is a hole to mend, not a test to repeat."""
LANGUAGES = st.sampled_from(["ko", "zh", "en"])
THINGS = {
    "ko": ("입회비", "보증금", "수수료", "위약금", "장학금", "유지비"),
    "zh": ("入会费", "押金", "手续费", "违约金", "奖学金", "维护费"),
    "en": ("joining fee", "deposit", "handling charge", "penalty", "scholarship", "upkeep"),
}
STATED = {
    "ko": ("{thing}은 {value}으로 한다.", "{thing}은 {value}입니다."),
    "zh": ("{thing}为{value}。", "{thing}是{value}。"),
    "en": ("The {thing} is {value}.", "The {thing} amounts to {value}."),
}
AMOUNTS = {"ko": (m.won, 10_000), "zh": (m.yuan, 10_000), "en": (m.dollars, 1_000)}


def check(passage: str, answer: str) -> tuple[str, tuple[str, ...]]:
    report = verify_answer(answer, [Passage("p", passage)])
    return report.risk_level.value, report.unsupported


def passes(passage: str, answer: str) -> None:
    assert (answer, *check(passage, answer)) == (answer, "pass", ())


def fails(passage: str, answer: str, level: str, *unsupported: str) -> None:
    assert (answer, *check(passage, answer)) == (answer, level, unsupported)


def sentences(language: str, thing: int, told: str, said: str) -> tuple[str, str]:
    name = THINGS[language][thing]
    source, statement = STATED[language]
    return source.format(thing=name, value=told), statement.format(thing=name, value=said)


@pytest.mark.feature("VF-04")
@made
@given(LANGUAGES, st.integers(1, 9_999), st.integers(0, 5), st.data())
def test_an_amount_in_any_form(language: str, number: int, thing: int, data: st.DataObject) -> None:
    forms, unit = AMOUNTS[language]
    told, said = (data.draw(st.sampled_from(forms(number * unit))) for _ in "ab")
    passes(*sentences(language, thing, told, said))


@pytest.mark.feature("VF-09")
@made
@given(LANGUAGES, st.integers(1, 9_999), st.sampled_from([-1, 1, 10, 100]), st.integers(0, 5), st.data())
def test_an_amount_with_one_digit_or_scale_changed(
    language: str, number: int, change: int, thing: int, data: st.DataObject
) -> None:
    forms, unit = AMOUNTS[language]
    other = number * change if change > 1 else max(1, number + change) if number > 1 else 7
    told = data.draw(st.sampled_from(forms(number * unit)))
    said = data.draw(st.sampled_from(forms(other * unit)))
    fails(*sentences(language, thing, told, said), "soft_fail", said)


@pytest.mark.feature("VF-04")
@made
@given(LANGUAGES, st.integers(1, 99), st.integers(0, 5), st.data())
def test_a_share_in_any_form(language: str, value: int, thing: int, data: st.DataObject) -> None:
    told, said = (data.draw(st.sampled_from(m.percent(value, language))) for _ in "ab")
    passes(*sentences(language, thing, told, said))


@pytest.mark.feature("VF-09")
@made
@given(LANGUAGES, st.integers(2, 98), st.sampled_from([-1, 1]), st.integers(0, 5), st.data())
def test_a_share_one_off(language: str, value: int, change: int, thing: int, data: st.DataObject) -> None:
    told = data.draw(st.sampled_from(m.percent(value, language)))
    said = data.draw(st.sampled_from(m.percent(value + change, language)))
    fails(*sentences(language, thing, told, said), "soft_fail", said)


@pytest.mark.feature("VF-04")
@made
@given(LANGUAGES, st.sampled_from([m.years, m.days]), st.integers(2, 9), st.integers(0, 5), st.data())
def test_a_period_in_any_unit(language: str, forms, value: int, thing: int, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]
    told, said = (data.draw(st.sampled_from(forms(value, language))) for _ in "ab")
    passes(*sentences(language, thing, told, said))


@pytest.mark.feature("VF-09")
@made
@given(LANGUAGES, st.sampled_from([m.years, m.days]), st.integers(2, 8), st.integers(0, 5), st.data())
def test_a_period_one_off(language: str, forms, value: int, thing: int, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]
    told = data.draw(st.sampled_from(forms(value, language)))
    said = data.draw(st.sampled_from(forms(value + 1, language)))
    fails(*sentences(language, thing, told, said), "soft_fail", said)


UNITS = {
    "ko": ("일", "개월", "년", "영업일", "주", "시간", "만원", "%"),
    "zh": ("日", "个月", "年", "个工作日", "周", "小时", "万元", "%"),
    "en": (" days", " months", " years", " business days", " weeks", " hours", " dollars", "%"),
}


@pytest.mark.feature("VF-09")
@made
@given(LANGUAGES, st.integers(2, 30), st.permutations(range(8)), st.integers(0, 5))
def test_the_same_digits_with_another_unit(language: str, number: int, units: list[int], thing: int) -> None:
    one, two = (f"{number}{UNITS[language][unit]}" for unit in units[:2])
    fails(*sentences(language, thing, one, two), "soft_fail", two)


@pytest.mark.feature("VF-05")
@made
@given(LANGUAGES, st.dates(), st.integers(0, 5), st.data())
def test_a_date_in_any_form(language: str, day, thing: int, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]
    day = day.replace(year=2000 + day.year % 60)
    told, said = (data.draw(st.sampled_from(m.dates(day.year, day.month, day.day, language))) for _ in "ab")
    passes(*sentences(language, thing, told, said))


@pytest.mark.feature("VF-06")
@made
@given(
    LANGUAGES, st.integers(2001, 2060), st.integers(1, 11), st.integers(1, 27), st.integers(0, 2), st.data()
)
def test_a_date_one_off(
    language: str, year: int, month: int, day: int, place: int, data: st.DataObject
) -> None:
    """A date decides whether something applies at all, so it weighs as a period does (VF-06)."""
    other = [year, month, day]
    other[place] += 1
    told = data.draw(st.sampled_from(m.dates(year, month, day, language)))
    said = data.draw(st.sampled_from(m.dates(*other, language)))
    passage, answer = sentences(language, 0, told, said)
    level, unsupported = check(passage, answer)
    assert (level, [text.rstrip(".") for text in unsupported]) == ("soft_fail", [said.rstrip(".")])


COUNTED = {
    "ko": ("위원", "명", "위원은 {}으로 한다.", "위원은 {}입니다."),
    "zh": ("委员", "名", "委员为{}。", "委员是{}。"),
    "en": ("", " members", "The board has {}.", "The board consists of {}."),
}


def counts(value: int, language: str) -> list[str]:
    unit = COUNTED[language][1]
    if language == "ko":
        return [
            f"{value}명",
            f"{value} 명",
            f"{value}인",
            f"{m.counting(value)} 명",
            m.full_width(f"{value}명"),
        ]
    if language == "zh":
        return [f"{value}名", f"{value}人", f"{m.chinese_number(value)}名"]
    return [f"{value}{unit}", f"{m.english_number(value)}{unit}"]


@pytest.mark.feature("VF-04")
@made
@given(LANGUAGES, st.integers(3, 10), st.data())
def test_a_count_in_words_or_digits(language: str, value: int, data: st.DataObject) -> None:
    told, said = (data.draw(st.sampled_from(counts(value, language))) for _ in "ab")
    passes(COUNTED[language][2].format(told), COUNTED[language][3].format(said))


@pytest.mark.feature("VF-09")
@made
@given(LANGUAGES, st.integers(3, 9), st.data())
def test_a_count_one_off_only_warns(language: str, value: int, data: st.DataObject) -> None:
    told = data.draw(st.sampled_from(counts(value, language)))
    said = data.draw(st.sampled_from(counts(value + 1, language)))
    level, unsupported = check(COUNTED[language][2].format(told), COUNTED[language][3].format(said))
    assert (level, unsupported) == ("warn", (said.removesuffix(" members"),))


AGED = {
    "ko": ("만 {}세 이상인 사람이 신청할 수 있다.", "만 {}세 이상이면 신청할 수 있습니다.", "만 {}세"),
    "zh": ("申请人须年满{}周岁。", "申请人应当年满{}周岁。", "{}周岁"),
    "en": (
        "Applicants must be at least {} years old.",
        "Applicants have to be at least {} years of age.",
        "{} years of age",
    ),
}


@pytest.mark.feature("VF-09")
@made
@given(LANGUAGES, st.integers(14, 80), st.sampled_from([0, 1, 10]))
def test_an_age(language: str, age: int, change: int) -> None:
    told, said, written = AGED[language]
    if change:
        fails(told.format(age), said.format(age + change), "warn", written.format(age + change))
    else:
        passes(told.format(age), said.format(age))


RANGED = {
    "ko": ("{thing}은 {low}~{high}만원이다.", "{thing}은 {low}만원에서 {high}만원까지입니다.", "{}만원"),
    "zh": ("{thing}为{low}至{high}万元。", "{thing}为{low}万元至{high}万元。", "{}万元"),
    "en": ("The {thing} is between ${low} and ${high}.", "The {thing} ranges from ${low} to ${high}.", "${}"),
}


@pytest.mark.feature("VF-04")
@made
@given(
    LANGUAGES,
    st.integers(2, 40),
    st.integers(50, 90),
    st.integers(0, 5),
    st.sampled_from(["", "low", "high"]),
)
def test_both_ends_of_a_range(language: str, low: int, high: int, thing: int, changed: str) -> None:
    told, said, written = RANGED[language]
    name = THINGS[language][thing]
    passage = told.format(thing=name, low=low, high=high)
    low, high = low + (changed == "low"), high + (changed == "high")
    answer = said.format(thing=name, low=low, high=high)
    if changed:
        wrong = written.format(low if changed == "low" else high)
        level, unsupported = check(passage, answer)
        assert (level, [text.split("~")[0] for text in unsupported]) == ("soft_fail", [wrong])
    else:
        passes(passage, answer)


APPROXIMATED = {"ko": "약 {}", "zh": "约{}", "en": "about {}"}


@made
@given(LANGUAGES, st.integers(1, 9_999), st.integers(0, 5), st.booleans(), st.data())
def test_about_a_value_is_the_value(
    language: str, number: int, thing: int, told_so: bool, data: st.DataObject
) -> None:
    forms, unit = AMOUNTS[language]
    told, said = (data.draw(st.sampled_from(forms(number * unit))) for _ in "ab")
    about = APPROXIMATED[language]
    told, said = (about.format(told), said) if told_so else (told, about.format(said))
    passes(*sentences(language, thing, told, said))


RATED = {
    "ko": (
        "{thing}은 {rate} {value}원이다.",
        {"day": ("1일당", "하루"), "month": ("매월", "월"), "year": ("매년", "연")},
        "{}원",
    ),
    "zh": (
        "{thing}为{rate}{value}元。",
        {"day": ("每日", "每天"), "month": ("每月",), "year": ("每年",)},
        "{}元",
    ),
    "en": (
        "The {thing} is ${value} {rate}.",
        {"day": ("per day", "a day"), "month": ("per month", "a month"), "year": ("per year", "a year")},
        "${}",
    ),
}


@made
@given(
    LANGUAGES, st.integers(1_000, 9_000), st.permutations(["day", "month", "year"]), st.booleans(), st.data()
)
def test_what_an_amount_is_paid_for(
    language: str, value: int, rates: list[str], right: bool, data: st.DataObject
) -> None:
    pattern, wordings, written = RATED[language]
    name = THINGS[language][0]
    told = data.draw(st.sampled_from(wordings[rates[0]]))
    said = data.draw(st.sampled_from(wordings[rates[0 if right else 1]]))
    passage = pattern.format(thing=name, rate=told, value=value)
    answer = pattern.format(thing=name, rate=said, value=value)
    if right:
        passes(passage, answer)
    else:
        fails(passage, answer, "soft_fail", written.format(value))


BOUNDED = {
    "ko": ("거래금액이 {}인 경우 서류를 낸다.", "거래금액이 {}이면 서류를 냅니다.", "{}만원"),
    "zh": ("交易金额{}的，应当提交材料。", "交易金额{}的，须提交材料。", "{}万元"),
    "en": ("Documents are required for transactions of {}.", "Transactions of {} require documents.", "${}"),
}


@made
@given(
    LANGUAGES, st.integers(2, 900), st.permutations(["min", "max", "over", "under"]), st.booleans(), st.data()
)
def test_a_bound_in_other_words_or_turned(
    language: str, value: int, bounds: list[str], right: bool, data: st.DataObject
) -> None:
    told_in, said_in, figure = BOUNDED[language]
    amount = figure.format(value)
    told = data.draw(st.sampled_from(m.BOUNDS[language][bounds[0]])).format(amount)
    said = data.draw(st.sampled_from(m.BOUNDS[language][bounds[0 if right else 1]])).format(amount)
    if language == "ko":
        told_in = told_in.replace("{}인", "{}") if told.endswith("넘는") else told_in
        said_in = said_in.replace("{}이면", "{} 경우") if said.endswith("넘는") else said_in
    if right:
        passes(told_in.format(told), said_in.format(said))
    else:
        fails(told_in.format(told), said_in.format(said), "soft_fail", said)


CITED = {
    "ko": "{}에 따라 위원회가 심의합니다.",
    "zh": "根据{}，由委员会审议。",
    "en": "Under {}, the board reviews these matters.",
}


@pytest.mark.feature("VF-02")
@made
@given(LANGUAGES, st.integers(2, 180), st.integers(2, 5), st.integers(2, 6), st.data())
def test_a_clause_in_any_form(
    language: str, article: int, paragraphs: int, items: int, data: st.DataObject
) -> None:
    passage = m.clause_text(article, paragraphs, items, language)
    paragraph = data.draw(st.integers(0, paragraphs))
    item = data.draw(st.integers(0, items)) if paragraph == paragraphs else 0
    written = data.draw(st.sampled_from(m.Clause(article, paragraph, item).written(language)))
    passes(passage, CITED[language].format(written))


@pytest.mark.feature("VF-02")
@made
@given(
    LANGUAGES, st.integers(2, 180), st.integers(2, 5), st.integers(2, 6), st.sampled_from("api"), st.data()
)
def test_a_clause_one_off(
    language: str, article: int, paragraphs: int, items: int, changed: str, data: st.DataObject
) -> None:
    passage = m.clause_text(article, paragraphs, items, language)
    wrong = {
        "a": m.Clause(article + data.draw(st.sampled_from([-1, 1, 10, 100]))),
        "p": m.Clause(article, paragraphs + data.draw(st.integers(1, 3))),
        "i": m.Clause(article, paragraphs, items + data.draw(st.integers(1, 2))),
    }[changed]
    written = data.draw(st.sampled_from(wrong.written(language)))
    fails(passage, CITED[language].format(written), "hard_fail", written)


ANNEXES = {
    "ko": (
        ["별표 {}", "별표{}", "별표 제{}호", "[별표 {}]"],
        "{}에 정한 금액을 낸다.",
        "{}에 따른 금액을 냅니다.",
    ),
    "zh": (["附件{}", "附件 {}"], "费用见{}。", "费用按{}执行。"),
    "en": (["Schedule {}", "schedule {}"], "The fees are set out in {}.", "Fees follow {}."),
}


@pytest.mark.feature("VF-03")
@made
@given(LANGUAGES, st.integers(1, 30), st.sampled_from([0, 1, 10]), st.data())
def test_an_annex(language: str, number: int, change: int, data: st.DataObject) -> None:
    forms, told_in, said_in = ANNEXES[language]
    told = data.draw(st.sampled_from(forms)).format(number)
    written = data.draw(st.sampled_from(forms)).format(number + change)
    passage, answer = told_in.format(told), said_in.format(written)
    if change:
        fails(passage, answer, "hard_fail", written.strip("[]"))
    else:
        passes(passage, answer)


SUPPLEMENTS = st.sampled_from(["부칙 제{}조", "부칙 제 {} 조", "부칙제{}조"])


@pytest.mark.feature("VF-03")
@made
@given(st.integers(1, 20), st.sampled_from([0, 1]), SUPPLEMENTS, SUPPLEMENTS)
def test_a_supplementary_provision(number: int, change: int, told: str, said: str) -> None:
    passage = f"{told.format(number)}(시행일) 이 규정은 공포한 날부터 시행한다."
    written = said.format(number + change)
    answer = f"{written}에 따라 공포한 날부터 시행합니다."
    if change:
        fails(passage, answer, "hard_fail", written)
    else:
        passes(passage, answer)


@pytest.mark.feature("VF-03")
@made
@given(st.integers(1, 20), st.booleans())
def test_the_main_part_is_not_the_supplement(number: int, supplement: bool) -> None:
    told, said = (
        (f"부칙 제{number}조", f"제{number}조") if supplement else (f"제{number}조", f"부칙 제{number}조")
    )
    passage = f"{told}(적용례) 이 규정은 새 계약부터 적용한다."
    fails(passage, f"{said}에 따라 새 계약부터 적용합니다.", "hard_fail", said)


LISTED = {
    "ko": ("제{}조부터 제{}조까지는 위탁에 준용한다.", "제{}조는 위탁에 준용합니다.", "제{}조"),
    "zh": ("第{}条至第{}条适用于委托。", "第{}条适用于委托。", "第{}条"),
    "en": ("Articles {} to {} apply to agents.", "Article {} applies to agents.", "Article {}"),
}


@made
@given(LANGUAGES, st.integers(3, 90), st.integers(2, 8), st.integers(-2, 10))
def test_a_range_of_clauses_holds_its_members_alone(
    language: str, first: int, length: int, place: int
) -> None:
    told, said, written = LISTED[language]
    number = first + place
    passage = told.format(first, first + length)
    if 0 <= place <= length:
        passes(passage, said.format(number))
    else:
        fails(passage, said.format(number), "hard_fail", written.format(number))


NAMES = {
    "ko": (
        ("기본형", "표준형", "고급형"),
        ("월 요금", "위약금"),
        "{row}의 {column}은 {value}입니다.",
        "{:,}원",
    ),
    "zh": (("基础版", "标准版", "旗舰版"), ("月费", "违约金"), "{row}的{column}为{value}。", "{}元"),
    "en": (
        ("Basic", "Standard", "Deluxe"),
        ("monthly price", "setup price"),
        "The {column} of {row} is {value}.",
        "${:,}",
    ),
}


@pytest.mark.feature("VF-04")
@made
@given(
    LANGUAGES,
    st.lists(st.integers(11, 999), min_size=6, max_size=6, unique=True),
    st.integers(0, 5),
    st.integers(0, 5),
)
def test_a_cell_stands_under_its_row_and_column(
    language: str, values: list[int], asked: int, told: int
) -> None:
    rows, columns, statement, money = NAMES[language]
    cells = [money.format(value * 1000) for value in values]
    table = [f"| 구분 | {columns[0]} | {columns[1]} |", "|---|---|---|"]
    table += [f"| {row} | {cells[2 * n]} | {cells[2 * n + 1]} |" for n, row in enumerate(rows)]
    answer = statement.format(row=rows[asked // 2], column=columns[asked % 2], value=cells[told])
    if asked == told:
        passes("\n".join(table), answer)
    else:
        fails("\n".join(table), answer, "soft_fail", cells[told])


@made
@given(
    LANGUAGES, st.lists(st.integers(2, 90), min_size=3, max_size=3, unique=True), st.permutations(range(3))
)
def test_a_value_belongs_to_its_subject(language: str, values: list[int], order: list[int]) -> None:
    things = THINGS[language][:3]
    money = {"ko": "{}만원", "zh": "{}万元", "en": "${},000"}[language]
    told = {"ko": "{thing}은 {value}이다.", "zh": "{thing}为{value}。", "en": "The {thing} is {value}."}[
        language
    ]
    amounts = [money.format(value) for value in values]
    passage = " ".join(told.format(thing=t, value=v) for t, v in zip(things, amounts, strict=True))
    for place, thing in enumerate(things):
        answer = told.format(thing=thing, value=amounts[order[place]])
        if order[place] == place:
            passes(passage, answer)
        else:
            fails(passage, answer, "soft_fail", amounts[order[place]])


FORMATS = ("{}", "- {}", "1. {}", "**{}**", "{} [3]", "> {}", '{} <kb doc="d1" chunk="12"/>', "{}(12쪽)")


@made
@given(LANGUAGES, st.integers(2, 99), st.booleans(), st.sampled_from(FORMATS), st.sampled_from(["", "nfd"]))
def test_how_an_answer_looks_changes_no_verdict(
    language: str, number: int, right: bool, look: str, form: str
) -> None:
    forms, unit = AMOUNTS[language]
    told = forms(number * unit)[0]
    said = forms((number if right else number + 1) * unit)[0]
    passage, plain = sentences(language, 1, told, said)
    shown = look.format(plain)
    if form:
        passage, shown = m.decomposed(passage), m.decomposed(shown)
    wanted = "pass" if right else "soft_fail"
    assert check(passage, shown)[0] == check(*sentences(language, 1, told, said))[0] == wanted
