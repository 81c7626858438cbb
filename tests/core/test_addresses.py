"""Which addresses are fetched."""

import pytest

from pincite.core.addresses import check_address, check_url
from pincite.core.errors import UrlRefused

REFUSED = [
    "http://127.0.0.1:8080/page",
    "http://127.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.0.0.1/",
    "http://0x7f000001/",
    "http://017700000001/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0251.0376.0251.0376/",
    "http://169.254.169.254./",
    "http://168.63.129.16/",
    "http://100.100.100.200/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fd00:ec2::254]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:1::]/",
    "http://[ff02::1]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://metadata.google.internal/",
    "http://printer/",
    "http://nas.local/",
    "http://user:pw@example.com/",
    "http://user@example.com/",
    "http://example.com\\@127.0.0.1/",
    "http://127.0.0.1%2f@example.com/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://1.2.3.4.5/",
    "http://256.1.1.1/",
    "http://8.8.8.8.0x/",
    "http://exa%6dple.com/",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.com/",
    "example.com",
    "http:///x",
    "https://example.com:99999/path",
    "http://example.com:0/",
    "http://example.com:-1/",
    "http://foo..com/",
    "http://-a.com/",
]


@pytest.mark.parametrize("url", REFUSED)
def test_what_leads_inside_or_hides_where_it_leads_is_refused(url: str) -> None:
    with pytest.raises(UrlRefused):
        check_url(url)


@pytest.mark.parametrize(
    "url",
    ["http://exa mple.com/", "http://a.com/\r\nHost: b", "http://a.com/\0", "http://a.com/" + "x" * 3000],
)
def test_blanks_controls_and_endless_addresses_are_refused(url: str) -> None:
    with pytest.raises(UrlRefused):
        check_url(url)


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("https://example.com/article", "example.com", 443),
        ("HTTP://Example.COM.:8080/x?y#z", "example.com", 8080),
        ("https://한국.kr/가", "xn--3e0b707e.kr", 443),
        ("http://8.8.8.8/", "8.8.8.8", 80),
        ("https://[2606:4700:4700::1111]/", "2606:4700:4700::1111", 443),
        ("https://www.3com.com", "www.3com.com", 443),
    ],
)
def test_public_addresses_are_allowed(url: str, host: str, port: int) -> None:
    found = check_url(url)
    assert (found.host, found.port) == (host, port)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::8.8.8.8", "fe80::1%eth0", "2001:db8::1", "host"]
)
def test_what_dns_answers_is_checked_too(address: str) -> None:
    with pytest.raises(UrlRefused):
        check_address(address)
    assert str(check_address("93.184.215.14")) == "93.184.215.14"
