"""WEB_FETCH: the best pages of the web, read in full before they are merged (rows WF-03 to WF-05)."""

import re
from collections.abc import Sequence
from typing import Final

import anyio

from pincite.core.errors import InvalidInput, TemporaryFailure
from pincite.core.settings import WebSettings
from pincite.core.types import Hit, MatchType
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.ports.web import WebPageReader
from pincite.retrieval.web import snippet_of, with_page
from pincite.text.images import prune_images

_BLANK_LINES: Final = re.compile(r"\n{3,}")


class WebFetchPlugin:
    events = (Event.WEB_FETCH,)

    def __init__(self, read: WebPageReader | None, settings: WebSettings) -> None:
        """Without ``read`` what the search says of a page is all there is of it."""
        self._read = read
        self._settings = settings

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        request, state = chat.request, chat.state
        if self._read is not None and request.web and request.web_fetch:
            found = [hit for hit in state.reranked if hit.match_type is MatchType.WEB]
            pages = await self._pages(found[: self._settings.fetch_top], self._read)
            chat.stop_if_cancelled()
            state.reranked = [pages.get(hit.chunk.id, hit) for hit in state.reranked]
        await next()

    async def _pages(self, hits: Sequence[Hit], read: WebPageReader) -> dict[str, Hit]:
        """Those of ``hits`` whose page could be read, by id, with its text."""
        pages: dict[str, Hit] = {}

        async def fetch(hit: Hit) -> None:
            # A page that is slow, gone, refused or unreadable costs nobody an answer: its snippet stays.
            with anyio.move_on_after(self._settings.fetch_seconds):
                try:
                    text = self._kept(await read(hit.chunk.document_id))
                except (InvalidInput, TemporaryFailure):
                    return
                # One that says less than the search said of it wants a click or a script first.
                if len(text) > len(snippet_of(hit)):
                    pages[hit.chunk.id] = with_page(hit, text)

        async with anyio.create_task_group() as group:
            for hit in hits:
                group.start_soon(fetch, hit)
        return pages

    def _kept(self, text: str) -> str:
        """Without its pictures, which nobody looks at."""
        return _BLANK_LINES.sub("\n\n", prune_images(text, ())).strip()[: self._settings.max_characters]
