from pathlib import Path
from typing import Any

import pytest

from pincite.core.errors import ConfigurationError
from pincite.routing import BASE, INSURANCE, Role, load_pack


def test_a_pack_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lease.yaml"
    path.write_text(
        "name: lease\nwords: {home: '(?:flat|house)'}\nprocedure: {en: ['<home> handover']}\n", "utf-8"
    )
    pack = load_pack(path)
    assert pack.name == "lease"
    assert [(p.role, p.language, p.expression) for p in pack.patterns] == [
        (Role.PROCEDURE, "en", "(?:flat|house) handover")
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("procedure: {}", "needs a name"),
        ("name: ''", "needs a name"),
        ("name: x\nproceedure: {en: [a]}", "unknown section 'proceedure'"),
        ("name: x\nprocedure: {fr: [a]}", "unknown language 'fr'"),
        ("name: x\nprocedure: [a]", "no mapping"),
        ("name: x\nprocedure: {en: a}", "no list"),
        ("name: x\nprocedure: {en: [1]}", "no list"),
        ("name: x\nprocedure: {en: ['<lost>']}", "unknown word <lost>"),
        ("name: x\nprocedure: {en: ['(']}", "'\\('"),
        ("- a", "no mapping"),
        ("a: [", "cannot be read"),
    ],
)
def test_a_pack_that_is_none_is_said_to_be_none(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigurationError, match=says):
        load_pack(path)


def test_a_missing_file_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_pack(tmp_path / "none.yaml")


@pytest.mark.parametrize("pack", [BASE, INSURANCE], ids=lambda pack: pack.name)
def test_bundled_packs_speak_three_languages(pack: Any) -> None:
    for role in (Role.NAMES, Role.PROCEDURE, Role.INTERPRETATION):
        assert {p.language for p in pack.patterns if p.role is role} == {"ko", "en", "zh"}
