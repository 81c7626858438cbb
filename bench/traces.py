"""Traces: ``python -m bench.traces [--traces 10000] [--json]``.

Makes traces as large as those of answers over eight passages of Korean terms, in 30 days, and sums them up by
the command ``pincite traces``, its start included. Prints one JSON object.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from pincite.observability.traces_lines import dumped, text_hash
from pincite.observability.traces_store import TraceStore

TRACES = 10_000
SECONDS_LIMIT = 2.0
"""For 10,000 traces; issue 7."""
DAYS = 30
PASSAGES = 8
"""What an answer may use; `retrieval.rerank_top_k`."""
SENTENCE = (
    "회사는 피보험자가 보험기간 중 상해로 {days}일 이상 입원한 때에 "
    "제{clause}조에 따라 {amount}만원을 지급합니다. "
)
STAGES = (
    "query_understand",
    "query_route",
    "chunk_search_parallel",
    "chunk_rerank",
    "retrieval_grade",
    "chunk_merge",
    "filter_top_k",
    "into_chat_message",
    "chat_completion",
    "answer_verify",
)
TYPES = ("structured_lookup", "interpretation", "procedure", "comparison", "simple_fact")
RISKS = ("pass", "pass", "pass", "warn", "soft_fail", "hard_fail")
SEED = 7


def traces(count: int, chance: random.Random) -> Iterator[tuple[datetime, dict[str, Any]]]:
    """In the order of writing; the keys in the order of `pincite.observability.traces_record`."""
    first = datetime.now(UTC) - timedelta(days=DAYS)
    for number in range(count):
        at = first + timedelta(days=DAYS) * (number / count)
        yield at, _trace(at, chance)


def _trace(at: datetime, chance: random.Random) -> dict[str, Any]:
    refused, risk = chance.random() < 0.2, chance.choice(RISKS)
    texts = [_text(chance, 900) for _ in range(PASSAGES)]
    ids = [str(UUID(int=chance.getrandbits(128))) for _ in texts]
    claims = [_text(chance, 80) for _ in range(4)]
    return {
        "trace_id": str(UUID(int=chance.getrandbits(128))),
        "at": at.isoformat(timespec="milliseconds"),
        "tenant": "default",
        "user": None,
        "session_id": None,
        "message_id": None,
        "assistant": None,
        "language": "ko",
        "route": {
            "query_type": chance.choice(TYPES),
            "strategy": "hybrid",
            "dense_factor": 6,
            "bm25_factor": 6,
        },
        "scores": [round(chance.random(), 6)],
        "retries": int(chance.random() < 0.1),
        "is_refusal": refused,
        "refusal": "refused_no_topic" if refused else None,
        "ungrounded": False,
        "degraded": [],
        "risk_level": None if refused else risk,
        "groundedness": round(chance.random(), 4),
        "failure_type": None if risk == "pass" else "generation_error",
        "failure_types": {} if risk == "pass" else {"generation_error": 1},
        "verdicts": {"supported": 3, "unsupported": 1},
        "escalation_required": False,
        "critic": {"failure_type": None, "action_taken": "none", "regenerate_improved": None},
        "elapsed_ms": round(chance.uniform(200, 9_000), 1),
        "stage_ms": {stage: round(chance.uniform(0.1, 900), 1) for stage in STAGES},
        "model_calls": [
            {
                "stage": "chat_completion",
                "model": "qwen3",
                "ms": round(chance.uniform(200, 8_000), 1),
                "first_ms": None,
                "prompt_tokens": 3_000,
                "completion_tokens": 200,
                "error": None,
            }
        ],
        "finish_reason": "stop",
        "settings": {"fingerprint": "0bfd67c673c6", "pincite": "0.1.0", "chat": "qwen3", "values": {}},
        "searched": ["documents"],
        "redacted": None,
        "query": _text(chance, 40),
        "answer": " ".join(claims),
        "claims": [{"text": claim, "verdict": "supported", "findings": []} for claim in claims],
        "passages": [
            {"id": id_, "heading": "보험약관", "text": text, "sha256": text_hash(text)}
            for id_, text in zip(ids, texts, strict=True)
        ],
    }


def _text(chance: random.Random, letters: int) -> str:
    text = ""
    while len(text) < letters:
        text += SENTENCE.format(
            days=chance.randrange(1, 100), clause=chance.randrange(1, 100), amount=chance.randrange(1, 10_000)
        )
    return text[:letters]


def measure(count: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        store = TraceStore(Path(folder))
        size, began = 0, time.perf_counter()
        appending = 0.0
        for at, trace in traces(count, random.Random(SEED)):
            line = dumped(trace)
            size += len(line)
            before = time.perf_counter()
            store.files.append(line, at.date())
            appending += time.perf_counter() - before
        made = time.perf_counter() - began
        began = time.process_time()
        answers = store.summary()["answers"]
        summing = time.process_time() - began
        command = [str(Path(sys.executable).with_name("pincite")), "--library", folder, "traces", "--json"]
        before_children = os.times()
        began = time.perf_counter()
        said = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        seconds = time.perf_counter() - began
        children = os.times()
        processor = (
            children.children_user
            + children.children_system
            - before_children.children_user
            - before_children.children_system
        )
        if not answers == json.loads(said.stdout)["answers"] == count:
            raise RuntimeError("traces are missing")
    return {
        "traces": count,
        "megabytes": round(size / 1e6, 1),
        "made_seconds": round(made, 2),
        "append_ms": round(appending / count * 1000, 3),
        "summing_seconds": round(summing, 3),
        "processor_seconds": round(processor, 3),
        "seconds": round(seconds, 3),
        "limit": SECONDS_LIMIT,
    }


def line(result: dict[str, Any]) -> str:
    verdict = "within" if result["seconds"] < SECONDS_LIMIT else "over"
    return (
        f"pincite traces over {result['traces']:,} traces ({result['megabytes']:.0f} MB): "
        f"{result['seconds']:.2f} s, {verdict} the limit of {SECONDS_LIMIT:g} s "
        f"({result['processor_seconds']:.2f} s of processor, {result['summing_seconds']:.2f} s of it without "
        f"the start; a trace is appended in {result['append_ms']:.2f} ms)"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--traces", type=int, default=TRACES)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.traces)
    print(json.dumps(found) if asked.json else line(found))
