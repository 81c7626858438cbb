import anyio
import pytest

from pincite.core.errors import IndexUnavailable, SearchTimeout
from pincite.retrieval.fanout import fan_out, store_timeout


def slow(value: int, seconds: float = 0.0, running: list[int] | None = None):  # type: ignore[no-untyped-def]
    async def call() -> int:
        if running is not None:
            running[0] += 1
            running[1] = max(running)
        await anyio.sleep(seconds)
        if running is not None:
            running[0] -= 1
        return value

    return call


async def fails() -> int:
    raise IndexUnavailable("store 2 is gone")


async def test_results_come_in_the_order_of_the_calls_whichever_is_faster() -> None:
    assert await fan_out([slow(1, 0.05), slow(2), slow(3, 0.02)]) == [1, 2, 3]
    assert await fan_out([slow(7)]) == [7]
    assert await fan_out([]) == []


@pytest.mark.feature("HY-09")
@pytest.mark.parametrize(("parallel", "most"), [(4, 4), (1, 1), (0, 1)])
async def test_a_few_run_at_once(parallel: int, most: int) -> None:
    running = [0, 0]
    await fan_out([slow(n, 0.01, running) for n in range(9)], parallel=parallel)
    assert running == [0, most]


@pytest.mark.feature("HY-09")
@pytest.mark.parametrize("calls", [[fails], [slow(1, 30), fails, slow(3, 30)], [fails, fails, fails]])
async def test_one_failure_is_the_failure_of_all_and_ends_them(calls: list[object]) -> None:
    with anyio.fail_after(5), pytest.raises(IndexUnavailable, match="store 2 is gone"):
        await fan_out(calls)  # type: ignore[arg-type]


@pytest.mark.feature("HY-09")
@pytest.mark.parametrize("calls", [[slow(1, 30)], [slow(1), slow(2, 30)]])
async def test_a_store_that_takes_too_long_is_a_timeout(calls: list[object]) -> None:
    with pytest.raises(SearchTimeout, match=r"0\.05 s"):
        await fan_out(calls, timeout=0.05)  # type: ignore[arg-type]


async def test_waiting_for_a_turn_does_not_count() -> None:
    assert await fan_out([slow(n, 0.2) for n in range(4)], parallel=1, timeout=2.0) == [0, 1, 2, 3]


async def test_who_is_cancelled_is_told_of_no_store() -> None:
    with anyio.move_on_after(0.02) as scope:
        await fan_out([slow(1, 30), slow(2, 30)], timeout=60)
    assert scope.cancelled_caught


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, 30.0),
        ("", 30.0),
        ("0", 30.0),
        ("-1", 30.0),
        ("abc", 30.0),
        ("inf", 30.0),
        ("nan", 30.0),
        ("5", 5.0),
        (" 2.5 ", 2.5),
    ],
)
def test_a_limit_that_is_none_is_the_default(value: str | None, seconds: float) -> None:
    assert store_timeout(value) == seconds
