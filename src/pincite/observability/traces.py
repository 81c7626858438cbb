"""One JSONL line an answer: ``<directory>/<YYYYMMDD>/traces.jsonl`` (reference 001 part 4)."""

import json
from dataclasses import asdict, is_dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

import structlog

from pincite.core.types import JSON, RiskLevel
from pincite.pipeline.answer import Answer
from pincite.verification import VerificationReport

log = structlog.get_logger(__name__)


class TraceWriter:
    """Appends; a line is written in one call, so that two processes never mix theirs."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def write(self, answer: Answer, at: datetime) -> None:
        """Keep route, scores, retries, refusal and the full claim record of ``answer``."""
        day = self._directory / at.strftime("%Y%m%d")
        day.mkdir(parents=True, exist_ok=True)
        line = json.dumps(trace_line(answer, at), ensure_ascii=False) + "\n"
        # Unbuffered: a buffered file would cut a line longer than its buffer into several calls.
        with (day / "traces.jsonl").open("ab", buffering=0) as file:
            file.write(line.encode())
        if answer.risk_level not in (None, RiskLevel.PASS):
            log.warning("answer at risk", trace_id=answer.trace_id, risk_level=answer.risk_level)


def trace_line(answer: Answer, at: datetime) -> JSON:
    """The record of one answer; claims with their facts and supports included."""
    report = answer.verification
    return {
        "trace_id": answer.trace_id,
        "at": at.isoformat(),
        "query": answer.query,
        "language": answer.language,
        "route": {
            "query_type": answer.query_type.value if answer.query_type else None,
            "strategy": answer.strategy.value if answer.strategy else None,
        },
        "retrieval": {
            "searched": list(answer.searched),
            "top_scores": list(answer.top_scores),
            "crag_retries": answer.crag_retries,
            "rewrites": list(answer.rewrites),
            "degraded": list(answer.degraded),
            "sources": [
                {"chunk_id": source.chunk_id, "score": source.score, "rerank_score": source.rerank_score}
                for source in (answer.sources or answer.nearest)
            ],
        },
        "answer": {
            "text": answer.answer,
            "is_refusal": answer.is_refusal,
            "refusal_reason": answer.refusal_reason,
            "ungrounded": answer.ungrounded,
            "model_calls": answer.model_calls,
        },
        "verification": _verification(report) if report is not None else None,
        "elapsed_ms": answer.elapsed_ms,
        "stage_ms": answer.stage_ms,
    }


def _verification(report: VerificationReport) -> JSON:
    """The report with its claims, and the lists of reference 001 part 4 drawn from them."""
    findings = [finding for claim in report.claims for finding in claim.findings]
    return {
        **plain(report),
        "missing_refs": [item.text for item in findings if item.level is RiskLevel.HARD_FAIL],
        "numeric_mismatches": [
            item.text for item in findings if item.listed and item.level is not RiskLevel.HARD_FAIL
        ],
        "supports": {claim.text: list(claim.supported_by) for claim in report.claims if claim.supported_by},
        "critic": None,
    }


def plain(value: Any) -> Any:
    """A value of dataclasses and enums as JSON can hold it."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    return value
