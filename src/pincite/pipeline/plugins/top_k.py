"""FILTER_TOP_K: the passages that the answer may use, in one reproducible order."""

from pincite.core.catalogue import say
from pincite.core.errors import SearchNothing
from pincite.core.types import Passage
from pincite.merging import order
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState


class TopKPlugin:
    events = (Event.FILTER_TOP_K,)

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        ordered = sorted(chat.state.passages, key=_named_first)
        chat.state.passages = ordered[: max(chat.request.rerank_top_k, 0)]
        if not chat.state.passages:
            raise SearchNothing(say("answer.refused_nothing", chat.state.language))
        await next()


def _named_first(passage: Passage) -> tuple[bool, tuple[float, str, str, int, str]]:
    return (not passage.hit.exact_reference, order(passage))
