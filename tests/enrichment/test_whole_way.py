"""A library with a chat model: the real parsers, index and client, against a scripted server on loopback."""

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

import pincite
from pincite.api.app import create_app
from tests.adapters.chat_server import Exchange, chat_server, completion, fails
from tests.libraries import KOREAN, settings_for

RATES = "가입금액,납입보험료,코드\n1000,320,1\n2000,640,9\n3000,960,1\n"
GUIDANCE = "코드 9는 모집 수당 환수 대상을 뜻한다. 금액은 만원 단위이다."


async def scripted(exchange: Exchange) -> None:
    """Answers by what the rules ask for."""
    rules = exchange.body["messages"][0]["content"]
    said: Any = {"summary": "늘봄 상해보험의 보장과 청구 절차를 정한 약관이다."}
    if '"questions"' in rules:
        said = {"questions": ["입원하면 하루에 얼마를 받나요?", "서류를 내면 며칠 안에 주나요?"]}
    elif '"columns"' in rules:
        said = {
            "summary": "가입금액별 보험료와 모집 수당 환수 여부를 보여 주는 표이다.",
            "columns": [{"name": "코드", "description": "9이면 모집 수당 환수 대상이다."}],
        }
    await exchange.send(
        completion(f"<think>흠</think>\n```json\n{json.dumps(said, ensure_ascii=False)}\n```")
    )


@pytest.mark.feature("CH-11")
@pytest.mark.feature("CX-10")
async def test_questions_summaries_and_tables_through_a_real_server(tmp_path: Path) -> None:
    async with chat_server(scripted) as server:
        settings = settings_for(tmp_path / "library", chat={"base_url": server.base_url, "model": "qwen3"})
        async with await pincite.aopen(settings=settings) as library:
            transport = httpx2.ASGITransport(create_app(library), raise_app_exceptions=False)
            async with httpx2.AsyncClient(transport=transport, base_url="http://pincite/api/v1") as client:
                await _through_http(client, library)
        asked = [request["messages"] for request in server.requests]
    tables = [call for call in asked if '"columns"' in call[0]["content"]]
    assert len(tables) == 1
    assert GUIDANCE in tables[0][0]["content"], "the business guidance is in the recorded call"
    assert "2000 | 640 | 9" in tables[0][1]["content"]
    assert GUIDANCE not in json.dumps([call for call in asked if call not in tables], ensure_ascii=False)


async def _through_http(client: httpx2.AsyncClient, library: pincite.AsyncLibrary) -> None:
    made = await client.post(
        "/knowledge-bases",
        json={
            "name": "terms",
            "enrichment": {"questions": True},
            "chunking_config": {"table_metadata_instructions": GUIDANCE},
        },
    )
    assert made.json()["enrichment"] == {"questions": True}
    base = await library.knowledge_base("terms")
    for name, text in (("약관.md", KOREAN), ("요율.csv", RATES)):
        await client.post("/knowledge-bases/terms/documents", files={"file": (name, text.encode())})
    await (await library.engine()).ingest.run_pending()
    documents = {document.filename: document for document in await base.documents()}
    assert all(not document.warnings for document in documents.values())

    listed = (await client.get("/knowledge-bases/terms/documents/약관.md/chunks")).json()["chunks"]
    assert listed[0]["summaries"]["document"] == "늘봄 상해보험의 보장과 청구 절차를 정한 약관이다."
    assert any("입원하면 하루에 얼마를 받나요?" in chunk["questions"] for chunk in listed)
    rates = (await client.get("/knowledge-bases/terms/documents/요율.csv/chunks")).json()["chunks"]
    assert [chunk["chunk_type"] for chunk in rates] == ["text", "table_summary", "table_column"]
    assert rates[2]["content"] == "- 가입금액\n- 납입보험료\n- 코드: 9이면 모집 수당 환수 대상이다."

    # What the model wrote leads to the table, and is no source itself.
    found = await library.retrieve("모집 수당 환수 대상", bases=["terms"])
    best = found.to_json()["sources"][0]
    assert best["document"] == "요율"
    assert "2000 | 640 | 9" in best["content"]
    assert "환수" not in json.dumps(found.to_json()["sources"], ensure_ascii=False)

    changed = await client.patch(
        "/knowledge-bases/terms", json={"enrichment": {"questions": None, "tables": False}}
    )
    assert changed.json()["enrichment"] == {"tables": False}
    refused = await client.patch("/knowledge-bases/terms", json={"enrichment": {"captions": True}})
    assert refused.status_code in (400, 422)


async def test_a_server_that_fails_costs_no_document(tmp_path: Path) -> None:
    async with chat_server(fails(500)) as server:
        settings = settings_for(tmp_path / "library", chat={"base_url": server.base_url, "model": "qwen3"})
        async with await pincite.aopen(settings=settings) as library:
            base = await library.knowledge_base("terms")
            (tmp_path / "약관.md").write_text(KOREAN, encoding="utf-8")
            summary = await base.add(tmp_path / "약관.md")
    (document,) = summary.ready
    (warning,) = document.warnings
    assert "1 of 1 summaries" in warning
    assert "500" in warning
