"""Calls of webhooks over HTTP. A name is looked up once and all its addresses are checked; the call goes to
one of them, so DNS cannot answer otherwise in between."""

import ssl
from collections.abc import Mapping, Sequence
from urllib.request import getproxies, proxy_bypass

import anyio
import httpx2

from pincite.adapters.http_fetch import Resolve, system_resolve
from pincite.core.addresses import OWN_NETWORK, WebAddress, check_address, check_url
from pincite.core.errors import TemporaryFailure

TIMEOUT = 10.0
"""Seconds that a receiver may take; it should note the call and answer."""
_TRIES = 4
"""Addresses of one name that are tried."""


async def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    timeout: float = TIMEOUT,  # noqa: ASYNC109 - handed to the client
    resolve: Resolve = system_resolve,
) -> int:
    """`pincite.ingest.webhooks.Post`. Follows no redirects: a moved receiver is set anew by the operator.

    Raises:
        TemporaryFailure: nobody answered. UrlRefused: it leads to a link-local, metadata or reserved address.
    """
    address = check_url(url, OWN_NETWORK)
    try:
        places = await _places(address, resolve)
    except (OSError, UnicodeError) as error:
        if not _is_proxied(address):  # a proxy may know names that this machine does not
            raise TemporaryFailure(f"{type(error).__name__}: {error}") from error
        places = []
    if _is_proxied(address):
        return await _send(address, address.host, body, headers, timeout, proxied=True)
    failure: TemporaryFailure | None = None
    for place in places[:_TRIES]:
        try:
            return await _send(address, place, body, headers, timeout)
        except TemporaryFailure as error:
            failure = error
            if not isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout):
                break  # it may have arrived
    raise failure or TemporaryFailure(f"{address.host} has no address.")


async def _places(address: WebAddress, resolve: Resolve) -> Sequence[str]:
    """The checked network addresses of a host. Raises UrlRefused where one of them is no place for a call."""
    found = await resolve(address.host, address.port)
    return [str(check_address(place, OWN_NETWORK, host=address.host)) for place in found]


def _is_proxied(address: WebAddress) -> bool:
    """Whether the machine has its calls made by a proxy, which looks names up itself."""
    proxies = getproxies()
    return (address.scheme in proxies or "all" in proxies) and not proxy_bypass(address.host)


async def _send(
    address: WebAddress,
    place: str,
    body: bytes,
    headers: Mapping[str, str],
    timeout: float,  # noqa: ASYNC109 - handed to the client
    *,
    proxied: bool = False,
) -> int:
    url = httpx2.URL(
        scheme=address.scheme, host=place, port=address.port, raw_path=address.target.encode("ascii")
    )
    named = {"Host": address.authority, **headers}
    trust: ssl.SSLContext | bool = False
    if address.scheme == "https":
        trust = await anyio.to_thread.run_sync(httpx2.create_ssl_context)
    try:
        async with (
            httpx2.AsyncClient(
                verify=trust, timeout=timeout, follow_redirects=False, trust_env=proxied
            ) as client,
            client.stream(
                "POST", url, content=body, headers=named, extensions={"sni_hostname": address.host}
            ) as response,
        ):
            return int(response.status_code)  # what the answer says more is not read
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise TemporaryFailure(f"{type(error).__name__}: {error}") from error
