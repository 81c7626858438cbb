"""What a base wants."""

import pytest

from pincite.core.errors import InvalidInput
from pincite.core.settings import EnrichmentSettings
from pincite.enrichment import EnrichmentModes, changed_switches


def test_a_base_turns_what_the_settings_say() -> None:
    settings = EnrichmentSettings(questions=True, tables=False)
    modes = EnrichmentModes.of({"summaries": False, "tables": True}, settings)
    assert modes.to_json() == {
        "questions": True,
        "summaries": False,
        "tables": True,
        "index_questions": False,
    }
    assert modes.wanted == ("questions", "tables")
    assert EnrichmentModes.of({}).wanted == ("summaries", "tables")


def test_switches_are_turned_and_left_to_the_library() -> None:
    held = {"questions": True, "tables": False}
    assert changed_switches(held, {"summaries": "off", "tables": "true"}) == {
        "questions": True,
        "summaries": False,
        "tables": True,
    }
    assert changed_switches(held, {"questions": None, "tables": "default"}) == {}


@pytest.mark.parametrize(
    "given",
    [{"captions": True}, {"questions": "maybe"}, {"captions": None}, {"table_metadata_instructions": "x"}],
)
def test_what_is_no_switch_is_said(given: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        changed_switches({}, given)
