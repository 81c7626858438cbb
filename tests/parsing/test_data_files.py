"""JSON and its kin: every value is found with its path, and what is broken says where."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument
from pincite.parsing import ParseLimits, ParseOptions, parse


def markdown(value: Any, name: str = "a.json") -> str:
    raw = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return parse(raw.encode(), name).markdown


def test_members_are_lines_and_objects_are_sections() -> None:
    text = markdown(
        {"owner": {"name": "홍길동", "address": {"zip": "01234"}}, "version": 2, "tags": ["a", "b"]}
    )
    assert text == ("- version: 2\n- tags: a, b\n\n# owner\n\n- name: 홍길동\n\n## address\n\n- zip: 01234")


def test_records_are_a_table_with_their_paths() -> None:
    rows = [{"id": 1, "price": {"won": 100}}, {"id": 2, "price": {"won": 250}, "note": "a|b"}]
    assert markdown({"items": rows}) == (
        "# items\n\n| id | price.won | note |\n| --- | --- | --- |\n| 1 | 100 |  |\n| 2 | 250 | a\\|b |"
    )


def test_records_of_long_texts_are_sections() -> None:
    text = markdown([{"question": f"q{n}?", "answer": "word " * 500} for n in range(2)])
    assert "# 2. q2?" not in text
    assert "# 2. q1?\n\n- question: q1?\n\n## answer\n\nword word" in text


def test_numbers_stand_as_they_are_written() -> None:
    text = markdown('{"a": 1.10, "big": 12345678901234567890123, "e": 1e5, "yes": true, "a": 2}')
    for line in ("- a: 1.10", "- big: 12345678901234567890123", "- e: 1e5", "- yes: true", "- a (2): 2"):
        assert line in text


def test_what_lies_below_all_headings_keeps_its_path() -> None:
    text = markdown({"a": {"b": {"c": {"d": {"e": {"f": {"g": [1, {"h": "deep"}]}}}}}}})
    assert "###### f\n\n- g.1: 1\n- g.2.h: deep" in text


def test_a_text_in_a_value_makes_no_heading() -> None:
    assert "\n\\# not ours\n" in markdown({"text": "first\n\n# not ours\n\nlast"})


def test_json_lines_are_read_under_either_name() -> None:
    for name in ("a.jsonl", "a.ndjson", "a.json"):
        assert markdown('{"a":1,"b":"x"}\n\n{"a":2,"b":"y"}\n', name).endswith("| 1 | x |\n| 2 | y |")
    assert markdown('{"a":\n 1}', "a.jsonl") == "- a: 1"


@pytest.mark.parametrize(
    ("raw", "name", "place"),
    [
        ('{"a": 1,\n "b": }', "a.json", "line 2, column 7"),
        ('{"a":1}\n{"a":\n', "a.jsonl", "line 2"),
        ('{"a":1}\n{"a":2}\n{oops}\n', "a.json", "line 3"),
        ("a: [1\nb: 2", "a.yaml", "line 2"),
        ("<a>\n<b></a>", "a.xml", "line 2"),
        ("", "", ""),
    ][:-1],
)
def test_what_is_broken_says_where(raw: str, name: str, place: str) -> None:
    with pytest.raises(CorruptDocument, match=place):
        parse(raw.encode(), name)


@pytest.mark.parametrize("raw", ["{}", "[]", "null", '""', '{"a": {}}', "[[], {}]"])
def test_a_file_without_a_value_is_empty(raw: str) -> None:
    with pytest.raises(EmptyDocument):
        parse(raw.encode(), "a.json")


@pytest.mark.parametrize(
    ("raw", "name"),
    [("[" * 100_000, "a.json"), ('{"a":' * 5000 + "1" + "}" * 5000, "a.json"), ("<a>" * 100_000, "a.xml")],
)
def test_endless_nesting_is_refused(raw: str, name: str) -> None:
    with pytest.raises((DocumentTooLarge, CorruptDocument), match=r"nested|broken"):
        parse(raw.encode(), name)


def test_more_values_than_allowed_are_refused() -> None:
    with pytest.raises(DocumentTooLarge, match="more than 50 values"):
        parse(
            json.dumps([{"a": n} for n in range(60)]).encode(),
            "a.json",
            options=ParseOptions(limits=ParseLimits(cells=50)),
        )


def test_anchors_of_yaml_cannot_multiply_without_bound() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefghi", "bcdefghij", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    with pytest.raises(DocumentTooLarge, match="more than 10000 values"):
        parse("\n".join(lines).encode(), "a.yaml", options=ParseOptions(limits=ParseLimits(cells=10_000)))


def test_yaml_values_stand_as_they_are_written() -> None:
    text = markdown("code: 010\nday: 2024-01-02\nanswer: no\nlist:\n  - x: 1\n  - x: 2\n", "a.yaml")
    assert text.startswith("- code: 010\n- day: 2024-01-02\n- answer: no")
    assert "| x |\n| --- |\n| 1 |\n| 2 |" in text


def test_xml_keeps_attributes_lists_and_running_text() -> None:
    raw = '<?xml version="1.0" encoding="EUC-KR"?><r><row id="1"><이름>가</이름></row><row id="2"><이름>나</이름></row>'
    text = parse((raw + "<p>mixed <b>bold</b> text</p></r>").encode("cp949"), "a.xml").markdown
    assert "| id | 이름 |\n| --- | --- |\n| 1 | 가 |\n| 2 | 나 |" in text
    assert "- p: mixed bold text" in text


def test_xml_with_entities_of_its_own_is_refused() -> None:
    raw = '<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;&l;&l;">]><a>&m;</a>'
    with pytest.raises(CorruptDocument, match="entities"):
        parse(raw.encode(), "a.xml")
    with pytest.raises(CorruptDocument):
        parse(b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "a.xml")


def test_subtitles_keep_what_is_said_and_when() -> None:
    srt = "1\n00:01:02,000 --> 00:01:04,000\n<i>안녕</i>\n하세요\n\n2\n01:00:03,000 --> 01:00:04,000\nbye"
    assert parse(srt.encode(), "a.srt").markdown == "[0:01:02] 안녕 하세요\n\n[1:00:03] bye"
    vtt = "WEBVTT\n\nNOTE made by hand\n\nintro\n00:01.000 --> 00:02.000 align:left\n<v Kim>hello"
    assert parse(vtt.encode(), "a.vtt").markdown == "[0:00:01] hello"


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("abc가나123", min_size=1, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("xyz", min_size=1, max_size=3), inner)
    ),
    max_leaves=20,
)


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [leaf for member in value.values() for leaf in _leaves(member)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [] if value is None else [str(value).lower() if isinstance(value, bool) else str(value)]


@given(_VALUES)
def test_no_value_is_lost(value: Any) -> None:
    leaves = _leaves(value)
    if not leaves:
        return
    text = markdown(json.dumps(value, ensure_ascii=False))
    assert [leaf for leaf in leaves if leaf not in text] == []
