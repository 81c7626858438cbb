"""The work of ``pincite eval``: sets in memory, and golden questions to the bases of a library."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from pincite.cli.context import Options, run_with_library
from pincite.cli.evaluating_output import Output
from pincite.core.errors import ConfigurationError, InvalidInput
from pincite.core.settings import Section, Settings

if TYPE_CHECKING:
    from pincite.evaluation.golden import GoldenCase, GoldenFile
    from pincite.evaluation.probes import Probed
    from pincite.library import AsyncLibrary
    from pincite.pipeline.answer import Answer
    from pincite.pipeline.verified import Verified
    from pincite.ports.records import BaseRecord

Result = dict[str, Any]

EXTRACTIVE = "extractive"
"""No model: the answer quotes the documents."""


def made_with(options: Options, data: Path) -> dict[str, object]:
    """What a figure is worth nothing without."""
    settings = options.settings()
    embedding, reranker = settings.embedding, settings.reranker
    return {
        "pincite": version("pincite"),
        "day": datetime.now(UTC).isoformat(timespec="seconds"),
        "data": str(data),
        "encoder": f"{embedding.provider} {embedding.model}".strip(),
        "reranker": f"{reranker.provider} {reranker.model}".strip(),
        "chunking": settings.chunking.model_dump_json(exclude_defaults=True),
        "retrieval": settings.retrieval.model_dump_json(exclude_defaults=True),
        "ranking": settings.ranking.model_dump_json(exclude_defaults=True),
        "gate": settings.gate.model_dump_json(exclude_defaults=True),
    }


def overridden(settings: Settings, words: Sequence[str] | None) -> Settings:
    """``settings`` with some of them otherwise: ``retrieval.dense_weight=0.5``.

    Raises:
        InvalidInput: no such setting, or a value that it cannot have.
    """
    for word in words or ():
        path, assigned, value = word.partition("=")
        name, _, key = path.strip().partition(".")
        part = getattr(settings, name, None) if name in Settings.model_fields else None
        if not assigned or not isinstance(part, Section) or key not in type(part).model_fields:
            raise InvalidInput(
                f"{word!r} is no setting.", hint="Write section.key=value, like retrieval.dense_weight=0.5."
            )
        try:
            changed = type(part).model_validate({**part.model_dump(), key: value.strip()})
        except ValueError as error:
            raise InvalidInput(
                f"{path.strip()} cannot be {value.strip()!r}.",
                hint="docs/reference/settings.md tells its range.",
            ) from error
        settings = settings.model_copy(update={name: changed})
    return settings


async def sets_retrieval(
    settings: Settings, data: Path, against: Sequence[str] | None, output: Output
) -> Result:
    from pincite.chunker import Chunker
    from pincite.evaluation.retrieval import evaluate_retrieval
    from pincite.wiring_evaluation import evaluation_models

    async def run(chosen: Settings) -> Result:
        async with evaluation_models(chosen) as models:
            return await evaluate_retrieval(
                data,
                models.embedder,
                models.judge,
                partial(Chunker(chosen.chunking).split, overrides={}),
                chosen,
                cache_dir=chosen.models_dir / "evaluation",
                progress=output.progress,
            )

    return await _both(run, settings, against)


async def sets_gate(settings: Settings, data: Path, against: Sequence[str] | None, output: Output) -> Result:
    from pincite.chunker import Chunker
    from pincite.evaluation.gate import evaluate_gate
    from pincite.ranking.model import load_model
    from pincite.wiring_evaluation import evaluation_models

    async def run(chosen: Settings) -> Result:
        async with evaluation_models(chosen) as models:
            return await evaluate_gate(
                data,
                models.embedder,
                partial(Chunker(chosen.chunking).split, overrides={}),
                chosen,
                load_model(),
                reranker=models.reranker,
                cache_dir=chosen.models_dir / "evaluation",
                progress=output.progress,
            )

    return await _both(run, settings, against)


async def cuts(
    settings: Settings,
    cases: "Sequence[GoldenCase]",
    documents: Path,
    presets: Sequence[str] | None,
    own: dict[str, Any],
    output: Output,
) -> Result:
    from pincite.chunker import Chunker, preset_overrides
    from pincite.chunking import PRESETS
    from pincite.evaluation.chunking import evaluate_chunking
    from pincite.wiring_documents import document_tools
    from pincite.wiring_evaluation import evaluation_models

    names = presets or ([] if own else list(PRESETS))
    ways = {name: preset_overrides(name) for name in names}
    if own:
        ways[" ".join(f"{key}={value}" for key, value in own.items())] = own
    async with evaluation_models(settings) as models:
        return await evaluate_chunking(
            cases,
            documents,
            ways,
            tools=document_tools(settings, Chunker(settings.chunking, models.embedder.count_tokens)),
            embedder=models.embedder,
            reranker=models.judge,
            settings=settings,
            cache_dir=settings.models_dir / "evaluation",
            progress=output.progress,
        )


def golden_retrieval(
    options: Options,
    golden: Path,
    bases: Sequence[str] | None,
    against: Sequence[str] | None,
    unreviewed: bool,
    output: Output,
) -> Result:
    from pincite.evaluation.golden import read_golden
    from pincite.evaluation.retrieval import evidence_report

    file = read_golden(golden, unreviewed=unreviewed)

    async def work(library: "AsyncLibrary") -> Result:
        return evidence_report("golden", await _probed(library, file, bases, output))

    return _with_libraries(options, against, work)


def golden_gate(
    options: Options,
    golden: Path,
    bases: Sequence[str] | None,
    against: Sequence[str] | None,
    unreviewed: bool,
    output: Output,
) -> Result:
    from pincite.evaluation.gate import gate_report, probe_verdicts
    from pincite.evaluation.golden import read_golden

    file = read_golden(golden, unreviewed=unreviewed)

    async def work(library: "AsyncLibrary") -> Result:
        return gate_report({"golden": probe_verdicts(await _probed(library, file, bases, output))})

    return _with_libraries(options, against, work)


def golden_answers(
    options: Options,
    golden: Path,
    bases: Sequence[str] | None,
    against: Sequence[str] | None,
    unreviewed: bool,
    output: Output,
    model: str | None,
    judge: bool = False,
) -> Result:
    from pincite.evaluation.answers import evaluate_answers
    from pincite.evaluation.golden import read_golden
    from pincite.evaluation.judging import judge_agreement

    file = read_golden(golden, unreviewed=unreviewed)

    async def work(library: "AsyncLibrary") -> Result:
        records, held = await asked_bases(library, bases)
        names = [record.name for record in records]
        checked: list[Verified] = []

        async def ask(question: str) -> "Answer":
            answer = await library.ask(question, bases=names, traced=False)
            checked.extend([answer.verified] if answer.verified else [])
            return answer

        result = await evaluate_answers(file.cases, ask, documents=held, progress=output.progress)
        return {**result, "judge": judge_agreement(checked)} if judge else result

    chosen = answered_by(options.settings(), model)
    return _with_libraries(options, against, work, judged_by(chosen) if judge else chosen)


def judged_by(settings: Settings) -> Settings:
    """``settings`` with a judge of meaning: theirs, or the chat model where they have none."""
    chosen = settings.verification
    if chosen.judge != "off":
        return settings
    return settings.model_copy(update={"verification": chosen.model_copy(update={"judge": "model"})})


def answered_by(settings: Settings, model: str | None) -> Settings:
    """``settings`` with another model that answers (None is theirs): one of ``settings.models``, one that the
    chat server knows, or ``extractive`` for none.

    Raises:
        ConfigurationError: no chat server is configured that could know it.
    """
    if model is None:
        return settings
    chat = settings.chat
    if model == EXTRACTIVE:
        chat = chat.model_copy(update={"base_url": ""})
    elif model in settings.models:
        named = settings.models[model]
        chat = chat.model_copy(update={name: getattr(named, name) for name in type(named).model_fields})
    elif chat.base_url:
        chat = chat.model_copy(update={"model": model})
    else:
        raise ConfigurationError(
            f"There is no server that could know the model {model!r}.",
            hint="Set `chat.base_url`, or name one of the section `models`.",
        )
    return settings.model_copy(update={"chat": chat})


def model_of(settings: Settings, model: str | None) -> str:
    """The name of the model that answers."""
    chat = answered_by(settings, model).chat
    return chat.model if chat.base_url else EXTRACTIVE


async def asked_bases(
    library: "AsyncLibrary", names: Sequence[str] | None
) -> "tuple[list[BaseRecord], list[str]]":
    """The bases named, all without names, and the file names of their documents that have chunks.

    Raises:
        NotFound: a base of that name does not exist. InvalidInput: there is none at all.
    """
    wanted = list(dict.fromkeys(names or [record.name for record in await library.bases()]))
    if not wanted:
        raise InvalidInput("This library has no base yet.", hint="Add documents with `pincite add`.")
    bases = [await library.knowledge_base(name, create=False) for name in wanted]
    held = [document.filename for base in bases for document in await base.documents() if document.chunks]
    return [base.record for base in bases], held


async def _probed(
    library: "AsyncLibrary", file: "GoldenFile", names: Sequence[str] | None, output: Output
) -> "list[Probed]":
    from pincite.evaluation.probes import probe_cases

    records, held = await asked_bases(library, names)
    questions = (await library.engine()).questions
    ids = [record.id for record in records]
    return await probe_cases(file.cases, questions, ids, held, library.settings.retrieval, output.progress)


def _with_libraries(
    options: Options,
    against: Sequence[str] | None,
    work: "Callable[[AsyncLibrary], Awaitable[Result]]",
    settings: Settings | None = None,
) -> Result:
    """In the library (with ``settings`` in the place of its own), and then in the same one opened with others
    still."""
    from pincite.evaluation.comparing import compare
    from pincite.wiring import open_library

    async def opened(chosen: Settings) -> Result:
        library = await open_library(settings=chosen)
        async with library:
            return await work(library)

    usual = options.settings()
    changed = overridden(settings or usual, against)
    own = settings is not None and settings != usual
    first = anyio.run(opened, settings) if own and settings is not None else run_with_library(options, work)
    if not against:
        return first
    second = anyio.run(opened, changed)
    return {**first, "against": list(against), "comparison": compare(first, second)}


async def _both(
    run: Callable[[Settings], Awaitable[Result]], settings: Settings, against: Sequence[str] | None
) -> Result:
    """With ``settings``, and compared with the others where some are named."""
    from pincite.evaluation.comparing import compare

    if not against:
        return await run(settings)
    changed = overridden(settings, against)
    first = await run(settings)
    second = await run(changed)
    return {**first, "against": list(against), "comparison": compare(first, second)}
