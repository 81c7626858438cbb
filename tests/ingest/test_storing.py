"""No blob outlives the work that it was written for, whatever stops that work."""

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest

from pincite.core.errors import NotFound
from pincite.core.types import DocumentStatus
from pincite.faq import FaqEntry
from pincite.ports.records import BaseKind
from tests.ingest.standins import Bench

TEXT = b"# Terms\n\nArticle 1 A benefit is paid.\n\nArticle 2 War is excluded."
ENTRY = FaqEntry("When is it paid?", answers=("Soon.",))
NOTHING: tuple[int, set[str]] = (0, set())


async def left(bench: Bench) -> tuple[int, set[str]]:
    """Holds, and blobs."""
    return (await bench.rows())["blob_holds"], await bench.blobs.keys()


def meanwhile(
    monkeypatch: pytest.MonkeyPatch, of: object, name: str, act: Callable[[], Awaitable[object]]
) -> None:
    """Let ``act`` happen once, right before the method ``name`` of an object runs."""
    inner: Callable[..., Awaitable[object]] = getattr(of, name)
    acts = [act]

    async def outer(*args: Any, **named: Any) -> object:
        if acts:
            await acts.pop()()
        return await inner(*args, **named)

    monkeypatch.setattr(of, name, outer)


async def test_a_file_for_a_base_that_is_deleted_meanwhile(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = bench.service()
    await service.create_base("terms")
    meanwhile(monkeypatch, bench.metadata.documents, "submit", lambda: service.delete_base("terms"))
    with pytest.raises(NotFound):
        await service.add_bytes("terms", "a.md", TEXT)
    await service.run_pending()
    assert await left(bench) == NOTHING


async def test_an_entry_for_a_base_that_is_deleted_meanwhile(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = bench.service()
    base = await service.create_base("faq", kind=BaseKind.FAQ)
    meanwhile(monkeypatch, bench.metadata.documents, "submit", lambda: service.delete_base("faq"))
    with pytest.raises(NotFound):
        await service.faq.add(base, ENTRY)
    await service.run_pending()
    assert await left(bench) == NOTHING


async def test_a_document_that_is_parsed_again_and_deleted_meanwhile(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = bench.service()
    await service.create_base("terms")
    document = await service.add_bytes("terms", "a.md", TEXT)
    await service.run_pending()

    async def remove() -> None:
        await service.remove_document(document.id)
        await service.run_pending()

    meanwhile(monkeypatch, bench.metadata.documents, "submit", remove)
    with pytest.raises(NotFound):
        await service.reparse(document.id)
    assert await left(bench) == NOTHING


@pytest.mark.parametrize("stage", ["put", "activate"])
async def test_a_version_whose_base_is_deleted_while_it_is_written(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    """The job is cancelled in the midst of its last step."""
    bench.clock.step = 0
    service = bench.service(lease=0.3)  # a lease that is short by the clock on the wall
    await service.create_base("terms")
    await service.add_bytes("terms", "a.md", TEXT)

    async def delete() -> None:
        await service.delete_base("terms")
        await anyio.sleep(1.0)  # until the heart has heard of it

    of: object = bench.blobs if stage == "put" else bench.metadata.versions
    meanwhile(monkeypatch, of, stage, delete)
    await service.run_pending()
    assert await left(bench) == NOTHING
    assert {name: count for name, count in (await bench.rows()).items() if count} == {}
    assert not bench.index.points


@pytest.mark.parametrize("error", [OSError("no space"), ZeroDivisionError("boom")])
async def test_a_write_that_fails_keeps_no_blob(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    service = bench.service()
    await service.create_base("terms")
    document = await service.add_bytes("terms", "a.md", TEXT)
    (file,) = await bench.blobs.keys()

    async def fail() -> None:
        raise error

    meanwhile(monkeypatch, bench.metadata.versions, "activate", fail)
    await service.run_pending()
    assert (await service.get_document(document.id)).status is DocumentStatus.FAILED
    assert await left(bench) == (0, {file})
