"""Documents in and out, as the faces see it."""

import anyio
import pytest

from pincite.core.errors import (
    ConfigurationError,
    Conflict,
    DocumentTooLarge,
    EmbeddingFailed,
    IndexUnavailable,
    InvalidInput,
    NotFound,
)
from pincite.core.types import DocumentStatus, LexicalField
from pincite.ingest import IngestService, Progress
from pincite.ingest.operations import Operations
from pincite.ports.index import SearchFilter
from tests.ingest.standins import Bench

TERMS = "# Terms\n\nArticle 1 A benefit is paid within 15 days.\n\nArticle 2 War is excluded."
CHANGED = "# Terms\n\nArticle 1 A benefit is paid within 30 days."


async def with_base(bench: Bench, **pace: object) -> IngestService:
    service = bench.service(**pace)  # type: ignore[arg-type]
    await service.create_base("terms")
    return service


async def texts(bench: Bench) -> set[str]:
    """What retrieval can read of what the index holds."""
    found = await bench.metadata.chunks.chunks(list(bench.index.points))
    return {chunk.content for chunk in found.values()}


# --- the way in -------------------------------------------------------------------------------------


async def test_a_file_becomes_ready_with_rows_points_and_text(bench: Bench) -> None:
    service = await with_base(bench)
    added = await service.add_bytes("terms", "terms.md", TERMS.encode(), source="/docs/terms.md")
    assert added.status is DocumentStatus.PENDING
    summary = await service.run_pending()
    (document,) = summary.ready
    assert document.id == added.id
    assert (document.title, document.chunks, document.source) == ("Terms", 3, "/docs/terms.md")
    assert await texts(bench) == {
        "# Terms",
        "Article 1 A benefit is paid within 15 days.",
        "Article 2 War is excluded.",
    }
    (chunk,) = await bench.metadata.chunks.clause_chunks((), "article:2")
    assert chunk.content == TERMS[chunk.start : chunk.end]
    assert await service.document_text(document.id) == TERMS
    assert list(await service.list_documents("terms")) == [document]
    assert await service.find_document("terms", "/docs/terms.md") == document


@pytest.mark.feature("CX-03")
async def test_the_index_text_is_title_line_end_embedding_text(bench: Bench) -> None:
    service = await with_base(bench)
    await service.add_bytes("terms", "t.md", b"# Terms \n\nWar is excluded.")
    await service.run_pending()
    assert set(bench.embedder.texts) == {
        "Terms\n# 제1장\n\n# Terms",
        "Terms\n# 제1장\n\nWar is excluded.",
    }
    (point,) = (p for p in bench.index.points.values() if "war" in p.terms[LexicalField.MORPHEMES])
    assert point.terms[LexicalField.MORPHEMES]["terms"] == 1, "the title is searchable with every chunk"


async def test_a_document_without_a_title_is_called_by_its_file(bench: Bench) -> None:
    service = await with_base(bench)
    await service.add_bytes("terms", "leave policy.md", b"Thirty days.")
    (document,) = (await service.run_pending()).ready
    assert document.title == "leave policy"


async def test_pages_reach_the_chunks(bench: Bench) -> None:
    service = await with_base(bench)
    await service.add_bytes("terms", "t.md", b"Article 1 one\n\n\fArticle 2 two")
    await service.run_pending()
    pages = [
        (await bench.metadata.chunks.clause_chunks((), clause))[0].page_range
        for clause in ("article:1", "article:2")
    ]
    assert pages == [(1, 1), (2, 2)]


@pytest.mark.feature("CH-18")
async def test_progress_tells_every_stage_in_order(bench: Bench) -> None:
    service = await with_base(bench)
    events: list[Progress] = []
    await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending(events.append)
    assert [(event.stage.value, event.done, event.total) for event in events] == [
        ("parsing", 0, 0),
        ("chunking", 0, 0),
        ("chunking", 3, 3),
        ("indexing", 0, 3),
        ("indexing", 3, 3),
        ("ready", 3, 3),
    ]


async def test_the_same_file_twice_is_a_no_op(bench: Bench) -> None:
    service = await with_base(bench)
    first = await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    embedded, rows = len(bench.embedder.texts), await bench.rows()
    again = await service.add_bytes("terms", "t.md", TERMS.encode())
    summary = await service.run_pending()
    assert (again.id, again.status) == (first.id, DocumentStatus.READY)
    assert (summary.ready, len(bench.embedder.texts), await bench.rows()) == ([], embedded, rows)


async def test_a_changed_file_takes_the_place_of_the_old_one(bench: Bench) -> None:
    service = await with_base(bench)
    first = await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    second = await service.add_bytes("terms", "t.md", CHANGED.encode())
    await service.run_pending()
    assert first.id == second.id
    assert await texts(bench) == {"# Terms", "Article 1 A benefit is paid within 30 days."}
    assert len(bench.index.points) == 2
    rows = await bench.rows()
    assert (rows["documents"], rows["document_versions"], rows["chunks"], rows["jobs"]) == (1, 1, 2, 0)
    assert len(await bench.blobs.keys()) == 1, "the file, which is its own Markdown"


async def test_the_old_version_answers_until_the_new_one_is_whole(bench: Bench) -> None:
    service = await with_base(bench)
    await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    await service.add_bytes("terms", "t.md", CHANGED.encode())
    seen: list[set[str]] = []

    async def look() -> None:
        seen.append(await texts(bench))

    bench.embedder.before = look
    await service.run_pending()
    assert seen
    assert all("Article 2 War is excluded." in old for old in seen)


async def test_only_the_newest_of_two_waiting_changes_is_indexed(bench: Bench) -> None:
    service = await with_base(bench)
    for text in ("one", "two", "three"):
        await service.add_bytes("terms", "t.md", text.encode())
    summary = await service.run_pending()
    assert [document.status for document in summary.ready] == [DocumentStatus.READY]
    assert await texts(bench) == {"three"}
    assert (await bench.rows())["document_versions"] == 1
    assert len(await bench.blobs.keys()) == 1


async def test_a_change_during_the_ingest_wins(bench: Bench) -> None:
    service = await with_base(bench, lease=0.03)
    await service.add_bytes("terms", "t.md", TERMS.encode())
    added = False

    async def change() -> None:
        nonlocal added
        if not added:
            added = True
            await service.add_bytes("terms", "t.md", CHANGED.encode())
            await anyio.sleep(0.2)  # several beats of the heart

    bench.embedder.before = change
    bench.clock.step = 0.0  # a lease of 0.03 s must not expire: its beats are under test
    await service.run_pending()
    assert await texts(bench) == {"# Terms", "Article 1 A benefit is paid within 30 days."}
    assert len(bench.index.points) == 2
    assert (await bench.rows())["jobs"] == 0


@pytest.mark.feature("CH-12")
async def test_an_upload_can_be_cut_otherwise_than_its_base(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms", chunking={"chunk_size": 20})
    await service.add_bytes("terms", "base.md", b"x" * 40)
    await service.add_bytes("terms", "mine.md", b"x" * 40, chunking={"chunk_size": 10})
    await service.run_pending()
    assert [document.chunks for document in await service.list_documents("terms")] == [2, 4]
    assert (await service.get_base("terms")).chunking == {"chunk_size": 20}


@pytest.mark.feature("CH-13")
async def test_force_makes_a_new_version_of_the_same_bytes(bench: Bench) -> None:
    service = await with_base(bench)
    first = await service.add_bytes("terms", "t.md", TERMS.encode())
    (ready,) = (await service.run_pending()).ready
    again = await service.add_bytes("terms", "t.md", TERMS.encode(), force=True)
    (renewed,) = (await service.run_pending()).ready
    assert first.id == again.id == renewed.id
    assert renewed.active_version_id != ready.active_version_id
    assert len(bench.index.points) == 3
    assert await service.document_text(first.id) == TERMS, "the shared blobs outlive the old version"


async def test_a_base_without_vectors_embeds_nothing_and_one_without_keywords_keeps_no_terms(
    bench: Bench,
) -> None:
    service = bench.service()
    await service.create_base("words", switches={"vector": False})
    await service.create_base("vectors", switches={"keyword": False})
    await service.add_bytes("words", "t.md", b"War")
    await service.run_pending()
    (point,) = bench.index.points.values()
    assert point.vector is None
    assert bench.embedder.texts == []
    await service.delete_base("words")
    await service.add_bytes("vectors", "t.md", b"War")
    await service.run_pending()
    (point,) = bench.index.points.values()
    assert point.vector is not None
    assert point.terms == {}


async def test_tags_reach_the_points(bench: Bench) -> None:
    service = await with_base(bench)
    await service.add_bytes("terms", "t.md", TERMS.encode(), tags=["law", "2026", "law"])
    (document,) = (await service.run_pending()).ready
    assert document.tags == ("law", "2026")
    assert await bench.index.count(SearchFilter(tags=["2026"])) == 3


# --- what goes wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filename", "data", "code"),
    [
        ("t.bin", b"\x00", "unsupported_format"),
        ("t.md", b" \n", "empty_document"),
        ("t.md", b"BOOM", "parsing_failed"),
        ("t.md", b"SPLIT", "chunking_failed"),
    ],
)
@pytest.mark.feature("CH-19")
async def test_a_bad_file_fails_once_with_code_and_sentence_and_costs_nobody_else(
    bench: Bench, filename: str, data: bytes, code: str
) -> None:
    service = await with_base(bench)
    await service.add_bytes("terms", filename, data, source="bad")
    await service.add_bytes("terms", "good.md", TERMS.encode())
    summary = await service.run_pending()
    (failed,) = summary.failed
    assert (failed.status, failed.error_code) == (DocumentStatus.FAILED, code)
    assert failed.error_message
    assert filename in failed.error_message
    assert [document.filename for document in summary.ready] == ["good.md"]
    assert (await bench.rows())["jobs"] == 0


async def test_a_passing_failure_is_tried_again(bench: Bench) -> None:
    service = await with_base(bench)
    bench.index.failures = [IndexUnavailable("away"), IndexUnavailable("away")]
    await service.add_bytes("terms", "t.md", TERMS.encode())
    summary = await service.run_pending()
    assert len(summary.ready) == 1
    assert len(bench.index.points) == 3


async def test_a_failure_that_does_not_pass_ends_after_three_tries(bench: Bench) -> None:
    service = await with_base(bench)
    bench.embedder.failures = [EmbeddingFailed("The encoder is broken.") for _ in range(3)]
    await service.add_bytes("terms", "t.md", TERMS.encode())
    (failed,) = (await service.run_pending()).failed
    assert (failed.error_code, failed.error_message) == ("embedding_failed", "The encoder is broken.")
    assert bench.embedder.failures == []
    assert bench.index.points == {}
    await service.add_bytes("terms", "t.md", TERMS.encode())
    assert len((await service.run_pending()).ready) == 1, "adding it again is another try"


async def test_a_failed_change_leaves_the_old_version_searchable(bench: Bench) -> None:
    service = await with_base(bench)
    await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    await service.add_bytes("terms", "t.md", b"SPLIT")
    (failed,) = (await service.run_pending()).failed
    assert failed.active_version_id is not None
    assert "Article 2 War is excluded." in await texts(bench)


async def test_another_embedding_model_is_refused_and_nothing_is_lost(bench: Bench) -> None:
    service = await with_base(bench)
    await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    bench.embedder.identity = "hash-2"
    await service.add_bytes("terms", "u.md", CHANGED.encode())
    with pytest.raises(ConfigurationError, match="hash-1"):
        await service.run_pending()
    bench.embedder.identity = "hash-1"
    bench.clock.now += 301  # the job waits five minutes before it looks again
    assert len((await service.run_pending()).ready) == 1


async def test_what_cannot_be_added(bench: Bench) -> None:
    service = await with_base(bench, max_file_bytes=10)
    with pytest.raises(DocumentTooLarge, match="11 bytes; the limit is 10"):
        await service.add_bytes("terms", "t.md", b"x" * 11)
    with pytest.raises(NotFound):
        await service.add_bytes("nowhere", "t.md", b"x")
    with pytest.raises(InvalidInput):
        await service.add_bytes("terms", "t.md", b"x", chunking={"chunk_sise": 3})
    for name in ("a\0b.md", "a\nb.md", "\u202edm.exe", "x" * 253 + ".md"):
        with pytest.raises(InvalidInput, match="file name"):
            await service.add_bytes("terms", name, b"x")
    assert await bench.blobs.keys() == set()


async def test_bases_that_cannot_be(bench: Bench) -> None:
    service = await with_base(bench)
    with pytest.raises(Conflict):
        await service.create_base("terms")
    for name in ("", " ", "x" * 201, "a/b", "..", "a\0b"):
        with pytest.raises(InvalidInput):
            await service.create_base(name)
    with pytest.raises(InvalidInput):
        await service.create_base("odd", chunking={"chunk_sise": 3})
    assert [base.name for base in await service.list_bases()] == ["terms"]


# --- the way out ------------------------------------------------------------------------------------


async def test_a_removed_document_leaves_no_row_point_or_blob(bench: Bench) -> None:
    service = await with_base(bench)
    document = await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    await service.remove_document(document.id)
    with pytest.raises(NotFound):
        await service.get_document(document.id)
    assert await texts(bench) == set(), "out of search before the work is done"
    summary = await service.run_pending()
    assert summary.removed == 1
    assert bench.index.points == {}
    assert await bench.blobs.keys() == set()
    rows = await bench.rows()
    assert rows.pop("base_totals") == 2, "the totals of the base stay, at zero"
    assert set(rows.values()) == {0}
    statistics = await bench.metadata.chunks.term_statistics((), LexicalField.MORPHEMES, ["war"])
    assert (statistics.chunks, statistics.average_length) == (0, 0.0)


async def test_a_blob_that_another_document_shares_stays(bench: Bench) -> None:
    service = await with_base(bench)
    first = await service.add_bytes("terms", "a.md", TERMS.encode())
    second = await service.add_bytes("terms", "b.md", TERMS.encode())
    await service.run_pending()
    await service.remove_document(first.id)
    await service.run_pending()
    assert await service.document_text(second.id) == TERMS
    assert len(bench.index.points) == 3


async def test_a_document_can_be_removed_before_and_while_it_is_ingested(bench: Bench) -> None:
    service = await with_base(bench)
    waiting = await service.add_bytes("terms", "a.md", b"waiting")
    await service.remove_document(waiting.id)
    working = await service.add_bytes("terms", "b.md", b"working")

    async def remove() -> None:
        bench.embedder.before = None
        await service.remove_document(working.id)

    bench.embedder.before = remove
    summary = await service.run_pending()
    assert (summary.removed, summary.ready) == (2, [])
    assert bench.index.points == {}
    assert await bench.blobs.keys() == set()
    assert set((await bench.rows()).values()) == {0}


async def test_a_removed_file_can_be_added_again_at_once(bench: Bench) -> None:
    service = await with_base(bench)
    first = await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    await service.remove_document(first.id)
    second = await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    assert first.id != second.id
    assert len(bench.index.points) == 3
    assert await service.document_text(second.id) == TERMS


async def test_a_removal_outlasts_a_failing_index(bench: Bench) -> None:
    service = await with_base(bench)
    document = await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    await service.remove_document(document.id)
    delete, failures = bench.index.delete, [IndexUnavailable("away") for _ in range(4)]

    async def sometimes(where: SearchFilter) -> None:
        if failures:
            raise failures.pop()
        await delete(where)

    bench.index.delete = sometimes  # type: ignore[method-assign]
    assert (await service.run_pending()).removed == 1
    assert bench.index.points == {}


async def test_a_deleted_base_leaves_nothing_and_its_name_is_free(bench: Bench) -> None:
    service = await with_base(bench)
    await service.create_base("other")
    await service.add_bytes("other", "o.md", b"other")
    for name in ("a.md", "b.md"):
        await service.add_bytes("terms", name, TERMS.encode())
    await service.run_pending()
    await service.add_bytes("terms", "c.md", b"never ingested")
    await service.delete_base("terms")
    await service.create_base("terms")
    summary = await service.run_pending()
    assert (summary.removed, summary.ready) == (1, [])
    assert await texts(bench) == {"other"}
    assert len(await bench.blobs.keys()) == 1
    rows = await bench.rows()
    assert (rows["documents"], rows["document_versions"], rows["chunks"]) == (1, 1, 1)
    assert list(await service.list_documents("terms")) == []


async def test_cancelling_keeps_the_old_version(bench: Bench) -> None:
    service = await with_base(bench)
    document = await service.add_bytes("terms", "t.md", TERMS.encode())
    await service.run_pending()
    await service.add_bytes("terms", "t.md", CHANGED.encode())
    await Operations(bench.metadata, bench.clock).cancel(document.id)
    assert (await service.run_pending()).ready == []
    assert (await service.get_document(document.id)).status is DocumentStatus.CANCELLED
    assert "Article 2 War is excluded." in await texts(bench)
    with pytest.raises(Conflict):
        await Operations(bench.metadata, bench.clock).cancel(document.id)
