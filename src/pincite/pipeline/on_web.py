"""The web beside the bases (row SR-06)."""

from functools import partial
from typing import Final

from pincite.core.errors import WebSearchFailed
from pincite.core.types import MatchType
from pincite.pipeline.state import ChatState
from pincite.pipeline.switches import WEB
from pincite.retrieval import Retrieval
from pincite.retrieval.parallel import Way, found_at_once
from pincite.retrieval.web import WebRetriever
from pincite.routing.intents import needs_bases
from pincite.text.language import dominant_language

LONGEST_ASKED: Final = 300
"""Characters of a question that an engine gets: the words of a picture beside it may be many more, engines
read 32 words, and an address has its limits."""


async def beside_web(chat: ChatState, search: Way, web: WebRetriever | None) -> Retrieval:
    """What ``search`` finds in the bases and, where the question goes to the web, what that finds; both at
    once. A question that wants the web alone is not looked for in the bases.

    Raises:
        As ``search``; WebSearchFailed where the web alone is asked. Beside bases its failure is told in
        ``degraded``.
    """
    if web is None or not chat.request.web:
        return await search()
    if not needs_bases(chat.state.intent):
        return await _found(chat, web)
    return await found_at_once([search, partial(_found_if_there, chat, web)])


def has_pages(chat: ChatState) -> bool:
    """Whether pages of the web are among the hits."""
    return any(hit.match_type is MatchType.WEB for hit in chat.state.hits)


async def _found_if_there(chat: ChatState, web: WebRetriever) -> Retrieval:
    try:
        return await _found(chat, web)
    except WebSearchFailed:
        return Retrieval((), (WEB,))


async def _found(chat: ChatState, web: WebRetriever) -> Retrieval:
    """A wording that was asked already is not asked again: some rewrites differ for the bases alone."""
    query, known = chat.state.search_query[:LONGEST_ASKED], chat.state.on_web
    if query not in known:
        known[query] = await web.search(query, dominant_language(query))
    return known[query]
