"""Days in questions and in the metadata of files."""

from datetime import date

import pytest

from pincite.text.days import find_days, stated_day, stated_validity


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("2023년 5월에", ["2023-05-01/2023-05-31"]),
        ("2023년 5월 3일", ["2023-05-03"]),
        ("2023년도", ["2023-01-01/2023-12-31"]),
        ("2024년 2월", ["2024-02-01/2024-02-29"]),
        ("2022. 3. 1. 기준", ["2022-03-01"]),
        ("2022-03-01부터 2023/04/05까지", ["2022-03-01", "2023-04-05"]),
        (
            "1 March 2022, March 1st, 2022 and the 2nd of March 2022",
            ["2022-03-01", "2022-03-01", "2022-03-02"],
        ),
        ("May 2023 or Sept. 2020", ["2023-05-01/2023-05-31", "2020-09-01/2020-09-30"]),
        ("2021年3月时，2021年3月1日", ["2021-03-01/2021-03-31", "2021-03-01"]),
        ("as of 2022", ["2022-01-01/2022-12-31"]),
        ("the 2022 terms", ["2022-01-01/2022-12-31"]),
    ],
)
def test_days_months_and_years_are_read(text: str, spans: list[str]) -> None:
    assert [str(found.span) for found in find_days(text)] == spans


@pytest.mark.parametrize(
    "text",
    [
        "2022", "제2022조", "03/04/2022", "2022-02-30", "2023년 2월 30일", "ISO 9001-2022-03-01-2", "12022년",
        "in 2022 people", "in 2022 kg", "version 12.2022.3.1",
    ],
)  # fmt: skip
def test_what_names_no_day_or_two_is_passed_over(text: str) -> None:
    assert list(find_days(text)) == []


@pytest.mark.parametrize(
    "value",
    ["2024-01-01", "2024-01-01 00:00:00", "2024.1.1", "2024. 1. 1.", "2024년 1월 1일", "2024年1月1日", "20240101",
     "1 January 2024", "January 1, 2024"],
)  # fmt: skip
def test_a_stated_day_may_be_written_in_many_ways(value: str) -> None:
    assert stated_day(value) == date(2024, 1, 1)


@pytest.mark.parametrize("value", ["2024", "2024년 1월", "01/02/2024", "soon", "2024-01-01 ~ 2024-12-31", ""])
def test_what_is_no_single_day_states_none(value: str) -> None:
    assert stated_day(value) is None


@pytest.mark.parametrize(
    "name", ["시행일", "시행 일자", "effective_from", "Effective Date", "施行日期", "生效日期"]
)
def test_the_first_day_is_found_under_its_names(name: str) -> None:
    assert stated_validity({"title": "x", name: "2024-01-01"}) == {"effective_from": date(2024, 1, 1)}


def test_when_something_was_repealed_is_no_last_day() -> None:
    assert stated_validity({"폐지일": "2024-01-01", "valid until": "2024-12-31"}) == {
        "effective_to": date(2024, 12, 31)
    }
