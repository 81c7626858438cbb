"""The shared documents and the labelled questions on them."""

import json
from functools import cache
from pathlib import Path

import pytest

from pincite.core.errors import DocumentError
from pincite.core.types import ParsedDocument
from pincite.parsing import SUPPORTED, parse
from tests.conftest import ROOT, shared

UNSUPPORTED: dict[str, str] = {}
FAILURES = {
    "cid_font_no_tounicode.pdf": ("garbled_text", "no Unicode map"),
    "en_medical_report_scan.pdf": ("ocr_needed", "3 of 3 page"),
    "zh_scan.pdf": ("ocr_needed", "1 of 1 page"),
    "password_protected.pdf": ("password_protected", "password"),
}
TITLES = {
    "en_amt_handbook_manual.pdf": "AMT General Handbook",
    "en_borderless_table.pdf": "INVENTORY RECONCILIATION REPORT",
    "en_nfl_rulebook.pdf": "RULE 19 OFFICIALS",
    "en_powerpoint_with_image.pptx": "Docling",
    "en_wiki_duck.html": "Duck",
    "en_word_sample.docx": "Swimming in the lake",
    "en_xlsx_multi_tables.xlsx": "en_xlsx_multi_tables",
    "ko_digital_gov_plan.hwp": "디지털 정부혁신 추진계획",
    "ko_distribution_locked.hwp": "2025년 강남세움센터 시설관리원 용역업체 선정 입찰공고",
    "ko_footnotes.hwp": "ko_footnotes",
    "ko_kbo_table_text.pdf": "2024_리그규정",
    "ko_keywords_cp949.txt": "ko_keywords_cp949",
    "ko_keywords_euckr.txt": "ko_keywords_euckr",
    "ko_labor_law_art84.md": "근로기준법",
    "ko_labor_standards_act_full.md": "근로기준법",
    "ko_minimal_body_table.hwp": "편집 탭 – 표",
    "ko_mot.hwpx": "2024 파리 올림픽·패럴림픽 준비하는 우리 선수단 격려한다",
    "ko_multicolumn.hwpx": "ko_multicolumn",
    "ko_multipara.hwpx": "ko_multipara",
    "ko_project_plan.hwpx": "프로젝트계획서",
    "ko_sample.pptx": "랭체인 한국어 튜토리얼",
    "ko_sample_word.docx": "ko_sample_word",
    "ko_table.hwp": "ko_table",
    "ko_table.hwpx": "C반 기말고사",
    "ko_testdoc.hwpx": "ko_testdoc",
    "ko_text_two_page.pdf": "【보통약관】",
    "zh_unemployment_insurance.md": "广东省失业保险条例",
}
WARNINGS = {
    "en_powerpoint_with_image.pptx": "what the pictures show was not read",
    "en_xlsx_multi_tables.xlsx": "Hidden sheets were read too: Sheet4",
    "ko_footnotes.hwp": "hardly any text",
    "ko_keywords_cp949.txt": "read as CP949/EUC-KR",
    "ko_keywords_euckr.txt": "read as CP949/EUC-KR",
}
CASES = [json.loads(line) for line in (ROOT / "tests/cases/golden.jsonl").read_text("utf-8").splitlines()]
QUESTIONS = [
    (case["id"], name, case)
    for case in CASES
    if case["must_contain"]
    for name in case["documents"]
    if name.endswith(SUPPORTED) and name not in FAILURES
]


@cache
def parsed(name: str) -> ParsedDocument:
    return parse(shared("documents", name).read_bytes(), name)


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_every_shared_document_is_read_or_fails_truly() -> None:
    names = sorted(path.name for path in shared("documents").iterdir() if path.name != "MANIFEST.md")
    assert len(names) == 31
    for name in names:
        suffix = Path(name).suffix
        if suffix not in UNSUPPORTED and name not in FAILURES:
            assert parsed(name).title == TITLES[name]
            said = [warning for warning in parsed(name).warnings if WARNINGS.get(name, "\0") not in warning]
            assert said == []
            assert len(parsed(name).warnings) == (name in WARNINGS)
            continue
        with pytest.raises(DocumentError) as caught:
            parsed(name)
        code, words = FAILURES.get(name, ("unsupported_format", UNSUPPORTED.get(suffix, "")))
        assert caught.value.code == code, name
        assert words in caught.value.message, name


@pytest.mark.parametrize("suffix", [".txt", ".pdf", ".bin", ""])
@pytest.mark.parametrize(("name", "kind"), [("ko_table.hwp", "HWP"), ("ko_table.hwpx", "HWPX")])
def test_a_hwp_is_read_under_any_name(name: str, kind: str, suffix: str) -> None:
    document = parse(shared("documents", name).read_bytes(), f"file{suffix}")
    assert document.markdown == parsed(name).markdown
    assert all(kind in warning for warning in document.warnings)
    assert bool(document.warnings) == (suffix in (".txt", ".pdf"))


@pytest.mark.parametrize(("case_id", "name", "case"), QUESTIONS, ids=[f"{q[0]}-{q[1]}" for q in QUESTIONS])
def test_the_evidence_is_there_and_on_its_page(case_id: str, name: str, case: dict[str, object]) -> None:
    document = parsed(name)
    needed = case["must_contain"]
    assert isinstance(needed, list)
    whole = squeezed(document.markdown)
    assert [text for text in needed if squeezed(text) not in whole] == []
    if case["page"] is None or not document.pages:
        return
    page = next(span for span in document.pages if span.number == case["page"])
    on_page = squeezed(document.markdown[page.start : page.end])
    assert [text for text in needed if squeezed(text) not in on_page] == []


@pytest.mark.parametrize("name", sorted(TITLES))
def test_pages_lie_in_order_and_hold_all_text(name: str) -> None:
    document = parsed(name)
    last = 0
    for span in document.pages:
        assert last <= span.start <= span.end <= len(document.markdown)
        assert not document.markdown[last : span.start].strip()
        assert document.page_range(span.start, span.end) == (span.number, span.number)
        last = span.end
    assert not document.pages or last == len(document.markdown)
    assert "\r" not in document.markdown
    assert "\x00" not in document.markdown
    assert "\ufffd" not in document.markdown


@pytest.mark.parametrize(
    ("name", "order"),
    [
        (
            "ko_text_two_page.pdf",
            ["1. 계약관계 관련 용어", "가. 계약자", "나. 보험수익자", "다. 보험증권", "라. 진단계약",
             "마. 피보험자",
             "2. 지급사유", "가. 상해", "나. 장해", "다. 중요한 사항", "3. 이자율", "4. 기간과 날짜",
             "나. 영업일",
             "제2관 보험금의 지급", "① 회사는",
             "② 보험적용은", "③ 피보험자의 항공요금이", "제4조(보험금 지급에 관한 세부규정)",
             "⑨ 회사가", "제5조(보험금을 지급하지"],
        ),
        (
            "en_nfl_rulebook.pdf",
            ["ARTICLE 1.", "ARTICLE 2.", "ARTICLE 3.", "ARTICLE 4.", "SECTION 2", "Loss of Five Yards",
             "Delay of game", "Voluntarily going out of bounds",
             "Loss of Ten Yards", "Loss of Fifteen Yards"],
        ),
        (
            "en_amt_handbook_manual.pdf",
            ["pulleys, provided", "Boots Self-Locking Nut", "The wing type that is the most common",
             "Stainless Steel Self-Locking Nut",
             "This action compresses the threaded insert", "Elastic Stop Nut"],
        ),
    ],
)  # fmt: skip
def test_pages_read_in_the_order_of_their_columns(name: str, order: list[str]) -> None:
    text = parsed(name).markdown
    places = [text.index(words) for words in order]
    assert places == sorted(places)


def test_a_reference_at_the_start_of_a_printed_line_does_not_begin_a_clause() -> None:
    assert "의료법 제3조(의료기관)에 규정한 종합병원" in parsed("ko_text_two_page.pdf").markdown


def test_merged_cells_of_a_ruled_table_are_filled() -> None:
    text = parsed("ko_kbo_table_text.pdf").markdown
    for row in (
        "3월 | 17:00 | 14:00 | 18:30",
        "6월 | 17:00 | 17:00 | 18:30",
        "7월 | 18:00 | 17:00 | 18:30",
        "10월 | 17:00 | 14:00 | 18:30",
    ):
        assert f"| {row} |" in text


def test_fractions_keep_their_numerator() -> None:
    text = parsed("en_amt_handbook_manual.pdf").markdown
    assert "No. 6 up to 1⁄4 inch" in text
    assert "No. 8 up to 3⁄8 inch" in text


def test_statutes_are_not_altered() -> None:
    name = "zh_unemployment_insurance.md"
    assert parsed(name).markdown == shared("documents", name).read_bytes().decode().replace("\r\n", "\n")
    name = "ko_labor_standards_act_full.md"
    raw = shared("documents", name).read_text("utf-8").splitlines()
    body = [
        line.removesuffix("---")
        for line in raw
        if not line.startswith(("chapter:", "article:", "  number:", "title:"))
    ]
    kept = [line for line in parsed(name).markdown.splitlines() if line.strip()]
    assert kept == [line for line in body if line.strip()]


def test_slides_are_cited_by_their_number() -> None:
    document = parsed("ko_sample.pptx")
    at = document.markdown.index("나는 학교에 간다")
    assert document.page_range(at, at + 1) == (4, 4)
    assert document.markdown.rindex("## Token", 0, at) > 0
