"""The line of an answer: what was asked, found, said and checked. The keys of reference 001 part 4 keep their
names; `pincite.observability.traces_lines` says why some come first."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from functools import cache
from typing import Any

from pincite.core.catalogue import LANGUAGES, room
from pincite.core.settings import Settings
from pincite.core.types import JSON, RiskLevel
from pincite.observability.traces_lines import text_hash
from pincite.observability.traces_settings import Configuration
from pincite.pipeline.answer import Answer, Source
from pincite.pipeline.calls import ModelCall
from pincite.pipeline.checked import Checked, Criticised
from pincite.pipeline.graph_view import graph_json
from pincite.pipeline.state import ChatRequest, ChatState
from pincite.pipeline.telling import tell_nobody
from pincite.pipeline.verified import Verified
from pincite.verification import Claim, Passage, VerificationReport

OTHER = "other"
"""The reason of a refusal that no sentence of ours states."""


def trace_line(answer: Answer, chat: ChatState, at: datetime, configuration: Configuration) -> JSON:
    """The line of ``answer``, which the run ``chat`` gave; what it cannot hold is nothing of JSON's."""
    request, state = chat.request, chat.state
    route, report = state.route, answer.verification
    graph = graph_json(state.entities, state.graph)
    return {
        "trace_id": answer.trace_id,
        "at": at.isoformat(timespec="milliseconds"),
        "tenant": request.tenant_id,
        "user": request.user,
        "session_id": request.session_id or None,
        "message_id": request.answer_id or None,
        "assistant": request.assistant or None,
        "language": answer.language,
        "route": {
            "query_type": route.query_type.value if route else None,
            "strategy": route.strategy.value if route else None,
            "dense_factor": route.dense_factor if route else None,
            "bm25_factor": route.bm25_factor if route else None,
        },
        "scores": [round(score, 6) for score in answer.top_scores],
        "retries": answer.crag_retries,
        "is_refusal": answer.is_refusal,
        "refusal": refusal_code(answer.refusal_reason),
        "ungrounded": answer.ungrounded,
        "degraded": list(answer.degraded),
        **({"risk_level": None} if report is None else _verdict(report)),
        "critic": _critic(report, state.critic),
        "judge": _judge(answer.verified),
        "elapsed_ms": round(answer.elapsed_ms, 1),
        "stage_ms": {stage: round(spent, 1) for stage, spent in answer.stage_ms.items()},
        "model_calls": [_call(call) for call in chat.context.calls],
        "finish_reason": answer.finish_reason,
        "settings": configuration.of(request.profile),
        "searched": list(answer.searched),
        "redacted": None,
        "query": answer.query,
        "request": _request(request, chat, configuration),
        "as_of": answer.as_of,
        "rewrites": list(answer.rewrites),
        "refusal_reason": answer.refusal_reason,
        "answer": answer.answer,
        "notices": list(answer.notices),
        **(_NOTHING if report is None else _details(report)),
        "citations": [
            {"claim": one.claim, "refs": list(one.refs), "chunks": list(one.supported_by_chunks)}
            for one in answer.citations
        ],
        "sources": [_source(source) for source in answer.sources],
        "nearest": [_source(source) for source in answer.nearest],
        **({} if graph is None else {"graph": graph}),
        **_evidence(state.checked, report),
    }


def refusal_code(reason: str | None) -> str | None:
    """The key of the sentence in ``core/messages/answer.yaml``, the same in every language.

    >>> refusal_code("No passage of the documents in scope fits the question.")
    'refused_nothing'
    """
    if reason is None:
        return None
    return next((key for key, pattern in _reasons() if pattern.fullmatch(reason)), OTHER)


_GAP = re.compile(r"\{\w+\}")


@cache
def _reasons() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The sentence with the most letters of its own first: it says most."""
    found = []
    for key, sentences in room("answer").items():
        for language in LANGUAGES:
            pieces = _GAP.split(sentences[language])
            pattern = ".+?".join(map(re.escape, pieces))
            found.append((sum(map(len, pieces)), key, re.compile(pattern, re.DOTALL)))
    return tuple((key, pattern) for _, key, pattern in sorted(found, key=lambda one: -one[0]))


def verification_json(report: VerificationReport) -> JSON:
    """All that a check said; equal for two checks that said the same."""
    return {**_verdict(report), **_details(report)}


def _judge(verified: Verified | None) -> JSON | None:
    """What a second opinion said; it changes no verdict."""
    if verified is None or not verified.judge:
        return None
    said = Counter(claim.judgement.relation.value for claim in verified.claims if claim.judgement)
    return {"model": verified.judge, "relations": dict(said), "warnings": len(verified.judge_warnings)}


_NOTHING: Mapping[str, Any] = {
    "claims": [],
    "missing_refs": [],
    "numeric_mismatches": [],
    "supports": [],
    "unsupported": [],
    "warnings": [],
}


def _verdict(report: VerificationReport) -> JSON:
    failures = Counter(finding.failure.value for claim in report.claims for finding in claim.findings)
    return {
        "risk_level": report.risk_level.value,
        "groundedness": report.groundedness,
        "failure_type": report.failure_type.value if report.failure_type else None,
        "failure_types": dict(failures),
        "verdicts": dict(Counter(claim.verdict for claim in report.claims)),
        "escalation_required": report.escalation_required,
    }


def _critic(report: VerificationReport | None, critic: Criticised | None) -> JSON | None:
    if report is None:
        return None
    return asdict(critic or Criticised(report.failure_type.value if report.failure_type else None))


def _details(report: VerificationReport) -> JSON:
    """The claims, and the lists of reference 001 part 4 drawn from them."""
    findings = [finding for claim in report.claims for finding in claim.findings]
    return {
        "claims": [_claim(claim) for claim in report.claims],
        "missing_refs": [one.text for one in findings if one.level is RiskLevel.HARD_FAIL],
        "numeric_mismatches": [
            one.text for one in findings if one.listed and one.level is not RiskLevel.HARD_FAIL
        ],
        "supports": [
            {"claim": claim.text, "chunks": list(claim.supported_by)}
            for claim in report.claims
            if claim.supported_by
        ],
        "unsupported": list(report.unsupported),
        "warnings": list(report.warnings),
    }


def _claim(claim: Claim) -> JSON:
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "refs": list(claim.refs),
        "supported_by": list(claim.supported_by),
        "verdict": claim.verdict,
        "findings": [
            {
                "text": finding.text,
                "level": finding.level.value,
                "failure": finding.failure.value,
                "message": finding.message,
                "listed": finding.listed,
            }
            for finding in claim.findings
        ],
    }


def _evidence(checked: Checked | None, report: VerificationReport | None) -> JSON:
    """What the check read. The text around the passages only tells the cause of faults."""
    if checked is None:
        return {"checked": None, "passages": [], "surroundings": []}
    faults = report is not None and any(claim.findings for claim in report.claims)
    return {
        "checked": checked.text,
        "passages": [passage_json(passage) for passage in checked.passages],
        "surroundings": [passage_json(passage) for passage in checked.surroundings] if faults else [],
    }


def passage_json(passage: Passage) -> JSON:
    """All that a passage is, with the hash of its text."""
    return {**asdict(passage), "sha256": text_hash(passage.text)}


def _source(source: Source) -> JSON:
    return {
        "chunk_id": source.chunk_id,
        "chunk_ids": list(source.chunk_ids),
        "document_id": source.document_id,
        "label": source.location,
        "match_type": source.match_type.value,
        "score": round(source.score, 6),
        "rrf_score": round(source.rrf_score, 6),
        "base_score": round(source.base_score, 6),
        "rerank_score": None if source.rerank_score is None else round(source.rerank_score, 6),
        "sha256": text_hash(source.content),
    }


def _call(call: ModelCall) -> JSON:
    return {
        "stage": call.stage,
        "model": call.model,
        "ms": round(call.ms, 1),
        "first_ms": None if call.first_ms is None else round(call.first_ms, 1),
        "prompt_tokens": call.usage.prompt_tokens if call.usage else None,
        "completion_tokens": call.usage.completion_tokens if call.usage else None,
        "error": call.error or None,
    }


def _switches(request: ChatRequest, chat: ChatState, settings: Settings) -> JSON:
    """Those that the person set: the stages see what was decided, which null leaves to the settings again."""
    profile = request.profile
    wished = {
        "web": settings.web.enabled if profile.web is None else profile.web,
        "data_analysis": settings.analysis.enabled
        if profile.data_analysis is None
        else profile.data_analysis,
    }
    decided = {"web": request.web, "data_analysis": request.data_analysis}
    return {
        name: None if decided[name] == wish or name in chat.state.degraded else decided[name]
        for name, wish in wished.items()
    }


def _request(request: ChatRequest, chat: ChatState, configuration: Configuration) -> JSON:
    """What was asked beside the question. Null is what the settings of the day say."""
    usual = request.profile.retrieval(configuration.settings.retrieval)
    return {
        "base_ids": list(request.base_ids),
        "document_ids": list(request.document_ids),
        "tags": list(request.tags),
        "scopes": {base: list(tags) for base, tags in request.scopes.items()},
        "top_k": None if request.top_k == usual.top_k else request.top_k,
        "rerank_top_k": None if request.rerank_top_k == usual.rerank_top_k else request.rerank_top_k,
        "rerank_threshold": request.rerank_threshold,
        "language": request.language,
        "as_of": request.as_of.isoformat() if request.as_of else None,
        "quote": request.quote,
        "images": len(request.images),
        "attachments": len(request.attachments),
        **_switches(request, chat, configuration.settings),
        "conversation": chat.context.tell is not tell_nobody,
        "turns": [
            {"question": turn.question, "answer": turn.answer, "cited": [list(pair) for pair in turn.cited]}
            for turn in chat.state.turns
        ],
    }
