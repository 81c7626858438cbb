"""When a busy server wants to be asked again."""

import math
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.errors import FetchFailed, FetchUnavailable
from pincite.core.web import check_status, seconds_to_wait

NOW = datetime(2026, 11, 30, 2, 0, 0, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("1.5", 1.5),
        ("-5", 0.0),
        ("Mon, 30 Nov 2026 02:02:00 GMT", 120.0),
        ("Monday, 30-Nov-26 02:02:00 GMT", 120.0),
        ("Mon Nov 30 02:02:00 2026", 120.0),
        ("Mon, 30 Nov 2026 11:02:00 +0900", 120.0),
        ("Mon, 30 Nov 2026 01:00:00 GMT", 0.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 251_606_296_799.0),
    ],
)
def test_seconds_and_the_dates_of_http_are_read(header: str, seconds: float) -> None:
    assert seconds_to_wait(header, NOW) == seconds


@pytest.mark.parametrize(
    "header",
    [
        "",
        "soon",
        "nan",
        "inf",
        "1e999",
        "120 seconds",
        "Mon",
        "Mon, 32 Nov 2026 02:02:00 GMT",
        "Mon, 30 Nov 99999 02:02:00 GMT",
        "9" * 5000,
    ],
)
def test_what_names_no_time_is_no_time(header: str) -> None:
    assert seconds_to_wait(header, NOW) is None


@given(st.text(max_size=200) | st.from_regex(r"[\w,: ()+-]{0,60}"))
def test_no_header_is_too_odd(header: str) -> None:
    found = seconds_to_wait(header, NOW)
    assert found is None or (found >= 0 and math.isfinite(found))


def test_only_what_may_pass_says_when() -> None:
    with pytest.raises(FetchUnavailable) as busy:
        check_status(429, retry_after=7.0)
    assert busy.value.retry_after == 7.0
    with pytest.raises(FetchUnavailable) as silent:
        check_status(503)
    assert silent.value.retry_after is None
    with pytest.raises(FetchFailed):
        check_status(404, retry_after=7.0)
