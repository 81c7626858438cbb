"""``POST /retrieve`` and ``POST /answer`` (reference 001)."""

from fastapi import APIRouter

from pincite.api.library import LibraryDep
from pincite.api.schemas import AnswerBody, AnswerOut, RetrieveBody
from pincite.core.types import JSON

router = APIRouter(tags=["questions"])


@router.post("/retrieve", response_model=AnswerOut, response_model_exclude_unset=True)
async def retrieve(body: RetrieveBody, library: LibraryDep) -> JSON:
    """The passages that would answer, in order, with their scores. No gate, no model."""
    found = await library.retrieve(
        body.query,
        bases=body.bases,
        documents=body.documents,
        tags=body.tags,
        top_k=body.top_k,
        rerank=body.rerank,
        as_of=body.as_of,
    )
    return found.to_json()


@router.post("/answer", response_model=AnswerOut, response_model_exclude_unset=True)
async def answer(body: AnswerBody, library: LibraryDep) -> JSON:
    """A checked answer with its citations. A refusal is an answer too: 200 with ``is_refusal``."""
    given = await library.ask(
        body.query,
        bases=body.bases,
        documents=body.documents,
        tags=body.tags,
        top_k=body.top_k,
        language=body.language,
        as_of=body.as_of,
    )
    return given.to_json()
