"""Calls of webhooks over HTTP."""

from collections.abc import Mapping

import httpx2

from pincite.core.errors import TemporaryFailure

TIMEOUT = 10.0
"""Seconds that a receiver may take; it should note the call and answer."""


async def post(url: str, body: bytes, headers: Mapping[str, str], *, timeout: float = TIMEOUT) -> int:  # noqa: ASYNC109 - handed to the client
    """`pincite.ingest.webhooks.Post`. Follows no redirects: a moved receiver is set anew by the operator.

    Raises:
        TemporaryFailure: nobody answered.
    """
    try:
        async with (
            httpx2.AsyncClient(timeout=timeout, follow_redirects=False) as client,
            client.stream("POST", url, content=body, headers=dict(headers)) as response,
        ):
            return int(response.status_code)  # what the answer says more is not read
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise TemporaryFailure(f"{type(error).__name__}: {error}") from error
