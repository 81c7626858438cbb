"""A trace made again: its check on what it was made from, or its question to the library of today."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from difflib import unified_diff
from typing import Any

from pincite.core.errors import InvalidInput
from pincite.core.settings import Settings
from pincite.core.types import JSON
from pincite.observability.traces_lines import Trace, text_hash
from pincite.observability.traces_record import refusal_code, verification_json
from pincite.pipeline.answer import Answer
from pincite.pipeline.checked import Checked
from pincite.pipeline.profile import Profile
from pincite.pipeline.state import ChatRequest
from pincite.ports.history import PastTurn
from pincite.verification import Passage

_TAG = re.compile(r"\s?<(?:kb|web)\s[^<>]*/>")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?。？！])\s+|\n")


@dataclass(frozen=True, slots=True)
class Replay:
    trace_id: str
    verify_only: bool
    differences: JSON
    """What is otherwise: name to ``{"then", "now"}``, or for texts and lists ``{"added", "removed", …}``."""
    now: JSON
    redacted: bool = False
    """Its personal data was covered, which may change what is found."""
    altered: tuple[str, ...] = ()
    """Passages that are not those of the hash beside them."""
    lacking: tuple[str, ...] = ()
    """``images``, ``attachments``: what the question had beside it and a trace does not keep."""

    @property
    def same(self) -> bool:
        return not self.differences

    def to_json(self) -> JSON:
        return {
            "trace_id": self.trace_id,
            "verify_only": self.verify_only,
            "same": self.same,
            "differences": self.differences,
            "now": self.now,
            "redacted": self.redacted,
            "altered": list(self.altered),
            "lacking": list(self.lacking),
        }


def checked_of(trace: Trace) -> Checked | None:
    """What the check read; None where nothing was checked."""
    if trace.get("checked") is None:
        return None
    return Checked(
        trace["checked"],
        tuple(_passage(row) for row in trace["passages"]),
        trace["language"],
        tuple(_passage(row) for row in trace["surroundings"]),
    )


def verify_again(trace: Trace) -> Replay:
    """The stored answer against the stored passages: the same check gives the same verdicts.

    Raises InvalidInput for an answer that was not checked.
    """
    checked = checked_of(trace)
    if checked is None:
        raise InvalidInput(
            f"The answer of trace {trace['trace_id']} was not checked.",
            hint="Refusals and answers without passages are not; replay it without --verify-only.",
        )
    now = verification_json(checked.report())
    differences = {
        key: _then_now(trace.get(key), value) for key, value in now.items() if trace.get(key) != value
    }
    return _replay(trace, differences, now, verify_only=True)


def request_of(trace: Trace, settings: Settings, profile: Profile, base_ids: Sequence[str]) -> ChatRequest:
    """The question of a trace as it would be asked today: what it left to the settings is left to those of
    today. ``base_ids`` are those of the bases asked that are still there."""
    asked, usual = trace["request"], profile.retrieval(settings.retrieval)
    turns = tuple(
        PastTurn(turn["question"], turn["answer"], tuple((id_, score) for id_, score in turn["cited"]))
        for turn in asked["turns"]
    )
    return ChatRequest(
        query=trace["query"],
        base_ids=tuple(base_ids),
        document_ids=tuple(asked["document_ids"]),
        tags=tuple(asked["tags"]),
        scopes={base: tuple(tags) for base, tags in asked["scopes"].items() if base in base_ids},
        top_k=usual.top_k if asked["top_k"] is None else asked["top_k"],
        rerank_top_k=usual.rerank_top_k if asked["rerank_top_k"] is None else asked["rerank_top_k"],
        rerank_threshold=asked["rerank_threshold"],
        language=asked["language"],
        as_of=date.fromisoformat(asked["as_of"]) if asked["as_of"] else None,
        quote=asked["quote"],
        web=asked["web"],
        data_analysis=asked["data_analysis"],
        turns=turns,
        rounds=len(turns),
        profile=profile,
        tenant_id=trace["tenant"],
        traced=False,
    )


def compare_answers(trace: Trace, answer: Answer, settings: Mapping[str, Any]) -> Replay:
    """What ``answer``, given today under ``settings`` (as a trace keeps them), has otherwise."""
    then, now = _shape(trace), _shape_of(answer)
    differences: JSON = {key: _then_now(then[key], now[key]) for key in _SIMPLE if then[key] != now[key]}
    if then["answer"] != now["answer"]:
        differences["answer"] = _text_difference(then["answer"], now["answer"])
    for key in ("citations", "sources", "unsupported"):
        if then[key] != now[key]:
            differences[key] = _list_difference(then[key], now[key])
    before, after = trace.get("settings") or {}, settings
    if changed := _changed(_flat(before), _flat(after)):
        differences["settings"] = changed
    timing = {"elapsed_ms": answer.elapsed_ms, "stage_ms": answer.stage_ms}
    return _replay(trace, differences, {**now, **timing}, verify_only=False)


_SIMPLE = (
    "is_refusal",
    "refusal",
    "route",
    "retries",
    "ungrounded",
    "degraded",
    "risk_level",
    "groundedness",
    "as_of",
)


def _replay(trace: Trace, differences: JSON, now: JSON, *, verify_only: bool) -> Replay:
    stored = [*(trace.get("passages") or ()), *(trace.get("surroundings") or ())]
    altered = tuple(row["id"] for row in stored if text_hash(row["text"]) != row["sha256"])
    asked = trace["request"]
    lacking = () if verify_only else tuple(key for key in ("images", "attachments") if asked[key])
    covered = trace.get("redacted") is not None
    return Replay(trace["trace_id"], verify_only, differences, now, covered, altered, lacking)


def _shape(trace: Trace) -> JSON:
    route = trace.get("route") or {}
    return {
        "is_refusal": trace["is_refusal"],
        "refusal": trace["refusal"],
        "route": {key: route.get(key) for key in ("query_type", "strategy")},
        "retries": trace["retries"],
        "ungrounded": trace["ungrounded"],
        "degraded": trace["degraded"],
        "risk_level": trace["risk_level"],
        "groundedness": trace.get("groundedness"),
        "as_of": trace["as_of"],
        "answer": _TAG.sub("", trace["answer"]),
        "citations": _pairs((row["claim"], row["chunks"]) for row in trace["citations"]),
        "sources": [f"{row['label']} [{row['chunk_id']}]" for row in trace["sources"]],
        "unsupported": trace.get("unsupported", []),
    }


def _shape_of(answer: Answer) -> JSON:
    report = answer.verification
    return {
        "is_refusal": answer.is_refusal,
        "refusal": refusal_code(answer.refusal_reason),
        "route": {
            "query_type": answer.query_type.value if answer.query_type else None,
            "strategy": answer.strategy.value if answer.strategy else None,
        },
        "retries": answer.crag_retries,
        "ungrounded": answer.ungrounded,
        "degraded": list(answer.degraded),
        "risk_level": answer.risk_level,
        "groundedness": report.groundedness if report else None,
        "as_of": answer.as_of,
        "answer": _TAG.sub("", answer.answer),
        "citations": _pairs((one.claim, one.supported_by_chunks) for one in answer.citations),
        "sources": [f"{source.location} [{source.chunk_id}]" for source in answer.sources],
        "unsupported": list(report.unsupported) if report else [],
    }


def _pairs(cited: Any) -> list[str]:
    return [f"{claim} [{chunk}]" for claim, chunks in cited for chunk in chunks]


def _then_now(then: Any, now: Any) -> JSON:
    return {"then": then, "now": now}


def _list_difference(then: Sequence[str], now: Sequence[str]) -> JSON:
    """``moved`` where the same stand in another order."""
    added = [one for one in now if one not in then]
    removed = [one for one in then if one not in now]
    return {"added": added, "removed": removed, "moved": not added and not removed}


def _text_difference(then: str, now: str) -> JSON:
    lines = unified_diff(_sentences(then), _sentences(now), "then", "now", lineterm="", n=1)
    return {"then": then, "now": now, "diff": list(lines)[2:]}


def _sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in _SENTENCE_ENDS.split(text) if sentence.strip()]


def _flat(settings: Mapping[str, Any]) -> JSON:
    """``values`` by ``section.name``, beside version and models. The fingerprint is of all of them."""
    flat = {key: value for key, value in settings.items() if key not in ("fingerprint", "values")}
    for section, value in (settings.get("values") or {}).items():
        if isinstance(value, Mapping):
            flat.update({f"{section}.{key}": item for key, item in value.items()})
        else:
            flat[section] = value
    return flat


def _changed(then: JSON, now: JSON) -> JSON:
    """None is a default."""
    keys = sorted({*then, *now})
    return {key: _then_now(then.get(key), now.get(key)) for key in keys if then.get(key) != now.get(key)}


def _passage(row: Mapping[str, Any]) -> Passage:
    return Passage(**{field.name: row[field.name] for field in fields(Passage) if field.name in row})
