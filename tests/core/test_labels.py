"""Folders, tags and custom values: what may be one."""

import pytest

from pincite.core.errors import InvalidInput
from pincite.core.labels import (
    below,
    check_file_name,
    clean_base_name,
    clean_custom,
    clean_folder,
    clean_tags,
    split_upload,
)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        (".", ""),
        ("a/b", "a/b"),
        ("a//b/./c/", "a/b/c"),
        (" 규정 / 2024 ", "규정/2024"),
        ("a\\b", "a/b"),
        ("\u1100\u1161", "가"),
        ("..a/b..", "..a/b.."),
    ],
)
def test_a_folder_is_written_in_one_way(given: str, kept: str) -> None:
    assert clean_folder(given) == kept


@pytest.mark.parametrize(
    "given",
    [
        "..",
        "a/../b",
        "a\\..\\..\\b",
        "/etc",
        "\\\\server\\share",
        "C:\\x",
        "a/\0b",
        "a/\nb",
        "x" * 300,
        "a/" * 40,
    ],
)
def test_what_climbs_or_is_no_folder_is_refused(given: str) -> None:
    with pytest.raises(InvalidInput):
        clean_folder(given)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a.pdf", ("", "a.pdf")),
        ("x/y/a.pdf", ("x/y", "a.pdf")),
        ("C:\\temp\\a.pdf", ("", "a.pdf")),
        ("/home/me/a.pdf", ("", "a.pdf")),
        ("/etc/../../a.pdf", ("", "a.pdf")),
    ],
)
def test_an_upload_is_parted_into_folder_and_name(name: str, parts: tuple[str, str]) -> None:
    assert split_upload(name) == parts


@pytest.mark.parametrize("name", ["../a.pdf", "x/../../a.pdf", "..\\..\\a.pdf", "x/.."])
def test_an_upload_that_climbs_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        split_upload(name)


def test_below_knows_whole_names_only() -> None:
    assert below("", "anything")
    assert below("a", "a")
    assert below("a", "a/b")
    assert not below("a", "ab")


def test_tags_are_trimmed_and_come_once() -> None:
    assert clean_tags([" a ", "b", "a", "\u1100\u1161"]) == ("a", "b", "가")
    for bad in (["", "a"], ["x" * 101], ["a\nb"], [str(number) for number in range(51)]):
        with pytest.raises(InvalidInput):
            clean_tags(bad)


def test_custom_values_are_small_and_flat() -> None:
    values = {"dept": "보상", "level": 3, "share": 0.5, "ok": True, "이름-1.a": ""}
    assert clean_custom(values) == values
    refused: tuple[dict[str, object], ...] = (
        {"": 1},
        {"a b": 1},
        {'a"b': 1},
        {"a": None},
        {"a": []},
        {"a": {"b": 1}},
        {"a": float("nan")},
        {"a": 2**70},
        {"a": "x" * 1001},
        {"a": "\ud800"},
        {"a": "nul\0"},
        {f"k{number}": number for number in range(51)},
        {f"k{number}": "x" * 900 for number in range(30)},
    )
    for bad in refused:
        with pytest.raises(InvalidInput):
            clean_custom(bad)


@pytest.mark.parametrize(
    "name", ["a\0b", "a\nb", "a\x85b", "a/b", "a\\b", ".", "..", "...", "a\u202eb", "", "\ud800"]
)
def test_a_base_is_called_by_what_an_address_can_hold(name: str) -> None:
    with pytest.raises(InvalidInput):
        clean_base_name(name)
    assert clean_base_name(" 규정 v1.2 ") == "규정 v1.2"


@pytest.mark.parametrize(
    "name", ["a\0.md", "a\n.md", "\u202efdp.exe", "\u2067a.md", "\x1b[31m.md", "가" * 85 + "a"]
)
def test_a_file_name_stands_on_one_line_and_fits_a_file_system(name: str) -> None:
    with pytest.raises(InvalidInput):
        check_file_name(name)
    check_file_name("가" * 85)
    check_file_name("💥 (1)\u200f.md")
