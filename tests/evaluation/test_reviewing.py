import json
from pathlib import Path

from pincite.evaluation.golden import read_golden
from pincite.evaluation.reviewing import Decision, decided, read_rows, write_rows


def test_decisions_are_kept_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    rows = [
        {"id": "a", "question": "A?", "must_contain": ["x"], "reviewed": False, "evidence": "x 문서"},
        {
            "id": "b",
            "question": "B?",
            "must_contain": ["y"],
            "documents": ["d.md"],
            "kind": "lookup",
            "reviewed": False,
        },
        {"id": "c", "question": "C?", "reviewed": False},
        {"question": "D?", "note": "kept as it is"},
        {"id": "e", "question": "E?", "reviewed": False},
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    held = read_rows(path)
    for id_, decision in (
        ("a", Decision.KEEP),
        ("b", Decision.UNANSWERABLE),
        ("c", Decision.DROP),
        ("e", Decision.SKIP),
    ):
        held = decided(held, id_, decision)
    write_rows(path, held)
    golden = read_golden(path)
    assert [(case.id, case.group) for case in golden.cases] == [
        ("a", "answerable"),
        ("b", "near"),
        ("line-4", "answerable"),
    ]
    assert golden.waiting == 1
    assert "문서" in path.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [path]
