from collections.abc import AsyncIterator

import anyio
import httpx2
import pytest

from tests.api.conftest import API

BASES = f"{API}/knowledge-bases"
FAQ = f"{BASES}/questions/faq"
ENTRY = {
    "standard_question": "환불은 언제까지 되나요?",
    "similar_questions": ["결제 취소 기한"],
    "negative_questions": ["교환은 언제까지 되나요?"],
    "answers": ["구매일부터 7일 이내에 환불됩니다."],
    "tags": ["환불"],
}
CSV = "질문,유사질문,답변\n배송은 얼마나 걸리나요?,,2일 걸립니다.\n,,답만\n"


@pytest.fixture
async def faq(client: httpx2.AsyncClient) -> AsyncIterator[httpx2.AsyncClient]:
    """A client over a library with an empty FAQ base ``questions``."""
    made = await client.post(
        BASES, json={"name": "questions", "kind": "faq", "faq": {"question_mode": "separate"}}
    )
    assert made.status_code == 201, made.text
    assert made.json()["faq"] == {"index_mode": "question_answer", "question_mode": "separate"}
    yield client
    assert (await client.delete(f"{BASES}/questions")).status_code == 204


async def ready(client: httpx2.AsyncClient, entry_id: str) -> dict[str, object]:
    while (entry := (await client.get(f"{FAQ}/{entry_id}")).json())["status"] != "ready":
        assert entry["status"] != "failed", entry
        await anyio.sleep(0.05)
    return dict(entry)


async def test_an_entry_is_added_changed_asked_and_removed(faq: httpx2.AsyncClient) -> None:
    made = await faq.post(FAQ, json=ENTRY)
    assert made.status_code == 201
    entry = await ready(faq, made.json()["id"])
    assert {key: entry[key] for key in ENTRY} == ENTRY
    where = f"{FAQ}/{entry['id']}"

    answer = await faq.post(f"{API}/answer", json={"query": "결제 취소 기한은?", "bases": ["questions"]})
    told = answer.json()
    assert not told["is_refusal"] and "구매일부터 7일 이내에 환불됩니다." in told["answer"]
    assert told["sources"][0]["chunk_type"] == "faq"
    assert told["sources"][0]["document"] == ENTRY["standard_question"]
    assert told["verification"]["risk_level"] == "pass"
    refused = await faq.post(
        f"{API}/answer", json={"query": "교환은 언제까지 되나요", "bases": ["questions"]}
    )
    assert refused.json()["is_refusal"]

    changed = await faq.patch(where, json={"answers": ["30일 이내입니다."]})
    assert changed.json()["answers"] == ["30일 이내입니다."] and changed.json()["tags"] == ["환불"]
    await ready(faq, str(entry["id"]))
    assert (await faq.post(FAQ, json=ENTRY)).status_code == 409
    assert (await faq.delete(where)).status_code == 204
    assert (await faq.get(where)).status_code == 404


async def test_a_table_is_tried_imported_listed_and_exported(faq: httpx2.AsyncClient) -> None:
    file = {"file": ("faq.csv", CSV.encode("cp949"), "text/csv")}
    dry = (await faq.post(f"{FAQ}/import", files=file, data={"dry_run": "true"})).json()
    assert (dry["added"], dry["failed"], dry["dry_run"]) == (1, 1, True)
    assert dry["errors"] == [{"row": 3, "sheet": None, "question": "", "reason": "질문이 없습니다."}]
    assert (await faq.get(FAQ)).json()["total"] == 0

    done = (await faq.post(f"{FAQ}/import", files=file)).json()
    (step, _) = done["entries"]
    await ready(faq, step["id"])
    page = (await faq.get(FAQ, params={"search": "걸리", "limit": 1})).json()
    assert (page["total"], page["entries"][0]["id"]) == (1, step["id"])

    for kind in ("csv", "xlsx", "json"):
        export = await faq.get(f"{FAQ}/export", params={"format": kind})
        assert export.status_code == 200 and f"faq.{kind}" in export.headers["content-disposition"]
        again = await faq.post(
            f"{FAQ}/import", files={"file": (f"x.{kind}", export.content)}, data={"mode": "replace"}
        )
        assert (again.json()["unchanged"], again.json()["removed"]) == (1, 0)

    other = {"file": ("faq.json", '[{"question": "어디인가요?", "answer": "서울입니다."}]')}
    replaced = (await faq.post(f"{FAQ}/import", files=other, data={"mode": "replace"})).json()
    assert (replaced["added"], replaced["removed"], replaced["held_back"]) == (1, 1, None)
    entries = (await faq.get(FAQ)).json()["entries"]
    assert [(entry["standard_question"], entry["status"]) for entry in entries] == [("어디인가요?", "ready")]


async def test_several_entries_are_turned_off_and_removed_at_once(faq: httpx2.AsyncClient) -> None:
    ids = [
        (await faq.post(FAQ, json={"standard_question": f"질문 {word}?", "answers": ["답"]})).json()["id"]
        for word in ("가", "나")
    ]
    changed = await faq.post(f"{FAQ}/batch", json={"ids": ids, "enabled": False, "add_tags": ["x"]})
    assert [(entry["enabled"], entry["tags"]) for entry in changed.json()] == [(False, ["x"])] * 2
    assert (await faq.get(FAQ, params={"enabled": "false", "tag": "x"})).json()["total"] == 2
    assert (await faq.post(f"{FAQ}/batch", json={"ids": ids})).status_code == 400
    assert (await faq.post(f"{FAQ}/batch-delete", json={"ids": [*ids, "nobody"]})).status_code == 404
    assert (await faq.post(f"{FAQ}/batch-delete", json={"ids": ids})).status_code == 204
    assert (await faq.get(FAQ)).json()["total"] == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"standard_question": " ", "answers": ["x"]}, 400),
        ({"standard_question": "Q", "answers": []}, 400),
        ({"standard_question": "Q", "answers": [" "]}, 400),
        ({"standard_question": "Q", "answers": ["x"], "similar_questions": ["q?"]}, 400),
        ({"standard_question": "Q", "answers": ["x"], "answer_strategy": "best"}, 400),
        ({"standard_question": "Q", "answers": ["x"], "category": "x"}, 400),
        ({"standard_question": "x" * 2001, "answers": ["x"]}, 400),
    ],
)
async def test_an_entry_that_cannot_be_used_is_refused(
    faq: httpx2.AsyncClient, body: dict[str, object], status: int
) -> None:
    answer = await faq.post(FAQ, json=body)
    assert (answer.status_code, set(answer.json())) == (status, {"code", "message", "hint", "request_id"})
    assert (await faq.get(FAQ)).json()["total"] == 0


async def test_what_is_no_faq_is_refused_in_the_envelope(faq: httpx2.AsyncClient) -> None:
    for name, data, status in (
        ("a.csv", b"name,price\n1,2\n", 400),
        ("a.xlsx", b"PK\x03\x04broken", 422),
        ("a.csv", b"", 400),
    ):
        answer = await faq.post(f"{FAQ}/import", files={"file": (name, data)})
        assert answer.status_code == status and answer.json()["hint"]
    assert (await faq.get(f"{BASES}/documents/faq")).status_code == 400
    upload = await faq.post(f"{BASES}/questions/documents", files={"file": ("a.md", b"# text")})
    assert upload.status_code == 400 and "faq import" in upload.json()["hint"]
    assert (await faq.get(f"{BASES}/nowhere/faq")).status_code == 404
