"""QUERY_ROUTE: the type of the question and how wide each leg searches."""

from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.routing import classify_query


class RoutePlugin:
    events = (Event.QUERY_ROUTE,)

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        searched = chat.state.search_query
        rewritten = searched if searched != chat.request.query.strip() else None
        chat.state.route = classify_query(chat.request.query, rewritten=rewritten)
        await next()
