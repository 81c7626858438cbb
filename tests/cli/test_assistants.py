"""``pincite assistant``, and ``pincite ask --assistant``."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.libraries import FAR


def test_the_life_of_an_assistant(pincite: Run, own: Path, tmp_path: Path) -> None:
    assert pincite("assistant", "list", library=own).out == "No assistant yet.\n"
    words = tmp_path / "words.txt"
    words.write_text("상담원입니다.", encoding="utf-8")
    made = pincite(
        "assistant", "create", "보상 상담", "--description", "보상과", "--default", "-b", "documents",
        "--set", "temperature=0", "--set", "fallback=fixed", "--set", "fixed_response=1588-0000 으로 전화하세요",
        "--set", "intents=greeting,help", "--prompt", f"system/system:ko={words}", "--json", library=own,
    )  # fmt: skip
    assert made.code == 0, made.err
    profile = made.json()["profile"]
    assert profile["temperature"] == 0 and profile["fixed_response"] == "1588-0000 으로 전화하세요"
    assert profile["intents"] == ["greeting", "help"] and len(profile["base_ids"]) == 1
    assert profile["prompts"] == {"system/system": {"ko": "상담원입니다."}}
    assert pincite("assistant", "list", library=own).out == "* 보상 상담  보상과\n"

    edited = pincite(
        "assistant", "edit", "보상 상담", "--name", "claims", "--set", "rounds=0", "--unset", "temperature",
        "--prompt", "system/system:ko=-", "--no-default", "--json", library=own,
    ).json()  # fmt: skip
    assert (edited["id"], edited["name"], edited["default"]) == (made.json()["id"], "claims", False)
    assert edited["description"] == "보상과"
    assert edited["profile"]["rounds"] == 0 and "temperature" not in edited["profile"]
    assert edited["profile"]["base_ids"] == profile["base_ids"] and edited["profile"]["prompts"] == {}
    shown = pincite("assistant", "show", "claims", library=own).out
    assert "rounds: 0" in shown and "intents: greeting, help" in shown

    assert pincite("assistant", "remove", "claims", "--yes", "--json", library=own).json() == {
        "removed": "claims"
    }
    assert pincite("assistant", "remove", "claims", "--yes", library=own).code == 3


@pytest.mark.feature("CF-05")
def test_two_assistants_over_one_base_answer_differently(pincite: Run, own: Path) -> None:
    for name, said in (("a", "하나에 물어보세요"), ("b", "둘에 물어보세요")):
        pincite(
            "assistant",
            "create",
            name,
            "--set",
            "fallback=fixed",
            "--set",
            f"fixed_response={said}",
            library=own,
        )
        answered = pincite("ask", FAR, "--assistant", name, "--json", library=own).json()
        assert (answered["answer"], answered["is_refusal"]) == (said, True)
    assert pincite("ask", FAR, "--assistant", "nobody", library=own).code == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "rounds"), "is no setting"),
        (("--set", "round=1"), "no setting 'round'"),
        (("--set", "rounds=many"), "rounds"),
        (("--set", "pass_score=0.1", "--set", "abort_score=0.4"), "cannot be above pass_score"),
        (("--set", "intents=greeting,kb_search"), "no intent 'kb_search'"),
        (("--set", "chat_model=nobody"), "no model 'nobody'"),
        (("--prompt", "system/system=x"), "is no prompt"),
        (("--prompt", "system/system:ko=/no/such/file"), "cannot be read"),
    ],
)
def test_what_cannot_be_set_is_refused(pincite: Run, words: tuple[str, ...], said: str) -> None:
    refused = pincite("assistant", "create", "n", *words)
    assert refused.code == 2
    assert said in refused.err
