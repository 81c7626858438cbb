"""Which addresses on the web may be fetched: public hosts over http(s), and nothing that leads inside unless
the operator says so.

Pure decisions. Whoever fetches asks `check_url` of the address and of every redirect, resolves the name, and
connects only to what `check_address` allows: the same address, not the name again, or DNS could answer
otherwise the second time.
"""

import re
import unicodedata
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import quote, urlsplit

from pincite.core.catalogue import say
from pincite.core.errors import InvalidInput, UrlRefused

MAX_URL: Final = 2048
"""Characters; what servers and proxies take."""
_PORTS: Final = {"http": 80, "https": 443}
_SAFE: Final = "/%:@!$&'()*+,;=~-._"
"""What stays as it is in a path (RFC 3986, pchar); a query may hold ``?`` too."""
_CONTROL: Final = re.compile(r"[\x00-\x20\x7f-\xa0\\\u2028\u2029\ud800-\udfff\ufeff]")
_NUMBER: Final = re.compile(r"0x[0-9a-f]*|\d+", re.I)
_BRACKETS: Final = re.compile(r"\[[0-9a-f:.%]*:[^\[\]]*\](?::\d*)?", re.I)
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
_PRIVATE: Final[tuple[IPv4Network | IPv6Network, ...]] = (
    *map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8")),
    *map(IPv6Network, ("fc00::/7", "::1/128")),
)
"""What an operator may open: RFC 1918, RFC 6598, loopback, RFC 4193. Nothing opens the others."""
_METADATA: Final[tuple[IPv4Address | IPv6Address, ...]] = (
    IPv4Address("100.100.100.200"),
    IPv6Address("fd00:ec2::254"),
    IPv6Address("fd20:ce::254"),
)
"""Services that hand out a machine's credentials and lie in a private range (Alibaba, AWS, Google)."""
_PATTERN: Final = re.compile(r"(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")


@dataclass(frozen=True, slots=True)
class AddressRules:
    """What an operator allows beyond the public web, and less than all of it."""

    hosts: tuple[str, ...] = ()
    """Names (``wiki.corp``), all names below one (``*.corp``), addresses and networks (``10.1.0.0/16``) that
    may lie in a private network."""
    private: bool = False
    """Whether every name and address may."""
    ports: frozenset[int] = frozenset()
    """Those that may be asked; empty is any."""
    language: str = "en"
    """Of the sentence that refuses."""

    def __post_init__(self) -> None:
        for pattern in self.hosts:
            if _network(pattern) is None and not _PATTERN.fullmatch(pattern.lower()):
                raise InvalidInput(
                    f"{pattern!r} is no host, address or network.",
                    hint="Write wiki.corp, *.corp or 10.1.0.0/16, without scheme, port and path.",
                )

    def opens_name(self, host: str) -> bool:
        """Whether ``host``, in lower case, may be an inner name."""
        return self.private or any(
            host.endswith(pattern[1:]) if pattern.startswith("*.") else host == pattern.rstrip(".")
            for pattern in map(str.lower, self.hosts)
        )

    def opens_address(self, address: IPv4Address | IPv6Address) -> bool:
        networks = map(_network, self.hosts)
        return self.private or any(network is not None and address in network for network in networks)

    def refusal(self, key: str, **values: object) -> UrlRefused:
        return UrlRefused(say(f"fetching.{key}", self.language, **values))


def _network(pattern: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(pattern.strip("[]"))
    except ValueError:
        return None


PUBLIC_WEB: Final = AddressRules()
OWN_NETWORK: Final = AddressRules(private=True)
"""The public web and private networks, for what an operator names; never link-local, metadata or reserved."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An address whose form allows it; its name is still to be resolved and checked."""

    url: str
    scheme: str
    host: str
    """Lower case, without brackets and final dot; non-ASCII names in their ASCII form."""
    port: int
    target: str = "/"
    """Path and query as they are sent: ASCII."""

    @property
    def authority(self) -> str:
        """What the ``Host`` header says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def canonical(self) -> str:
        """One spelling for all that lead to the same page; without the fragment, which no server sees."""
        return f"{self.scheme}://{self.authority}{self.target}"


def looks_like_url(text: str) -> bool:
    """Whether a word on a command line means an address and no file; it may be one that is refused."""
    return re.match(r"\s*[a-z][a-z0-9+.-]*://", text, re.I) is not None


def check_url(url: str, rules: AddressRules = PUBLIC_WEB) -> WebAddress:
    """The parts of a web address.

    Raises:
        UrlRefused: no http(s), with user or password, without a host, of an impossible port or one that the
            rules close, or whose host is an inner name or an address that is not public, however it is
            written, and that the rules do not open.

    >>> check_url("https://Example.com:443/article#top").canonical
    'https://example.com/article'
    """
    url = url.strip()
    if len(url) > MAX_URL or _CONTROL.search(url):
        raise rules.refusal("bad_characters", limit=MAX_URL)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise rules.refusal("bad_address", reason=error) from error
    scheme = parts.scheme.lower()
    if scheme not in _PORTS:
        raise rules.refusal("bad_scheme", scheme=scheme or "-")
    if "@" in parts.netloc:
        raise rules.refusal("credentials")
    port = _PORTS[scheme] if port is None else port
    if port == 0 or (rules.ports and port not in rules.ports):
        raise rules.refusal("bad_port", port=port)
    if "[" in parts.netloc and not _BRACKETS.fullmatch(parts.netloc):
        raise rules.refusal("bad_host", host=parts.netloc)
    host = _checked_host(parts.hostname or "", rules)
    target = quote(parts.path or "/", safe=_SAFE)
    if parts.query:
        target += f"?{quote(parts.query, safe=_SAFE + '?')}"
    address = WebAddress(url, scheme, host, port, target)
    if len(address.canonical) > MAX_URL:  # letters beyond ASCII take up to twelve
        raise rules.refusal("bad_characters", limit=MAX_URL)
    return address


def check_address(
    address: str, rules: AddressRules = PUBLIC_WEB, *, host: str = ""
) -> IPv4Address | IPv6Address:
    """An address that DNS gave for ``host``, where it is a public one or one that the rules open.

    Raises:
        UrlRefused: it is private, loopback, link-local, shared, reserved, multicast, for documentation, a
            tunnel or translation of IPv4, the metadata service of a cloud, or no address at all.
    """
    try:
        found = ip_address(address)
    except ValueError as error:
        raise rules.refusal("no_network_address", address=address) from error
    if isinstance(found, IPv6Address) and found.scope_id:
        raise rules.refusal("inner_address", address=address)
    if _is_public(found):
        return found
    is_private = found not in _METADATA and any(found in network for network in _PRIVATE)
    if is_private and (rules.opens_name(host) or rules.opens_address(found)):
        return found
    raise rules.refusal("inner_address", address=address)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _INNER_V4)
    return address in _PUBLIC_V6 and not any(address in network for network in _INNER_V6)


def _checked_host(host: str, rules: AddressRules) -> str:
    """A host in ASCII. Browsers and resolvers read full-width digits, other dots and numbers alike."""
    if ":" in host:
        return str(check_address(host, rules))
    name = unicodedata.normalize("NFKC", host).replace("\u3002", ".").lower()
    name = name.removesuffix(".")
    if not name.isascii():
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError as error:
            raise rules.refusal("bad_host", host=host) from error
    labels = name.split(".")
    if _NUMBER.fullmatch(labels[-1]):  # RFC 3986 and WHATWG URL: a host that ends in a number is an address
        if not re.fullmatch(r"(?:(?:0|[1-9]\d{0,2})(?:\.(?!\Z)|\Z)){4}", name):
            raise rules.refusal("hidden_address", host=host)
        return str(check_address(name, rules))
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise rules.refusal("bad_host", host=host)
    inner = any(name == inner or name.endswith(f".{inner}") for inner in _INNER_NAMES)
    if (inner or len(labels) == 1) and not rules.opens_name(name):
        raise rules.refusal("inner_name", host=host)
    return name
