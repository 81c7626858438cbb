"""Traces over HTTP: of real answers, listed, shown, summed up, compared and made again."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

import pincite
from pincite.library import AsyncLibrary
from pincite.observability.traces_lines import dumped
from tests.api.conftest import API, client_of
from tests.libraries import CLAUSE, FACT, FAR, settings_for

TRACES = f"{API}/traces"
YESTERDAY = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()


@pytest.fixture(scope="module")
async def answered(client: httpx2.AsyncClient) -> list[dict[str, Any]]:
    """Three answers, the last of them a refusal."""
    return [
        (await client.post(f"{API}/answer", json={"query": question})).json()
        for question in (CLAUSE, FACT, FAR)
    ]


async def listed(client: httpx2.AsyncClient, **asked: Any) -> list[str]:
    found = await client.get(TRACES, params=asked)
    assert found.status_code == 200, found.text
    return [one["query"] for one in found.json()["traces"]]


@pytest.mark.feature("TR-02")
async def test_answers_are_listed_shown_and_found_by_what_they_are(
    client: httpx2.AsyncClient, answered: list[dict[str, Any]]
) -> None:
    assert (await listed(client))[:3] == [FAR, FACT, CLAUSE]
    assert (await listed(client, refused=True))[0] == FAR
    assert set(await listed(client, risk=["pass", "warn"])) >= {FACT, CLAUSE}
    assert CLAUSE in await listed(client, query_type="structured_lookup")
    assert await listed(client, until="2020-01-01") == []
    assert await listed(client, since=YESTERDAY, base="documents")
    first = (await client.get(TRACES, params={"limit": 1})).json()
    assert first["next"] == first["traces"][0]["trace_id"] == answered[2]["trace_id"]
    second = (await client.get(TRACES, params={"limit": 1, "after": first["next"]})).json()
    assert [one["query"] for one in second["traces"]] == [FACT]
    shown = (await client.get(f"{TRACES}/{answered[1]['trace_id']}")).json()["trace"]
    assert shown["answer"] == answered[1]["answer"]
    assert {"claims", "supports", "critic", "stage_ms", "passages"} <= shown.keys()
    assert shown["searched"] == ["documents"]


@pytest.mark.feature("TR-04")
async def test_they_are_summed_up_and_compared(
    client: httpx2.AsyncClient, answered: list[dict[str, Any]]
) -> None:
    found = (await client.get(f"{TRACES}/summary")).json()
    assert found["answers"] >= 3
    assert found["answerability"]["reasons"]["refused_no_topic"]["answers"] >= 1
    assert {"p50", "p95", "max"} <= found["latency"]["stages"]["answer_verify"].keys()
    (fingerprint,) = found["settings"]
    lately = f"{YESTERDAY}.."
    compared = await client.get(
        f"{TRACES}/compare", params={"first": "2020-01-01..2020-12-31", "second": lately}
    )
    assert compared.json()["first"]["answers"] == 0
    assert compared.json()["differences"]["refused"]["second"] > 0
    sides = {"first": fingerprint, "second": "ffffffffffff"}
    other = (await client.get(f"{TRACES}/compare", params=sides)).json()
    assert (other["first"]["answers"], other["second"]["answers"]) == (found["answers"], 0)


async def test_an_answer_is_made_again_and_leaves_no_trace_of_that(
    client: httpx2.AsyncClient, answered: list[dict[str, Any]]
) -> None:
    before = (await client.get(f"{TRACES}/summary")).json()["answers"]
    for given in answered:
        found = (await client.post(f"{TRACES}/{given['trace_id']}/replay")).json()
        assert found["same"], found["differences"]
    checked = await client.post(f"{TRACES}/{answered[0]['trace_id']}/replay", json={"verify_only": True})
    assert checked.json()["same"] is True
    refused = await client.post(f"{TRACES}/{answered[2]['trace_id']}/replay", json={"verify_only": True})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")
    assert (await client.get(f"{TRACES}/summary")).json()["answers"] == before


async def test_traces_of_another_tenant_are_not_there(
    client: httpx2.AsyncClient, library: AsyncLibrary, answered: list[dict[str, Any]]
) -> None:
    trace = library.traces.get(answered[1]["trace_id"])
    other = {**trace, "trace_id": "99999999-0000-4000-8000-000000000000", "tenant": "other", "query": "?"}
    library.traces.files.append(dumped(other), datetime.now(UTC).date())
    assert "?" not in await listed(client)
    for call in (client.get(f"{TRACES}/99999999"), client.post(f"{TRACES}/99999999/replay")):
        assert (await call).status_code == 404
    everything = library.traces.summary()["answers"]
    assert (await client.get(f"{TRACES}/summary")).json()["answers"] == everything - 1


@pytest.mark.parametrize("asked", [{"since": "yesterday"}, {"risk": "none"}, {"limit": 0}, {"limit": 201}])
async def test_what_cannot_be_asked_is_told(client: httpx2.AsyncClient, asked: dict[str, Any]) -> None:
    refused = await client.get(TRACES, params=asked)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")


async def test_a_trace_that_is_none(client: httpx2.AsyncClient) -> None:
    for path in ("nope", "0" * 36):
        assert (await client.get(f"{TRACES}/{path}")).status_code == 404


async def test_traces_need_the_key(filled: Path) -> None:
    settings = settings_for(filled, server={"api_key": "k" * 20})
    async with await pincite.aopen(settings=settings) as library, client_of(library) as client:
        for path in ("", "/summary", "/0000000000"):
            assert (await client.get(f"{TRACES}{path}")).status_code == 401


@pytest.mark.feature("TR-01")
async def test_turns_of_conversations_leave_traces_with_their_session(client: httpx2.AsyncClient) -> None:
    session = (await client.post(f"{API}/sessions")).json()["id"]
    for question in (FACT, "그럼 베어링은 누가 바꾸나요?"):
        told = await client.post(f"{API}/sessions/{session}/knowledge-qa", json={"query": question})
        assert '"complete"' in told.text
    found = (await client.get(TRACES, params={"session": session})).json()["traces"]
    assert [one["query"] for one in found] == ["그럼 베어링은 누가 바꾸나요?", FACT]
    messages = (await client.get(f"{API}/sessions/{session}/messages")).json()["messages"]
    answers = {one["id"]: one for one in messages if one["role"] == "assistant"}
    assert {one["message_id"] for one in found} == set(answers)
    second = (await client.get(f"{TRACES}/{found[0]['trace_id']}")).json()["trace"]
    assert [turn["question"] for turn in second["request"]["turns"]] == [FACT]
    again = (await client.post(f"{TRACES}/{found[0]['trace_id']}/replay")).json()
    assert again["same"], again["differences"]


async def test_an_answer_to_a_client_of_openai_leaves_one_too(client: httpx2.AsyncClient) -> None:
    body = {"model": "pincite", "messages": [{"role": "user", "content": CLAUSE}]}
    said = (await client.post("/v1/chat/completions", json=body)).json()
    trace_id = said["choices"][0]["message"]["pincite"]["trace_id"]
    trace = (await client.get(f"{TRACES}/{trace_id}")).json()["trace"]
    assert trace["query"] == CLAUSE
    assert trace["request"]["conversation"] is True
