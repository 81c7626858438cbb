"""Sentences of errors in the language of the person who reads them."""

import ast
import re
from collections.abc import Iterator

import pytest

from pincite.core.catalogue import LANGUAGES, room
from pincite.core.errors import ERROR_TABLE, Conflict, EmptyDocument, NotFound, RerankFailed
from pincite.core.translating import ROOMS, hint_of, said, translated
from tests.conftest import ROOT

NEAR = (
    "cli/batches.py",
    "cli/chunking.py",
    "cli/chunks.py",
    "cli/documents.py",
    "cli/failing.py",
    "cli/faq.py",
    "cli/options.py",
    "cli/targets.py",
    "cli/tracing.py",
    "cli/words.py",
    "core/labels.py",
    "core/settings/loading.py",
    "core/validity.py",
    "entries.py",
    "knowledge_base.py",
    "library.py",
    "observability/traces_reading.py",
    "observability/traces_store.py",
)
"""Where errors are raised that a person at a terminal meets every day: all their sentences are translated."""
GAP = re.compile(r"\{(\w+)(?:[:!][^{}]*)?\}")


def sentences() -> Iterator[tuple[str, str]]:
    """Message and hint of each error raised in `NEAR`, with values for what is filled in."""
    names = {error.__name__ for error in ERROR_TABLE.values()}
    for place in NEAR:
        tree = ast.parse((ROOT / "src/pincite" / place).read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in names:
                continue
            hints = [keyword.value for keyword in call.keywords if keyword.arg == "hint"]
            for node in [*call.args[:1], *hints]:
                if text := _text(node):
                    yield place, text


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [
            str(part.value) if isinstance(part, ast.Constant) else f"⟨v{place}⟩"
            for place, part in enumerate(node.values)
        ]
        return "".join(parts)
    return ""


@pytest.mark.parametrize(("place", "text"), sorted(set(sentences())))
def test_what_a_person_meets_every_day_is_translated(place: str, text: str) -> None:
    for language in ("ko", "zh"):
        found = translated(text, language)
        assert found != text, place
        assert set(re.findall(r"⟨v\d+⟩", found)) == set(re.findall(r"⟨v\d+⟩", text))


@pytest.mark.parametrize("code", sorted(ERROR_TABLE))
def test_every_kind_of_error_has_its_hint_in_each_language(code: str) -> None:
    hints = {hint_of(code, language) for language in LANGUAGES}
    assert len(hints) == 3
    assert ERROR_TABLE[code].hint in hints


@pytest.mark.parametrize("name", [*ROOMS, "cli", "errors_kinds", "traces"])
def test_a_sentence_says_the_same_things_in_each_language(name: str) -> None:
    for key, spoken in room(name).items():
        assert set(spoken) == set(LANGUAGES), key
        named = [sorted(set(GAP.findall(spoken[language]))) for language in LANGUAGES]
        if name in ("cli", "errors_kinds", "traces"):
            assert named[0] == named[1] == named[2], key
        else:  # a reason may be left out of a shorter one
            assert set(named[0]) <= set(named[1]) and set(named[2]) <= set(named[1]), key


def test_what_a_sentence_holds_is_translated_with_it() -> None:
    text = "'b\\nc.md' cannot be filed. The file name 'b\\nc.md' holds a control character."
    assert translated(text, "ko") == (
        "'b\\nc.md' 파일을 보관할 수 없습니다. 파일 이름 'b\\nc.md'에 제어 문자가 있습니다."
    )
    problems = "The settings cannot be used. gate.x: Extra inputs are not permitted; chat: Missing."
    assert translated(problems, "zh").startswith("设置无法使用。")


def test_a_name_that_reads_like_a_sentence_stays() -> None:
    name = "This is empty"
    assert f"`{name}`" in translated(f"There is no document `{name}` in terms.", "ko")
    assert translated("보험 약관.pdf", "en") == "보험 약관.pdf"


def test_what_was_stored_in_one_language_is_told_in_another() -> None:
    stored = translated("There is no FAQ entry 7.", "ko")
    assert translated(stored, "en") == "There is no FAQ entry 7."
    assert translated(stored, "zh") == "没有 FAQ 条目 7。"


def test_an_error_without_a_translation_says_of_what_kind_it_is() -> None:
    assert said(RerankFailed("It gave 3 ☃."), "ko") == (
        "지금은 할 수 없습니다. (It gave 3 ☃.)",
        "잠시 뒤 다시 시도하세요.",
    )
    assert said(NotFound("There is no ☃ of that kind"), "zh")[0].startswith("找不到")
    assert said(Conflict("☃ is on fire.", hint="Put it out."), "en") == ("☃ is on fire.", "Put it out.")
    assert said(EmptyDocument("문서가 비었습니다 ☃"), "ko")[0] == "문서가 비었습니다 ☃"
