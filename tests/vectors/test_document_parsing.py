"""Facts about parsers on given inputs. Every `check` vector passes or is listed, with our value here."""

import codecs
import json
import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from pincite.core.addresses import check_url
from pincite.core.errors import EmptyDocument, FetchFailed, FetchUnavailable, UrlRefused
from pincite.core.web import check_status
from pincite.parsing import ParseLimits, ParseOptions, parse, sniff
from pincite.parsing.ocr_text import sanitize_ocr, tables_to_gfm
from pincite.parsing.sheets_workbook import read_sheets
from pincite.parsing.tables import cells, gfm_table, is_separator, table_blocks
from pincite.text.images import find_images
from tests.parsing.sheets_files import saved

HERE = Path(__file__).parent
FOLDER = Path(os.environ.get("PINCITE_VECTORS") or HERE)
FILE = FOLDER / "document_parsing.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))["vectors"] if FILE.exists() else []
CHECKS = [vector for vector in VECTORS if vector["kind"] == "check"]
DEVIATIONS = tomllib.loads((HERE / "deviations.toml").read_text(encoding="utf-8"))["document_parsing"]
MOST_LISTED = 0.15
JSON = dict[str, Any]


def check_text(text: str, expect: JSON) -> None:
    """The shared expectations on a text. An unknown one is a failure."""
    known = {"text", "contains", "not_contains", "count", "startswith", "unchanged"}
    assert set(expect) <= known, f"no check for {sorted(set(expect) - known)}"
    if "text" in expect:
        assert text == expect["text"]
    assert [part for part in _each(expect.get("contains", [])) if part not in text] == []
    assert [part for part in _each(expect.get("not_contains", [])) if part in text] == []
    assert {part: text.count(part) for part in expect.get("count", {})} == expect.get("count", {})
    assert text.startswith(expect.get("startswith", ""))


def _each(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def html_table(given: JSON, expect: JSON) -> None:
    text = tables_to_gfm(given["text"])
    assert (text == given["text"]) is expect.get("unchanged", text == given["text"])
    check_text(text, expect)


def markdown_table(given: JSON, expect: JSON) -> None:
    lines = given["text"].splitlines()
    (block,) = table_blocks(lines)
    rows = [line for line in lines[slice(*block)] if not is_separator(line)]
    check_text(gfm_table([cells(row) for row in rows]), expect)


def ocr(given: JSON, expect: JSON) -> None:
    check_text(sanitize_ocr(given["text"]), expect)


def image_targets(given: JSON, expect: JSON) -> None:
    text = given["text"]
    spans = [text[image.start : image.end] for image in find_images(text)]
    assert set(expect) == {"targets"}
    assert [span.partition("](")[2][:-1].strip() for span in spans] == expect["targets"]


def effective_type(given: JSON, expect: JSON) -> None:
    name = given.get("name", f"file.{given['type'].lower().lstrip('.')}")
    assert set(expect) == {"type"}
    assert sniff(bytes.fromhex(given["magic"]), name) == expect["type"]


def html_parse(given: JSON, expect: JSON) -> None:
    assert set(given) <= {"charset", "bom", "html"}
    assert set(expect) == {"result"}
    if "html" not in given:
        words = "Café “déjà vu”: fifteen days of leave"
        charset = given.get("charset") or given["bom"]
        page = (
            f'<html><head><meta charset="{charset}"><title>T</title></head><body><p>{words}</p></body></html>'
        )
        raw = page.encode(charset)
        assert "bom" not in given or raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = parse(raw, "page.html").markdown
        assert expect["result"] == "decoded"
        assert "Café" in text
        assert "déjà vu" in text
        assert "\0" not in text
        return
    try:
        text = parse(given["html"].encode(), "page.html").markdown
    except EmptyDocument:
        text = ""
    if expect["result"] == "":
        assert text == ""
    wanted = re.findall(r"\[[^\]]*\]\([^)]*\)", expect["result"])
    assert [part for part in wanted or [expect["result"]] if part not in text] == []


def url_guard(given: JSON, expect: JSON) -> None:
    assert set(expect) == {"allowed"}
    if expect["allowed"]:
        check_url(given["url"])
        return
    with pytest.raises(UrlRefused):
        check_url(given["url"])


def xlsx(given: JSON, expect: JSON) -> None:
    assert set(given) <= {"cells", "merged", "row"}
    book = Workbook()
    sheet = book.worksheets[0]
    for place, value in {**given.get("cells", {}), **_row(given)}.items():
        sheet[place] = value
    for merged in given.get("merged", []):
        sheet.merge_cells(merged)
    data = saved(book)
    if "cells" in expect:
        (found,) = read_sheets(data, ParseLimits())
        shown = {place: _shown(found.rows, found.origin, place) for place in expect["cells"]}
        assert shown == expect["cells"]
    text = ""
    try:
        text = parse(data, "book.xlsx").markdown
    except EmptyDocument:
        assert "not_contains" in expect
    check_text(text, {key: value for key, value in expect.items() if key != "cells"})


def _row(given: JSON) -> JSON:
    return {f"{column}1": value for column, value in given.get("row", {}).items()}


def _shown(rows: list[list[str]], origin: tuple[int, int], place: str) -> str:
    row, column = int(place[1:]) - 1 - origin[0], ord(place[0]) - ord("A") - origin[1]
    return rows[row][column] if column < len(rows[row]) else ""


def web(given: JSON, expect: JSON) -> None:
    if "fetch" in given:
        assert given["fetch"] == "failed"
        assert set(expect) == {"ours"}
        for status in (301, 403, 404, 500, 503):
            with pytest.raises((FetchFailed, FetchUnavailable)):
                check_status(status)
        check_status(200)
        return
    assert set(given) == {"text_len", "title"}
    words = ("word " * given["text_len"])[: given["text_len"]]
    page = f"<html><head><title>{given['title']}</title></head><body><div>{words}</div></body></html>"
    fetched = ParseOptions(is_page=True)
    check_text(parse(page.encode(), "page.html", options=fetched).markdown, expect)


OPS: dict[str, Callable[[JSON, JSON], None]] = {
    "html_table": html_table,
    "markdown_table": markdown_table,
    "sanitize_ocr": ocr,
    "image_targets": image_targets,
    "effective_type": effective_type,
    "html_parse": html_parse,
    "url_guard": url_guard,
    "xlsx": xlsx,
    "web": web,
}

OURS: dict[str, JSON] = {
    "document_parsing-031": {"result": "GuideSection"},
    "document_parsing-038": {"contains": "one: 1"},
}
"""What we answer to the listed vectors."""


@pytest.mark.feature("TB-05")
@pytest.mark.parametrize("vector", CHECKS, ids=lambda vector: vector["id"])
def test_vector(vector: JSON) -> None:
    assert vector["op"] in OPS, "no adapter for this op"
    assert vector["expect"], "a vector that asserts nothing"
    run = OPS[vector["op"]]
    if vector["id"] not in DEVIATIONS:
        run(vector["input"], vector["expect"])
        return
    run(vector["input"], OURS[vector["id"]])
    with pytest.raises(AssertionError):
        run(vector["input"], vector["expect"])


def test_what_differs_is_listed_with_a_reason_and_is_little() -> None:
    known = json.loads((HERE / "document_parsing.json").read_text(encoding="utf-8"))["vectors"]
    assert set(DEVIATIONS) == set(OURS) <= {vector["id"] for vector in known}
    assert len(DEVIATIONS) <= MOST_LISTED * sum(vector["kind"] == "check" for vector in known)
