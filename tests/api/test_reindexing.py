"""The search index over HTTP: how it stands, and building it anew."""

import anyio
import httpx2
import pytest

from tests.api.conftest import API

INDEX = f"{API}/reindex"


@pytest.mark.feature("IX-05")
async def test_an_index_is_built_anew_while_it_answers(client: httpx2.AsyncClient) -> None:
    question = {"query": "제43조 내용 알려줘", "knowledge_bases": ["documents"]}
    (state, *_) = (await client.get(INDEX, params={"base": "documents"})).json()
    assert (state["base"], state["current"], state["building"]) == ("documents", True, False)
    begun = await client.post(INDEX, json={"bases": ["documents"]})
    assert begun.status_code == 202
    assert [one["base"] for one in begun.json()] == ["documents"]
    with anyio.fail_after(120):
        while (await client.get(INDEX, params={"base": "documents"})).json()[0]["building"]:
            assert (await client.post(f"{API}/retrieve", json=question)).status_code in (200, 400)
            await anyio.sleep(0.1)
    assert (await client.get(INDEX)).json()[0]["current"]
    assert (await client.delete(INDEX)).json() == []
    assert (await client.post(INDEX, json={"bases": ["nowhere"]})).status_code == 404
    assert (await client.post(INDEX, json={"base": "documents"})).status_code == 400
