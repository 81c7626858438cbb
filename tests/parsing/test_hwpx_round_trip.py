"""HWPX files made here: what stands in them stands in the Markdown, in order and with its structure."""

import pytest

from pincite.chunking import ChunkingConfig, split
from pincite.core.types import ParsedDocument
from pincite.parsing import parse
from tests.parsing.hwpx_files import (
    ARTICLE,
    BOLD,
    BULLET,
    CENTRED,
    HUGE,
    LARGE,
    NUMBER,
    OUTLINE,
    SUBARTICLE,
    Cell,
    cell,
    formula,
    framed,
    hwpx,
    note,
    paragraph,
    picture,
    png,
    remark,
    table,
    tabled,
    text_box,
)

TEXT = "회사는 보험금 청구 서류를 접수하면 접수증을 드리고 정해진 기한 안에 보험금을 지급합니다."


def read(*bodies: str, **options: dict[str, bytes]) -> ParsedDocument:
    return parse(hwpx(*bodies, **options), "made.hwpx")


def headings(document: ParsedDocument) -> list[str]:
    return [line for line in document.markdown.splitlines() if line.startswith("#")]


def test_headings_tables_and_text_keep_their_order() -> None:
    document = read(
        paragraph("보험금 지급 안내", HUGE, CENTRED)
        + paragraph("총칙", shape=OUTLINE + 1)
        + paragraph(TEXT)
        + paragraph("목적", shape=OUTLINE + 2)
        + tabled([[cell("구분"), cell("한도")], [cell("상해"), cell("1,000만원")]])
        + paragraph("지급", shape=OUTLINE + 1)
        + paragraph(TEXT)
    )
    assert document.title == "보험금 지급 안내"
    assert document.markdown == (
        "# 보험금 지급 안내\n\n"
        f"## 1. 총칙\n\n{TEXT}\n\n"
        "### 가. 목적\n\n| 구분 | 한도 |\n| --- | --- |\n| 상해 | 1,000만원 |\n\n"
        f"## 2. 지급\n\n{TEXT}"
    )


def test_numbers_that_the_program_computes_are_there() -> None:
    document = read(
        paragraph("(목적) 이 규정은 근무를 정한다.", shape=ARTICLE)
        + paragraph("회사는 지급한다.", shape=SUBARTICLE)
        + paragraph("사원은 받는다.", shape=SUBARTICLE)
        + paragraph("(정의) 뜻은 다음과 같다.", shape=ARTICLE)
        + paragraph("항이다.", shape=SUBARTICLE),
        paragraph("(시행) 이 규정은 바로 시행한다.", shape=ARTICLE)
        + paragraph("항목", shape=BULLET)
        + paragraph("하나", shape=NUMBER)
        + paragraph("둘", shape=NUMBER),
    )
    assert document.markdown.split("\n\n") == [
        "제1조(목적) 이 규정은 근무를 정한다.",
        "① 회사는 지급한다.",
        "② 사원은 받는다.",
        "제2조(정의) 뜻은 다음과 같다.",
        "① 항이다.",
        "제3조(시행) 이 규정은 바로 시행한다.",
        "● 항목",
        "1) 하나",
        "2) 둘",
    ]


def test_frames_are_headings_where_a_title_stands_alone_in_them() -> None:
    document = read(
        paragraph("지급 계획", HUGE, CENTRED)
        + framed("Ⅰ. 개요", LARGE)
        + paragraph(TEXT)
        + tabled([[cell("1", char=BOLD), cell(""), cell("지급 기준", char=LARGE)]])
        + paragraph(TEXT)
        + framed("1 세부 기준 (2026년 시행)", LARGE)
        + paragraph(TEXT)
        + framed("※ 이 계획은 예산 사정에 따라 달라질 수 있다")
        + framed("Ⅱ. 일정", LARGE)
        + paragraph(TEXT)
        + tabled([[cell("참고 1"), cell(""), cell("추진 일정")]])
        + paragraph(TEXT)
    )
    assert headings(document) == [
        "# 지급 계획",
        "## Ⅰ. 개요",
        "### 1 지급 기준",
        "#### 1 세부 기준 (2026년 시행)",
        "## Ⅱ. 일정",
        "## 참고 1 추진 일정",
    ]
    assert "|" not in document.markdown


def test_a_frame_of_several_paragraphs_is_text() -> None:
    inside = (
        paragraph("첫째 줄이다.")
        + paragraph("둘째 줄이다.")
        + tabled([[cell("가"), cell("나")], [cell("1"), cell("2")]])
    )
    document = read(paragraph(TEXT) + tabled([[Cell(inside)]]) + paragraph(TEXT))
    assert document.markdown == (
        f"{TEXT}\n\n첫째 줄이다.\n\n둘째 줄이다.\n\n| 가 | 나 |\n| --- | --- |\n| 1 | 2 |\n\n{TEXT}"
    )


def test_marks_are_headings_only_where_they_are_used_so() -> None:
    titles = read(
        "".join(
            paragraph(f"{at}. {name}") + paragraph(TEXT)
            for at, name in enumerate(("목적", "범위", "기간"), 1)
        )
    )
    assert headings(titles) == ["# 1. 목적", "# 2. 범위", "# 3. 기간"]
    items = read(
        paragraph(TEXT) + "".join(paragraph(f"{at}. 신청서 {at}부") for at in range(1, 5)) + paragraph(TEXT)
    )
    assert headings(items) == []
    emphasised = read(
        paragraph("1. 제출 서류", BOLD) + "".join(paragraph(f"{at}. 서류 {at}부") for at in range(1, 5))
    )
    assert headings(emphasised) == ["# 1. 제출 서류"]


def test_items_of_a_statute_are_no_headings() -> None:
    body = "".join(
        paragraph(f"제{at}조(조항 {at}) 다음 각 호와 같다.")
        + paragraph("1. 사원", BOLD)
        + paragraph("2. 임원")
        for at in range(1, 5)
    )
    document = read(paragraph("취업규칙", HUGE, CENTRED) + paragraph("제1장 총칙") + body)
    assert headings(document) == ["# 취업규칙"]
    trails = [chunk.context_header for chunk in split(document.markdown, ChunkingConfig(chunk_size=60))]
    assert any("제1장 총칙" in trail and "제3조(조항 3)" in trail for trail in trails)


def test_dates_signatures_and_lists_of_contents_are_no_headings() -> None:
    document = read(
        paragraph("감사 계획", HUGE, CENTRED)
        + paragraph("2026. 11. 29.", LARGE, CENTRED)
        + paragraph("목 차", LARGE, CENTRED)
        + paragraph("Ⅰ. 배경")
        + paragraph("Ⅱ. 방안")
        + paragraph("Ⅰ. 배경", LARGE)
        + paragraph(TEXT)
        + paragraph("Ⅱ. 방안", LARGE)
        + paragraph(TEXT)
        + paragraph("한국보험공사 사장", HUGE, CENTRED)
    )
    assert headings(document) == ["# 감사 계획", "## Ⅰ. 배경", "## Ⅱ. 방안"]
    assert document.markdown.endswith("\n\n한국보험공사 사장")


def test_merged_cells_are_filled_and_header_rows_joined() -> None:
    document = read(
        tabled(
            [
                [cell("구분", rows=2), cell("한도", columns=2), cell("담당", rows=2)],
                [cell("입원"), cell("통원")],
                [cell("상해", rows=2), cell("100"), cell("20"), cell("가팀", rows=2)],
                [cell("200"), cell("30")],
                [cell("질병"), cell("300", columns=2), cell("나팀")],
            ],
            caption="표 1 보장 한도",
        )
    )
    assert document.markdown == (
        "표 1 보장 한도\n\n"
        "| 구분 | 한도 입원 | 한도 통원 | 담당 |\n| --- | --- | --- | --- |\n"
        "| 상해 | 100 | 20 | 가팀 |\n| 상해 | 200 | 30 | 가팀 |\n| 질병 | 300 | 300 | 나팀 |"
    )


def test_rows_over_the_whole_width_leave_the_table() -> None:
    document = read(
        tabled(
            [
                [cell("제목 줄", columns=3)],
                [cell("이름"), cell("국어"), cell("영어")],
                [cell("가"), cell("90"), cell("80")],
                [cell(""), cell(""), cell("")],
                [cell("※ 점수는 백 점 만점", columns=3)],
            ]
        )
    )
    assert document.markdown == (
        "제목 줄\n\n| 이름 | 국어 | 영어 |\n| --- | --- | --- |\n| 가 | 90 | 80 |\n\n※ 점수는 백 점 만점"
    )


def test_a_form_keeps_labels_beside_their_values() -> None:
    document = read(
        tabled(
            [
                [cell("신청인"), cell("홍길동", columns=2), cell("생년월일"), cell("1990. 1. 1.", columns=2)],
                [cell("주소"), cell("서울시 강남구", columns=5)],
                [cell("계좌"), cell("국민은행 123-45", columns=5)],
                [cell("사유"), cell("입원", columns=5)],
            ]
        )
    )
    rows = document.markdown.splitlines()
    assert rows[0] == "| 신청인 | 홍길동 | 생년월일 | 1990. 1. 1. |"
    assert rows[2].startswith("| 주소 | 서울시 강남구 |")
    assert rows[2].count("서울시 강남구") == 1


def test_a_table_in_a_cell_stays_in_its_cell() -> None:
    inner = paragraph("안:", more=table([[cell("가"), cell("나")], [cell("다"), cell("라")]]))
    document = read(tabled([[cell("밖"), Cell(inner)], [cell("둘"), cell("셋")]]))
    assert document.markdown.splitlines()[0] == "| 밖 | 안: 가 / 나; 다 / 라 |"


def test_notes_follow_what_refers_to_them() -> None:
    document = read(
        paragraph("지급 기한이 있다", more=note("접수한 날부터 센다"))
        + tabled(
            [[cell("구분"), Cell(paragraph("한도", more=note("세금 포함")))], [cell("상해"), cell("100")]]
        )
        + paragraph("끝", more=note("맺는 미주", "endNote"))
        + paragraph("빈 각주", more=note(""))
    )
    assert document.markdown == (
        "지급 기한이 있다[^1]\n\n[^1]: 접수한 날부터 센다\n\n"
        "| 구분 | 한도[^2] |\n| --- | --- |\n| 상해 | 100 |\n\n[^2]: 세금 포함\n\n"
        "끝[^3]\n\n[^3]: 맺는 미주\n\n빈 각주"
    )


def test_boxes_formulas_and_pictures_keep_their_place() -> None:
    document = read(
        paragraph("앞 문단", more=text_box(paragraph("글상자 글")))
        + paragraph("식은 ", more=formula("1 over 2"))
        + paragraph("", more=picture("seal"))
        + paragraph("뒤 문단"),
        pictures={"seal.png": png()},
    )
    assert document.markdown == (
        "앞 문단\n\n글상자 글\n\n식은 $\\frac{1}{2}$\n\n![](image-0001.png)\n\n뒤 문단"
    )
    assert [(image.name, image.media_type, image.data) for image in document.images] == [
        ("image-0001.png", "image/png", png())
    ]


def test_page_furniture_and_remarks_are_left_out() -> None:
    furniture = remark("header", "머리말") + remark("footer", "꼬리말") + remark("hiddenComment", "숨은 설명")
    assert read(paragraph(TEXT, more=furniture)).markdown == TEXT


@pytest.mark.parametrize("line", ["# 표시", "| 막대", "``` 코드", "~~~ 물결", "> 인용"])
def test_a_line_that_looks_like_markdown_stays_text(line: str) -> None:
    escaped = read(paragraph(TEXT) + paragraph(line.replace(">", "&gt;")) + paragraph(TEXT)).markdown
    assert escaped == f"{TEXT}\n\n\\{line}\n\n{TEXT}"
