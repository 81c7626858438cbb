import pytest

from pincite.evaluation.rankings import Excerpt, Ranking, ranking_report, values_of


def ranking(id_: str, found: list[str], relevant: set[str]) -> Ranking:
    return Ranking.of(id_, f"{id_}?", found, frozenset(relevant), expected=(Excerpt("a", "A", "text"),))


RANKINGS = {
    "one": [ranking("q1", ["a", "b"], {"a"}), ranking("q2", ["x", "b"], {"b"}), ranking("q3", [], {"c"})],
    "two": [ranking("q1", list("xyzvwa"), {"a", "n"})],
}


def test_figures_of_a_run() -> None:
    report = ranking_report(RANKINGS)
    figures = report["sets"]["one"]
    assert set(figures) == {"queries", "recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10"}
    assert figures["queries"] == 3
    assert figures["recall@1"] == pytest.approx(1 / 3)
    assert figures["recall@5"] == figures["recall@10"] == pytest.approx(2 / 3)
    assert figures["mrr@10"] == pytest.approx(0.5)
    assert report["further"]["one"]["precision@1"] == pytest.approx(1 / 3)
    assert report["sets"]["two"]["recall@10"] == 0.5  # the other right passage was not found
    assert report["sets"]["two"]["recall@5"] == 0
    assert report["mean"]["recall@10"] == pytest.approx((2 / 3 + 0.5) / 2)
    for name in ("one", "two", "mean"):
        for key, (low, high) in report["intervals"][name].items():
            value = {**report["further"][name], **(report["sets"].get(name) or report["mean"])}[key]
            assert low - 1e-6 <= value <= high + 1e-6


def test_failures_are_the_worst_first() -> None:
    report = ranking_report(RANKINGS)
    assert [(row["id"], row["rank"]) for row in report["failures"]["one"]] == [("q3", None), ("q2", 2)]
    assert report["failures"]["one"][0]["expected"] == [{"id": "a", "title": "A", "text": "text"}]


def test_a_report_can_be_read_back_for_a_comparison() -> None:
    report = ranking_report(RANKINGS)
    assert values_of(report["questions"], "mrr@10")["one"] == {"q1": 1.0, "q2": 0.5, "q3": 0.0}
    assert values_of(report["questions"], "recall@10")["two"] == {"q1": 0.5}


def test_nothing_gives_nothing() -> None:
    report = ranking_report({})
    assert report["sets"] == {}
    assert report["mean"] == {}
