import json
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.adapters.calibrations import FILE, FileCalibrations
from pincite.core.errors import ConfigurationError
from pincite.ports.calibration import Calibration

ONE = Calibration(
    "ranker-1", "b1", "terms", 0.4, 0.2, 1.0, "2026-08-01", "mine.jsonl", "f" * 64, 30, 30, 0.5, 0.3, 100
)


def test_what_is_kept_is_read_by_others(tmp_path: Path) -> None:
    writer, reader = FileCalibrations(tmp_path), FileCalibrations(tmp_path)
    assert reader.of("ranker-1", "b1") is None
    assert reader.list() == []
    writer.keep([ONE, replace(ONE, base_id="b2", base="a")])
    assert reader.of("ranker-1", "b1") == ONE
    assert reader.of("ranker-2", "b1") is None
    writer.keep([replace(ONE, pass_score=0.6)])
    assert reader.of("ranker-1", "b1") == replace(ONE, pass_score=0.6)
    assert [kept.base for kept in reader.list()] == ["a", "terms"]
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    (tmp_path / FILE).unlink()
    assert reader.list() == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"calibrations": [{}]}', '{"other": 1}'])
def test_a_broken_file_is_told_and_never_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    kept = FileCalibrations(tmp_path)
    with pytest.raises(ConfigurationError, match="calibration"):
        kept.of("ranker-1", "b1")
    with pytest.raises(ConfigurationError):
        kept.keep([ONE])


def test_lines_in_the_wrong_order_are_no_lines(tmp_path: Path) -> None:
    FileCalibrations(tmp_path).keep([ONE])
    found = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    found["calibrations"][0]["abort_score"] = 0.9
    (tmp_path / FILE).write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(ConfigurationError):
        FileCalibrations(tmp_path).list()


@pytest.mark.parametrize(("chunks", "outgrown"), [(100, False), (149, False), (150, True), (1, False)])
def test_a_base_that_grew_by_half_is_out_of_date(chunks: int, outgrown: bool) -> None:
    assert ONE.outgrown(chunks) is outgrown
    assert not replace(ONE, chunks=0).outgrown(0)
    assert replace(ONE, chunks=0).outgrown(1)
