"""Which addresses are fetched."""

import pytest

from pincite.core.addresses import AddressRules, check_address, check_url
from pincite.core.errors import InvalidInput, UrlRefused

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
    "http://[::1]example.com/",
    "http://[2606:4700::1111]example.com/",
    "http://[v1.x]/",
    "http://[example.com]/",
    "http://example.com/\ud800",
    "http://example.com/" + "\uac00" * 300,
    "http://192.0.0.192/",
    "http://[fd20:ce::254]/",
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


def test_one_page_has_one_spelling() -> None:
    for url in (
        "http://example.com",
        "HTTP://EXAMPLE.com:80/",
        "http://example.com./#top",
        "http://example.com:/",
        " http://example.com/ ",
        "http://ｅxample。com/",
    ):
        assert check_url(url).canonical == "http://example.com/", url
    korean = check_url("https://ko.example.org/wiki/오리?글=가#절")
    assert korean.canonical == "https://ko.example.org/wiki/%EC%98%A4%EB%A6%AC?%EA%B8%80=%EA%B0%80"
    assert check_url(korean.canonical).canonical == korean.canonical
    assert check_url("http://한글.kr/a").canonical == "http://xn--bj0bj06e.kr/a"
    assert check_url("https://[2606:4700:0:0::1111]:8443/").canonical == "https://[2606:4700::1111]:8443/"


def test_an_operator_opens_private_networks_and_never_what_hands_out_credentials() -> None:
    open_all = AddressRules(private=True)
    for url in (
        "http://localhost/",
        "http://nas.local/",
        "http://printer/",
        "http://10.0.0.1/",
        "http://[::1]/",
    ):
        assert check_url(url, open_all).host
    for url in (
        "http://2130706433/",
        "http://0/",
        "http://[::ffff:127.0.0.1]/",
        "http://0x7f.1/",
        "http://u@nas/",
    ):
        with pytest.raises(UrlRefused):
            check_url(url, open_all)
    for address in (
        "169.254.169.254",
        "168.63.129.16",
        "100.100.100.200",
        "fd00:ec2::254",
        "224.0.0.1",
        "::",
    ):
        for rules in (
            open_all,
            AddressRules(hosts=(address, "nas")),
            AddressRules(hosts=("0.0.0.0/0", "::/0")),
        ):
            with pytest.raises(UrlRefused):
                check_address(address, rules, host="nas")
    assert check_address("10.9.8.7", AddressRules(hosts=("nas",)), host="nas")
    assert check_address("10.9.8.7", AddressRules(hosts=("10.0.0.0/8",)), host="anything.example")
    with pytest.raises(UrlRefused):
        check_address("10.9.8.7", AddressRules(hosts=("nas", "10.1.0.0/16")), host="other")
    for pattern in ("http://nas/", "nas:80", "*", "a b", "", "*.*.corp", "10.0.0.0/40"):
        with pytest.raises(InvalidInput):
            AddressRules(hosts=(pattern,))


def test_every_refusal_speaks_three_languages() -> None:
    for language, word in (("ko", "공개"), ("zh", "公网"), ("en", "public")):
        with pytest.raises(UrlRefused, match=word):
            check_url("http://10.0.0.1/", AddressRules(language=language))
