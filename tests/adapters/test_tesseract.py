"""The engine on real pages, and what is made of its words."""

import pickle
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageOps

from pincite.adapters.tesseract import TesseractOcr, installed_languages, open_tesseract
from pincite.adapters.tesseract_layout import regions
from pincite.adapters.tesseract_turns import reading, told_turn, turned
from pincite.adapters.tesseract_words import Line, Script, Word, dominant, read_lines, repaired, text_of
from pincite.core.errors import ConfigurationError, EmptyDocument, ParserTimeout, TemporaryFailure
from pincite.parsing import ParseOptions, parse
from pincite.parsing.pdf_scanned import find_scanned_boxes
from tests.conftest import shared
from tests.parsing.pictures import PAGE, bars, encoded, written

INSTALLED = installed_languages()
needs_engine = pytest.mark.skipif("eng" not in INSTALLED, reason="apt-get install tesseract-ocr")
needs_packs = pytest.mark.skipif(
    not {"kor", "chi_sim", "eng"} <= set(INSTALLED),
    reason="apt-get install tesseract-ocr tesseract-ocr-kor tesseract-ocr-chi-sim",
)


def engine() -> TesseractOcr:
    found = open_tesseract(("kor", "chi_sim", "eng"), timeout=120)
    assert found is not None
    return found


def squeezed(text: str) -> str:
    return "".join(text.split())


@needs_engine
def test_printed_words_are_read_in_order() -> None:
    picture = encoded(written(["The deductible is 250 dollars", "for each claim of glass breakage."]))
    assert squeezed(engine()(picture)) == "Thedeductibleis250dollarsforeachclaimofglassbreakage."


@needs_engine
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_words_have_their_place_on_the_picture_whichever_way_up_it_lies(turn: int) -> None:
    image = written(["The deductible is 250 dollars", "for each claim of glass breakage."])
    ink = ImageOps.invert(image).getbbox()
    assert ink is not None
    left, top, right, bottom = ink
    lying = encoded(turned(image, turn))
    places = {word: place for word, *place in engine().words(lying)}
    # The first word lies in the upper left of the print, wherever a turn puts it.
    middle = (
        (left + places_width(image, right - left)) / image.width,
        (top + (bottom - top) / 4) / image.height,
    )
    x, y = {0: middle, 90: (1 - middle[1], middle[0]), 180: (1 - middle[0], 1 - middle[1]),
            270: (middle[1], 1 - middle[0])}[turn]  # fmt: skip
    first = places["The"]
    assert first[0] <= x <= first[2]
    assert first[1] <= y <= first[3]


def places_width(image: Image.Image, printed: int) -> float:
    """Some pixels into the first word."""
    return min(0.02 * printed, 0.05 * image.width)


@needs_engine
def test_a_passage_of_a_scan_is_found_where_it_is_printed() -> None:
    name = "zh_scan.pdf"
    data = shared("documents", name).read_bytes()
    text = parse(data, name, options=ParseOptions(ocr=engine())).markdown
    at = text.index("800")
    (boxes,) = find_scanned_boxes(data, [(1, text[at : at + 5])], engine=engine())
    assert len(boxes) == 1
    assert boxes[0][2] - boxes[0][0] < 100
    assert boxes[0][3] - boxes[0][1] < 30


@needs_engine
def test_columns_are_read_one_after_the_other() -> None:
    left = written([f"left line number {n} runs to the margin" for n in range(1, 13)], 32, 900)
    right = written([f"right line number {n} runs to the margin" for n in range(1, 13)], 32, 900)
    page = Image.new("L", (1390, left.height), 255)
    page.paste(left.crop((0, 0, 690, left.height)), (0, 0))
    page.paste(right.crop((0, 0, 690, right.height)), (690, 0))
    text = engine()(encoded(page))
    assert text.index("left line number 12") < text.index("right line number 1")


@needs_packs
@pytest.mark.parametrize(
    ("name", "evidence"),
    [
        ("zh_scan.pdf", ["5,000万元", "800万元", "2亿元", "中国公司年度报告"]),
        (
            "en_medical_report_scan.pdf",
            ["142/88 mmHg", "MEDRPT-2024-PAT-3847", "Lisinopril 10mg - once daily"],
        ),
    ],
)
def test_the_shared_scans_hold_their_evidence(name: str, evidence: list[str]) -> None:
    parsed = parse(shared("documents", name).read_bytes(), name, options=ParseOptions(ocr=engine()))
    text = squeezed(parsed.markdown)
    assert [words for words in evidence if squeezed(words) not in text] == []
    assert "read by OCR" in parsed.warnings[0]
    assert parsed.pages[-1].end == len(parsed.markdown)


@needs_engine
@pytest.mark.parametrize("size", [(40, 40), (3000, 4), (500, 500)])
def test_a_picture_without_writing_gives_no_text(size: tuple[int, int]) -> None:
    assert engine()(encoded(Image.new("L", size, 255))) == ""


@needs_engine
def test_an_engine_that_does_not_end_is_ended() -> None:
    noise = encoded(Image.effect_noise((1000, 1100), 80))
    with pytest.raises(ParserTimeout, match=r"within 0\.05 s"):
        TesseractOcr(("eng",), timeout=0.05)(noise)


def test_an_engine_that_is_killed_may_be_tried_again(tmp_path: Path) -> None:
    binary = tmp_path / "tesseract"
    binary.write_text("#!/bin/sh\nkill -9 $$\n")
    binary.chmod(0o755)
    with pytest.raises(TemporaryFailure, match="signal 9"):
        TesseractOcr(("eng",), binary=str(binary))(encoded(written(["words"])))


def test_an_engine_that_is_gone_is_a_fault_of_the_set_up() -> None:
    with pytest.raises(ConfigurationError, match="cannot be started"):
        TesseractOcr(("eng",), binary="/nowhere/tesseract")(encoded(written(["words"])))


def test_without_the_engine_there_are_no_languages(tmp_path: Path) -> None:
    assert installed_languages("no-such-engine") == ()
    broken = tmp_path / "tesseract"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    assert installed_languages(str(broken)) == ()
    assert open_tesseract(("eng",), timeout=1, binary="no-such-engine") is None


@needs_engine
def test_languages_that_are_not_installed_are_passed_over() -> None:
    found = open_tesseract(("xyz", "eng"), timeout=1)
    assert found is not None
    assert found.languages == ("eng",)
    assert open_tesseract(("xyz",), timeout=1) is None


def test_it_travels_to_another_process() -> None:
    ocr = TesseractOcr(("kor", "eng"), 7.0)
    assert pickle.loads(pickle.dumps(ParseOptions(ocr=ocr))).ocr == ocr


# --- columns --------------------------------------------------------------------------------------

LEFT, RIGHT = (100, 580), (660, 1140)


def test_two_columns_of_running_lines_are_two_regions() -> None:
    left, right = regions(bars([[LEFT, RIGHT]] * 30))
    assert 580 <= left.right == right.left <= 660
    assert left.top == right.top <= 150


def test_a_heading_across_both_columns_is_read_first_and_a_footer_last() -> None:
    rows = [[(100, 1140)], *[[LEFT, RIGHT]] * 25, [(100, 1140)]]
    found = regions(bars(rows))
    assert len(found) == 4
    assert found[0].bottom <= found[1].top + 1
    assert (found[1].left, found[2].left) == (0, found[1].right)
    assert found[3].top >= found[1].bottom - 1


def test_the_cells_of_a_table_are_read_row_by_row() -> None:
    widths = [60, 200, 90, 150, 40, 230, 120, 80, 170, 110]
    rows = [[(100, 100 + widths[n % 10]), (500, 500 + widths[(n + 3) % 10]), (900, 1000)] for n in range(30)]
    assert len(regions(bars(rows))) == 1


def test_a_page_of_one_column_is_read_whole() -> None:
    (box,) = regions(bars([[(100, 1140)]] * 30))
    assert (box.left, box.top, box.right, box.bottom) == (0, 0, *PAGE)


def test_three_columns() -> None:
    assert len(regions(bars([[(80, 400), (450, 770), (820, 1140)]] * 30))) == 3


# --- words ----------------------------------------------------------------------------------------


def word(text: str, left: int, certainty: float = 95.0, width: int = 40) -> Word:
    return Word(text, left, 100, width, 30, certainty)


def line(*words: Word) -> Line:
    return Line(" ".join(each.text for each in words), words)


def test_a_doubtful_word_of_another_script_is_taken_from_the_second_reading() -> None:
    first = [line(word("의사는", 0), word("AAS", 60, 59.0), word("금지한다", 120))]
    second = [line(word("의사는", 0), word("취업을", 62, 92.0), word("금지한다", 120))]
    assert text_of(repaired(first, second, Script.HANGUL)) == "의사는 취업을 금지한다"


def test_a_sure_word_of_another_script_stays() -> None:
    first = [line(word("보험사", 0), word("(KB", 60, 96.0), word("Life)는", 120, 91.0))]
    second = [line(word("보험사", 0), word("(<8", 62, 40.0), word("1.(6)는", 120, 30.0))]
    assert text_of(repaired(first, second, Script.HANGUL)) == "보험사 (KB Life)는"


def test_the_second_of_two_equal_words_is_the_one_replaced() -> None:
    first = [line(word("IT", 0, 97.0), word("부서는", 60), word("IT", 120, 40.0))]
    second = [line(word("1「", 0, 20.0), word("부서는", 60), word("매년", 122, 93.0))]
    assert text_of(repaired(first, second, Script.HANGUL)) == "IT 부서는 매년"


def test_dirt_and_shading_are_no_text() -> None:
    lines = [line(word("~|", 0, 20.0), word("보험금", 60)), line(word("eo", 0, 12.0), word("Re", 60, 40.0))]
    assert text_of(lines) == "보험금"


def test_letters_that_the_engine_parted_are_one_word_again() -> None:
    wide = [word(letter, 50 * at) for at, letter in enumerate("보험금은")]
    assert text_of([line(*wide, word("3영업일", 250))]) == "보험금은 3영업일"
    cells = [word(letter, 200 * at) for at, letter in enumerate("월화수목")]
    assert text_of([line(*cells)]) == "월 화 수 목"


def test_chinese_has_no_blanks_between_its_characters() -> None:
    assert text_of([Line("总部 位于 北京 ， 2020 年", (word("总部", 0),))]) == "总部位于北京，2020 年"


def test_a_blank_line_parts_paragraphs_and_both_outputs_are_put_together() -> None:
    head = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"
    rows = ["5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t96\tOne", "5\t1\t1\t2\t1\t1\t0\t40\t9\t9\t95\tTwo"]
    table = "\n".join([head, *rows])
    assert text_of(read_lines("One\n\nTwo\n\f", table)) == "One\n\nTwo"
    assert text_of(read_lines("garbled", table)) == "One\nTwo"
    assert read_lines("", head) == []


def test_the_script_of_a_page_is_that_of_its_letters() -> None:
    assert dominant([line(word("보험금은 KB Life", 0))]) is Script.HANGUL
    assert dominant([line(word("The sum of 보험금", 0))]) is Script.LATIN
    assert dominant([line(word("保险金", 0))]) is Script.HAN


@needs_engine
@pytest.mark.parametrize("mode", ["1", "P", "L", "RGB"])
def test_pictures_of_any_mode_are_read(mode: str) -> None:
    assert "fifteen" in engine()(encoded(written(["Annual leave is fifteen days."]).convert(mode)))


# --- turns ----------------------------------------------------------------------------------------

RULES = [
    "Annual leave is fifteen days a year.",
    "It is asked for two weeks ahead and in writing.",
    "Days that are left expire at the end of March.",
    "Sick leave needs a certificate from the third day.",
    "The manager answers within three working days.",
    "Travel is paid by the kilometre, and meals by the day.",
]
LYING = {90: Image.Transpose.ROTATE_90, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_270}


def lying(image: Image.Image, degrees: int) -> Image.Image:
    return image.transpose(LYING[degrees]) if degrees else image


def wrapped(folder: Path, line: str) -> str:
    """The engine behind a script that runs ``line`` first."""
    script = folder / "tesseract"
    script.write_text(f'#!/bin/sh\n{line}\nexec tesseract "$@"\n')
    script.chmod(0o755)
    return str(script)


@needs_engine
@pytest.mark.parametrize("degrees", [90, 180, 270])
@pytest.mark.parametrize("lines", [RULES, RULES[:1]], ids=["page", "line"])
def test_a_page_that_lies_on_its_side_or_head_is_read(lines: list[str], degrees: int) -> None:
    page = written(lines)
    read = TesseractOcr(("eng",))(encoded(lying(page, degrees)))
    assert squeezed(read) == squeezed("".join(lines))


@needs_packs
@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_scan_that_lies_on_its_side_or_head_is_read_as_if_upright(degrees: int) -> None:
    name = "ko_text_two_page.pdf"
    with pypdfium2.PdfDocument(shared("documents", name).read_bytes()) as document:
        page = document[0].render(scale=150 / 72, grayscale=True).to_pil().crop((0, 200, 1240, 900))
    text = squeezed(engine()(encoded(lying(page, degrees))))
    assert "목적및용어의정의" in text
    assert text == squeezed(engine()(encoded(page)))


@needs_engine
def test_a_scan_upside_down_is_ready_with_its_words_or_fails_truly() -> None:
    upside_down = encoded(lying(written(RULES), 180), "JPEG")
    parsed = parse(upside_down, "scan.jpg", options=ParseOptions(ocr=engine()))
    assert "Sick leave needs a certificate" in parsed.markdown
    scribble = bars([[(100 + 7 * n % 300, 900 - 31 * n % 400)] for n in range(30)]).rotate(8, fillcolor=255)
    with pytest.raises(EmptyDocument, match="no text"):
        parse(encoded(scribble), "scribble.png", options=ParseOptions(ocr=engine()))


@needs_engine
@pytest.mark.parametrize("tag", [3, 6, 8])
def test_a_photograph_is_read_as_its_camera_was_held(tag: int) -> None:
    held = {3: 180, 6: 90, 8: 270}[tag]
    exif = Image.Exif()
    exif[0x0112] = tag
    photo = encoded(lying(written(RULES), held), "JPEG", exif=exif)
    parsed = parse(photo, "photo.jpg", options=ParseOptions(ocr=TesseractOcr(("eng",))))
    assert "two weeks ahead" in parsed.markdown


@needs_engine
def test_an_upright_page_is_not_looked_at_twice(tmp_path: Path) -> None:
    log = tmp_path / "log"
    binary = wrapped(tmp_path, f'echo "$@" >> {log}')
    assert "fifteen" in TesseractOcr(("eng",), binary=binary)(encoded(written(RULES)))
    assert len(log.read_text().splitlines()) == 1


@needs_engine
def test_without_the_pack_for_turns_the_turns_are_tried(tmp_path: Path) -> None:
    binary = wrapped(tmp_path, 'case "$*" in *osd*) exit 1;; esac')
    page = encoded(lying(written(RULES), 90))
    assert "fifteen" in TesseractOcr(("eng",), binary=binary)(page)


def test_among_nonsense_only_lines_that_are_sure_by_themselves_are_text() -> None:
    noise = [line(word("ZEvr", 0, 31.0), word("oo", 60, 62.0), word("tSr4x", 120, 20.0)) for _ in range(20)]
    caption = line(word("Figure", 0), word("of", 60), word("revenue", 120))
    assert reading([[*noise, caption]]).text() == "Figure of revenue"
    assert reading([noise]).text() == ""
    assert reading([]).text() == ""


def test_what_the_engine_says_of_a_turn() -> None:
    assert told_turn("Page number: 0\nOrientation in degrees: 90\nRotate: 270\nScript: Korean\n") == 270
    assert told_turn("Rotate: 45\n") is None
    assert told_turn("") is None
