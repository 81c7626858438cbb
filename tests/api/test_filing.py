"""Folders, tags, values, days and batches over HTTP."""

import json

import httpx2
import pytest

from tests.api.conftest import API
from tests.api.test_documents import envelope, settled

BASE = f"{API}/knowledge-bases/filed"
DOCUMENTS = f"{BASE}/documents"
OLD, NEW = "# 휴가 규정\n\n직원의 연차는 1년에 15일입니다.", "# 휴가 규정\n\n직원의 연차는 1년에 20일입니다."


@pytest.fixture(scope="module", autouse=True)
async def _filled(client: httpx2.AsyncClient) -> None:
    await client.post(f"{API}/knowledge-bases", json={"name": "filed"})
    for name, text, form in (
        ("rules/2022/leave.md", OLD, {"tags": ["hr", "draft"], "effective_from": "2022-01-01"}),
        (
            "rules/2024/leave.md",
            NEW,
            {
                "tags": ["hr"],
                "effective_from": "2024-01-01",
                "supersedes": "rules/2022/leave.md",
                "custom": json.dumps({"dept": "인사", "level": 2}),
            },
        ),
        ("copy of leave.md", OLD, {"folder": "attic"}),
    ):
        response = await client.post(DOCUMENTS, files={"file": (name, text.encode())}, data=form)
        assert response.status_code == 202, response.text
        assert (await settled(client, f"{DOCUMENTS}/{response.json()['id']}"))["status"] == "ready"


async def listed(client: httpx2.AsyncClient, query: str = "") -> list[str]:
    response = await client.get(f"{DOCUMENTS}{query}")
    assert response.status_code == 200, response.text
    return [f"{row['folder']}/{row['filename']}" for row in response.json()]


async def test_folders_come_from_names_and_fields(client: httpx2.AsyncClient) -> None:
    assert await listed(client, "?order=folder") == [
        "attic/copy of leave.md",
        "rules/2022/leave.md",
        "rules/2024/leave.md",
    ]
    filing = (await client.get(f"{BASE}/filing")).json()
    assert filing == {
        "total": 3,
        "by_status": {"ready": 3},
        "folders": [
            {"path": "attic", "documents": 1},
            {"path": "rules/2022", "documents": 1},
            {"path": "rules/2024", "documents": 1},
        ],
        "tags": [{"tag": "draft", "documents": 1}, {"tag": "hr", "documents": 2}],
    }


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?folder=rules", 2),
        ("?folder=rules&below=false", 0),
        ("?tag=draft", 1),
        ("?tag=draft&tag=hr", 2),
        ("?status=failed", 0),
        ("?name=COPY", 1),
        ("?custom=dept%3D인사&custom=level%3D2", 1),
        ("?limit=2", 2),
        ("?offset=2", 1),
        ("?limit=0", 0),
    ],
)
async def test_a_list_is_filtered_and_paged(client: httpx2.AsyncClient, query: str, found: int) -> None:
    assert len(await listed(client, query)) == found
    response = await client.get(f"{DOCUMENTS}{query}")
    assert response.headers["X-Total-Count"] == ("3" if "limit" in query or "offset" in query else str(found))
    if "limit" in query:
        assert response.headers["X-Status-Counts"] == "ready=3"


@pytest.mark.parametrize(
    "query",
    ["?folder=../up", "?order=colour", "?status=odd", "?limit=-1", "?custom=nothing", "?custom=a%20b%3D1"],
)
async def test_a_query_that_means_nothing_is_refused(client: httpx2.AsyncClient, query: str) -> None:
    await envelope(await client.get(f"{DOCUMENTS}{query}"), 400, "invalid_input")


async def test_a_name_that_climbs_is_refused_and_leaves_nothing(client: httpx2.AsyncClient) -> None:
    for name, form in (
        ("../../etc/passwd.md", {}),
        ("a.md", {"folder": "a/../.."}),
        ("a.md", {"folder": "/a"}),
    ):
        response = await client.post(DOCUMENTS, files={"file": (name, b"# x")}, data=form)
        await envelope(response, 400, "invalid_input")
    assert len(await listed(client)) == 3


async def test_the_same_content_is_told_and_listed(client: httpx2.AsyncClient) -> None:
    rows = {row["filename"] + row["folder"]: row for row in (await client.get(DOCUMENTS)).json()}
    first, copy = rows["leave.mdrules/2022"], rows["copy of leave.mdattic"]
    assert copy["duplicate_of"] == first["id"]
    assert any("duplicate_of" in warning for warning in copy["warnings"])
    assert first["duplicate_of"] is None
    (group,) = (await client.get(f"{BASE}/duplicates")).json()
    assert [row["id"] for row in group] == [first["id"], copy["id"]]


async def test_a_question_is_answered_by_the_day_it_is_asked_for(client: httpx2.AsyncClient) -> None:
    await client.patch(f"{DOCUMENTS}/copy of leave.md", json={"effective_to": "2023-12-31"})
    body = {"query": "직원의 연차는 1년에 며칠인가요?", "bases": ["filed"]}
    today = (await client.post("/answer", json=body)).json()
    assert "20일" in today["answer"]
    old = (await client.post("/answer", json={**body, "as_of": "2023-05-01"})).json()
    assert "15일" in old["answer"]
    assert old["as_of"] == "2023-05-01"
    assert old["notices"]
    assert old["sources"][0]["in_force"] is False
    assert "– 2023-12-31" in old["sources"][0]["label"]
    found = (await client.post("/retrieve", json={**body, "as_of": "2023-05-01"})).json()
    assert all("20일" not in source["content"] for source in found["sources"])
    for bad in ("2023-02-30", "01.05.2023", 20230501, "2023-05-01T00:00:00"):
        await envelope(await client.post("/answer", json={**body, "as_of": bad}), 400, "invalid_input")


async def test_a_patch_changes_what_it_names_and_nothing_else(client: httpx2.AsyncClient) -> None:
    path = f"{DOCUMENTS}/copy of leave.md"
    before = (await client.get(path)).json()
    changed = (
        await client.patch(
            path, json={"add_tags": ["copy"], "folder": "attic/old", "custom": {"n": 1}, "effective_to": None}
        )
    ).json()
    assert (changed["tags"], changed["folder"], changed["custom"]) == (["copy"], "attic/old", {"n": 1})
    assert changed["effective_to"] is None
    kept = ("id", "filename", "chunks", "status", "effective_from", "supersedes")
    assert [changed[name] for name in kept] == [before[name] for name in kept]
    for bad in (
        {"effective_from": "2024-01-02", "effective_to": "2024-01-01"},
        {"supersedes": "copy of leave.md"},
        {"supersedes": "nobody.md"},
        {"folder": ".."},
        {"custom": {"a": [1]}},
        {"custom": {"a b": 1}},
        {"add_tags": [""]},
        {"effective_from": 5},
        {"colour": "red"},
    ):
        response = await client.patch(path, json=bad)
        assert response.status_code in (400, 404), (bad, response.text)
    assert (await client.get(path)).json() == changed
    await client.patch(path, json={"tags": [], "folder": "attic", "custom": {"n": None}})


async def test_a_batch_tells_what_came_of_each(client: httpx2.AsyncClient) -> None:
    body = {
        "action": "change",
        "select": {"folder": "rules"},
        "change": {"effective_from": "2023-06-01", "rename_tags": {"draft": "final"}},
    }
    result = (await client.post(f"{BASE}/batch", json=body)).json()
    # The older one may not begin after the newer one that begins first.
    assert (result["done"], result["failed"]) == (1, 1)
    (failed,) = (row for row in result["results"] if row["error"])
    assert failed["error"]["code"] == "invalid_input"
    back = {"action": "change", "select": {"documents": [failed["id"]]}, "change": {"add_tags": ["seen"]}}
    assert (await client.post(f"{BASE}/batch", json=back)).json()["done"] == 1
    for bad in (
        {"action": "delete", "select": {}},
        {"action": "burn", "select": {"folder": ""}},
        {"action": "delete", "select": {"folder": ".."}},
    ):
        assert (await client.post(f"{BASE}/batch", json=bad)).status_code == 400
    # A name that means nothing fails by itself.
    some = {"documents": ["nobody.md", failed["id"]]}
    mixed = {"action": "change", "select": some, "change": {"add_tags": ["mixed"]}}
    result = (await client.post(f"{BASE}/batch", json=mixed)).json()
    assert (result["done"], result["failed"]) == (1, 1)
    (missing,) = (row for row in result["results"] if row["error"])
    assert (missing["id"], missing["filename"], missing["error"]["code"]) == (None, "nobody.md", "not_found")
    assert "mixed" in (await client.get(f"{DOCUMENTS}/{failed['id']}")).json()["tags"]
    again = (
        await client.post(f"{BASE}/batch", json={"action": "reparse", "select": {"tags": ["hr"]}})
    ).json()
    assert again["done"] == 2
    for row in again["results"]:
        assert (await settled(client, f"{DOCUMENTS}/{row['id']}"))["status"] == "ready"
    removed = (await client.post(f"{BASE}/batch", json={"action": "delete", "select": {"folder": ""}})).json()
    assert (removed["done"], removed["failed"]) == (3, 0)
    assert await listed(client) == []
