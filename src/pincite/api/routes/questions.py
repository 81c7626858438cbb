"""``POST /retrieve`` and ``POST /answer`` (reference 001)."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse

from pincite.api.answer_stream import answer_frames
from pincite.api.attachment_schemas import files_of, pictures_of
from pincite.api.library import LibraryDep
from pincite.api.schemas import AnswerBody, AnswerOut, RetrieveBody
from pincite.asking import Asked
from pincite.core.types import JSON
from pincite.pipeline.answer import Answer
from pincite.pipeline.language import language_of
from pincite.pipeline.telling import Tell
from pincite.streaming.sse import SSE_HEADERS

router = APIRouter(tags=["questions"])

_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


@router.post("/retrieve", response_model=AnswerOut, response_model_exclude_unset=True)
async def retrieve(body: RetrieveBody, library: LibraryDep) -> JSON:
    """The passages that would answer, in order, with their scores. No gate, and no model but the one that
    `data_analysis` asks for."""
    found = await library.retrieve(
        body.query,
        bases=body.bases,
        documents=body.documents,
        tags=body.tags,
        scopes=body.scopes,
        top_k=body.top_k,
        threshold=body.threshold,
        rerank=body.rerank,
        as_of=body.as_of,
        explain=body.explain,
        web=body.web,
        web_fetch=body.web_fetch,
        data_analysis=body.data_analysis,
    )
    return found.to_json()


@router.post("/answer", response_model=AnswerOut, response_model_exclude_unset=True, responses=_STREAM)
async def answer(body: AnswerBody, library: LibraryDep) -> JSON | Response:
    """A checked answer with its citations. A refusal is an answer too: 200 with ``is_refusal``.

    With `stream` it comes as server-sent events, which begin with `agent_query` and end with `complete`; its
    text is held back until it is checked, unless `release` is immediate. A client that hangs up cancels it.
    """
    said: Asked = {
        "bases": body.bases,
        "documents": body.documents,
        "tags": body.tags,
        "scopes": body.scopes,
        "top_k": body.top_k,
        "threshold": body.threshold,
        "language": body.language,
        "assistant": body.assistant,
        "images": pictures_of(body.images),
        "attachments": files_of(body.attachments),
        "as_of": body.as_of,
        "explain": body.explain,
        "web": body.web,
        "web_fetch": body.web_fetch,
        "data_analysis": body.data_analysis,
    }
    if not body.stream:
        return (await library.ask(body.query, **said)).to_json()
    asked, names = await library.chat_request(body.query, **said, held=body.release == "verified")
    questions = (await library.engine()).questions
    questions.check(asked)

    async def run(tell: Tell) -> Answer:
        return await questions.converse(replace(asked, rounds=0), names, tell=tell)

    frames = answer_frames(run, str(uuid4()), language_of(asked))
    return StreamingResponse(frames, media_type="text/event-stream", headers=dict(SSE_HEADERS))
