"""Chunks changed by hand: what is written is what is indexed and read, and nothing else moves."""

import anyio
import pytest

from pincite.core.errors import Conflict, EmbeddingFailed, InvalidInput, NotFound
from pincite.core.types import ChunkType, LexicalField
from pincite.ingest import IngestService
from pincite.ports.edits import ChunkRecord, RevisionAction
from pincite.ports.index import SearchFilter
from pincite.ports.records import DocumentRecord
from tests.ingest.standins import Bench

TERMS = "# Terms\n\nArticle 1 A benefit is paid within 15 days.\n\nArticle 2 War is excluded."


async def filled(bench: Bench, **base: object) -> tuple[IngestService, DocumentRecord]:
    service = bench.service()
    await service.create_base("terms", **base)  # type: ignore[arg-type]
    await service.add_bytes("terms", "t.md", TERMS.encode())
    (document,) = (await service.run_pending()).ready
    bench.embedder.texts.clear()
    return service, document


async def holding(service: IngestService, document: DocumentRecord, words: str) -> ChunkRecord:
    records, _ = await service.editor.list(document.id)
    return next(record for record in records if words in record.chunk.content)


def point_terms(bench: Bench, chunk_id: str) -> set[str]:
    return set(bench.index.points[chunk_id].terms.get(LexicalField.MORPHEMES, {}))


@pytest.mark.feature("CX-01")
@pytest.mark.feature("CX-11")
async def test_one_chunk_is_embedded_again_with_the_same_title_and_header(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    others = {id_: point for id_, point in bench.index.points.items() if id_ != war.chunk.id}
    edited = await service.editor.edit(war.chunk.id, "Article 2 Flood is excluded.")
    assert edited.indexing
    await service.run_pending()
    assert bench.embedder.texts == ["Terms\n# 제1장\n\nArticle 2 Flood is excluded."]
    assert {id_: point for id_, point in bench.index.points.items() if id_ != war.chunk.id} == others
    assert {"flood", "terms"} <= point_terms(bench, war.chunk.id)
    assert "war" not in point_terms(bench, war.chunk.id)
    assert not (await service.editor.get(war.chunk.id)).indexing


@pytest.mark.feature("CX-07")
async def test_the_slice_stays_and_the_clauses_and_statistics_follow(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    await service.editor.edit(war.chunk.id, "Article 9 Flood\r\nis excluded.")
    record = await service.editor.get(war.chunk.id)
    assert record.original == war.chunk.content == TERMS[war.chunk.start : war.chunk.end]
    assert record.chunk.content == "Article 9 Flood\nis excluded."
    assert record.chunk.clauses == ("article:9",)
    statistics = await bench.metadata.chunks.term_statistics((), LexicalField.MORPHEMES, ["war", "flood"])
    assert statistics.document_frequency == {"flood": 1}


async def test_every_text_can_be_had_back(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    await service.editor.edit(war.chunk.id, "One.")
    await service.editor.edit(war.chunk.id, "Two.")
    back = await service.editor.rollback(war.chunk.id, 1)
    assert (back.chunk.content, back.revision, back.chunk.edited) == ("One.", 3, True)
    first = await service.editor.rollback(war.chunk.id, 0)
    assert (first.chunk, first.revision) == (war.chunk, 4)
    assert [
        (item.number, item.action, item.restored) for item in await service.editor.history(war.chunk.id)
    ] == [
        (1, RevisionAction.EDIT, None),
        (2, RevisionAction.EDIT, None),
        (3, RevisionAction.ROLLBACK, 1),
        (4, RevisionAction.ROLLBACK, 0),
    ]
    assert await service.editor.rollback(war.chunk.id, 4) == first, "it is there already"
    with pytest.raises(NotFound, match="5"):
        await service.editor.rollback(war.chunk.id, 5)


async def test_the_same_words_change_nothing(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    assert await service.editor.edit(war.chunk.id, war.chunk.content) == war
    assert await service.editor.set_disabled(war.chunk.id, False) == war
    assert await service.editor.history(war.chunk.id) == []


@pytest.mark.feature("CX-08")
async def test_a_disabled_chunk_is_found_by_nothing(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    await service.editor.set_disabled(war.chunk.id, True)
    assert await bench.metadata.chunks.chunks([war.chunk.id]) == {}
    await service.run_pending()
    point = bench.index.points[war.chunk.id]
    assert (point.vector, dict(point.terms)) == (None, {})
    assert bench.embedder.texts == []
    report = await service.repair()
    assert report.documents_to_reindex == 0, "an empty point is no missing one"
    edited = await service.editor.edit(war.chunk.id, "Article 2 Flood.")
    assert edited.chunk.disabled
    await service.editor.set_disabled(war.chunk.id, False)
    await service.run_pending()
    assert "flood" in point_terms(bench, war.chunk.id)
    assert list(await bench.metadata.chunks.chunks([war.chunk.id])) == [war.chunk.id]


@pytest.mark.parametrize("text", ["", " \n\t", "a\0b", "\ud800", "x" * 7501])
async def test_what_cannot_be_a_chunk(bench: Bench, text: str) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    with pytest.raises(InvalidInput):
        await service.editor.edit(war.chunk.id, text)
    assert await service.editor.get(war.chunk.id) == war


async def test_an_edit_of_what_changed_meanwhile_is_refused(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    await service.editor.edit(war.chunk.id, "One.", revision=0)
    with pytest.raises(Conflict):
        await service.editor.edit(war.chunk.id, "Two.", revision=0)
    with pytest.raises(NotFound):
        await service.editor.edit("no such chunk", "Two.")
    with pytest.raises(NotFound):
        await service.editor.list("no such document")


async def test_an_index_write_that_fails_is_tried_again(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    bench.embedder.failures = [EmbeddingFailed("no"), EmbeddingFailed("no"), EmbeddingFailed("no")]
    await service.editor.edit(war.chunk.id, "Article 2 Flood.")
    await service.run_pending()
    assert "flood" in point_terms(bench, war.chunk.id)
    assert (await service.get_document(document.id)).error_code is None


async def test_a_lost_index_comes_back_with_the_edits(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    await service.editor.edit(war.chunk.id, "Article 2 Flood.")
    paid = await holding(service, document, "paid")
    await service.editor.set_disabled(paid.chunk.id, True)
    await service.run_pending()
    await bench.index.delete(SearchFilter(document_ids=(document.id,)))
    await service.repair()
    await service.run_pending()
    assert "flood" in point_terms(bench, war.chunk.id)
    assert point_terms(bench, paid.chunk.id) == set()


async def test_a_process_that_ends_before_the_index_write_is_made_good_at_the_next_start(
    bench: Bench,
) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    await service.editor.edit(war.chunk.id, "Article 2 Flood.")
    again = bench.service()  # nothing of the first one lives on but the database and the index
    await again.repair()
    await again.run_pending()
    assert "flood" in point_terms(bench, war.chunk.id)


async def test_edits_while_the_point_is_written_are_written_too(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    once = [True]

    async def edit_again() -> None:
        if once:
            once.pop()
            await service.editor.edit(war.chunk.id, "Article 2 Storm.")

    bench.embedder.before = edit_again
    await service.editor.edit(war.chunk.id, "Article 2 Flood.")
    with anyio.fail_after(20):
        await service.run_pending()
    assert "storm" in point_terms(bench, war.chunk.id)


# --- a new version ------------------------------------------------------------------------------------


async def test_edits_stay_on_slices_that_are_cut_again_as_they_were(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    paid = await holding(service, document, "paid")
    await service.editor.edit(war.chunk.id, "Article 2 Flood.")
    await service.editor.set_disabled(paid.chunk.id, True)
    await service.run_pending()
    await service.reparse(document.id)
    (renewed,) = (await service.run_pending()).ready
    assert renewed.warnings == ()
    flood = await holding(service, document, "Flood")
    assert flood.chunk.id != war.chunk.id
    assert (flood.original, flood.chunk.edited) == ("Article 2 War is excluded.", True)
    assert [item.action for item in await service.editor.history(flood.chunk.id)] == [
        RevisionAction.EDIT,
        RevisionAction.CARRY,
    ]
    assert (await holding(service, document, "paid")).chunk.disabled
    assert "flood" in point_terms(bench, flood.chunk.id)
    statistics = await bench.metadata.chunks.term_statistics(
        (), LexicalField.MORPHEMES, ["war", "flood", "paid"]
    )
    assert (statistics.chunks, statistics.document_frequency) == (2, {"flood": 1})


async def test_edits_that_fit_no_longer_are_said(bench: Bench) -> None:
    service, document = await filled(bench)
    war = await holding(service, document, "War")
    await service.editor.edit(war.chunk.id, "Article 2 Flood.")
    await service.add_bytes("terms", "t.md", TERMS.replace("War", "Peace").encode())
    (renewed,) = (await service.run_pending()).ready
    assert len(renewed.warnings) == 1
    assert renewed.warnings[0].startswith("1 chunks")
    assert not (await holding(service, document, "Peace")).chunk.edited


# --- settings -----------------------------------------------------------------------------------------


@pytest.mark.feature("CH-13")
async def test_a_changed_setting_acts_after_a_reparse_and_the_old_version_answers_meanwhile(
    bench: Bench,
) -> None:
    service, document = await filled(bench)
    before = set(bench.index.points)
    base = await service.configure_base("terms", chunking={"chunk_size": 20})
    assert base.chunking == {"chunk_size": 20}
    assert (await service.get_document(document.id)).chunks == 3
    assert set(bench.index.points) == before
    await service.reparse(document.id)
    assert len(await bench.metadata.chunks.chunks(list(before))) == 3, "until the new one is ready"
    (renewed,) = (await service.run_pending()).ready
    assert renewed.chunks > 3
    records, _ = await service.editor.list(document.id)
    assert max(len(record.chunk.content) for record in records) <= 20
    assert (await service.configure_base("terms", unset=["chunk_size"])).chunking == {}


@pytest.mark.feature("CH-12")
async def test_an_upload_overrides_its_base_and_a_reparse_keeps_or_replaces_that(bench: Bench) -> None:
    service, _ = await filled(bench)
    small = await service.add_bytes("terms", "s.md", TERMS.encode(), chunking={"chunk_size": 20})
    await service.run_pending()
    chunks = (await service.get_document(small.id)).chunks
    assert chunks > 3
    assert (await service.get_base("terms")).chunking == {}
    for chunking, expected in ((None, chunks), ({}, 3)):
        await service.reparse(small.id, chunking=chunking)
        await service.run_pending()
        assert (await service.get_document(small.id)).chunks == expected
    with pytest.raises(InvalidInput):
        await service.reparse(small.id, chunking={"chunk_sise": 1})
    with pytest.raises(NotFound):
        await service.reparse("no such document")
    with pytest.raises(InvalidInput):
        await service.configure_base("terms", switches={"fax": True})


async def test_a_document_that_failed_is_parsed_again(bench: Bench) -> None:
    service, _ = await filled(bench)
    bad = await service.add_bytes("terms", "bad.md", b"SPLIT here")
    (failed,) = (await service.run_pending()).failed
    assert failed.id == bad.id
    await service.reparse(bad.id)
    assert [document.id for document in (await service.run_pending()).failed] == [bad.id]


@pytest.mark.feature("IX-02")
async def test_without_any_switch_nothing_is_cut(bench: Bench) -> None:
    service, document = await filled(bench, switches={"vector": False, "keyword": False})
    assert document.chunks == 0
    assert await service.document_text(document.id) == TERMS
    assert [(note.name, note.outcome) for note in document.stages][2:6] == [
        ("configure", "skipped"),
        ("chunk", "skipped"),
        ("enrich", "skipped"),
        ("embedding", "skipped"),
    ]
    assert dict(bench.index.points) == {}


@pytest.mark.feature("IX-03")
async def test_without_an_index_chunks_are_stored_and_the_embedding_is_skipped(bench: Bench) -> None:
    service, document = await filled(bench, switches={"vector": False, "keyword": False, "wiki": True})
    assert document.chunks == 3
    assert {note.name: note.outcome for note in document.stages}["embedding"] == "skipped"
    assert dict(bench.index.points) == {}
    assert (await service.repair()).documents_to_reindex == 0
    await service.configure_base("terms", switches={"keyword": True})
    await service.reparse(document.id)
    await service.run_pending()
    assert len(bench.index.points) == 3


@pytest.mark.feature("IX-01")
async def test_switches_are_kept(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms", switches={"vector": False, "wiki": True})
    base = await service.configure_base("terms", switches={"graph": True, "wiki": False})
    assert base == await service.get_base("terms")
    assert (base.vector, base.keyword, base.wiki, base.graph) == (False, True, False, True)


@pytest.mark.feature("CH-18")
async def test_the_stages_of_an_ingest_in_order(bench: Bench) -> None:
    _, document = await filled(bench)
    assert [note.name for note in document.stages] == [
        "convert",
        "images",
        "configure",
        "chunk",
        "enrich",
        "embedding",
        "write",
    ]


@pytest.mark.feature("CH-19")
async def test_the_chunk_stage_counts_what_it_did(bench: Bench) -> None:
    service, document = await filled(bench)
    chunk = next(note for note in document.stages if note.name == "chunk")
    assert (chunk.details["chunks_planned"], chunk.details["chunks_written"]) == (3, 3)
    assert chunk.details["total_text_chars"] == sum(len(part) for part in TERMS.split("\n\n"))
    await service.add_bytes("terms", "bad.md", b"SPLIT here")
    (failed,) = (await service.run_pending()).failed
    assert failed.error_code == "chunking_failed"
    last = failed.stages[-1]
    assert (last.name, last.outcome) == ("chunk", "failed")
    assert {"chunks_planned", "chunks_written", "total_text_chars"} <= set(last.details)


@pytest.mark.feature("PC-04")
@pytest.mark.feature("PC-05")
async def test_parents_are_rows_without_points(bench: Bench) -> None:
    service, document = await filled(bench, chunking={"chunk_size": 12, "parents": True})
    stored = await bench.metadata.versions.chunks(document.active_version_id or "")
    parents = [chunk for chunk in stored if chunk.chunk_type is ChunkType.PARENT_TEXT]
    children = [chunk for chunk in stored if chunk.chunk_type is ChunkType.TEXT]
    assert len(parents) == 3
    assert set(bench.index.points) == {child.id for child in children}
    assert document.chunks == len(children) > 3
    by_id = {parent.id: parent for parent in parents}
    for child in children:
        parent = by_id[child.parent_id or ""]
        assert parent.start <= child.start < child.end <= parent.end
    seen, at = [], (await service.editor.get(parents[0].id)).chunk.id
    while at is not None:
        seen.append(at)
        at = (await service.editor.get(at)).next_id
    assert seen == [parent.id for parent in parents]
    await service.reparse(document.id)
    await service.run_pending()
    assert (await service.repair()).documents_to_reindex == 0
    with pytest.raises(InvalidInput):
        renewed = await service.get_document(document.id)
        stored = await bench.metadata.versions.chunks(renewed.active_version_id or "")
        await service.editor.edit(stored[-1].id, "x")
