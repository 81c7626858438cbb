"""Pages: whole, safe, and of nothing but themselves."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from pincite.core.catalogue import LANGUAGES
from pincite.core.types import GateDecision
from pincite.evaluation.answers import evaluate_answers
from pincite.evaluation.comparing import compare
from pincite.evaluation.gate import Verdict, gate_report
from pincite.evaluation.golden import GoldenCase
from pincite.evaluation.rankings import Excerpt, Ranking, ranking_report
from pincite.evaluation.reports import answers_page, chunking_page, gate_page, retrieval_page
from pincite.pipeline.answer import Answer

EVIL = '<script src="https://evil.example/x.js"></script><img src=x onerror=alert(1)> & "\' ]]>'
MADE_WITH = {"encoder": EVIL, "day": datetime(2026, 8, 1, tzinfo=UTC).isoformat()}


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    """Checks what holds for every page."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert not {"script", "img", "link", "iframe", "object"} & set(reader.tags)
    assert not [name for name, _ in reader.attributes if name in ("src", "href") or name.startswith("on")]
    assert "url(" not in page
    assert "default-src 'none'" in page
    for svg in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(svg)
    return reader


def rankings(first: int) -> dict[str, object]:
    shown = Excerpt("a", EVIL, EVIL, 0.5)
    ranked = [
        Ranking(str(place), f"{EVIL} {place}?", (first,) if place else (), 1, 9, (shown,), (shown,))
        for place in range(4)
    ]
    return ranking_report({EVIL: ranked, "empty": []})


@pytest.mark.parametrize("language", LANGUAGES)
def test_retrieval(language: str) -> None:
    report = rankings(1)
    report["comparison"] = compare(rankings(2), report)
    page = retrieval_page(report, MADE_WITH, language)
    reader = read(page)
    assert "recall@1" in reader.text
    assert f"{EVIL} 0?" in reader.text
    assert reader.tags.count("details") == 1
    assert page.startswith("<!doctype html>")
    assert f'<html lang="{language}">' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_gate(language: str) -> None:
    verdicts = [
        Verdict("1", EVIL, "answerable", 0.01, GateDecision.REFUSE, EVIL, EVIL),
        Verdict("2", "fine?", "answerable", 0.9, GateDecision.PASS),
        Verdict("3", "near?", "near", 0.8, GateDecision.PASS, "Title", "text"),
        Verdict("4", "nothing?", "unanswerable", None, GateDecision.REFUSE),
    ]
    report = gate_report({"mine": verdicts})
    assert set(report["sets"]["mine"]["near"]) == {"pass", "rewrite", "refuse"}
    assert [row["id"] for row in report["failures"]["mine"]] == ["1", "3"]
    reader = read(gate_page(report, MADE_WITH, language))
    assert "near?" in reader.text
    assert "fine?" not in reader.text


def test_the_gate_with_its_second_line_is_shown_beside_the_score_alone() -> None:
    alone = Verdict("1", "how much?", "near", 0.8, GateDecision.PASS)
    report = gate_report({"mine": [replace(alone, final=GateDecision.REFUSE)]})
    assert report["sets"]["mine"]["near"]["pass"] == report["mean"]["near"]["pass"] == 1.0
    assert report["second_line"]["sets"]["mine"]["near"]["pass"] == 0.0
    assert report["second_line"]["mean"]["near"]["refuse"] == 1.0
    assert report["questions"]["mine"]["1"]["with_second_line"] == "refuse"
    assert "gate.second_line" in read(gate_page(report, MADE_WITH)).text
    assert "second_line" not in gate_report({"mine": [alone]})


async def test_answers() -> None:
    async def ask(question: str) -> Answer:
        return Answer("t", question, f'Yes. <kb doc="d" chunk_id="c"/> {EVIL}', "en", None, None)

    cases = [
        GoldenCase("1", EVIL, "lookup", must_contain=(EVIL,)),
        GoldenCase("2", "near?", "unanswerable_near"),
        GoldenCase("3", "elsewhere?", "lookup", documents=("other.md",)),
    ]
    report = await evaluate_answers(cases, ask, documents=["here.md"])
    assert report["summary"]["missing"] == 1
    assert report["summary"]["unanswerable_near"]["refused"] == 0
    assert [row["id"] for row in report["failures"]] == ["1", "2"]
    reader = read(answers_page(report, MADE_WITH))
    assert "near?" in reader.text
    assert "Yes." in reader.text


def test_chunking() -> None:
    row = {"recall@5": 0.5, "interval": [0.1, 0.9], "chunks": 3, "avg_chars": 10.0, "top5_chars": 30.0}
    report = {
        "presets": {"small": row, EVIL: row},
        "compared": {EVIL: {"against": "small", **compare(rankings(1), rankings(2))["mean"]["mrr@10"]}},
        "failures": {"small": [{"id": "1", "question": EVIL, "must_contain": [EVIL]}], EVIL: []},
    }
    assert EVIL in read(chunking_page(report, MADE_WITH, "ko")).text


def test_no_failure_is_said() -> None:
    report = gate_report({"mine": [Verdict("2", "fine?", "answerable", 0.9, GateDecision.PASS)]})
    assert "There are none." in read(gate_page(report, {})).text
