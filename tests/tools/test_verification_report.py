"""The report on labelled cases: what it counts, and where it reads them."""

import json
from pathlib import Path

import pytest
from tools.verification_report import Outcome, by_group, confusion, figures

from tools import verification_report

RIGHT = Outcome("a", "ko", "dates", "pass", "pass", listed=True)
ALARM = Outcome("b", "ko", "dates", "pass", "hard_fail", listed=False, text="'3월': ['3월'] instead of []")
MISSED = Outcome("c", "zh", "dates", "soft_fail", "pass", listed=False)
MILDER = Outcome("d", "zh", "amounts", "hard_fail", "soft_fail", listed=True)
PAIR = Outcome("p", "en", "pair", "same", "reversed")


def test_figures_count_what_the_issue_asks() -> None:
    assert figures([RIGHT, ALARM, MISSED, MILDER], [PAIR]) == {
        "risk level right": (1, 4),
        "false hard_fail": (1, 3),
        "recall of faults": (1, 2),
        "unsupported exact": (2, 4),
        "relation right": (0, 1),
        "false reversed": (1, 1),
    }


def test_tables_show_where_it_goes_wrong() -> None:
    table = list(confusion([RIGHT, ALARM], verification_report.LEVELS, "answers"))
    assert table[1].split() == ["wanted", "pass", "1", ".", ".", "1"]
    groups = [line.split() for line in by_group([RIGHT, ALARM, MISSED, MILDER])]
    assert groups == [
        ["category", "ko", "zh", "all"],
        ["amounts", ".", "0/1", "0/1"],
        ["dates", "1/2", "0/1", "1/3"],
    ]


def test_it_reads_the_folder_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = {"id": "x", "lang": "en", "source": "Fees are paid.", "statement": "Fees are not paid."}
    (tmp_path / "polarity_pairs.jsonl").write_text(json.dumps(pair | {"relation": "same"}), encoding="utf-8")
    monkeypatch.setenv("PINCITE_CASES", str(tmp_path))
    assert verification_report.main() == 0
    shown = capsys.readouterr().out
    assert "relation right                     0.0 %   0 of 1" in shown
    assert "x pair: reversed instead of same; Fees are paid. / Fees are not paid." in shown
    assert "risk level" not in shown


def test_without_a_folder_it_reads_the_copy_under_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PINCITE_CASES", raising=False)
    assert verification_report.main() == 0
    assert "answers (147)" in capsys.readouterr().out


def test_a_folder_without_cases_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PINCITE_CASES", str(tmp_path))
    assert verification_report.main() == 2
    assert "PINCITE_CASES names the folder" in capsys.readouterr().out
