"""Settings as words."""

import pytest

from pincite.cli.words import settings_of
from pincite.core.errors import InvalidInput


def test_words_become_settings() -> None:
    assert settings_of(None) == {}
    assert settings_of(["chunk_size=800 strategy=heading", "chunk_size=900"]) == {
        "chunk_size": "900",
        "strategy": "heading",
    }
    assert settings_of(['separators=["\\n", "。"]', "languages=ko,en"]) == {
        "separators": ["\n", "。"],
        "languages": ["ko", "en"],
    }
    assert settings_of(["strategy="]) == {"strategy": ""}
    guidance = "Amounts are in won, code 9 = cancelled"
    assert settings_of([f"table_metadata_instructions={guidance}", "chunk_size=9"]) == {
        "table_metadata_instructions": guidance,
        "chunk_size": "9",
    }


@pytest.mark.parametrize("word", ["chunk_size", "=3", "", 'separators=["'])
def test_what_is_no_setting_is_said(word: str) -> None:
    with pytest.raises(InvalidInput):
        settings_of([word])
