"""Tells other systems that the ingest of a document ended: signed calls, tried again until they arrive."""

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import anyio
import structlog

from pincite.core.addresses import MAX_URL, OWN_NETWORK, check_url
from pincite.core.errors import InvalidInput, TemporaryFailure, UrlRefused
from pincite.ports.operations import Delivery, Webhooks

SIGNATURE_HEADER = "Pincite-Signature"
DELIVERY_HEADER = "Pincite-Delivery"

_NEVER_IN_URL = re.compile(r"[\x00-\x20\x7f-\xa0\\\u2028\u2029\ud800-\udfff]")

Post = Callable[[str, bytes, Mapping[str, str]], Awaitable[int]]
"""Address, body and headers to the status of the response. Raises TemporaryFailure where there is none,
UrlRefused where the address, as it is looked up now, is none to call."""

_FIRST_DELAY = 10.0
"""Seconds before the second try; each further one waits four times as long, 8 tries span about 15 hours."""
_GROWTH = 4.0
_LONGEST_DELAY = 6 * 3600.0
MAX_ATTEMPTS = 8
_LEASE = 60.0
"""Seconds that one call may take before another worker makes it again."""
_SECONDS = 15.0
"""What one call may take in all: a receiver should note it and answer."""
_BLOCK = 20
_IDLE_POLL = 1.0

_log = structlog.get_logger("pincite.ingest")


def signature(secret: str, at: float, body: bytes) -> str:
    """``t=<Unix seconds>,v1=<hex>`` with v1 = HMAC-SHA-256 of ``<t>.<body>``; the time defeats replays."""
    moment = str(int(at))
    digest = hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def check_address(url: str) -> str:
    """Raises InvalidInput for what is no absolute http(s) address, or holds a password; UrlRefused for one
    that leads to a machine's own metadata.

    Addresses of the own network are allowed: a webhook is set by the operator, and most live there. Names are
    looked up and checked with every call.
    """
    no_address = InvalidInput(
        f"{url[:200]!r} is no address of a webhook.", hint="Give an http or https address."
    )
    if len(url) > MAX_URL or _NEVER_IN_URL.search(url):
        raise no_address
    try:
        parts = urlsplit(url)
        port = parts.port
        (parts.hostname or "").encode("idna")  # labels that no name server knows
    except ValueError as error:  # brackets, ports beyond 65535, labels
        raise no_address from error
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise no_address
    if parts.username is not None or parts.password is not None:
        raise InvalidInput(
            "A webhook's address must not hold a password.", hint="Check the signature of the call instead."
        )
    try:
        check_url(url, OWN_NETWORK)
    except UrlRefused as error:
        raise UrlRefused(
            f"{url[:200]!r} is an address that is never called: link-local, a cloud's metadata service, "
            "reserved, or written so that it hides what it is.",
            hint="Give an address of the public web or of your own private network.",
        ) from error
    return url


def new_secret() -> str:
    return f"whsec_{secrets.token_urlsafe(32)}"


@dataclass(frozen=True, slots=True)
class Deliverer:
    """Makes the calls that wait. Any number of them may run, in any process."""

    webhooks: Webhooks
    post: Post
    clock: Callable[[], float]

    async def drain(self) -> int:
        """Make every call that is due once; how many arrived."""
        made: list[bool] = []

        async def make(call: Delivery) -> None:
            made.append(await self._make(call))

        while calls := await self.webhooks.claim(self.clock(), _LEASE, _BLOCK):
            async with anyio.create_task_group() as tasks:  # one that hangs holds up no other
                for call in calls:
                    tasks.start_soon(make, call)
        return sum(made)

    async def serve(self) -> None:
        """Until cancelled; a fault of the database costs one round."""
        while True:
            try:
                await self.drain()
            except Exception:  # noqa: BLE001  the boundary: calls wait in the database and are not lost
                _log.exception("webhooks cannot be called")
            await anyio.sleep(_IDLE_POLL)

    async def _make(self, call: Delivery) -> bool:
        body = json.dumps({"id": call.id, **call.payload}, ensure_ascii=False).encode()
        headers = {
            "Content-Type": "application/json",
            DELIVERY_HEADER: call.id,
            SIGNATURE_HEADER: signature(call.webhook.secret, self.clock(), body),
        }
        try:
            with anyio.fail_after(_SECONDS):
                status = await self.post(call.webhook.url, body, headers)
        except TemporaryFailure as error:
            reason = error.message
        except UrlRefused as error:  # tried again: the name may lead elsewhere by then
            reason = f"{error.code}: {error.message}"
        except TimeoutError:
            reason = f"no answer within {_SECONDS:.0f} s"
        else:
            if 200 <= status < 300:
                await self.webhooks.delivered(call)
                return True
            reason = f"HTTP {status}"
        last = call.attempts + 1 >= MAX_ATTEMPTS
        wait = min(_FIRST_DELAY * _GROWTH**call.attempts, _LONGEST_DELAY)
        await self.webhooks.postpone(call, reason, None if last else self.clock() + wait)
        _log.warning("webhook failed", webhook=call.webhook.id, error=reason, given_up=last)
        return False
