"""How the runners of the pipeline's vectors judge: passed, or listed with a reason.

A vector of the copy beside this file that differs is listed by its id. A kind of difference that the design
decides as a whole is a rule: further vectors of the same kind are held to what the rule says of them.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from tests.vectors.reading import FOLDER, HERE

JSON = dict[str, Any]
Adapter = Callable[[JSON, JSON], None]
"""The vector's input with its configuration, and its expectations; an AssertionError says what differs."""
MOST_LISTED = 0.15
_DESIGN = re.compile(r"DESIGN\.md section [0-9]+")


class Ours(AssertionError):
    """Raise where the answer differs from the vector and is the one that rule ``name`` calls for."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def listed(section: str) -> tuple[dict[str, str], dict[str, str]]:
    """Reasons by id, and by rule."""
    reasons = tomllib.loads((HERE / "deviations.toml").read_text(encoding="utf-8"))
    return reasons[section], reasons.get(f"{section}_rules", {})


def judge(vector: JSON, ops: Mapping[str, Adapter], section: str) -> None:
    """Run one vector. Raises AssertionError where it differs and no reason is listed."""
    ids, rules = listed(section)
    assert vector["op"] in ops, f"no adapter for the operation {vector['op']}"
    given = vector["input"] | ({"config": vector["config"]} if "config" in vector else {})
    try:
        ops[vector["op"]](given, vector["expect"])
    except Ours as difference:
        assert difference.name in rules, f"the rule {difference.name} has no reason"
        assert vector["id"] in ids or FOLDER != HERE, f"{vector['id']} differs by {difference.name}"
        return
    assert vector["id"] not in ids, f"{vector['id']} agrees now and need not be listed"


def check_list(checks: Sequence[JSON], section: str) -> None:
    """Few are listed, each with the line of the design, and none that is not there."""
    ids, rules = listed(section)
    check_reasons(checks, ids, rules)
    if FOLDER != HERE:
        pytest.skip("the list is of the vectors beside it")
    assert set(ids) <= {vector["id"] for vector in checks}
    assert len(ids) <= MOST_LISTED * len(checks)


def check_reasons(checks: Sequence[JSON], ids: Mapping[str, str], rules: Mapping[str, str]) -> None:
    """There is something to run, and each reason names the line of the design that decides."""
    assert checks, f"nothing of this kind to run in {FOLDER}"
    unnamed = {name: reason for name, reason in (*ids.items(), *rules.items()) if not _DESIGN.search(reason)}
    assert unnamed == {}


def only(expect: JSON, *known: str) -> None:
    """An expectation that the adapter does not know is a failure."""
    assert set(expect) <= set(known), f"unknown expectations: {sorted(set(expect) - set(known))}"
