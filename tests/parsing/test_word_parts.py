"""Headers, footers and comments of a DOCX: once, at the end, and only what is said nowhere else."""

from pincite.parsing import parse
from tests.parsing.files import docx, paragraph
from tests.parsing.office_files import edited

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMES = f'xmlns:w="{WORD}" xmlns:r="{OFFICE}"'


def page_field(name: str, shown: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f"<w:r><w:instrText> {name} \\* MERGEFORMAT </w:instrText></w:r>"
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>{shown}</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def word(body: str, **parts: str) -> bytes:
    """``header1=…`` and so on: the XML inside of such a part."""
    kinds = {name: name.rstrip("0123456789") for name in parts}
    roots = {"header": "hdr", "footer": "ftr", "comments": "comments"}
    references = "".join(
        f'<w:{kinds[name]}Reference r:id="{name}" w:type="default"/>'
        for name in parts
        if kinds[name] != "comments"
    )
    files = {
        f"word/{name}.xml": f"<w:{roots[kinds[name]]} {NAMES}>{xml}</w:{roots[kinds[name]]}>".encode()
        for name, xml in parts.items()
    }
    relations = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/{kinds[name]}" Target="{name}.xml"/>' for name in parts
    )
    data = docx(f"{body}<w:sectPr>{references}</w:sectPr>", files)
    data = edited(
        data, "word/document.xml", lambda old: old.replace(f'xmlns:w="{WORD}"'.encode(), NAMES.encode())
    )
    return edited(
        data,
        "word/_rels/document.xml.rels",
        lambda old: old.replace(b"</Relationships>", relations.encode() + b"</Relationships>"),
    )


def test_headers_and_footers_stand_once_at_the_end_without_page_numbers() -> None:
    data = word(
        paragraph("제1조 목적", "Heading1") + paragraph("본문이다."),
        header1=paragraph("대외비 2024-17호"),
        header2=paragraph("대외비 2024-17호"),
        footer1=f"<w:p><w:r><w:t>시행일 2024. 3. 1. </w:t></w:r><w:r><w:t>- </w:t></w:r>{page_field('PAGE', '2')}"
        f"<w:r><w:t> / </w:t></w:r>{page_field('NUMPAGES', '9')}<w:r><w:t> -</w:t></w:r></w:p>",
    )
    assert parse(data, "x.docx").markdown == (
        "# 제1조 목적\n\n본문이다.\n\n> Header: 대외비 2024-17호\n\n> Footer: 시행일 2024. 3. 1."
    )


def test_what_only_repeats_the_title_or_counts_pages_adds_nothing() -> None:
    data = word(
        paragraph("Contract Terms", "Heading1") + paragraph("Text."),
        header1=paragraph("CONTRACT  TERMS"),
        footer1=f"<w:p><w:r><w:t>Page </w:t></w:r>{page_field('PAGE', '2')}</w:p>" + paragraph("- 2 -"),
        footer2='<w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>4</w:t></w:r></w:fldSimple></w:p>'
        + paragraph("第 3 页 共 9 页"),
    )
    assert parse(data, "x.docx").markdown == "# Contract Terms\n\nText."


def test_lines_of_tables_and_text_boxes_in_a_header_are_kept_once() -> None:
    box = (
        "<w:p><w:r><w:t>Outside</w:t></w:r><w:r><w:pict><w:txbxContent>"
        f"{paragraph('Inside')}</w:txbxContent></w:pict></w:r></w:p>"
    )
    table = (
        f"<w:tbl><w:tr><w:tc>{paragraph('Doc. no.')}</w:tc><w:tc>{paragraph('HR-7')}</w:tc></w:tr></w:tbl>"
    )
    markdown = parse(word(paragraph("Text."), header1=table + box), "x.docx").markdown
    assert markdown == "Text.\n\n> Header: Doc. no.\n> HR-7\n> Outside\n> Inside"


def test_comments_are_kept_with_their_author_and_the_words_they_are_about() -> None:
    body = (
        '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>fifteen days</w:t></w:r><w:commentRangeEnd w:id="0"/>'
        '<w:r><w:t> of leave</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>'
    )
    data = word(
        body, comments=f'<w:comment w:id="0" w:author="Kim">{paragraph("Is it sixteen?")}</w:comment>'
    )
    assert parse(data, "x.docx").markdown == (
        "fifteen days of leave\n\n> Comment (Kim) on “fifteen days”: Is it sixteen?"
    )


def test_a_damaged_or_missing_header_costs_nothing_but_itself() -> None:
    data = word(paragraph("Text."), header1=paragraph("Kept out"))
    broken = edited(data, "word/header1.xml", lambda xml: xml[:-9])
    parsed = parse(broken, "x.docx")
    assert parsed.markdown == "Text."
    assert "word/header1.xml" in parsed.warnings[0]
    assert parse(edited(data, "word/header1.xml", lambda xml: None), "x.docx").markdown == "Text."


def test_pictures_of_a_kind_that_is_not_shown_are_named() -> None:
    parsed = parse(docx(paragraph("Text."), {"word/media/image1.emf": b"\1\0\0\0" + bytes(60)}), "x.docx")
    assert parsed.warnings == ("1 picture(s) are of a kind that is not read and were not kept: image1.emf.",)
