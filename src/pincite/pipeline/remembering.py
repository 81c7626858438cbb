"""Passages of the turn before, for a question that follows it (row MG-03)."""

from collections.abc import Sequence

from pincite.core.types import Hit, MatchType
from pincite.merging.history import with_history
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader


async def remembered(chat: ChatState, hits: Sequence[Hit], reader: ChunkReader) -> list[Hit]:
    """``hits``, and what the last turn that had sources could use of it, where it fits this question and lies
    in its scope. What was deleted meanwhile, or is not in force on the day, is not brought back."""
    request = chat.request
    cited = next((turn.cited for turn in reversed(chat.state.turns) if turn.cited), ())
    if not cited:
        return list(hits)
    chunks = await reader.chunks([id_ for id_, _ in cited])
    before = [
        Hit(chunk=chunk, score=score, match_type=MatchType.HISTORY, base_score=score)
        for id_, score in cited
        if (chunk := chunks.get(id_)) is not None
        and chunk.base_id in request.base_ids
        and not chunk.disabled
        and (not request.document_ids or chunk.document_id in request.document_ids)
        and chunk.document_id not in chat.state.versions.excluded
        and not request.tags
        and not request.scopes
    ]
    return with_history(hits, before, chat.state.question)
