"""QUERY_UNDERSTAND, after the language: the versions that the question is about."""

from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.pipeline.versions import version_scope
from pincite.ports.documents import EditionReader
from pincite.routing import VersionAsk, read_versions


class VersionsPlugin:
    events = (Event.QUERY_UNDERSTAND,)

    def __init__(self, reader: EditionReader) -> None:
        self._reader = reader

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        request, state = chat.request, chat.state
        ask = VersionAsk() if request.every_version else read_versions(request.query)
        editions = await self._reader.editions(request.base_ids)
        if ask.change:
            editions = editions.knowing(await self._reader.alike(editions.rivals()))
        state.versions = version_scope(
            editions,
            ask,
            # The day of the machine's clock on the wall: in Seoul a law begins nine hours before UTC.
            chat.context.now.astimezone().date(),
            as_of=request.as_of,
            documents=request.document_ids,
            every=request.every_version,
        )
        if ask.topic and (state.versions.compared or (ask.on and state.versions.asked == ask.on)):
            state.question = state.search_query = ask.topic
        await next()
