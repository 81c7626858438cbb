"""FILTER_TOP_K: the passages that the answer may use, in one reproducible order."""

from collections.abc import Mapping, Sequence

from pincite.core.catalogue import say
from pincite.core.errors import SearchNothing
from pincite.core.types import Passage
from pincite.merging import order
from pincite.pipeline.events import Event, Next
from pincite.pipeline.named import MOST_NAMED, is_lookup
from pincite.pipeline.state import ChatState


class TopKPlugin:
    events = (Event.FILTER_TOP_K,)

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        request, state = chat.request, chat.state
        ordered = sorted(state.passages, key=_named_first)
        most = max(request.rerank_top_k, 0)
        if most and request.gated and is_lookup(request.query):
            ordered = in_document_order(ordered)
            named = sum(passage.hit.exact_reference for passage in ordered)
            most = max(most, min(named, MOST_NAMED))
            if named > most:
                state.notices.append(
                    say("answer.more_clauses", state.language, shown=str(most), total=str(named))
                )
        state.passages = ordered[:most]
        if not chat.state.passages:
            raise SearchNothing(say("answer.refused_nothing", chat.state.language))
        await next()


def in_document_order(passages: Sequence[Passage]) -> list[Passage]:
    """Clauses that were asked for first, as their documents have them, the best document before others."""
    best: dict[str, float] = {}
    for passage in passages:
        if passage.hit.exact_reference:
            document = passage.chunk.document_id
            best[document] = max(best.get(document, 0.0), passage.score)
    named = [passage for passage in passages if passage.hit.exact_reference]
    named.sort(key=lambda passage: _place(passage, best))
    return [*named, *(passage for passage in passages if not passage.hit.exact_reference)]


def _place(passage: Passage, best: Mapping[str, float]) -> tuple[float, str, int, str]:
    chunk = passage.chunk
    return (-best[chunk.document_id], chunk.document_id, chunk.seq, chunk.id)


def _named_first(passage: Passage) -> tuple[bool, tuple[float, float, str, str, int, str]]:
    return (not passage.hit.exact_reference, order(passage))
