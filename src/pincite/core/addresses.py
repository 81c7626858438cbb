"""Which addresses on the web may be fetched: public hosts over http(s), and nothing that leads inside.

Pure decisions. Whoever fetches asks `check_url` of the address and of every redirect, resolves the name, and
connects only to what `check_address` allows: the same address, not the name again, or DNS could answer
otherwise the second time.
"""

import re
import unicodedata
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from pincite.core.errors import UrlRefused

MAX_URL: Final = 2048
"""Characters; what servers and proxies take."""
_PORTS: Final = {"http": 80, "https": 443}
_CONTROL: Final = re.compile(r"[\x00-\x20\x7f-\xa0\\\u2028\u2029\ufeff]")
_NUMBER: Final = re.compile(r"0x[0-9a-f]*|\d+", re.I)
_LABEL: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_INNER_NAMES: Final = (
    "localhost", "localdomain", "local", "internal", "intranet", "lan", "home", "corp", "private",
    "home.arpa",
)  # fmt: skip
"""RFC 6761, 6762, 8375 and what networks use inside; `metadata.google.internal` is among them."""
_INNER_V4: Final = tuple(map(IPv4Network, (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
)))  # fmt: skip
"""IANA IPv4 special-purpose registry; the last is the host below every Azure machine."""
_PUBLIC_V6: Final = IPv6Network("2000::/3")
"""All that IANA has given out. The loopback, link-local, unique local, multicast, mapped (``::ffff:``) and
translated (``64:ff9b::``) addresses lie outside."""
_INNER_V6: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""Teredo and other protocols, documentation, 6to4: tunnels to an IPv4 address of anybody's choice."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An address whose form allows it; its name is still to be resolved and checked."""

    url: str
    scheme: str
    host: str
    """Lower case, without brackets and final dot; non-ASCII names in their ASCII form."""
    port: int


def check_url(url: str) -> WebAddress:
    """The parts of a web address.

    Raises:
        UrlRefused: no http(s), with user or password, without a host, of an impossible port, or whose host
            is an inner name or an address that is not public, however it is written.

    >>> check_url("https://example.com/article").port
    443
    """
    url = url.strip()
    if len(url) > MAX_URL or _CONTROL.search(url):
        raise UrlRefused("The address is too long or holds blanks, control characters or backslashes.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UrlRefused(f"The address cannot be read: {error}.") from error
    scheme = parts.scheme.lower()
    if scheme not in _PORTS:
        raise UrlRefused(f"Only http and https are fetched, not {scheme or 'an address without a scheme'}.")
    if "@" in parts.netloc:
        raise UrlRefused("An address with a user name or password is not fetched.")
    if port == 0:
        raise UrlRefused("Port 0 cannot be fetched.")
    host = _checked_host(parts.hostname or "")
    return WebAddress(url, scheme, host, port or _PORTS[scheme])


def check_address(address: str) -> IPv4Address | IPv6Address:
    """An address that DNS gave, where it is a public one.

    Raises:
        UrlRefused: it is private, loopback, link-local, shared, reserved, multicast, for documentation, a
            tunnel or translation of IPv4, the metadata service of a cloud, or no address at all.
    """
    try:
        found = ip_address(address)
    except ValueError as error:
        raise UrlRefused(f"{address!r} is no network address.") from error
    if isinstance(found, IPv4Address):
        is_public = not any(found in network for network in _INNER_V4)
    else:
        is_public = found in _PUBLIC_V6 and not found.scope_id
        is_public = is_public and not any(found in network for network in _INNER_V6)
    if not is_public:
        raise UrlRefused(f"{address} is no public address; pincite fetches from the public web only.")
    return found


def _checked_host(host: str) -> str:
    """A host in ASCII. Browsers and resolvers read full-width digits, other dots and numbers alike."""
    if ":" in host:
        return str(check_address(host))
    name = unicodedata.normalize("NFKC", host).replace("\u3002", ".").lower()
    name = name.removesuffix(".")
    if not name.isascii():
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError as error:
            raise UrlRefused(f"{host!r} is no host name.") from error
    labels = name.split(".")
    if _NUMBER.fullmatch(labels[-1]):  # RFC 3986 and WHATWG URL: a host that ends in a number is an address
        if not re.fullmatch(r"(?:(?:0|[1-9]\d{0,2})(?:\.(?!\Z)|\Z)){4}", name):
            raise UrlRefused(f"{host!r} is an address in a form that hides what it is.")
        return str(check_address(name))
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise UrlRefused(f"{host!r} is no host name.")
    inner = any(name == inner or name.endswith(f".{inner}") for inner in _INNER_NAMES)
    if inner or len(labels) == 1:
        raise UrlRefused(f"{host!r} is a name of an inner network; only the public web is fetched.")
    return name
