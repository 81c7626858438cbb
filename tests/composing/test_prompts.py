"""Prompts written otherwise: what is refused when they are saved, and the folder of a library."""

from pathlib import Path

import pytest

import pincite.composing
from pincite.composing import Prompts
from pincite.composing.messages import title_messages
from pincite.composing.prompt_folder import read_prompts
from pincite.composing.prompts import LONGEST_PROMPT, PLACES, check_prompt, place_of
from pincite.composing.templates import templates
from pincite.core.errors import ConfigurationError, InvalidInput

FILES = sorted(path.stem for path in (Path(pincite.composing.__file__).parent / "templates").glob("*.yaml"))


@pytest.mark.feature("PT-04")
def test_every_template_has_its_place_and_would_itself_be_accepted_in_three_languages() -> None:
    assert {(file, id_) for file in FILES for id_ in templates(file)} == set(PLACES)
    for place in PLACES.values():
        assert set(place.texts) == {"ko", "en", "zh"}, place.key
        check_prompt(place, place.texts)


@pytest.mark.parametrize(
    ("name", "texts", "said"),
    [
        ("rewrite/rewrite", {"ko": "질문을 바꾸세요."}, r"rewrite/rewrite.*\(ko\) lacks.*\{query\}"),
        ("answer/simple_fact", {"en": "Be short."}, r"lacks.*\{rules\}"),
        ("understand/understand", {"en": "{query}"}, r"lacks.*\{conversation\}"),
        ("system/system", {"zh": "{contexts}"}, r"\(zh\) has the unknown placeholder \{contexts\}"),
        ("context/question", {"en": "{query} {Query}"}, r"unknown placeholder \{Query\}"),
        ("context/question", {"ko": "{query} {질문}"}, r"unknown placeholder \{질문\}"),
        ("answer/rules", {"ko": " \n"}, "is empty"),
        ("system/system", {"fr": "Bonjour"}, "'fr'"),
        ("system/system", {"ko": "가" * (LONGEST_PROMPT + 1)}, "20,000"),
    ],
)
def test_what_could_not_be_sent_is_refused_by_name(name: str, texts: dict[str, str], said: str) -> None:
    file, _, identifier = name.partition("/")
    with pytest.raises(InvalidInput, match=said):
        check_prompt(place_of(file, identifier), texts)


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("system/system", {"ko": ""}),
        ("fallback/model", {"ko": " ", "en": "x"}),
        ("understand/understand", {"en": '{"rewrite_query": "..."} {} {conversation} {query} {query}'}),
        ("context/question", {"en": "{query}"}),
    ],
)
def test_what_is_accepted(name: str, texts: dict[str, str]) -> None:
    file, _, identifier = name.partition("/")
    check_prompt(place_of(file, identifier), texts)


@pytest.mark.parametrize("name", [("citations", "protocol"), ("answer", "no_such"), ("", "")])
def test_the_protocol_is_no_prompt(name: tuple[str, str]) -> None:
    with pytest.raises(InvalidInput, match="There is no prompt"):
        place_of(*name)


def test_prompts_lie_over_each_other_language_by_language() -> None:
    key = ("system", "system")
    both = Prompts({key: {"ko": "위"}}).over(Prompts({key: {"ko": "아래", "en": "below"}}))
    assert [both.text(*key, language) for language in ("ko", "en")] == ["위", "below"]
    assert both.text(*key, "zh") == templates("system")["system"]["zh"]


def test_a_library_without_a_folder_has_our_prompts(tmp_path: Path) -> None:
    assert read_prompts(tmp_path / "prompts") == Prompts()


@pytest.mark.feature("PT-01")
def test_the_folder_of_a_library_is_read(tmp_path: Path) -> None:
    (tmp_path / "title.yaml").write_text(
        "- id: title\n  default: true\n  i18n:\n    ko: '제목: {query}'\n", encoding="utf-8"
    )
    own = read_prompts(tmp_path)
    assert title_messages("입원일당?", "ko", own)[0].content == "제목: 입원일당?"
    assert "Give the conversation" in title_messages("Benefit?", "en", own)[0].content


ALTERNATIVES = """
- {id: title, i18n: {ko: "제목: {query}"}}
- {id: brief, i18n: {ko: "짧은 제목: {query}"}}
- {id: odd, i18n: {ko: "제목"}}
"""


@pytest.mark.feature("PT-01")
def test_a_setting_chooses_by_id(tmp_path: Path) -> None:
    path = tmp_path / "title.yaml"
    path.write_text(ALTERNATIVES.replace('- {id: odd, i18n: {ko: "제목"}}\n', ""), encoding="utf-8")
    brief = read_prompts(tmp_path, {"title/title": "brief"})
    assert title_messages("입원일당?", "ko", brief)[0].content == "짧은 제목: 입원일당?"
    for chosen, said in (
        ({}, "title.yaml has the unknown id `brief`"),
        ({"title/title": "no_such"}, "`no_such` for `title/title`, which title.yaml does not hold"),
        ({"answer/rules": "brief"}, "`brief` for `answer/rules`, which answer.yaml does not hold"),
        ({"answer/protocol": "brief"}, "`answer/protocol`, which is no prompt"),
    ):
        with pytest.raises(ConfigurationError, match=said):
            read_prompts(tmp_path, chosen)
    path.write_text(ALTERNATIVES.replace("- {id: brief", "- {id: short"), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"title.yaml, `odd`: .*lacks"):
        read_prompts(tmp_path, {"title/title": "odd"})


@pytest.mark.feature("PT-01")
@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("answer.yaml", "- id: [", "answer.yaml cannot be read"),
        ("answer.yaml", "", "answer.yaml cannot be read: it is no list"),
        ("answer.yaml", "id: rules", "answer.yaml cannot be read: it is no list"),
        ("answer.yaml", "- rules", "answer.yaml.*entry 1 has no id"),
        ("answer.yaml", "- {id: rules}", "answer.yaml.*no texts"),
        ("answer.yaml", "- {id: rules, i18n: {ko: [a]}}", "answer.yaml.*ko, en, zh"),
        ("answer.yaml", "- {id: rules, i18n: {fr: a}}", "answer.yaml.*ko, en, zh"),
        ("answer.yaml", "- {id: rules, i18n: {ko: a}, text: b}", "answer.yaml.*unknown key `text`"),
        ("answer.yaml", "- {id: rules, i18n: {ko: a}}\n- {id: rules, i18n: {ko: b}}", "answer.yaml.*twice"),
        ("answer.yaml", "- {id: protocol, i18n: {ko: a}}", "answer.yaml.*unknown id `protocol`"),
        (
            "answer.yaml",
            "- {id: simple_fact, i18n: {ko: a}}",
            r"answer.yaml, `simple_fact`: .*lacks.*\{rules\}",
        ),
        ("anwser.yaml", "- {id: rules, i18n: {ko: a}}", "anwser.yaml is none that is read"),
        ("answer.yaml", b"- \xff\xfe", "answer.yaml cannot be read"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, file: str, content: str | bytes, said: str) -> None:
    (tmp_path / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ConfigurationError, match=said):
        read_prompts(tmp_path)
