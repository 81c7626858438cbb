import json
from pathlib import Path

import pytest

from pincite.core.errors import InvalidInput
from pincite.evaluation.golden import GoldenCase, read_golden
from tests.conftest import shared


def write(path: Path, *rows: object) -> Path:
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_shared_cases_are_read() -> None:
    golden = read_golden(shared("cases", "golden.jsonl"))
    groups = {case.group for case in golden.cases}
    assert groups == {"answerable", "near", "far"}
    assert "ingest" not in {case.kind for case in golden.cases}
    assert len(golden.digest) == 64


def test_a_persons_own_file_may_say_little(tmp_path: Path) -> None:
    path = write(
        tmp_path / "mine.jsonl",
        {"question": "연차는 며칠인가요?"},
        "",
        {"question": "점심은?", "answerable": False},
        {"id": 7, "question": "근처?", "answerable": False, "na_type": "near", "must_contain": "하나"},
        {"question": "모른다", "kind": "unanswerable_far", "documents": None},
    )
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    cases = read_golden(path).cases
    assert [(case.id, case.group) for case in cases] == [
        ("line-1", "answerable"),
        ("line-3", "unanswerable"),
        ("7", "near"),
        ("line-5", "far"),
    ]
    assert cases[2].must_contain == ("하나",)


def test_made_questions_wait_for_a_person(tmp_path: Path) -> None:
    path = write(
        tmp_path / "made.jsonl",
        {"id": "a", "question": "A?", "reviewed": False},
        {"id": "b", "question": "B?", "reviewed": True},
    )
    golden = read_golden(path)
    assert [case.id for case in golden.cases] == ["b"]
    assert golden.waiting == 1
    assert len(read_golden(path, unreviewed=True).cases) == 2
    path = write(tmp_path / "all.jsonl", {"id": "a", "question": "A?", "reviewed": False})
    with pytest.raises(InvalidInput, match="1 wait for review") as refused:
        read_golden(path)
    assert "--unreviewed" in refused.value.hint


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Line 1"),
        ("[1]", "no JSON object"),
        ("12", "no JSON object"),
        ("{}", "question is missing"),
        ('{"question": " "}', "question is no text"),
        ('{"question": 3}', "question is no text"),
        ('{"question": "a", "kind": 3}', "kind"),
        ('{"question": "a", "documents": 3}', "documents"),
        ('{"question": "a", "must_contain": [1]}', "must_contain"),
        ('{"question": "a", "answerable": "no"}', "answerable"),
        ('{"question": "a", "reviewed": 0}', "reviewed"),
        ('{"question": "a", "id": true}', "id"),
        ("[" * 100_000, "Line 1"),
        ('{"question": "a", "id": "x"}\n{"question": "b", "id": "x"}', "twice"),
        ("", "no question"),
        ('{"question": "a", "kind": "ingest"}', "no question"),
    ],
)
def test_a_broken_file_is_told_by_line(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        read_golden(write(tmp_path / "golden.jsonl", line))


def test_what_is_no_text_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_golden(tmp_path / "none.jsonl")
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_golden(tmp_path)
    (tmp_path / "latin.jsonl").write_bytes('{"question": "Où?"}'.encode("latin-1"))
    with pytest.raises(InvalidInput, match="UTF-8"):
        read_golden(tmp_path / "latin.jsonl")


def test_evidence_is_compared_without_white_space() -> None:
    case = GoldenCase("1", "?", "lookup", ("a.md",), ("적어도 30일", "예고"))
    assert case.held_by(["적어도\n30일 전에", "예 고하여야"])
    assert not case.held_by(["적어도 30일"])
    assert not GoldenCase("1", "?", "lookup").held_by(["anything"])
    assert case.is_about(["b.md", "a.md"])
    assert not case.is_about(["b.md"])
    assert case.is_about(None)
