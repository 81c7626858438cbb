"""What a person reads of an answer in a terminal: verdicts by word and symbol, not by colour alone."""

import io

import pytest
from rich.console import Console

from pincite.cli.context import Options
from pincite.cli.rendering import print_answer
from tests.pipeline.standins import ScriptedModel, World

TEXT = (
    '제43조에 따라 3영업일 이내에 지급합니다. <ref id="c1"/>\n'
    "무면허운전으로 생긴 손해를 보장합니다.\n"
    "제99조도 있습니다.\n"
    "문의하시기 바랍니다."
)


async def shown(text: str, *, language: str, encoding: str = "utf-8") -> list[str]:
    answer = await World(model=ScriptedModel(text)).ask("보험금 지급과 무면허운전을 알려줘")
    written = io.BytesIO()
    file = io.TextIOWrapper(written, encoding=encoding, errors="replace")
    print_answer(Console(file=file, soft_wrap=True, color_system=None), Options(language=language), answer)
    file.flush()
    return written.getvalue().decode(encoding).splitlines()


@pytest.mark.feature("VF-12")
async def test_each_claim_has_its_symbol_and_a_fault_its_word() -> None:
    lines = await shown(TEXT, language="en")
    assert lines[0] == "제43조에 따라 3영업일 이내에 지급합니다. ✓ [1]"
    assert lines[1] == "무면허운전으로 생긴 손해를 보장합니다. ⇄ contradicted"
    assert lines[2] == "제99조도 있습니다. ✗ not supported"
    assert lines[3] == "문의하시기 바랍니다."
    assert "✓ supported 1 · ✗ not supported 1 · ⇄ contradicted 1 · not checkable 1" in lines
    assert sum(line.startswith("! ") for line in lines) == 2  # a sentence a fault, in the answer's language
    assert any("전문가의 검토" in line for line in lines)
    assert lines[-1].startswith("checked: hard_fail")


async def test_words_are_those_of_the_person() -> None:
    lines = await shown(TEXT, language="zh")
    assert lines[2].endswith("✗ 无依据")


async def test_a_terminal_without_these_symbols_has_letters() -> None:
    lines = await shown("Article 43 applies within 3 business days.", language="en", encoding="ascii")
    assert not any("✓" in line for line in lines)
    assert any(line.startswith(("+ supported", "x not supported")) for line in lines)
