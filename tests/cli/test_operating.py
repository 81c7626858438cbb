"""``pincite timeline``, ``pincite webhook``, ``pincite kb pause`` and ``pincite worker``."""

from pathlib import Path

from tests.cli.conftest import Run


def test_a_time_line_is_drawn(pincite: Run, filled: Path) -> None:
    shown = pincite("timeline", "pump manual.md", library=filled)
    assert shown.code == 0
    assert [line.split()[2] for line in shown.out.splitlines()][:2] == ["queued", "convert"]
    assert shown.out.splitlines()[-1].split()[2:4] == ["ready", "done"]
    entries = pincite("timeline", "pump manual.md", "--json", library=filled).json()
    assert entries[-1]["details"]["chunks"] > 0
    assert pincite("timeline", "nope.md", library=filled).code == 3


def test_a_paused_base_waits_until_it_goes_on(pincite: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("# A\n\nThe valve opens at 12 bar.", encoding="utf-8")
    assert pincite("kb", "create", "terms").code == 0
    assert pincite("kb", "pause", "terms", "--json").json() == {"base": "terms", "paused": True}
    pincite("add", str(file), "--base", "terms")
    assert pincite("kb", "show", "terms", "--json").json()[0]["status"] == "pending"
    assert pincite("kb", "resume", "terms").out == "terms goes on.\n"
    assert pincite("worker", "--once").code == 0
    assert pincite("kb", "show", "terms", "--json").json()[0]["status"] == "ready"


def test_webhooks_are_set_listed_and_removed(pincite: Run) -> None:
    made = pincite("webhook", "add", "http://127.0.0.1:9/hook", "--json").json()
    listed = pincite("webhook", "list")
    assert made["id"] in listed.out and made["secret"] not in listed.out
    assert pincite("webhook", "remove", made["id"]).code == 0
    assert pincite("webhook", "list", "--json").json() == []
    assert pincite("webhook", "add", "ftp://x/").code == 2
