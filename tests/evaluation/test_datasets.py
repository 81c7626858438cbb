from pathlib import Path

import pytest

from pincite.core.errors import InvalidInput, NotFound
from pincite.evaluation.datasets import read_set, read_sets
from tests.conftest import shared


def write_set(folder: Path) -> Path:
    folder.mkdir()
    (folder / "corpus.jsonl").write_text(
        '{"id": "p1", "title": "T", "text": "one\\u2028two"}\n\n{"id": "p2", "text": "three"}\n',
        encoding="utf-8",
    )
    (folder / "queries.jsonl").write_text(
        '{"id": "q1", "text": "?", "answer": "two", "answerable": true}\n'
        '{"id": "q2", "text": "??", "answer": null, "answerable": false, "na_type": "far"}\n'
        '{"id": "q3", "text": "???"}\n',
        encoding="utf-8",
    )
    (folder / "qrels.tsv").write_text("q1\tp1\t1\nq1\tp2\t0\n", encoding="utf-8")
    return folder


def test_a_set_is_read(tmp_path: Path) -> None:
    data = read_set(write_set(tmp_path / "mine"))
    assert data.name == "mine"
    assert [(passage.id, passage.title) for passage in data.passages] == [("p1", "T"), ("p2", "")]
    assert [question.kind for question in data.questions] == ["answerable", "far", "answerable"]
    assert data.questions[0].relevant == {"p1"}
    assert data.questions[0].answer == "two"


def test_a_folder_of_sets_and_a_set_are_both_taken(tmp_path: Path) -> None:
    write_set(tmp_path / "b")
    write_set(tmp_path / "a")
    assert [data.name for data in read_sets(tmp_path)] == ["a", "b"]
    assert [data.name for data in read_sets(tmp_path / "a")] == ["a"]


def test_a_folder_without_sets_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no retrieval set"):
        read_sets(tmp_path)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("corpus.jsonl", "{"),
        ("queries.jsonl", '{"id": "q"}'),
        ("qrels.tsv", "q1 p1 1"),
        ("corpus.jsonl", "[]"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, file: str, text: str) -> None:
    folder = write_set(tmp_path / "bad")
    (folder / file).write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=f"{file}:1"):
        read_set(folder)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "bad")
    (folder / "qrels.tsv").unlink()
    with pytest.raises(InvalidInput, match=r"qrels\.tsv is missing"):
        read_set(folder)


def test_the_shared_sets_are_whole() -> None:
    sets = read_sets(shared("data"))
    assert {data.name for data in sets} >= {"ko_law", "zh_cmrc", "zh_drcd", "zh_xquad", "en_xquad"}
    for data in sets:
        ids = {passage.id for passage in data.passages}
        assert all(question.relevant <= ids and question.relevant for question in data.answerable)
