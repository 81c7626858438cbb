"""Quantities are read with exact values, units, bounds and rates; numbers that state nothing are not."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.quantities import Quantity, bounds_conflict, find_quantities, same_value


def only(text: str) -> Quantity:
    (quantity,) = find_quantities(text)
    return quantity


@pytest.mark.feature("VF-04")
@pytest.mark.parametrize(
    ("text", "written", "value", "unit"),
    [
        ("사망보험금 1,000만원을", "1,000만원", 10_000_000, "KRW"),
        ("10,000,000원", "10,000,000원", 10_000_000, "KRW"),
        ("1천만 원", "1천만 원", 10_000_000, "KRW"),
        ("천만원", "천만원", 10_000_000, "KRW"),
        ("한도는 일억이천만 원입니다", "일억이천만 원", 120_000_000, "KRW"),
        ("금 삼십만원정", "삼십만원정", 300_000, "KRW"),
        ("₩300,000입니다", "₩300,000", 300_000, "KRW"),
        ("500천원", "500천원", 500_000, "KRW"),
        ("10万元", "10万元", 100_000, "CNY"),
        ("五百元", "五百元", 500, "CNY"),
        ("USD 1,000", "USD 1,000", 1_000, "USD"),
        ("$1.5 million", "$1.5 million", 1_500_000, "USD"),
        ("€20k", "€20k", 20_000, "EUR"),
        ("five hundred dollars", "five hundred dollars", 500, "USD"),
        ("30美元", "30美元", 30, "USD"),
    ],
)
def test_amounts(text: str, written: str, value: int, unit: str) -> None:
    quantity = only(text)
    assert (quantity.kind, quantity.text, quantity.value, quantity.unit) == ("amount", written, value, unit)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("15일", 15, "day"),
        ("2주로", 14, "day"),
        ("보름", 15, "day"),
        ("24시간", 1, "day"),
        ("3영업일", 3, "business_day"),
        ("1년 6개월", 18, "month"),
        ("한 달", 1, "month"),
        ("반년", 6, "month"),
        ("半年", 6, "month"),
        ("三个月", 3, "month"),
        ("10个工作日", 10, "business_day"),
        ("90天", 90, "day"),
        ("three months", 3, "month"),
        ("two weeks", 14, "day"),
        ("5 business days", 5, "business_day"),
        ("100 minutes", Fraction(100, 1440), "day"),
    ],
)
def test_periods(text: str, value: Fraction | int, unit: str) -> None:
    quantity = only(text)
    assert (quantity.kind, quantity.value, quantity.unit) == ("period", value, unit)


def test_basis_points_are_points_or_percent() -> None:
    points, percent, added = (only(text) for text in ("150 basis points", "1.5%", "1.5%p"))
    assert (points.value, points.unit) == (Fraction(3, 2), "bp")
    assert same_value(points, percent)
    assert same_value(added, points)
    assert not same_value(percent, added)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("50퍼센트", 50),
        ("1할 5푼", 15),
        ("2분의 1", 50),
        ("100분의 30", 30),
        ("절반", 50),
        ("两成", 20),
        ("七成半", 75),
        ("百分之八十", 80),
        ("百分之三点五", Fraction(7, 2)),
        ("三分之一", Fraction(100, 3)),
        ("10 percent of", 10),
        ("ten percent", 10),
        ("one half of the premium", 50),
        ("two-thirds of the loss", Fraction(200, 3)),
        ("1/4", 25),
    ],
)
def test_percentages_and_fractions(text: str, value: Fraction | int) -> None:
    quantity = only(text)
    assert (quantity.kind, quantity.value, quantity.unit) == ("percent", value, "%")


def test_percentage_points_are_no_percentage() -> None:
    assert only("2%포인트").unit == "pp"
    assert not same_value(only("2%"), only("2%포인트"))


@pytest.mark.feature("VF-05")
@pytest.mark.parametrize(
    "text",
    [
        "2026년 4월 20일",
        "2026. 4. 20. 이다",
        "2026.04.20",
        "2026-04-20",
        "2026/04/20",
        "20260420",
        "26년 4월 20일",
        "'26. 4. 20.",
        "二〇二六年四月二十日",
        "2026年4月20日",
        "April 20, 2026",
        "20 April 2026",
        "20th of April 2026",
        "04/20/2026",
    ],
)
def test_dates_in_every_form_are_equal(text: str) -> None:
    assert same_value(only(text), only("2026-04-20"))


def test_a_date_may_say_less_than_its_source_but_not_more() -> None:
    assert same_value(only("2026년 4월"), only("2026년 4월 20일"))
    assert not same_value(only("2026년 4월 20일"), only("4월 20일"))


@pytest.mark.parametrize(
    ("text", "kind", "value", "unit"),
    [
        ("만 65세", "age", 65, "age"),
        ("스무 살", "age", 20, "age"),
        ("十八周岁", "age", 18, "age"),
        ("18 years old", "age", 18, "age"),
        ("aged 18", "age", 18, "age"),
        ("다섯 명", "count", 5, "person"),
        ("5인", "count", 5, "person"),
        ("3회", "count", 3, "time"),
        ("三次", "count", 3, "time"),
        ("두 부", "count", 2, "item"),
        ("up to three visits", "count", 3, "item"),
        ("20 employees", "count", 20, "person"),
        ("5kg을", "measure", 5000, "g"),
        ("38도 이상", "measure", 38, "c"),
        ("25mm", "measure", Fraction(1, 40), "m"),
        ("3.14", "number", Fraction(157, 50), ""),
    ],
)
def test_ages_counts_measures(text: str, kind: str, value: Fraction | int, unit: str) -> None:
    quantity = only(text)
    assert (quantity.kind, quantity.value, quantity.unit) == (kind, value, unit)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("10~50만원", [100_000, 500_000]),
        ("3~5일", [3, 5]),
        ("10원에서 50만원", [10, 500_000]),
        ("만 15~20세", [15, 20]),
        ("3~4명", [3, 4]),
    ],
)
def test_the_low_end_of_a_range_borrows_the_unit(text: str, values: list[int]) -> None:
    found = find_quantities(text)
    assert [quantity.value for quantity in found] == values
    assert len({(quantity.kind, quantity.unit) for quantity in found}) == 1


@pytest.mark.parametrize(
    ("text", "bound", "written"),
    [
        ("50만원 이하", "max", "50만원 이하"),
        ("15일 이내에", "max", "15일 이내"),
        ("늦어도 10일 안에", "max", "10일 안에"),
        ("4일 이상", "min", "4일 이상"),
        ("14일을 초과하면", "over", "14일을 초과"),
        ("14일을 넘으면", "over", "14일을 넘으"),
        ("1년 미만", "under", "1년 미만"),
        ("15일 이후에", "over", "15일 이후"),
        ("40시간을 초과할 수 없다", "max", "40시간을 초과할 수 없다"),
        ("최대 20만원", "max", "최대 20만원"),
        ("2026년 4월 20일부터", "from", "2026년 4월 20일부터"),
        ("超过15日", "over", "超过15日"),
        ("不超过5万元", "max", "不超过5万元"),
        ("15日内", "max", "15日内"),
        ("15日后才", "over", "15日后"),
        ("年满18周岁", "min", "年满18周岁"),
        ("不满18周岁", "under", "不满18周岁"),
        ("最长为二十四个月", "max", "最长为二十四个月"),
        ("within 14 days", "max", "within 14 days"),
        ("after 30 days", "over", "after 30 days"),
        ("no more than two visits", "max", "no more than two"),
        ("at least 30 days", "min", "at least 30 days"),
        ("18 years or older", "min", "18 years or older"),
        ("less than 5%", "under", "less than 5%"),
        ("$80", "", "$80"),
    ],
)
def test_bounds(text: str, bound: str, written: str) -> None:
    quantity = only(text)
    assert (quantity.bound, text[quantity.bound_start : quantity.bound_end]) == (bound, written)


def test_which_bounds_exclude_each_other() -> None:
    assert bounds_conflict(only("15일 이내"), only("15일 이후"))
    assert bounds_conflict(only("50만원 이상"), only("50만원 초과"))
    assert not bounds_conflict(only("15일 이내"), only("늦어도 15일까지"))
    assert not bounds_conflict(only("50만원"), only("50만원 이하"))
    assert not bounds_conflict(only("2026년 4월 20일부터"), only("2026년 4월 20일 이후"))


@pytest.mark.parametrize(
    ("text", "per"),
    [
        ("1일당 3만원", "day"),
        ("하루 3만원", "day"),
        ("$80 per day", "day"),
        ("$80 a day", "day"),
        ("每日给付300元", "day"),
        ("每次事故限额为3000元", "time"),
        ("월 5만원", "month"),
        ("3만원", ""),
    ],
)
def test_rates(text: str, per: str) -> None:
    assert only(text).per == per


@pytest.mark.parametrize(
    "text",
    [
        "1. 고의 사고\n2. 무면허운전",
        "(약관 15쪽)",
        "이내 [7].",
        "접수번호 2026-0815-0021 건",
        '이내 <ref id="c1"/>.',
        "1、故意造成的",
        "（第8页）",
        "电话0000-8888。",
        "Ticket 2026-0420-7",
        "고객센터 1588-1234",
        "v1.2",
        "제3자에게",
        "제43조 제2항",
        "see p. 15",
        "1단계: 접수",
        "Step 2: file",
        "Plan 2",
        "https://example.com/123",
        "일부",
        "이 일반",
        "직원",
        "10.0.0.1",
        "① 첫째",
        "两方面",
    ],
)
def test_numbers_that_state_nothing(text: str) -> None:
    assert find_quantities(text) == []


@given(
    st.text(
        alphabet="0123456789.,~-%원만억일년월개명세 이상하초과内日元年万第$ days\n제조①[](){}", max_size=60
    )
)
def test_any_text_is_read_and_spans_are_true(text: str) -> None:
    found = find_quantities(text)
    for quantity in found:
        assert text[quantity.start : quantity.end] == quantity.text
        assert same_value(quantity, quantity)
    starts = [quantity.start for quantity in found]
    assert starts == sorted(starts)


def _growth(unit: str) -> float:
    """Processor time of four times the text to that of the text, the least of five pairs: 4 where reading is
    linear, 16 where it is quadratic. A busy machine lengthens single readings, but not the least of all."""

    def seconds(length: int) -> float:
        text = (unit * length)[:length]
        begun = time.process_time()
        find_quantities(f"{text} 3일")
        return time.process_time() - begun

    return min(seconds(12_000) / max(seconds(3_000), 1e-9) for _ in range(5))


@pytest.mark.parametrize("unit", ["1.5.", "x", "12", "x-", "전화", "id      ", "a1_"])
def test_a_long_run_without_a_gap_is_read_in_linear_time(unit: str) -> None:
    assert _growth(unit) < 9


def test_a_number_behind_much_white_space_is_still_an_identifier() -> None:
    assert not find_quantities("ticket" + " " * 300 + "no" + " " * 300 + ":" + " " * 300 + "AB-12-3")


@pytest.mark.feature("VF-04")
def test_an_age_may_end_a_polite_sentence_and_a_tenant_is_no_age() -> None:
    assert [(q.kind, q.value) for q in find_quantities("만 15세입니다")] == [("age", 15)]
    assert not [q for q in find_quantities("15세입자") if q.kind == "age"]
