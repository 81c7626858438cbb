"""What retrieval finds for every question of a set: the material of all measurements."""

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.core.settings import RetrievalSettings
from pincite.core.types import Hit
from pincite.evaluation.datasets import Question, RetrievalSet
from pincite.evaluation.library import EvaluationLibrary
from pincite.evaluation.progress import Progress, silent
from pincite.ports.models import Embedder
from pincite.retrieval import HybridRetriever, SearchRequest
from pincite.routing import classify_query


@dataclass(frozen=True, slots=True)
class Candidates:
    """A question with its pool, best base score first."""

    question: Question
    hits: tuple[Hit, ...]


async def find_candidates(
    questions: Sequence[Question],
    base_ids: Sequence[str],
    retriever: HybridRetriever,
    match_count: int,
    progress: Progress = silent,
    what: str = "questions",
) -> list[Candidates]:
    """Route and search each of ``questions`` in its base."""
    found = []
    for done, (question, base_id) in enumerate(zip(questions, base_ids, strict=True), start=1):
        request = SearchRequest(
            question.text, classify_query(question.text), (base_id,), match_count=match_count
        )
        found.append(Candidates(question, (await retriever.search(request)).hits))
        progress(what, done, len(questions))
    return found


async def set_candidates(
    data: RetrievalSet,
    library: EvaluationLibrary,
    embedder: Embedder,
    settings: RetrievalSettings,
    progress: Progress = silent,
) -> list[Candidates]:
    """Candidates of every question of ``data`` in the library made of it."""
    index, reader = library.stores()
    retriever = HybridRetriever(embedder, index, reader, settings)
    bases = [data.name] * len(data.questions)
    return await find_candidates(
        data.questions, bases, retriever, settings.top_k, progress, f"{data.name} questions"
    )
