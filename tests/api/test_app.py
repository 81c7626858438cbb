"""The description of the API, and the key."""

from typing import Any

import httpx2
import pytest

import pincite
from pincite.api.app import create_app
from pincite.library import AsyncLibrary
from tests.api.conftest import API, client_of
from tests.libraries import settings_for


@pytest.fixture(scope="module")
def described(library: AsyncLibrary) -> dict[str, Any]:
    return create_app(library).openapi()


def operations(described: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{method.upper()} {path}": operation
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }


@pytest.mark.feature("API-01")
def test_every_route_is_described(described: dict[str, Any]) -> None:
    found = operations(described)
    assert set(found) == {
        f"POST {API}/retrieve",
        f"GET {API}/reindex",
        f"POST {API}/reindex",
        f"DELETE {API}/reindex",
        f"POST {API}/answer",
        f"GET {API}/knowledge-bases",
        f"POST {API}/knowledge-bases",
        f"GET {API}/knowledge-bases/{{base}}",
        f"PATCH {API}/knowledge-bases/{{base}}",
        f"DELETE {API}/knowledge-bases/{{base}}",
        f"GET {API}/knowledge-bases/{{base}}/chunking",
        f"POST {API}/knowledge-bases/{{base}}/reparse",
        f"GET {API}/knowledge-bases/{{base}}/filing",
        f"GET {API}/knowledge-bases/{{base}}/duplicates",
        f"POST {API}/knowledge-bases/{{base}}/batch",
        f"PATCH {API}/knowledge-bases/{{base}}/documents/{{document}}",
        f"POST {API}/knowledge-bases/{{base}}/documents/{{document}}/reparse",
        f"POST {API}/knowledge-bases/{{base}}/documents/{{document}}/cancel",
        f"GET {API}/knowledge-bases/{{base}}/documents/{{document}}/chunks",
        f"GET {API}/chunks/{{chunk_id}}",
        f"PATCH {API}/chunks/{{chunk_id}}",
        f"POST {API}/chunks/{{chunk_id}}/disable",
        f"POST {API}/chunks/{{chunk_id}}/enable",
        f"GET {API}/chunks/{{chunk_id}}/revisions",
        f"POST {API}/chunks/{{chunk_id}}/rollback",
        f"POST {API}/chunker/preview",
        f"GET {API}/knowledge-bases/{{base}}/documents",
        f"POST {API}/knowledge-bases/{{base}}/documents",
        f"POST {API}/knowledge-bases/{{base}}/documents/url",
        f"GET {API}/knowledge-bases/{{base}}/documents/{{document}}",
        f"DELETE {API}/knowledge-bases/{{base}}/documents/{{document}}",
        f"GET {API}/documents/{{document}}/images/{{name}}",
        f"GET {API}/documents/{{document}}/file",
        f"GET {API}/documents/{{document}}/text",
        f"GET {API}/documents/{{document}}/highlights",
        f"GET {API}/knowledge-bases/{{base}}/documents/{{document}}/timeline",
        f"GET {API}/knowledge-bases/{{base}}/progress",
        f"POST {API}/knowledge-bases/{{base}}/pause",
        f"POST {API}/knowledge-bases/{{base}}/resume",
        f"GET {API}/webhooks",
        f"POST {API}/webhooks",
        f"DELETE {API}/webhooks/{{webhook}}",
        f"GET {API}/prompts",
        f"GET {API}/assistants",
        f"POST {API}/assistants",
        f"GET {API}/assistants/{{assistant}}",
        f"PUT {API}/assistants/{{assistant}}",
        f"DELETE {API}/assistants/{{assistant}}",
        f"GET {API}/sessions",
        f"POST {API}/sessions",
        f"DELETE {API}/sessions/batch",
        f"GET {API}/sessions/{{session}}",
        f"PUT {API}/sessions/{{session}}",
        f"DELETE {API}/sessions/{{session}}",
        f"POST {API}/sessions/{{session}}/pin",
        f"DELETE {API}/sessions/{{session}}/pin",
        f"GET {API}/sessions/{{session}}/messages",
        f"DELETE {API}/sessions/{{session}}/messages/{{message}}",
        f"POST {API}/sessions/{{session_id}}/knowledge-qa",
        f"POST {API}/sessions/{{session_id}}/knowledge-qa/files",
        f"GET {API}/sessions/{{session}}/messages/{{message}}/images/{{number}}",
        f"POST {API}/sessions/{{session_id}}/messages/{{message_id}}/resend",
        f"POST {API}/sessions/{{session_id}}/messages/{{message_id}}/regenerate",
        f"GET {API}/sessions/continue-stream/{{session_id}}",
        f"POST {API}/sessions/{{session_id}}/stop",
        f"GET {API}/messages/search",
        f"GET {API}/messages/feedback",
        f"PUT {API}/messages/{{message}}/feedback",
        f"DELETE {API}/messages/{{message}}/feedback",
        f"GET {API}/knowledge-bases/{{base}}/faq",
        f"POST {API}/knowledge-bases/{{base}}/faq",
        f"GET {API}/knowledge-bases/{{base}}/faq/export",
        f"POST {API}/knowledge-bases/{{base}}/faq/import",
        f"POST {API}/knowledge-bases/{{base}}/faq/batch",
        f"POST {API}/knowledge-bases/{{base}}/faq/batch-delete",
        f"GET {API}/knowledge-bases/{{base}}/faq/{{entry}}",
        f"PATCH {API}/knowledge-bases/{{base}}/faq/{{entry}}",
        f"DELETE {API}/knowledge-bases/{{base}}/faq/{{entry}}",
        f"GET {API}/traces",
        f"GET {API}/traces/summary",
        f"GET {API}/traces/compare",
        f"GET {API}/traces/{{trace}}",
        f"POST {API}/traces/{{trace}}/replay",
        "GET /v1/models",
        "GET /v1/models/{model}",
        "POST /v1/chat/completions",
        "GET /healthz",
    }
    for name, operation in found.items():
        assert operation["summary"], name
        assert operation["description"], name
        assert operation["tags"], name


def test_every_response_has_a_model_and_bad_input_is_400(described: dict[str, Any]) -> None:
    for name, operation in operations(described).items():
        assert "422" not in operation["responses"], name
        for status, response in operation["responses"].items():
            if status == "204":
                continue
            # A file or a stream is described as what it is.
            for media in response["content"].values():
                assert media["schema"], (name, status)
            if int(status) >= 400:
                schema = response["content"]["application/json"]["schema"]
                envelope = "OpenAIErrorBody" if " /v1/" in name else "ErrorBody"
                assert schema == {"$ref": f"#/components/schemas/{envelope}"}, (name, status)
    assert "HTTPValidationError" not in described["components"]["schemas"]


def test_requests_refuse_unknown_fields_by_their_description(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    assert schemas["AnswerBody"]["additionalProperties"] is False
    assert schemas["RetrieveBody"]["additionalProperties"] is False
    assert schemas["BaseIn"]["additionalProperties"] is False


async def test_docs_are_served(client: httpx2.AsyncClient, described: dict[str, Any]) -> None:
    assert (await client.get("/openapi.json")).json() == described
    assert (await client.get("/docs")).status_code == 200


async def test_a_key_guards_everything_but_health(tmp_path: Any) -> None:
    settings = settings_for(tmp_path, server={"api_key": "geheim-키"})
    async with await pincite.aopen(settings=settings) as library, client_of(library) as client:
        assert (await client.get("/healthz")).status_code == 200
        for path in ("/answer", f"{API}/answer", f"{API}/knowledge-bases/documents/documents"):
            refused = await client.post(path, content=b"{")
            assert refused.status_code == 401
            assert refused.json()["code"] == "unauthorized"
            assert refused.headers["www-authenticate"] == "Bearer"
        for wrong in ("Bearer nope", "Basic geheim-키", "geheim-키", "Bearer "):
            headers = {"authorization": wrong.encode()}
            assert (await client.get(f"{API}/knowledge-bases", headers=headers)).status_code == 401  # type: ignore[arg-type]
        assert (await client.get("/openapi.json")).status_code == 401
        right = {"authorization": "bearer geheim-키".encode()}
        assert (await client.get(f"{API}/knowledge-bases", headers=right)).json() == []  # type: ignore[arg-type]
        assert create_app(library).openapi()["components"]["securitySchemes"]["HTTPBearer"]
