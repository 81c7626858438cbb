"""Conversations as they are kept: sessions, messages, search over them, feedback. Nothing is asked here."""

import math
from typing import Literal

from fastapi import APIRouter, Query, Response

from pincite.api.library import LibraryDep
from pincite.api.session_schemas import (
    CURSOR,
    FeedbackIn,
    FeedbackOut,
    FeedbacksOut,
    FoundsOut,
    MessagesOut,
    SessionIn,
    SessionOut,
    SessionPut,
    SessionsDelete,
    SessionsDeleted,
    SessionsOut,
)
from pincite.core.errors import InvalidInput
from pincite.ports.sessions import FoundKey, FoundPage, Vote
from pincite.sessions.cursors import cursor_of

router = APIRouter(tags=["sessions"])


@router.post("/sessions", status_code=201)
async def create_session(library: LibraryDep, body: SessionIn | None = None) -> SessionOut:
    """Begin a conversation, over bases of your choice."""
    body = body or SessionIn()
    made = await library.conversations.create(
        title=body.title, bases=body.bases, assistant=body.assistant, state=body.last_request_state
    )
    return SessionOut.of(made)


@router.get("/sessions")
async def list_sessions(
    library: LibraryDep,
    cursor: str | None = Query(None, description=CURSOR),
    limit: int = Query(50, ge=1, le=200),
) -> SessionsOut:
    """Your sessions: pinned ones first, then by newest activity."""
    return SessionsOut.of(await library.conversations.list(cursor=cursor, limit=limit))


@router.delete("/sessions/batch")
async def delete_sessions(body: SessionsDelete, library: LibraryDep) -> SessionsDeleted:
    """Delete many sessions, or all of yours, with their messages. What is gone already is no error."""
    if body.all == bool(body.ids):
        raise InvalidInput("Give the ids of sessions, or `all`.")
    if body.all:
        return SessionsDeleted(deleted=await library.conversations.delete_all())
    return SessionsDeleted(deleted=len(await library.conversations.delete_several(body.ids)))


@router.get("/sessions/{session}")
async def get_session(session: str, library: LibraryDep) -> SessionOut:
    """A session with the settings of its last question."""
    return SessionOut.of(await library.conversations.get(session))


@router.put("/sessions/{session}")
async def put_session(session: str, body: SessionPut, library: LibraryDep) -> SessionOut:
    """Rename a session, or set what it asks. Its place in the list stays."""
    return SessionOut.of(await library.conversations.change(session, **body.given()))


@router.delete("/sessions/{session}", status_code=204)
async def delete_session(session: str, library: LibraryDep) -> Response:
    """Delete a session with its messages and the feedback on them."""
    await library.conversations.delete(session)
    return Response(status_code=204)


@router.post("/sessions/{session}/pin")
async def pin(session: str, library: LibraryDep) -> SessionOut:
    """Keep a session at the top of the list."""
    return SessionOut.of(await library.conversations.change(session, pinned=True))


@router.delete("/sessions/{session}/pin")
async def unpin(session: str, library: LibraryDep) -> SessionOut:
    """Let a session go down the list with time."""
    return SessionOut.of(await library.conversations.change(session, pinned=False))


@router.get("/sessions/{session}/messages")
async def list_messages(
    session: str,
    library: LibraryDep,
    before: str | None = Query(
        None, description="Id of a message, or Unix seconds: the messages before it. The newest if absent."
    ),
    limit: int = Query(50, ge=1, le=200),
) -> MessagesOut:
    """Messages of a session, a page at a time from the newest; oldest first within the page."""
    page = await library.conversations.messages(session, before=_before(before), limit=limit)
    return MessagesOut.of(page)


@router.get(
    "/sessions/{session}/messages/{message}/images/{number}",
    response_class=Response,
    responses={200: {"content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}}},
)
async def get_picture(session: str, message: str, number: int, library: LibraryDep) -> Response:
    """A picture of a question; its `images` are numbered from 0."""
    kind, data = await library.conversations.picture(session, message, number)
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "private, max-age=31536000, immutable"}
    return Response(data, media_type=kind, headers=headers)


@router.delete("/sessions/{session}/messages/{message}", status_code=204)
async def delete_message(session: str, message: str, library: LibraryDep) -> Response:
    """Delete one message; an answer that is being written must be stopped first."""
    await library.conversations.delete_message(session, message)
    return Response(status_code=204)


@router.get("/messages/search")
async def search_messages(
    library: LibraryDep,
    query: str = Query(description="Text that messages hold, in any case and width."),
    cursor: str | None = Query(None, description=CURSOR),
    limit: int = Query(20, ge=1, le=100),
    by: Literal["words", "meaning"] = Query(
        "words",
        description="`meaning` searches finished answers with their questions, best first and on one page; "
        "the setting `history.index` must be on.",
    ),
) -> FoundsOut:
    """Find messages in all your sessions, newest first, or by meaning."""
    if by == "meaning":
        return FoundsOut.of(FoundPage(tuple(await library.search_history(query, limit=limit)), None), query)
    return FoundsOut.of(await library.conversations.search(query, cursor=cursor, limit=limit), query.strip())


@router.get("/messages/feedback")
async def list_feedback(
    library: LibraryDep,
    cursor: str | None = Query(None, description=CURSOR),
    limit: int = Query(1000, ge=1, le=1000),
) -> FeedbacksOut:
    """All feedback with question, answer and references as they were, oldest first, for evaluation."""
    said = await library.conversations.votes.export(cursor=cursor, limit=limit + 1)
    shown = [FeedbackOut.of(one) for one in said[:limit]]
    more = len(said) > limit
    last = cursor_of(FoundKey(shown[-1].created_at, shown[-1].message_id)) if more else None
    return FeedbacksOut(feedback=shown, next=last)


@router.put("/messages/{message}/feedback")
async def put_feedback(message: str, body: FeedbackIn, library: LibraryDep) -> FeedbackOut:
    """Say whether an answer is good, in the place of what was said before."""
    return FeedbackOut.of(await library.conversations.votes.give(message, Vote(body.value), body.reason))


@router.delete("/messages/{message}/feedback", status_code=204)
async def delete_feedback(message: str, library: LibraryDep) -> Response:
    """Take feedback back; nothing if there is none."""
    await library.conversations.votes.take_back(message)
    return Response(status_code=204)


def _before(given: str | None) -> str | float | None:
    if given is None:
        return None
    try:
        seconds = float(given)
    except ValueError:
        return given
    if not math.isfinite(seconds):
        raise InvalidInput("`before` is the id of a message, or Unix seconds.")
    return seconds
