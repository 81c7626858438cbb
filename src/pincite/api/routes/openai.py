"""``/v1/models`` and ``/v1/chat/completions``: the library as a model that any chat client can ask."""

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from pincite.api.attachment_schemas import pictures_of
from pincite.api.envelope import MODEL_NOT_FOUND, error_response
from pincite.api.library import LibraryDep
from pincite.api.openai_running import CompletionStream, Head, unless_gone, whole
from pincite.api.openai_schemas import CompletionIn, CompletionOut, ModelOut, ModelsOut
from pincite.api.openai_view import CitedText, question_of
from pincite.library import AsyncLibrary
from pincite.pipeline.answer import Answer
from pincite.pipeline.telling import Tell

router = APIRouter(prefix="/v1", tags=["openai"])

ALL_BASES: Final = "pincite"
_GONE: Final = 499
"""Nobody reads it; logs of proxies know the number for a client that hung up."""
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


@router.get("/models")
async def list_models(library: LibraryDep) -> ModelsOut:
    """What can be asked: `pincite` is all bases, `pincite/BASE` one of them, `pincite@ASSISTANT` an
    assistant."""
    return ModelsOut(data=[ModelOut(id=name) for name in await _models(library)])


@router.get("/models/{model:path}", response_model=ModelOut)
async def get_model(model: str, library: LibraryDep) -> ModelOut | Response:
    """One of them."""
    return ModelOut(id=model) if model in await _models(library) else _unknown(model)


@router.post("/chat/completions", response_model=CompletionOut, responses=_STREAM)
async def complete(body: CompletionIn, request: Request, library: LibraryDep) -> Response:
    """Answer the last user message from documents, as OpenAI's API does: whole, or with `stream` in chunks.

    Documents are cited by numbers in the text; `annotations` tell where each leads, `pincite` what the answer
    stands on, how it was checked, and whether it is a refusal. In a stream both come in the last delta before
    the one with `finish_reason`. Nothing is stored: the messages are the conversation. System messages are
    left out. A client that hangs up cancels the answer.
    """
    model = (await _models(library)).get(body.model)
    if model is None:
        return _unknown(body.model)
    question, turns = question_of(body.messages)
    asked, names = await library.chat_request(
        question.text,
        bases=model.bases,
        assistant=model.assistant,
        turns=turns,
        images=pictures_of(question.images),
    )
    asked = replace(asked, profile=replace(asked.profile, **body.sampling()))
    questions = (await library.engine()).questions

    async def run(tell: Tell) -> Answer:
        return await questions.converse(asked, names, tell=tell)

    head = Head(f"chatcmpl-{uuid4().hex}", int(time.time()), body.model)
    cited = CitedText(partial(_address, request))
    if body.stream:
        counting = body.stream_options is not None and body.stream_options.include_usage
        return CompletionStream(run, head, cited, counting=counting)
    answered = await unless_gone(request.receive, lambda: whole(run, head, cited))
    return Response(status_code=_GONE) if answered is None else JSONResponse(answered)


@dataclass(frozen=True, slots=True)
class _Asked:
    bases: tuple[str, ...] = ()
    """None means those of the assistant, else all."""
    assistant: str | None = None


async def _models(library: AsyncLibrary) -> dict[str, _Asked]:
    """What each model asks, by its name."""
    models = {ALL_BASES: _Asked()}
    models |= {f"{ALL_BASES}/{base.name}": _Asked((base.name,)) for base in await library.bases()}
    assistants = await library.assistants.list()
    return models | {f"{ALL_BASES}@{one.name}": _Asked(assistant=one.id) for one in assistants}


def _address(request: Request, base_id: str, document_id: str, chunk_id: str) -> str:
    place = request.url_for("get_document", base=base_id, document=document_id)
    return f"{place}?{urlencode({'chunk_id': chunk_id})}"


def _unknown(model: str) -> Response:
    error = MODEL_NOT_FOUND
    return error_response(404, error.code, f"The model {model!r} does not exist.", error.hint)
