"""PowerPoint presentations."""

import io
import zipfile

import pytest
from pptx.util import Inches

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument, OcrNeeded
from pincite.parsing import ParseLimits, ParseOptions, parse
from pincite.parsing.options import Ocr
from tests.conftest import shared
from tests.parsing.office_files import BOMB, SECRET, Deck, bullet_slide, edited, png, with_entities

_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_P = "http://schemas.openxmlformats.org/presentationml/2006/main"


def leave_deck() -> Deck:
    deck = Deck("Leave 2026")
    deck.slide("연차 휴가 안내").text("인사팀", 2)
    bullet_slide(
        deck, "휴가 일수", "1년 이상: 15일\n  가산 휴가\n    2년마다 1일\n1년 미만: 11일", "제60조를 말한다."
    )
    deck.slide("표").table([["구분", "일수"], ["연차", "15"], ["병가", "a|b"]], 4).text("표 위의 글", 2)
    return deck


def test_slides_are_sections_and_pages_with_their_bullets_tables_and_notes() -> None:
    parsed = parse(leave_deck().bytes(), "leave.pptx")
    assert parsed.title == "Leave 2026"
    assert parsed.warnings == ()
    assert [parsed.markdown[span.start : span.end] for span in parsed.pages] == [
        "## 연차 휴가 안내\n\n인사팀",
        "## 휴가 일수\n\n- 1년 이상: 15일\n  - 가산 휴가\n    - 2년마다 1일\n- 1년 미만: 11일\n\n> Notes: 제60조를 말한다.",
        "## 표\n\n표 위의 글\n\n| 구분 | 일수 |\n| --- | --- |\n| 연차 | 15 |\n| 병가 | a\\|b |",
    ]
    assert [span.number for span in parsed.pages] == [1, 2, 3]
    at = parsed.markdown.index("2년마다")
    assert parsed.page_range(at, at + 4) == (2, 2)


def test_shapes_read_from_top_to_bottom_and_groups_are_opened() -> None:
    deck = Deck()
    deck.slide("Order").text("third", 5).text("first", 2).text("second", 3.5, group=True)
    assert parse(deck.bytes(), "x.pptx").markdown == "## Order\n\nfirst\n\nsecond\n\nthird"


def test_the_title_leads_its_slide_wherever_it_stands() -> None:
    deck = Deck()
    slide = deck.slide("Result").text("# above the title", 0.1)
    title = slide.shapes.title
    title.left, title.top, title.width, title.height = Inches(1), Inches(3), Inches(4), Inches(1)
    assert parse(deck.bytes(), "x.pptx").markdown == "## Result\n\n\\# above the title"


def test_a_slide_without_a_title_is_named_by_its_number_and_an_empty_one_keeps_its_number() -> None:
    deck = Deck()
    deck.slide(None)
    deck.slide(None).text("Only a text box.", 2)
    parsed = parse(deck.bytes(), "x.pptx")
    assert parsed.markdown == "## Slide 2\n\nOnly a text box."
    assert [(span.number, span.end - span.start) for span in parsed.pages] == [(1, 0), (2, 28)]
    assert parsed.title == "x"


def test_hidden_slides_are_read_and_said() -> None:
    deck = leave_deck()
    deck.slide("Draft", hidden=True).text("Not decided yet.", 2)
    parsed = parse(deck.bytes(), "x.pptx")
    assert parsed.markdown.endswith("## Draft\n\n(hidden slide)\n\nNot decided yet.")
    assert parsed.warnings == ("Hidden slides were read too and are marked as such (numbers: 4).",)


def test_a_chart_gives_its_title_and_its_values() -> None:
    deck = Deck()
    deck.slide("Figures").chart("분기별", ["1분기", "2분기"], 매출=(1.5, 2.5), 비용=(1, None))
    text = parse(deck.bytes(), "x.pptx").markdown
    assert (
        "분기별\n\n|  | 매출 | 비용 |\n| --- | --- | --- |\n| 1분기 | 1.5 | 1 |\n| 2분기 | 2.5 |  |" in text
    )


def test_pictures_come_along_once_with_their_slide_and_description() -> None:
    jpeg = b"\xff\xd8\xff\xe0" + bytes(300)
    deck = Deck()
    deck.slide("One").picture(png(), 3, "빨간 [네모]\n그림")
    deck.slide("Two").picture(png(), 3, "same").picture(png(shade=9), 5)
    data = edited(deck.bytes(), "ppt/media/image2.png", lambda old: jpeg)
    parsed = parse(data, "x.pptx")
    assert "![빨간 (네모) 그림](image-0001.png)" in parsed.markdown
    assert "![same](image-0001.png)\n\n![](image-0002.jpg)" in parsed.markdown
    assert [(image.name, image.data, image.media_type, image.page) for image in parsed.images] == [
        ("image-0001.png", png(), "image/png", 1),
        ("image-0002.jpg", jpeg, "image/jpeg", 2),
    ]


def test_slides_that_are_mostly_pictures_are_named() -> None:
    deck = leave_deck()
    deck.slide("Map").picture(png(), 3)
    assert parse(deck.bytes(), "x.pptx").warnings == (
        "Slides with pictures hold little text (numbers: 4); what the pictures show was not read.",
    )
    read = parse(deck.bytes(), "x.pptx", options=ParseOptions(ocr=lambda picture: ""))
    assert read.warnings == (
        "Slides with pictures hold little text (numbers: 4). Of the pictures only printed words are read, by OCR; "
        "what they show is not in the text.",
    )


@pytest.mark.parametrize("ocr", [None, lambda picture: "words"])
def test_a_title_with_two_pictures_is_ready_with_a_warning(ocr: Ocr | None) -> None:
    name = "en_powerpoint_with_image.pptx"
    parsed = parse(shared("documents", name).read_bytes(), name, options=ParseOptions(ocr=ocr))
    assert "Image test" in parsed.markdown
    assert "hold little text (numbers: 1)" in parsed.warnings[0]


def test_a_deck_of_pictures_alone_needs_ocr() -> None:
    deck = Deck()
    deck.slide(None).picture(png(), 2)
    with pytest.raises(OcrNeeded, match="pictures but no text"):
        parse(deck.bytes(), "x.pptx")
    parsed = parse(deck.bytes(), "x.pptx", options=ParseOptions(ocr=lambda picture: ""))
    assert parsed.markdown == "## Slide 1\n\n![](image-0001.png)"


def test_text_of_diagrams_and_descriptions_of_linked_pictures_are_not_lost() -> None:
    frame = (
        f'<p:graphicFrame xmlns:p="{_P}"><p:nvGraphicFramePr><p:cNvPr id="99" name="D"/><p:cNvGraphicFramePr/>'
        '<p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="d"><dgm:relIds r:dm="rId50" '
        'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"/></a:graphicData></a:graphic>'
        '</p:graphicFrame><p:pic><p:nvPicPr><p:cNvPr id="98" name="P" descr="A duck on a lake"/><p:cNvPicPr/>'
        '<p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="rId51"/></p:blipFill><p:spPr/></p:pic></p:spTree>'
    )
    base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relations = (
        f'<Relationship Id="rId50" Type="{base}/diagramData" Target="../diagrams/data1.xml"/>'
        f'<Relationship Id="rId51" Type="{base}/image" Target="http://127.0.0.1:9/x" TargetMode="External"/>'
        "</Relationships>"
    )
    data = edited(
        leave_deck().bytes(),
        "ppt/slides/slide1.xml",
        lambda xml: xml.replace(b"</p:spTree>", frame.encode()),
    )
    data = edited(
        data,
        "ppt/slides/_rels/slide1.xml.rels",
        lambda xml: xml.replace(b"</Relationships>", relations.encode()),
    )
    out = io.BytesIO(data)
    points = f'<m xmlns:a="{_A}"><a:p><a:r><a:t>접수 </a:t></a:r><a:r><a:t>단계</a:t></a:r></a:p></m>'
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("ppt/diagrams/data1.xml", points)
    first = parse(out.getvalue(), "x.pptx").pages[0]
    text = parse(out.getvalue(), "x.pptx").markdown[first.start : first.end]
    assert "접수 단계" in text
    assert "A duck on a lake" in text


@pytest.mark.parametrize("declaration", [BOMB, SECRET])
def test_entities_in_a_slide_are_refused(declaration: str) -> None:
    data = edited(
        leave_deck().bytes(),
        "ppt/slides/slide2.xml",
        lambda xml: with_entities(xml, declaration, "1년 이상: 15일"),
    )
    with pytest.raises(CorruptDocument, match="slide 2"):
        parse(data, "x.pptx")


def test_a_damaged_or_missing_slide_is_said_and_not_left_out() -> None:
    for edit in (lambda xml: xml[: len(xml) // 2], lambda xml: None):
        with pytest.raises(CorruptDocument, match="slide 3"):
            parse(edited(leave_deck().bytes(), "ppt/slides/slide3.xml", edit), "x.pptx")


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
def test_a_truncated_presentation_is_corrupt(kept: float) -> None:
    data = leave_deck().bytes()
    with pytest.raises(CorruptDocument, match="cut off"):
        parse(data[: int(len(data) * kept)], "cut.pptx")


def test_empty_and_exploding_presentations_are_refused() -> None:
    with pytest.raises(EmptyDocument):
        parse(Deck().bytes(), "x.pptx")
    deck = Deck()
    deck.slide(None)
    with pytest.raises(EmptyDocument):
        parse(deck.bytes(), "x.pptx")
    bomb = edited(leave_deck().bytes(), "docProps/thumbnail.jpeg", lambda old: bytes(90 * 1024 * 1024))
    with pytest.raises(DocumentTooLarge, match="expands"):
        parse(bomb, "x.pptx")


def test_limits_of_slides_and_pictures_are_held() -> None:
    with pytest.raises(DocumentTooLarge, match="3 slides, more than the limit of 2"):
        parse(leave_deck().bytes(), "x.pptx", options=ParseOptions(ParseLimits(pages=2)))
    deck = Deck()
    deck.slide("Many").picture(png(shade=1), 1).picture(png(shade=2), 2)
    with pytest.raises(DocumentTooLarge, match="more pictures than the limit of 1"):
        parse(deck.bytes(), "x.pptx", options=ParseOptions(ParseLimits(images=1)))


def test_names_that_leave_the_archive_reach_no_file() -> None:
    data = edited(
        leave_deck().bytes(),
        "ppt/_rels/presentation.xml.rels",
        lambda xml: xml.replace(b"slides/slide2.xml", b"../../../../etc/passwd"),
    )
    with pytest.raises(CorruptDocument, match="slide 2"):
        parse(data, "x.pptx")


def test_a_title_as_long_as_a_paragraph_is_a_paragraph() -> None:
    deck = Deck()
    long = "보험금은 서류를 접수한 날부터 3영업일 안에 지급한다. " * 8
    deck.slide(long.strip()).text("본문", 5)
    parsed = parse(deck.bytes(), "x.pptx")
    assert parsed.markdown == f"## Slide 1\n\n{long.strip()}\n\n본문"
    assert parsed.title == "x"
