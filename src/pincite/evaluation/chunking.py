"""Which way to cut finds the evidence: presets compared on golden questions, through the whole pipeline."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from pincite.core.errors import DocumentError, InvalidInput
from pincite.core.settings import Settings
from pincite.core.types import Chunk, ParsedDocument
from pincite.evaluation.answers import TOP, evaluate_answers
from pincite.evaluation.golden import GoldenCase
from pincite.evaluation.memory import MemoryIndex, MemoryReader
from pincite.evaluation.progress import Progress, silent
from pincite.evaluation.statistics import paired_difference, wilson
from pincite.evaluation.vectors import remembering
from pincite.ingest import Tools
from pincite.ingest.preparing import Owner, build_chunks, build_parents, document_title
from pincite.pipeline.answer import Answer
from pincite.pipeline.service import QuestionService
from pincite.pipeline.stages import Services
from pincite.pipeline.state import ChatRequest
from pincite.ports.index import IndexPoint
from pincite.ports.models import Embedder, Reranker
from pincite.retrieval import HybridRetriever

BASE = "evaluation"
BLOCK = 256
"""Chunks embedded between two reports of progress."""
NAMESPACE = UUID("4f0c1a52-7a0b-49f2-8f0e-2f7f8f0c7b6d")
"""Of document ids, so that ties fall the same way each time."""


async def evaluate_chunking(
    cases: Sequence[GoldenCase],
    documents: Path,
    ways: Mapping[str, Mapping[str, Any]],
    *,
    tools: Tools,
    embedder: Embedder,
    reranker: Reranker,
    settings: Settings,
    cache_dir: Path | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """``{"presets": {NAME: {"recall@5", "found", "chunks", "avg_chars", "top5_chars", …}}, "questions", …}``.

    ``ways`` maps a name to what it overrides of the chunking settings. Each of them cuts, indexes and ranks
    all of ``documents`` as a library would, in memory; a question counts as found when the first five
    passages hold its evidence, as `evaluate_answers` has it. ``top5_chars`` is what a reader gets for it:
    larger passages hold more evidence by their size alone. ``interval`` is that of the recall (95 %), and
    ``compared`` is each way against the first one, question by question. Vectors are kept in ``cache_dir``.

    Raises:
        InvalidInput: the folder is missing, or none of its documents answers a question.
    """
    parsed, unread = await read_documents(documents, tools)
    asked = [
        case for case in cases if case.answerable and case.must_contain and set(case.documents) & set(parsed)
    ]
    if not asked:
        raise InvalidInput(
            f"No golden question is about a document of {documents} that can be read.",
            hint="Name the folder of the documents that the questions name.",
        )
    presets: dict[str, Any] = {}
    async with remembering(embedder, cache_dir) as encoder:
        for name, overrides in ways.items():
            service, stored = await _library(
                name, parsed, overrides, tools, encoder, reranker, settings, progress
            )
            presets[name] = await _measure(service, stored, asked, settings, progress)
    return {
        "presets": presets,
        "questions": len(asked),
        "compared": _compared(presets),
        "documents": sorted(parsed),
        "not_read": unread,
        "failures": {name: _missed(asked, row["found"]) for name, row in presets.items()},
    }


def _compared(presets: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    found = {name: {id_: float(id_ in row["found"]) for id_ in row["asked"]} for name, row in presets.items()}
    first = next(iter(found), "")
    compared = {}
    for name in list(found)[1:]:
        difference = paired_difference({"": found[first]}, {"": found[name]})
        if difference is not None:
            compared[name] = {"against": first, **difference.to_json()}
    return compared


def _missed(asked: Sequence[GoldenCase], found: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"id": case.id, "question": case.question, "must_contain": list(case.must_contain)}
        for case in asked
        if case.id not in found
    ]


async def read_documents(folder: Path, tools: Tools) -> tuple[dict[str, ParsedDocument], list[str]]:
    """The documents of ``folder`` that can be parsed, by file name, and the names of the others."""
    parsed: dict[str, ParsedDocument] = {}
    unread: list[str] = []
    for name, data in _files(folder):
        try:
            parsed[name] = await tools.parse(data, name, {})
        except DocumentError:
            unread.append(name)
    return parsed, unread


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {folder}.", hint="Pass the folder of the documents.")
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.name.startswith("."):
            yield path.name, path.read_bytes()


async def _library(
    name: str,
    parsed: Mapping[str, ParsedDocument],
    overrides: Mapping[str, Any],
    tools: Tools,
    encoder: Embedder,
    reranker: Reranker,
    settings: Settings,
    progress: Progress,
) -> tuple[QuestionService, list[Chunk]]:
    """Documents cut by ``overrides`` in memory stores, and the pipeline over them."""
    items, parents = [], []
    for filename, document in parsed.items():
        cut = tools.cut(document.markdown, overrides)
        id_ = str(uuid5(NAMESPACE, filename))
        owner = Owner(BASE, id_, id_, document_title(document, filename))
        items += build_chunks(cut.chunks, document, owner, tools)
        parents += build_parents(cut.parents, document, owner)
    index = MemoryIndex()
    for start in range(0, len(items), BLOCK):
        block = items[start : start + BLOCK]
        vectors = await encoder.embed_passages([item.text for item in block])
        index.load(
            [
                IndexPoint(
                    item.chunk.id, BASE, item.chunk.document_id, item.chunk.version_id, vector, item.terms
                )
                for item, vector in zip(block, vectors, strict=True)
            ]
        )
        progress(f"{name}: chunks", min(start + BLOCK, len(items)), len(items))
    chunks = [item.chunk for item in items]
    reader = MemoryReader([*chunks, *parents])
    services = Services(
        retriever=HybridRetriever(encoder, index, reader, settings.retrieval),
        reader=reader,
        embedder=encoder,
        reranker=reranker,
        bundled_reranker=reranker,
        chat_model=None,
    )
    return QuestionService(services, settings), chunks


async def _measure(
    service: QuestionService,
    chunks: Sequence[Chunk],
    cases: Sequence[GoldenCase],
    settings: Settings,
    progress: Progress,
) -> dict[str, Any]:
    read: list[int] = []

    async def retrieve(question: str) -> Answer:
        request = ChatRequest(
            question, (BASE,), top_k=settings.retrieval.top_k, rerank_top_k=settings.retrieval.rerank_top_k
        )
        answer = await service.retrieve(request)
        read.append(sum(len(source.content) for source in answer.sources[:TOP]))
        return replace(answer, nearest=())

    result = await evaluate_answers(cases, retrieve, progress=progress)
    found = [row["id"] for row in result["cases"] if row["evidence_in_top5"]]
    return {
        "recall@5": len(found) / len(cases),
        "interval": wilson(len(found), len(cases)).to_json(),
        "found": found,
        "asked": [case.id for case in cases],
        "chunks": len(chunks),
        "avg_chars": round(sum(len(chunk.content) for chunk in chunks) / len(chunks), 1) if chunks else 0,
        "top5_chars": round(sum(read) / len(read), 1) if read else 0,
    }
