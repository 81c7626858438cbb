"""Turns of a conversation: asked, followed from any offset, stopped, asked again.

Paths and words are those of reference 000, part "SSE 프로토콜", so that its clients work.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Header, Query, UploadFile
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from pydantic import ValidationError

from pincite.api.attachment_schemas import files_of, pictures_of
from pincite.api.chat_schemas import RegenerateIn, StopIn, StopOut, TurnIn
from pincite.api.library import LibraryDep
from pincite.api.speaking import spoken
from pincite.core.attached import picture_type
from pincite.core.errors import InvalidInput
from pincite.library import AsyncLibrary
from pincite.pipeline.state import ChatRequest
from pincite.ports.sessions import ASKED, StoredMessage
from pincite.sessions.chatting import Chats
from pincite.streaming.sse import SSE_HEADERS, next_offset, sse_stream

router = APIRouter(tags=["conversations"])

LastEventId = Annotated[
    str | None, Header(description="The last id that was read; the stream goes on after.")
]
_BESIDE = {"images": "images", "attachments": "attachments", "quoted_context": "quote"}
"""Fields of a turn to those of `ChatRequest`."""
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


@router.post("/sessions/{session_id}/knowledge-qa", response_class=StreamingResponse, responses=_STREAM)
async def ask(session_id: str, body: TurnIn, library: LibraryDep) -> StreamingResponse:
    """Ask in a conversation; the answer comes as server-sent events. It is written to the end whether or not
    anybody reads, and can be followed again at `continue-stream`."""
    chats = await library.chats()
    request, names = await _request(library, session_id, body)
    turn = await chats.ask(session_id, request, names, state=_state(body))
    return await _stream(chats, session_id, turn.answer.id)


@router.post("/sessions/{session_id}/knowledge-qa/files", response_class=StreamingResponse, responses=_STREAM)
async def ask_with_files(
    session_id: str,
    library: LibraryDep,
    files: Annotated[list[UploadFile], File(description="Pictures and files that the question is about.")],
    turn: Annotated[str, Form(description="The body of `knowledge-qa` as JSON.")],
) -> StreamingResponse:
    """As `knowledge-qa`, with pictures and files as a form sends them. A PNG, JPEG, GIF or WEBP is a picture
    of the question, anything else a file."""
    try:
        body = TurnIn.model_validate_json(turn)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False)) from error
    # One more than is allowed, whatever its size: then it is refused without being read whole.
    limits = library.settings.attachments
    read = [(file.filename or "", await file.read(limits.max_bytes + 1)) for file in files]
    pictures = [data for _, data in read if picture_type(data)]
    others = [(name, data) for name, data in read if not picture_type(data)]
    chats = await library.chats()
    request, names = await _request(library, session_id, body, pictures, others)
    asked = await chats.ask(session_id, request, names, state=_state(body))
    return await _stream(chats, session_id, asked.answer.id)


@router.post(
    "/sessions/{session_id}/messages/{message_id}/resend",
    response_class=StreamingResponse,
    responses=_STREAM,
)
async def resend(session_id: str, message_id: str, body: TurnIn, library: LibraryDep) -> StreamingResponse:
    """Ask in the place of an earlier question; everything after it is removed. Of `images`, `attachments` and
    `quoted_context` those of that question stay which are absent; an empty one takes them away."""
    chats = await library.chats()
    request, names = await _request(library, session_id, body)
    keep = [name for field, name in _BESIDE.items() if field not in body.model_fields_set]
    turn = await chats.resend(message_id, session_id, request, names, state=_state(body), keep=keep)
    return await _stream(chats, session_id, turn.answer.id)


@router.post(
    "/sessions/{session_id}/messages/{message_id}/regenerate",
    response_class=StreamingResponse,
    responses=_STREAM,
)
async def regenerate(
    session_id: str, message_id: str, library: LibraryDep, body: RegenerateIn | None = None
) -> StreamingResponse:
    """Answer the same question again, in the place of this answer and of everything after it."""
    chats = await library.chats()
    message = await chats.answer(session_id, message_id)
    question = await library.conversations.question_of(message)
    before = {} if question is None else _asked(question)
    given = {} if body is None else body.model_dump(exclude_unset=True)
    asked = TurnIn(**{**before, **given, "query": "-"})
    request, names = await _request(library, session_id, asked)
    turn = await chats.regenerate(message.id, request, names)
    return await _stream(chats, session_id, turn.answer.id)


@router.get("/sessions/continue-stream/{session_id}", response_class=StreamingResponse, responses=_STREAM)
async def continue_stream(
    session_id: str,
    library: LibraryDep,
    message_id: Annotated[str, Query(description="The answer to follow.")] = "",
    last_event_id: LastEventId = None,
) -> StreamingResponse:
    """Follow an answer from its beginning, or after the event of `Last-Event-ID`, and as it goes on. Once its
    events are forgotten the stored message is told."""
    if not message_id:
        raise InvalidInput(
            "Missing message ID", hint="Give message_id, as the first event of the answer had it."
        )
    chats = await library.chats()
    return await _stream(chats, session_id, message_id, next_offset(last_event_id))


@router.post("/sessions/{session_id}/stop")
async def stop(session_id: str, body: StopIn, library: LibraryDep) -> StopOut:
    """Stop an answer that is being written, from any process; its text so far is kept."""
    chats = await library.chats()
    stopped = await chats.stop(session_id, body.message_id)
    return StopOut(message=spoken("Generation stopped" if stopped else "Message already completed"))


def _state(body: TurnIn) -> dict[str, Any]:
    """What the input bar shows again: choices, no contents."""
    contents = {"query", "images", "attachments", "quoted_context"}
    return body.model_dump(mode="json", exclude=contents, exclude_none=True)


def _asked(question: StoredMessage) -> dict[str, Any]:
    """The settings that a question was asked with, as far as this version knows them."""
    held = question.details.get(ASKED, {})
    return {name: held[name] for name in TurnIn.model_fields if name in held}


async def _request(
    library: AsyncLibrary,
    session_id: str,
    body: TurnIn,
    pictures: Sequence[bytes] = (),
    files: Sequence[tuple[str, bytes]] = (),
) -> tuple[ChatRequest, list[str]]:
    session = await library.conversations.get(session_id)
    bases = body.bases or await library.conversations.living_bases(session)
    return await library.chat_request(
        body.query,
        bases=bases,
        documents=body.documents,
        tags=body.tags,
        top_k=body.top_k,
        language=body.language,
        as_of=body.as_of,
        rounds=body.history_rounds,
        web=body.web,
        web_fetch=body.web_fetch,
        data_analysis=body.data_analysis,
        quote=body.quoted_context,
        images=[*pictures_of(body.images), *pictures],
        attachments=[*files_of(body.attachments), *files],
        held=(body.release or library.settings.verification.release) == "verified",
        assistant=body.assistant or session.assistant,
    )


async def _stream(chats: Chats, session_id: str, message_id: str, from_offset: int = 0) -> StreamingResponse:
    await chats.answer(session_id, message_id)  # what is unknown is an error of its own, and no stream
    frames = sse_stream(chats.follow(session_id, message_id, from_offset))
    return StreamingResponse(frames, media_type="text/event-stream", headers=dict(SSE_HEADERS))
