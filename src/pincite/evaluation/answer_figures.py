"""How good one answer to a golden question is, and all of them together."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pincite.evaluation.golden import GoldenCase, squeezed
from pincite.evaluation.statistics import mean_interval, wilson
from pincite.pipeline.answer import Answer, Source

MEANS = ("groundedness", "citation_precision", "citation_recall", "facts_stated")
"""Of an answer each is a share in [0, 1], or None where it says nothing."""
_CITED = re.compile(r'chunk_id="([^"]*)"')
_TAG = re.compile(r"\s?<(?:kb|web)\s[^<>]*/>")


def without_tags(answer: str) -> str:
    return _TAG.sub("", answer)


def cited_sources(answer: Answer) -> list[Source]:
    """What the answer cites by its tags; without tags, what stands under its claims."""
    ids = set(_CITED.findall(answer.answer))
    if not ids:
        ids = {chunk for citation in answer.citations for chunk in citation.supported_by_chunks}
    return [source for source in answer.sources if ids & set(source.chunk_ids)]


def figures_of(case: GoldenCase, answer: Answer) -> dict[str, Any]:
    """Of an answer that was given.

    ``groundedness`` and ``unsupported`` are those of its check. ``citation_precision`` is the share of the
    passages cited that hold a string of the evidence, ``citation_recall`` the share of these strings that the
    passages cited hold: both are lower bounds where a case names only some of the passages that answer.
    ``facts_stated`` is the share of the case's facts that the answer states, compared without white space.
    """
    report = answer.verification
    cited = [squeezed(source.content) for source in cited_sources(answer)]
    parts = [squeezed(part) for part in case.must_contain]
    said = squeezed(without_tags(answer.answer)).casefold()
    holding = sum(any(part in text for part in parts) for text in cited)
    held = sum(any(part in text for text in cited) for part in parts)
    stated = sum(squeezed(fact).casefold() in said for fact in case.facts)
    return {
        "groundedness": report.groundedness if report else None,
        "unsupported": list(report.unsupported) if report else [],
        "citations": len(cited),
        "citation_precision": _share(holding, len(cited)) if parts else None,
        "citation_recall": _share(held, len(parts)),
        "facts_stated": _share(stated, len(case.facts)),
        "model_calls": answer.model_calls,
        "elapsed_ms": round(answer.elapsed_ms, 1),
    }


def no_figures() -> dict[str, Any]:
    """Of a question that was not answered."""
    return {
        **dict.fromkeys(MEANS),
        "unsupported": [],
        "citations": 0,
        "model_calls": 0,
        "elapsed_ms": None,
    }


def quality(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of the answers in ``rows``: each mean with its 95 % interval and how many answers it is of, and the
    facts that no passage supports."""
    found: dict[str, Any] = {"answered": len(rows)}
    for name in MEANS:
        values = [row[name] for row in rows if row[name] is not None]
        found[name] = {
            "mean": sum(values) / len(values) if values else None,
            "interval": mean_interval([values]).to_json(),
            "answers": len(values),
        }
    faulty = sum(bool(row["unsupported"]) for row in rows)
    found["unsupported_facts"] = {
        "facts": sum(len(row["unsupported"]) for row in rows),
        "answers": faulty,
        "share": faulty / len(rows) if rows else None,
        "interval": wilson(faulty, len(rows)).to_json(),
    }
    return found


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
