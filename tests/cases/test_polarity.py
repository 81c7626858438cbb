"""The labelled polarity pairs. Each language keeps the share it has reached; failures are printed."""

import json
import tomllib
from pathlib import Path

import pytest

from pincite.verification import compare_polarity

HERE = Path(__file__).parent
PAIRS = [
    json.loads(line) for line in (HERE / "polarity_pairs.jsonl").read_text(encoding="utf-8").splitlines()
]
DISPUTED = tomllib.loads((HERE / "disputed.toml").read_text(encoding="utf-8"))["polarity"]
FLOOR = 1.0
"""Share of right pairs per language, reached on 29 November 2026; it may only rise."""


@pytest.mark.feature("VF-13")
@pytest.mark.parametrize("language", ["ko", "en", "zh"])
def test_language(language: str) -> None:
    pairs = [pair for pair in PAIRS if pair["lang"] == language and pair["id"] not in DISPUTED]
    failures = [
        f"{pair['id']} {pair['source']} / {pair['statement']}: {found} instead of {pair['relation']}"
        for pair in pairs
        if (found := compare_polarity(pair["source"], pair["statement"])) != pair["relation"]
    ]
    print(*failures, sep="\n")  # noqa: T201
    assert 1 - len(failures) / len(pairs) >= FLOOR, "\n".join(failures)
