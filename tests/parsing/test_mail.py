"""Mails, and what is attached to them."""

import base64
import quopri
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from pincite.core.errors import CorruptDocument, DocumentTooLarge, PasswordProtected
from pincite.parsing import ParseLimits, ParseOptions, parse
from tests.parsing.files import PdfPage, docx, paragraph, pdf, prose, word_cell, word_table
from tests.parsing.office_files import png

HEAD = "From: Kim <kim@example.com>\r\nTo: all@example.com\r\nSubject: Leave\r\nMIME-Version: 1.0\r\n"


def mail(subject: str = "휴가 규정", body: str = "연차는 15일입니다.\n") -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["Subject"], message["From"], message["To"] = subject, "김인사 <hr@example.com>", "all@example.com"
    message["Date"] = "Tue, 03 Mar 2026 10:00:00 +0900"
    if body:
        message.set_content(body)
    return message


def test_a_mail_is_its_subject_header_and_body_with_quotations() -> None:
    parsed = parse(mail(body="안녕하세요.\n\n> 지난 메일\n> 두 줄\n\n# 1번 문의\n").as_bytes(), "a.eml")
    assert parsed.markdown == (
        "# 휴가 규정\n\nFrom: 김인사 <hr@example.com>\nTo: all@example.com\n"
        "Date: Tue, 03 Mar 2026 10:00:00 +0900\n\n안녕하세요.\n\n> 지난 메일\n> 두 줄\n\n\\# 1번 문의"
    )
    assert parsed.title == "휴가 규정"
    assert parsed.media_type == "message/rfc822"
    assert parsed.metadata["date"] == "2026-03-03T10:00:00+09:00"
    assert parsed.warnings == ()


@pytest.mark.parametrize("charset", ["euc-kr", "ks_c_5601-1987", "utf-8", "utf-16"])
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_korean_in_its_charsets_and_transfer_encodings(charset: str, encoding: str) -> None:
    codec = "cp949" if charset == "ks_c_5601-1987" else charset
    words = base64.b64encode("보험금 청구".encode("cp949")).decode()
    body = "서류를 접수한 날부터 3영업일 안에 지급합니다.".encode(codec)
    packed = base64.encodebytes(body) if encoding == "base64" else quopri.encodestring(body)
    head = (
        f"From: a@example.com\r\nSubject: =?ks_c_5601-1987?B?{words}?=\r\nMIME-Version: 1.0\r\n"
        f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    )
    parsed = parse(head.encode() + packed, "a.eml")
    assert parsed.title == "보험금 청구"
    assert parsed.markdown.endswith("서류를 접수한 날부터 3영업일 안에 지급합니다.")


def test_raw_letters_that_no_standard_allows_and_charsets_that_lie() -> None:
    head = "From: a@example.com\nSubject: 失业保险金申领通知\nMIME-Version: 1.0\nContent-Type: text/plain; charset={}\n\n"
    body = "失业人员应当在六十日内到受理机构申请领取失业保险金。"
    for declared in ("gb2312", "us-ascii", "no-such-charset"):
        parsed = parse((head.format(declared) + body).encode("gb18030"), "a.eml")
        assert parsed.title == "失业保险金申领通知"
        assert parsed.markdown.endswith(body)


def test_lines_that_the_mail_program_broke_are_joined() -> None:
    head = HEAD + "Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n"
    parsed = parse(
        (head + "The claim is paid \r\nwithin 7 days.\r\n> quoted \r\nNew line.\r\n").encode(), "a.eml"
    )
    assert parsed.markdown.endswith("The claim is paid within 7 days.\n> quoted \nNew line.")


def test_the_text_body_is_preferred_and_the_html_body_where_it_says_more() -> None:
    message = mail(body="The text version of the letter.\n")
    message.add_alternative("<p>The <b>HTML</b> version of the letter.</p>", subtype="html")
    assert "The text version" in parse(message.as_bytes(), "a.eml").markdown
    table = "<table><tr><th>Plan</th><th>Fee</th></tr><tr><td>A</td><td>3</td></tr></table>"
    message = mail(body="Plan\nFee\nA\n3\n")
    message.add_alternative(f"<p>Fees</p>{table}", subtype="html")
    assert "Fees\n\n| Plan | Fee |\n| --- | --- |\n| A | 3 |" in parse(message.as_bytes(), "a.eml").markdown
    message = mail(body="Please read this in a browser.\n")
    message.add_alternative(f"<p>{'A long letter with many words. ' * 20}</p>", subtype="html")
    assert "A long letter" in parse(message.as_bytes(), "a.eml").markdown


def test_an_html_mail_shows_its_pictures_and_fetches_none() -> None:
    message = mail(body="")
    html = (
        '<h2>Offer</h2><p><img src="cid:chart" alt="Sales"><img src="http://127.0.0.1:9/t.gif" alt="t"></p>'
    )
    message.set_content(html, subtype="html")
    message.add_related(png(), "image", "png", cid="<chart>")
    message.add_related(png(shade=7), "image", "png", cid="<unused>", filename="other.png")
    parsed = parse(message.as_bytes(), "a.eml")
    assert "## Offer\n\n![Sales](image-0001.png)" in parsed.markdown
    assert parsed.markdown.endswith("## Attachment: other.png\n\n![other.png](image-0002.png)")
    assert [image.data for image in parsed.images] == [png(), png(shade=7)]
    assert parsed.warnings == ()


def test_attachments_are_read_below_a_heading_of_their_name() -> None:
    message = mail()
    table = word_table([[word_cell("구분"), word_cell("일수")], [word_cell("연차"), word_cell("15")]])
    word = docx(paragraph("별표 1", "Heading1") + table)
    message.add_attachment(word, "application", "octet-stream", filename="휴가 일수.docx")
    message.add_attachment(
        pdf([PdfPage(prose(["Claims are paid in 7 days."]))]), "application", "pdf", filename="c.pdf"
    )
    message.add_attachment(
        "# 제1조\n\n```\n# code\n```\n".encode(), "text", "markdown", filename="../../etc/a.md"
    )
    parsed = parse(message.as_bytes(), "a.eml")
    assert "Attachments: 휴가 일수.docx, c.pdf, a.md" in parsed.markdown
    assert parsed.markdown.endswith(
        "## Attachment: 휴가 일수.docx\n\n### 별표 1\n\n| 구분 | 일수 |\n| --- | --- |\n| 연차 | 15 |\n\n"
        "## Attachment: c.pdf\n\nClaims are paid in 7 days.\n\n"
        "## Attachment: a.md\n\n### 제1조\n\n```\n# code\n```\n"
    )
    assert parsed.warnings == ()


def test_an_attachment_that_cannot_be_read_is_named_and_the_rest_is_kept() -> None:
    message = mail()
    message.add_attachment(b"\0\1\2\3" * 90, "application", "octet-stream", filename="x.bin")
    message.add_attachment(b"%PDF-1.4 broken", "application", "pdf", filename="terms.pdf")
    message.add_attachment(
        docx("", {"word/media/z.bin": bytes(80 << 20)}), "application", "zip", filename="b.docx"
    )
    parsed = parse(message.as_bytes(), "a.eml")
    assert "연차는 15일입니다." in parsed.markdown
    assert "## Attachment" not in parsed.markdown
    said = "\n".join(parsed.warnings)
    assert "x.bin was not read: it is a binary file" in said
    assert "terms.pdf was not read: The PDF is damaged" in said
    assert "b.docx was not read: The archive expands" in said
    many = mail()
    for number in range(40):
        many.add_attachment(b"\0\1\2\3" * 90, "application", "octet-stream", filename=f"{number}.bin")
    warnings = parse(many.as_bytes(), "a.eml").warnings
    assert len(warnings) == 21
    assert warnings[-1] == "There are 20 more notes on attachments."


def test_mails_in_mails_are_opened_down_to_the_limit() -> None:
    message = mail("level 0", "Text of level 0.\n")
    for level in range(1, 8):
        outer = mail(f"level {level}", f"Text of level {level}.\n")
        outer.add_attachment(message)
        message = outer
    parsed = parse(message.as_bytes(), "a.eml")
    assert "## Attachment: level 6.eml\n\n### level 6\n\n" in parsed.markdown
    assert [level for level in range(8) if f"Text of level {level}." in parsed.markdown] == [2, 3, 4, 5, 6, 7]
    assert parsed.warnings[0].endswith(
        "The attachment level 1.eml lies deeper than the limit of mails in mails and was not opened."
    )
    flat = parse(message.as_bytes(), "a.eml", options=ParseOptions(ParseLimits(nesting=0)))
    assert "Text of level 6." not in flat.markdown
    assert len(flat.warnings) == 1


def test_pictures_of_attachments_keep_apart() -> None:
    message = mail(body="")
    message.set_content('<p><img src="cid:a" alt="first"></p>', subtype="html")
    message.add_related(png(), "image", "png", cid="<a>")
    inner = mail(body="")
    inner.set_content('<p><img src="cid:a" alt="second"></p>', subtype="html")
    inner.add_related(png(shade=5), "image", "png", cid="<a>")
    message.make_mixed()
    message.add_attachment(inner)
    parsed = parse(message.as_bytes(), "a.eml")
    assert "![first](image-0001.png)" in parsed.markdown
    assert "![second](image-0002.png)" in parsed.markdown
    assert [image.data for image in parsed.images] == [png(), png(shade=5)]


@pytest.mark.parametrize("depth", [60, 3_000])
def test_endless_nesting_is_an_error_of_this_file(depth: int) -> None:
    parts = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(depth))
    with pytest.raises(DocumentTooLarge, match="nested too deeply"):
        parse((HEAD + parts + "\r\nend").encode(), "a.eml")
    mails = "".join(f"Content-Type: message/rfc822\r\n\r\nSubject: {n}\r\n" for n in range(depth))
    try:
        parsed = parse((HEAD + mails + "\r\nend").encode(), "a.eml")
        assert "deeper than the limit" in "".join(parsed.warnings)
    except DocumentTooLarge as error:
        assert "nested too deeply" in error.message


@pytest.mark.parametrize(
    "rest",
    [
        "Content-Type: multipart/mixed; boundary=x\r\n\r\nno part at all",
        "Content-Type: multipart/mixed\r\n\r\n--x\r\nno boundary",
        "Content-Type: text/plain; charset=\r\nContent-Transfer-Encoding: base64\r\n\r\n%%% not base64 %",
        "Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\ncut o",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://127.0.0.1:9\"\r\n\r\nX: y\r\n\r\n",
        "Content-Type: text/plain; name*0*=utf-8''%E0%A4; name*2=\"x\"\r\n\r\nhello",
        "Content-Disposition: attachment; filename=\"=?x?B?&&&?=\"\r\n\r\nhello",
        "Date: never\r\nCc: <<<>>,,;\r\n: empty\r\n\r\nhello",
    ],
)  # fmt: skip
def test_broken_mime_is_read_as_far_as_it_goes(rest: str) -> None:
    assert parse((HEAD + rest).encode(), "a.eml").markdown.startswith("# Leave\n\nFrom: Kim")


def test_an_encrypted_mail_says_so() -> None:
    rest = 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"\r\n\r\nMIIB'
    with pytest.raises(PasswordProtected, match="encrypted"):
        parse((HEAD + rest).encode(), "a.eml")


def test_a_mail_is_known_by_its_header_and_a_text_is_no_mail() -> None:
    parsed = parse(mail().as_bytes(), "letter.txt")
    assert parsed.title == "휴가 규정"
    assert "read as what it is: an e-mail" in parsed.warnings[0]
    text = "Subject: what a mail is\n\nFrom: and To: are lines of its header.\n"
    assert parse(text.encode(), "notes.txt").markdown == text
    plain = parse(b"Just a sentence.", "a.eml")
    assert plain.markdown == "Just a sentence."
    assert "plain text" in plain.warnings[0]
    with pytest.raises(CorruptDocument):
        parse(b"\0\1\2\3" + bytes(range(256)) * 20, "a.eml")


def test_attached_binary_data_does_not_hide_the_mail() -> None:
    body = (
        HEAD.encode()
        + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nSee the file.\r\n--x\r\n"
    )
    data = (
        body + b"Content-Type: application/zip\r\n\r\nPK\x03\x04" + bytes(range(256)) * 40 + b"\r\n--x--\r\n"
    )
    parsed = parse(data, "a.eml")
    assert "See the file." in parsed.markdown
    assert "unnamed.zip was not read" in parsed.warnings[0]


def test_a_mail_is_known_behind_what_programs_put_before_it() -> None:
    data = mail().as_bytes()
    whole = parse(data, "a.eml").markdown
    for other in (
        b"\xef\xbb\xbf" + data,
        b"\r\n\r\n" + data,
        data.decode().encode("utf-16"),
        data.replace(b"\r\n", b"\r"),
        b"From hr@example.com Tue Mar  3 10:00:00 2026\r\n" + data,
    ):
        parsed = parse(other, "a.eml")
        assert parsed.markdown == whole
        assert parsed.warnings == ()


def test_an_empty_attachment_is_named_too() -> None:
    message = mail()
    message.add_attachment(b"", "text", "plain", filename="e.txt")
    assert parse(message.as_bytes(), "a.eml").warnings == (
        "The attachment e.txt was not read: The file is empty (0 bytes).",
    )
