"""Saved web pages."""

from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import pytest

from pincite.core.errors import CorruptDocument, EmptyDocument
from pincite.parsing import parse
from tests.parsing.office_files import png

BODY = (
    "<html><head><title>환불 정책 | 가게</title></head><body><nav><ul><li>메뉴</li></ul></nav><main><h1>환불 정책</h1>"
    "<p>14일 안에 돌려줄 수 있다.</p><table><tr><th>품목</th><th>수수료</th></tr><tr><td>소포</td><td>3,000원</td></tr>"
    '</table><p><img src="img/chart.png" alt="요금표"><img src="cid:frame@x" alt="둘째">'
    '<img src="http://127.0.0.1:9/track.gif" alt="추적"></p></main><footer>바닥글</footer></body></html>'
)


def saved(body: str = BODY, charset: str = "utf-8", **headers: str) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"] = headers.get("sender", "<Saved by Blink>")
    message["Snapshot-Content-Location"] = "https://shop.example/help/refund.html"
    message["Subject"], message["MIME-Version"] = "refund", "1.0"
    message.set_content(body, subtype="html", charset=charset)
    message["Content-Location"] = "https://shop.example/help/refund.html"
    message.make_related()
    for data, location, cid in (
        (png(), "https://shop.example/help/img/chart.png", "<c1>"), (png(shade=3), "", "<frame@x>"),
    ):  # fmt: skip
        message.add_related(data, "image", "png", cid=cid)
        parts: Any = message.get_payload()
        if location:
            parts[-1]["Content-Location"] = location
    return message.as_bytes()


@pytest.mark.parametrize("charset", ["utf-8", "euc-kr"])
@pytest.mark.parametrize("name", ["refund.mhtml", "refund.mht"])
def test_a_saved_page_is_its_content_with_its_pictures(name: str, charset: str) -> None:
    parsed = parse(saved(charset=charset), name)
    assert parsed.markdown == (
        "# 환불 정책\n\n14일 안에 돌려줄 수 있다.\n\n| 품목 | 수수료 |\n| --- | --- |\n| 소포 | 3,000원 |\n\n"
        "![요금표](image-0001.png)![둘째](image-0002.png)"
    )
    assert parsed.title == "환불 정책"
    assert parsed.metadata == {"source": "https://shop.example/help/refund.html"}
    assert [image.data for image in parsed.images] == [png(), png(shade=3)]
    assert parsed.warnings == ()


def test_a_saved_page_is_known_under_any_name() -> None:
    parsed = parse(saved(), "refund.html")
    assert parsed.media_type == "multipart/related"
    assert "a saved web page" in parsed.warnings[0]


def test_a_frame_set_gives_the_pages_in_its_frames() -> None:
    message = EmailMessage(policy=SMTP)
    message["From"], message["Subject"] = "<Saved by Windows Internet Explorer 8>", "frames"
    message.set_content("<html><frameset><frame src='a.htm'></frameset></html>", subtype="html")
    message.make_related()
    message.add_related("<html><body><h1>Inside</h1><p>Text.</p></body></html>", "html", cid="<a>")
    assert parse(message.as_bytes(), "x.mht").markdown == "# Inside\n\nText."


def test_saved_pages_without_a_page_or_text_are_refused() -> None:
    head = (
        "From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n"
    )
    with pytest.raises(CorruptDocument, match="holds no page"):
        parse((head + "--x\r\nContent-Type: image/png\r\n\r\nx\r\n--x--\r\n").encode(), "x.mht")
    with pytest.raises(EmptyDocument):
        parse(saved("<html><body></body></html>"), "x.mht")
