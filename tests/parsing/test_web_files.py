"""What an address answered with, as a file."""

import codecs

import pytest

from pincite.core.errors import FetchFailed
from pincite.parsing import parse
from pincite.parsing.web_files import LONGEST_NAME, web_file

PAGE = "<!doctype html><html><head><title>안내</title></head><body><p>제43조에 따라 보험금을 지급합니다. 청구 기한은 3년입니다.</p></body></html>"
ZIP = b"PK\x03\x04" + bytes(60)


@pytest.mark.parametrize(
    ("url", "data", "kind", "disposition", "name"),
    [
        ("https://a.example/", PAGE.encode(), "text/html", "", "a.example.html"),
        ("https://a.example/docs/leave?x=1", PAGE.encode(), "text/html; charset=utf-8", "", "leave.html"),
        ("https://a.example/view.do?id=3", PAGE.encode(), "text/html", "", "view.html"),
        ("https://a.example/v2.4/", PAGE.encode(), "text/html", "", "v2.4.html"),
        ("https://a.example/terms.htm", PAGE.encode(), "text/html", "", "terms.htm"),
        ("https://a.example/%EC%95%BD%EA%B4%80", PAGE.encode(), "text/html", "", "약관.html"),
        ("https://a.example/terms.pdf", b"%PDF-1.7\n", "application/pdf", "", "terms.pdf"),
        ("https://a.example/terms.pdf", b"%PDF-1.7\n", "application/octet-stream", "", "terms.pdf"),
        ("https://a.example/get?id=3", b"%PDF-1.7\n", "application/octet-stream", "", "get.pdf"),
        ("https://a.example/get", ZIP, "application/octet-stream", 'attachment; filename="a.docx"', "a.docx"),
        (
            "https://a.example/get",
            ZIP,
            "application/octet-stream",
            "attachment; filename*=UTF-8''%EC%95%BD%EA%B4%80.hwpx",
            "약관.hwpx",
        ),
        ("https://a.example/get", b"%PDF-", "application/pdf", 'x; filename="../../etc/passwd"', "passwd.pdf"),
        ("https://a.example/get", b"%PDF-", "application/pdf", 'x; filename="C:\\b\\..\\a.pdf"', "a.pdf"),
        ("https://a.example/get", b"%PDF-", "application/pdf", "\x00\xff=;;", "get.pdf"),
        ("https://a.example/api/rates", b'{"a": 1}', "application/json", "", "rates.json"),
        ("https://a.example/feed", b"<?xml version='1.0'?><rss/>", "application/rss+xml", "", "feed.xml"),
        ("https://a.example/raw/README.md", b"# Title", "text/plain; charset=utf-8", "", "README.md"),
        ("https://a.example/raw/README", b"Title", "text/plain", "", "README"),
        ("https://a.example/rates.csv", b"a,b\n1,2", "application/octet-stream", "", "rates.csv"),
        ("https://a.example/rates", PAGE.encode(), "application/vnd.ms-excel", "", "rates.xls"),
        ("https://a.example/%00%0a%1b[31m", PAGE.encode(), "text/html", "", "[31m.html"),
    ],
)  # fmt: skip
def test_a_file_is_called_what_a_person_would_call_it(
    url: str, data: bytes, kind: str, disposition: str, name: str
) -> None:
    assert web_file(url, data, kind, disposition).filename == name


def test_a_name_without_end_is_cut_and_keeps_its_extension() -> None:
    name = web_file(f"https://a.example/{'x' * 2000}.pdf", b"%PDF-1.7", "application/pdf").filename
    assert len(name) == LONGEST_NAME
    assert name.endswith(".pdf")


@pytest.mark.parametrize(
    ("promised", "data"),
    [
        ("application/pdf", PAGE.encode()),
        ("application/pdf", b"Please sign in."),
        ("application/pdf", ZIP),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", PAGE.encode()),
        ("application/x-hwp", PAGE.encode()),
        ("image/png", PAGE.encode("utf-16")),
    ],
)
def test_a_page_in_the_place_of_a_promised_file_is_no_document(promised: str, data: bytes) -> None:
    with pytest.raises(FetchFailed, match=promised):
        web_file("https://a.example/terms", data, promised)


@pytest.mark.parametrize(
    ("said", "written", "inner"),
    [
        ("utf-8", "utf-8", ""),
        ("UTF-8", "utf-8", "euc-kr"),
        ("euc-kr", "cp949", ""),
        ("ks_c_5601-1987", "cp949", ""),
        ("cp949", "cp949", "utf-8"),
        ('"utf-8"', "utf-8", ""),
        ("ISO-8859-1", "utf-8", "utf-8"),
        ("iso-8859-1", "cp949", "euc-kr"),
        ("utf-8", "cp949", "euc-kr"),
        ("utf-16", "utf-16", ""),
        ("no-such-charset", "utf-8", ""),
        ("rot13", "utf-8", ""),
        ("idna", "utf-8", ""),
        ("", "cp949", ""),
    ],
)
def test_the_letters_are_those_that_a_browser_shows(said: str, written: str, inner: str) -> None:
    page = PAGE.replace("<head>", f'<head><meta charset="{inner}">' if inner else "<head>")
    header = f"text/html; charset={said}" if said else "text/html"
    file = web_file("https://a.example/p", page.encode(written), header)
    document = parse(file.data, file.filename)
    assert "제43조에 따라 보험금을 지급합니다." in document.markdown
    assert document.title == "안내"


def test_what_needs_no_change_keeps_its_bytes() -> None:
    for data in (PAGE.encode(), codecs.BOM_UTF8 + PAGE.encode(), b"%PDF-1.7 \xff"):
        assert web_file("https://a.example/p", data, "text/html; charset=utf-8").data == data
