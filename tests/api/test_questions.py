"""``/answer`` and ``/retrieve``, with and without the prefix."""

import re
from dataclasses import replace

import anyio
import anyio.lowlevel
import httpx2
import pytest

from pincite.api.schemas import AnswerOut
from pincite.library import AsyncLibrary
from pincite.pipeline.answer import Answer
from tests.api.conftest import API, DOCUMENTS, client_of
from tests.libraries import CLAUSE, FACT, FAR


async def post(client: httpx2.AsyncClient, path: str, **body: object) -> dict[str, object]:
    response = await client.post(path, json=body)
    assert response.status_code == 200, response.text
    AnswerOut.model_validate(response.json())
    answer: dict[str, object] = response.json()
    return answer


@pytest.mark.feature("API-01", "API-03", "API-04", "API-05", "API-06")
@pytest.mark.parametrize("prefix", ["", API])
async def test_an_answer_has_the_fields_of_the_reference(client: httpx2.AsyncClient, prefix: str) -> None:
    answer = await post(client, f"{prefix}/answer", query=CLAUSE)
    assert {"trace_id", "query", "answer", "elapsed_ms", "sources", "route"} <= answer.keys()
    assert answer["route"] == {"strategy": "bm25_heavy", "query_type": "structured_lookup"}
    assert "crag_retries" not in answer
    source = answer["sources"][0]  # type: ignore[index]
    assert {"chunk_id", "page_range", "content", "chunk_type", "rrf_score", "rerank_score"} <= source.keys()
    assert source["chunk_type"] == "text"
    assert "3영업일" in source["content"]
    cited = set(re.findall(r'chunk_id="([^"]+)"', str(answer["answer"])))
    assert cited
    supported = {id_ for claim in answer["citations"] for id_ in claim["supported_by_chunks"]}  # type: ignore[attr-defined]
    assert cited <= supported
    assert answer["verification"]["risk_level"] == "pass"  # type: ignore[index]


@pytest.mark.feature("PL-10", "API-07")
@pytest.mark.parametrize("prefix", ["", API])
async def test_retrieve_calls_no_model_and_no_gate(client: httpx2.AsyncClient, prefix: str) -> None:
    found = await post(client, f"{prefix}/retrieve", query=CLAUSE, top_k=3)
    assert found["model_calls"] == 0
    assert found["answer"] == ""
    assert found["verification"] is None
    assert 0 < len(found["sources"]) <= 3  # type: ignore[arg-type]
    far = await post(client, f"{prefix}/retrieve", query=FAR)
    assert far["is_refusal"] is False
    assert far["sources"]


@pytest.mark.feature("CG-06")
async def test_a_refusal_is_200_with_its_reason(client: httpx2.AsyncClient) -> None:
    answer = await post(client, "/answer", query=FAR)
    assert answer["is_refusal"] is True
    assert answer["refusal_reason"]
    assert answer["searched"] == ["documents"]
    assert answer["nearest"]
    assert answer["sources"] == []


@pytest.mark.feature("API-06", "CG-11")
def test_retries_show_only_when_there_were_some(given: Answer) -> None:
    assert "crag_retries" not in given.to_json()
    retried = replace(given, crag_retries=1, rewrites=("bearing grease interval",)).to_json()
    assert retried["crag_retries"] == 1
    assert "citations" not in replace(given, citations=()).to_json()
    for body in (given.to_json(), retried):
        AnswerOut.model_validate(body)


@pytest.fixture(scope="module")
async def given(library: AsyncLibrary, anyio_backend: str) -> Answer:
    return await library.ask(CLAUSE)


async def test_a_scope_narrows(client: httpx2.AsyncClient) -> None:
    answer = await post(client, "/answer", query=FACT, documents=["pump manual.md"], language="ko")
    assert {source["document"] for source in answer["sources"]} == {  # type: ignore[attr-defined]
        "Harrow P-40 Pump Maintenance Manual"
    }
    assert answer["language"] == "ko"
    nothing = await post(client, "/retrieve", query=FACT, tags=["no such tag"])
    assert nothing["sources"] == []


async def test_an_upload_does_not_hold_up_answers(client: httpx2.AsyncClient) -> None:
    text = "# Long\n\n" + "\n\n".join(f"## Section {n}\nThe valve {n} opens at {n} bar." for n in range(400))
    uploaded = await client.post(DOCUMENTS, files={"file": ("long.md", text.encode())})
    assert uploaded.status_code == 202
    path = f"{DOCUMENTS}/{uploaded.json()['id']}"
    answered = 0
    while (await client.get(path)).json()["status"] not in ("ready", "failed"):
        await post(client, "/answer", query=CLAUSE)
        answered += 1
        await anyio.lowlevel.checkpoint()
    assert answered > 1
    assert (await client.get(path)).json()["status"] == "ready"
    assert (await client.delete(path)).status_code == 204


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"query": "x", "foo": 1}, "foo"),
        ({}, "query"),
        ({"query": 1}, "query"),
        ({"query": "x", "top_k": -1}, "top_k"),
        ({"query": "x", "language": "fr"}, "language"),
        ({"query": ""}, ""),
        ({"query": " \n "}, ""),
        ({"query": "a\x00b"}, ""),
        ([], ""),
    ],
)
@pytest.mark.parametrize("path", ["/answer", "/retrieve"])
async def test_bad_bodies_are_400(client: httpx2.AsyncClient, path: str, body: object, where: str) -> None:
    if path == "/retrieve" and isinstance(body, dict) and "language" in body:
        where = "language"
    response = await client.post(path, json=body)
    assert response.status_code == 400
    assert set(response.json()) == {"code", "message", "hint", "request_id"}
    assert response.json()["code"] == "invalid_input"
    assert where in response.json()["message"]


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"", b'{"query": "\\ud800"}'])
async def test_what_is_no_json_is_400(client: httpx2.AsyncClient, content: bytes) -> None:
    response = await client.post("/answer", content=content, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert response.json()["code"] == "invalid_input"


@pytest.mark.parametrize("scope", [{"bases": ["nope"]}, {"documents": ["nope"]}])
async def test_an_unknown_scope_is_404(client: httpx2.AsyncClient, scope: dict[str, list[str]]) -> None:
    response = await client.post("/answer", json={"query": FACT, **scope})
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


async def test_a_fault_of_our_own_says_nothing_of_its_inside(
    library: AsyncLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> Answer:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(AsyncLibrary, "ask", broken)
    async with client_of(library) as client:
        response = await client.post("/answer", json={"query": FACT})
    assert response.status_code == 500
    assert response.json()["code"] == "internal"
    assert "secret" not in response.text
