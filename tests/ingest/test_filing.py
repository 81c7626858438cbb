"""Tags, days and duplicates on their way through ingest and into the index."""

from datetime import date

import pytest

from pincite.core.errors import IndexUnavailable, InvalidInput
from pincite.core.types import DocumentStatus
from pincite.core.validity import Validity
from pincite.ports.documents import DocumentChange, TagChange
from pincite.ports.index import SearchFilter
from tests.ingest.standins import Bench

pytestmark = pytest.mark.anyio


async def ready(bench: Bench, name: str, text: str, **more: object) -> str:
    service = bench.service()
    if not await bench.metadata.bases.list():
        await service.create_base("terms")
    document = await service.add_bytes("terms", name, text.encode(), **more)  # type: ignore[arg-type]
    await service.run_pending()
    assert (await service.get_document(document.id)).status is DocumentStatus.READY
    return document.id


async def tagged(bench: Bench, tag: str) -> int:
    return await bench.index.count(SearchFilter(tags=[tag]))


async def test_a_change_of_tags_reaches_every_point_without_the_encoder(bench: Bench) -> None:
    id_ = await ready(bench, "a.md", "one\n\ntwo\n\nthree", tags=["old"])
    other = await ready(bench, "b.md", "four", tags=["old"])
    embedded = len(bench.embedder.texts)
    service = bench.service()
    await service.change_document(id_, DocumentChange(tags=TagChange(rename={"old": "new"})))
    await service.run_pending()
    assert (await tagged(bench, "new"), await tagged(bench, "old")) == (3, 1)
    assert len(bench.embedder.texts) == embedded
    await service.remove_document(other)
    await service.run_pending()
    assert (await bench.rows())["jobs"] == 0


async def test_tags_changed_while_a_document_is_indexed_win(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    document = await service.add_bytes("terms", "a.md", b"one\n\ntwo", tags=["before"])

    async def change() -> None:
        bench.embedder.before = None
        await service.change_document(document.id, DocumentChange(tags=TagChange(replace=("after",))))

    bench.embedder.before = change
    await service.run_pending()
    assert (await tagged(bench, "after"), await tagged(bench, "before")) == (2, 0)


async def test_tags_wait_for_an_index_that_is_away(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    id_ = await ready(bench, "a.md", "one")
    real, away = bench.index.set_tags, [IndexUnavailable("away")]

    async def frail(where: SearchFilter, tags: tuple[str, ...]) -> None:
        if away:
            raise away.pop()
        await real(where, tags)

    monkeypatch.setattr(bench.index, "set_tags", frail)
    service = bench.service()
    await service.change_document(id_, DocumentChange(tags=TagChange(add=("x",))))
    await service.run_pending()
    bench.clock.now += 100
    await service.run_pending()
    assert await tagged(bench, "x") == 1


async def test_a_reparse_keeps_all_that_was_said_of_a_document(bench: Bench) -> None:
    old = await ready(bench, "old.md", "one")
    first = date(2024, 1, 1)
    change = DocumentChange(custom={"dept": "claims"}, days={"effective_from": first}, supersedes=old)
    id_ = await ready(bench, "a.md", "one\n\ntwo", tags=["x"], folder="plans/2024", change=change)
    service = bench.service()
    before = await service.get_document(id_)
    await service.reparse(id_)
    await service.run_pending()
    after = await service.get_document(id_)
    assert after.active_version_id != before.active_version_id
    for name in ("tags", "folder", "custom", "effective_from", "effective_to", "supersedes"):
        assert getattr(after, name) == getattr(before, name)
    assert await tagged(bench, "x") == 2
    assert (await service.get_document(old)).effective_to == date(2023, 12, 31)


async def test_a_new_version_leaves_the_older_document_in_force_until_it_is_ready(bench: Bench) -> None:
    old = await ready(bench, "old.md", "one")
    service = bench.service()
    change = DocumentChange(days={"effective_from": date(2024, 1, 1)}, supersedes=old)
    broken = await service.add_bytes("terms", "new.bin", b"two", change=change)
    await service.run_pending()
    assert (await service.get_document(broken.id)).status is DocumentStatus.FAILED
    assert (await service.get_document(old)).validity == Validity()
    await service.remove_document(broken.id)
    await service.run_pending()
    await ready(bench, "new.md", "two", change=change)
    assert (await service.get_document(old)).effective_to == date(2023, 12, 31)


async def test_a_refused_upload_leaves_no_bytes(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    change = DocumentChange(days={"effective_from": date(2024, 1, 2), "effective_to": date(2024, 1, 1)})
    with pytest.raises(InvalidInput, match="before it begins"):
        await service.add_bytes("terms", "a.md", b"one", change=change)
    with pytest.raises(InvalidInput):
        await service.add_bytes("terms", "a.md", b"one", folder="../up")
    assert await bench.blobs.keys() == set()
    assert set((await bench.rows()).values()) == {0}


async def test_of_two_documents_with_the_same_bytes_each_outlives_the_other(bench: Bench) -> None:
    first = await ready(bench, "first.md", "one\n\ntwo")
    second = await ready(bench, "second.md", "one\n\ntwo")
    service = bench.service()
    assert (await service.get_document(second)).duplicate_of is not None
    await service.remove_document(first)
    await service.run_pending()
    kept = await service.get_document(second)
    assert kept.duplicate_of is None
    assert await service.document_text(second) == "one\n\ntwo"
    await service.reparse(second)
    assert len((await service.run_pending()).ready) == 1
    await service.delete_base("terms")
    await service.run_pending()
    assert await bench.blobs.keys() == set()
    assert set((await bench.rows()).values()) == {0}


async def test_a_document_that_goes_takes_the_job_of_its_tags_along(bench: Bench) -> None:
    id_ = await ready(bench, "a.md", "one")
    service = bench.service()
    await service.change_document(id_, DocumentChange(tags=TagChange(add=("x",))))
    await service.remove_document(id_)
    await service.run_pending()
    rows = await bench.rows()
    assert (rows["documents"], rows["jobs"]) == (0, 0)
