"""``pincite reindex``, and what other commands say until it was run."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.libraries import CLAUSE

OLD = "e5-of-old/1"


@pytest.fixture
def stale(own: Path) -> Path:
    """A library whose index was made by another encoder, as after an upgrade."""
    with closing(sqlite3.connect(own / "pincite.db")) as database, database:
        database.execute("UPDATE knowledge_bases SET embedding_identity = ?", (OLD,))
    return own


@pytest.mark.feature("IX-05")
def test_a_library_of_another_encoder_says_what_to_do_and_reindex_does_it(pincite: Run, stale: Path) -> None:
    asked = pincite("ask", CLAUSE, library=stale)
    assert asked.code == 0
    assert "3영업일" in asked.out
    assert "embedding" in asked.out
    assert OLD in asked.err and 'pincite reindex -b "documents"' in asked.err
    found = pincite("search", "서류", "--json", library=stale)
    assert found.json()["degraded"] == ["embedding"]
    assert "pincite reindex" in found.err
    told = pincite("doctor", "--json", library=stale)
    assert told.code == 10
    (check,) = [one for one in told.json()["checks"] if one["name"] == "index"]
    assert check["state"] == "fail" and OLD in check["detail"]
    assert "낱말로만" in pincite("--language", "ko", "doctor", library=stale).out

    refused = pincite("add", str(stale / "pincite.toml"), "--json", library=stale)
    assert refused.code != 0
    (stale / "later.md").write_text("# Later\n\nThe valve opens at 12 bar.", encoding="utf-8")
    refused = pincite("add", str(stale / "later.md"), "--json", library=stale)
    assert (refused.code, refused.json()["code"]) == (10, "encoder_changed")

    done = pincite("reindex", "--json", library=stale)
    assert done.code == 0
    (state,) = done.json()["bases"]
    assert state["current"] and not state["building"] and state["identity"] == state["encoder"]
    asked = pincite("ask", CLAUSE, "--json", library=stale)
    assert asked.json()["degraded"] == [] and asked.err == ""
    assert pincite("doctor", library=stale).code == 0
    assert "12 bar" in pincite("search", "valve", library=stale).out  # what waited is in
    again = pincite("reindex", "-b", "documents", library=stale)
    assert "chunks indexed anew" in again.out
    assert pincite("reindex", "-b", "nowhere", library=stale).code == 3
    assert pincite("reindex", "--cancel", library=stale).out == "There is nothing to do.\n"
