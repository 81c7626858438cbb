"""Pictures and highlights over HTTP."""

import io
import re

import httpx2
from PIL import Image

from pincite.library import AsyncLibrary
from tests.api.conftest import API
from tests.api.test_documents import settled
from tests.parsing.pdf_files import picture_pdf

PAGE = (
    [
        (60.0, 780.0, "The pump is greased every week, as Figure 1 shows for the left bearing."),
        (60.0, 500.0, "After greasing the cover is closed and the date is written on its label."),
    ],
    [(60.0, 540.0, 180.0, 180.0, 0)],
)


async def uploaded(
    client: httpx2.AsyncClient, base: str
) -> tuple[dict[str, object], list[dict[str, object]]]:
    await client.post(f"{API}/knowledge-bases", json={"name": base})
    documents = f"{API}/knowledge-bases/{base}/documents"
    await client.post(documents, files={"file": ("pump.pdf", picture_pdf([PAGE]))})
    document = await settled(client, f"{documents}/pump.pdf")
    assert document["status"] == "ready", document
    chunks = (await client.get(f"{documents}/pump.pdf/chunks")).json()["chunks"]
    return document, chunks


async def test_a_picture_is_served_under_the_address_in_the_text(client: httpx2.AsyncClient) -> None:
    document, chunks = await uploaded(client, "figures")
    text = "\n".join(str(chunk["content"]) for chunk in chunks)
    (address,) = set(re.findall(r"!\[\]\((/api/v1/[^)]+)\)", text))
    shown = await client.get(address)
    assert shown.status_code == 200
    assert shown.headers["content-type"] == "image/png"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert "immutable" in shown.headers["cache-control"]
    with Image.open(io.BytesIO(shown.content)) as picture:
        assert picture.width >= 300
    for missing in (
        f"{API}/documents/{document['id']}/images/none.png",
        address.replace("documents/", "documents/x"),
    ):
        assert (await client.get(missing)).status_code == 404
    await client.delete(f"{API}/knowledge-bases/figures/documents/pump.pdf")
    assert (await client.get(address)).status_code == 404


async def test_the_offsets_of_a_chunk_lead_to_boxes_on_its_page(
    client: httpx2.AsyncClient, library: AsyncLibrary
) -> None:
    document, chunks = await uploaded(client, "highlights")
    chunk = next(chunk for chunk in chunks if "cover is closed" in str(chunk["content"]))
    where = {"start": chunk["start"], "end": chunk["end"]}
    answer = await client.get(f"{API}/documents/{document['id']}/highlights", params=where)
    assert answer.status_code == 200
    (page,) = answer.json()["pages"]
    assert page["page"] == 1
    assert page["boxes"]
    for left, bottom, right, top in page["boxes"]:
        assert 50 < left < right < 595
        assert 490 < bottom < top < 800
    for start, end in ((5, 5), (900_000, 900_001)):
        refused = await client.get(
            f"{API}/documents/{document['id']}/highlights", params={"start": start, "end": end}
        )
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")
    assert (await client.get(f"{API}/documents/none/highlights", params=where)).status_code == 404


async def test_the_file_and_text_of_a_document_come_back_as_they_are(
    client: httpx2.AsyncClient, library: AsyncLibrary
) -> None:
    document, chunks = await uploaded(client, "originals")
    answer = await client.get(f"{API}/documents/{document['id']}/file")
    assert answer.headers["content-type"] == document["media_type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''pump.pdf"
    assert "sandbox" in answer.headers["content-security-policy"]
    text = (await client.get(f"{API}/documents/{document['id']}/text")).json()["text"]
    for chunk in chunks:
        assert text[int(str(chunk["start"])) : int(str(chunk["end"]))] == chunk["original"]
    for missing in ("file", "text"):
        assert (await client.get(f"{API}/documents/none/{missing}")).status_code == 404
