"""Which base files and FAQ entries go to, and what kind each base is."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.csv"
    file.write_text("question,answer\nWhere are you?,In Seoul.\n", encoding="utf-8")
    return file


def test_neither_kind_takes_the_place_of_the_other(pincite: Run, tmp_path: Path, table: Path) -> None:
    manual = tmp_path / "manual.md"
    manual.write_text("# A\n\nThe valve opens at 12 bar.", encoding="utf-8")
    for words in (("faq", "import", table, "-b", "documents"), ("faq", "add", "Q?", "A.", "-b", "documents")):
        refused = pincite(*words)
        assert refused.code == 2
        assert "no FAQ base is made of that name" in refused.err
    assert pincite("faq", "import", table, "-b", "documents", "--dry-run").code == 2
    wrong = pincite("add", manual, "-b", "faq")
    assert wrong.code == 2
    assert "no base of documents is made of that name" in wrong.err
    assert pincite("kb", "list", "--json").json() == [], "nothing was made"

    assert pincite("faq", "import", table).code == 0
    assert pincite("add", manual).code == 0
    assert pincite("faq", "import", table, "-b", "documents").code == 2
    entries = pincite("faq", "add", "Q?", "A.", "-b", "documents", "--json")
    assert entries.code == 2
    assert "takes files and no entries" in entries.json()["message"]
    files = pincite("add", manual, "-b", "faq")
    assert files.code == 2
    assert "FAQ base" in files.err

    assert pincite("kb", "list").out == "documents  (document, 1 documents)\nfaq  (faq, 1 entries)\n"
    kinds = {row["name"]: row["kind"] for row in pincite("kb", "list", "--json").json()}
    assert kinds == {"documents": "document", "faq": "faq"}
