"""``/v1/models`` and ``/v1/chat/completions``: the library as a model that any chat client can ask."""

import time
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

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
    """What can be asked: `pincite` is all bases, `pincite/BASE` one of them."""
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
    the one with `finish_reason`. Nothing is stored: the messages are the conversation. System messages and
    sampling parameters are accepted and not used. A client that hangs up cancels the answer.
    """
    models = await _models(library)
    if body.model not in models:
        return _unknown(body.model)
    question, turns = question_of(body.messages)
    asked, names = await library.chat_request(
        question.text, bases=models[body.model], turns=turns, images=question.images
    )
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


async def _models(library: AsyncLibrary) -> dict[str, list[str]]:
    """Name of each model and the bases that it asks; none means all."""
    bases = [base.name for base in await library.bases()]
    return {ALL_BASES: [], **{f"{ALL_BASES}/{name}": [name] for name in bases}}


def _address(request: Request, base_id: str, document_id: str, chunk_id: str) -> str:
    place = request.url_for("get_document", base=base_id, document=document_id)
    return f"{place}?{urlencode({'chunk_id': chunk_id})}"


def _unknown(model: str) -> Response:
    error = MODEL_NOT_FOUND
    return error_response(404, error.code, f"The model {model!r} does not exist.", error.hint)
