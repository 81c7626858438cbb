"""A person's own questions put to their own bases, as far as the gate: the material of calibration, and of
retrieval and gate figures over a library."""

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.core.errors import EmbeddingFailed, InvalidInput, RerankFailed
from pincite.core.settings import RetrievalSettings
from pincite.evaluation.golden import GoldenCase
from pincite.evaluation.progress import Progress, silent
from pincite.evaluation.rankings import Excerpt, Ranking
from pincite.pipeline.plugins.rerank import RERANKER
from pincite.pipeline.probing import Probe
from pincite.pipeline.service import QuestionService
from pincite.pipeline.state import ChatRequest
from pincite.retrieval.hybrid import EMBEDDING

SHOWN = 3
"""Passages of a failure that are kept to read."""
_EXCERPT = 1_500


@dataclass(frozen=True, slots=True)
class Probed:
    case: GoldenCase
    probe: Probe


async def probe_cases(
    cases: Sequence[GoldenCase],
    questions: QuestionService,
    base_ids: Sequence[str],
    documents: Sequence[str],
    settings: RetrievalSettings,
    progress: Progress = silent,
) -> list[Probed]:
    """Search for each of ``cases`` in the bases; those about none of ``documents`` (file names) are left out.

    Raises:
        InvalidInput: no case is left. RerankFailed, EmbeddingFailed: a model did not answer; what stepped in
            for it has another scale. And what the index raises.
    """
    asked = [case for case in cases if case.is_about(documents)]
    if not asked:
        raise InvalidInput(
            "None of the questions is about a document of these bases.",
            hint="Name the bases with --base, or the documents of the questions by the names of their files.",
        )
    found = []
    for number, case in enumerate(asked, start=1):
        request = ChatRequest(
            case.question,
            tuple(base_ids),
            top_k=settings.top_k,
            rerank_top_k=settings.rerank_top_k,
        )
        probe = await questions.probe(request)
        _check(case, probe)
        found.append(Probed(case, probe))
        progress("questions", number, len(asked))
    return found


def rank_of(case: GoldenCase, contents: Sequence[str]) -> int | None:
    """The first rank from which on all evidence of ``case`` has been read; None when that never comes.

    >>> rank_of(GoldenCase("1", "?", "lookup", (), ("ab", "c")), ["a b", "x", "c"])
    3
    """
    ranks = (end for end in range(1, len(contents) + 1) if case.held_by(contents[:end]))
    return next(ranks, None)


def ranking_of(probed: Probed) -> Ranking:
    """The evidence as the one right passage, at the rank where a reader has all of it."""
    case, sources = probed.case, probed.probe.answer.sources
    rank = rank_of(case, [source.content for source in sources])
    return Ranking(
        case.id,
        case.question,
        () if rank is None else (rank,),
        1,
        len(sources),
        expected=tuple(Excerpt("", "", part) for part in case.must_contain),
        first=tuple(
            Excerpt(source.chunk_id, source.location, source.content[:_EXCERPT], source.rerank_score)
            for source in sources[:SHOWN]
        ),
    )


def _check(case: GoldenCase, probe: Probe) -> None:
    if RERANKER in probe.answer.degraded:
        raise RerankFailed(
            f"The reranker did not judge question {case.id}, so there is no score of its to measure.",
            hint="`pincite doctor` tests it; run this again when it answers.",
        )
    if EMBEDDING in probe.answer.degraded:
        raise EmbeddingFailed(
            f"The encoder had no part in what question {case.id} found: it was judged by words alone.",
            hint="It does not answer, or the base was indexed with another one: `pincite doctor` tests it, "
            "`pincite reparse` reads the documents anew.",
        )
