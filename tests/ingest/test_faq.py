from collections.abc import Sequence
from dataclasses import replace

import anyio
import numpy as np
import pytest

from pincite.core.errors import Conflict, EmbeddingFailed, InvalidInput, NotFound
from pincite.core.types import ChunkType, LexicalField
from pincite.faq import AnswerStrategy, FaqEntry, ImportMode
from pincite.ingest import IngestService
from pincite.ingest.faq import FaqRecord
from pincite.ports.index import DenseLeg, SearchFilter
from pincite.ports.records import BaseKind, BaseRecord
from tests.ingest.standins import Bench, FrailIndex

REFUND = FaqEntry(
    "How long can I return it?",
    ("refund period", "money back", "return window"),
    ("exchange period",),
    ("Within 7 days.", "One week."),
    ("refund",),
)
CSV = b"question,similar,answer\nHow long?,how much time,7 days\nWhere?,,Here\n"
SEPARATE = {"question_mode": "separate", "index_mode": "question_only"}


async def faq_base(service: IngestService, **modes: str) -> BaseRecord:
    return await service.create_base("faq", kind=BaseKind.FAQ, faq=modes)


async def chunks_of(bench: Bench, entry_id: str):  # type: ignore[no-untyped-def]
    document = await bench.metadata.documents.get(entry_id)
    assert document.active_version_id is not None
    return await bench.metadata.versions.chunks(document.active_version_id)


def shown(records: Sequence[FaqRecord]) -> list[str]:
    return [record.entry.standard for record in records]


@pytest.mark.feature("FAQ-01", "FAQ-02")
async def test_an_entry_is_one_chunk_however_long_its_answer(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    long = replace(REFUND, answers=("words of an answer. " * 150,))
    record = await service.faq.add(base, long)
    await service.run_pending()
    (chunk,) = await chunks_of(bench, record.id)
    assert chunk.chunk_type is ChunkType.FAQ
    assert len(chunk.content) > 2_900 and chunk.content.startswith("Q: How long can I return it?\nAnswer:")
    (text,) = bench.embedder.texts
    assert text.startswith("Q: How long can I return it?\nSimilar Questions:\n- refund period")
    assert "exchange period" not in text
    assert chunk.details["faq"]["negative_questions"] == ["exchange period"]


@pytest.mark.feature("FAQ-03")
async def test_changing_one_of_four_questions_embeds_one(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service, **SEPARATE)
    record = await service.faq.add(base, REFUND)
    await service.run_pending()
    assert len(bench.embedder.texts) == 4 == await bench.index.count(SearchFilter())
    before = bench.embedder.texts.copy()
    changed = replace(REFUND, similar=("refund period", "give it back", "return window"))
    await service.faq.change(base, record.id, changed)
    await service.run_pending()
    assert bench.embedder.texts[len(before) :] == ["Q: give it back\n"]
    assert await bench.index.count(SearchFilter()) == 4
    for text in ("Q: refund period\n", "Q: give it back\n"):
        vector = await bench.embedder.embed_query(text)
        found = await bench.index.search([DenseLeg(vector, limit=1)], SearchFilter(base_ids=(base.id,)))
        assert found.legs[0][0].score == pytest.approx(1.0, abs=1e-5)


@pytest.mark.feature("FAQ-03")
async def test_other_answers_and_tags_embed_nothing_where_questions_alone_are_indexed(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service, **SEPARATE)
    record = await service.faq.add(base, REFUND)
    await service.run_pending()
    embedded = len(bench.embedder.texts)
    await service.faq.change(base, record.id, replace(REFUND, answers=("Within 30 days.",), tags=("new",)))
    await service.run_pending()
    assert len(bench.embedder.texts) == embedded
    assert all("30 days" in chunk.content for chunk in await chunks_of(bench, record.id))
    assert {point.tags for point in bench.index.points.values()} == {("new",)}


async def test_a_change_of_modes_reaches_entries_when_they_are_parsed_again(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    record = await service.faq.add(base, REFUND)
    await service.run_pending()
    await service.configure_base("faq", faq={"question_mode": "separate"})
    await service.reparse(record.id)
    await service.run_pending()
    assert len(await chunks_of(bench, record.id)) == 4
    assert (await service.faq.get(base, record.id)).entry == REFUND


async def test_what_is_shown_is_what_is_wanted_before_it_is_ready(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    record = await service.faq.add(base, REFUND)
    assert record.entry == REFUND and record.status == "pending"
    await service.run_pending()
    changed = replace(REFUND, standard="Return period?")
    assert (await service.faq.change(base, record.id, changed)).entry == changed
    await service.run_pending()
    ready = await service.faq.get(base, record.id)
    assert (ready.entry, ready.status) == (changed, "ready")


async def test_a_question_has_one_entry(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    record = await service.faq.add(base, REFUND)
    other = await service.faq.add(base, FaqEntry("Where?", answers=("Here",)))
    for question in ("how long can I return it", "Refund Period!", "RETURN WINDOW"):
        with pytest.raises(Conflict):
            await service.faq.add(base, FaqEntry(question, answers=("x",)))
    with pytest.raises(Conflict):
        await service.faq.change(base, other.id, FaqEntry("Where?", ("money back",), answers=("Here",)))
    assert (await service.faq.change(base, record.id, replace(REFUND, similar=()))).entry.similar == ()


async def test_a_disabled_entry_is_kept_and_not_found(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    record = await service.faq.add(base, REFUND)
    await service.run_pending()
    vector = await bench.embedder.embed_query(bench.embedder.texts[0])
    for enabled, count in ((False, 0), (True, 1)):
        await service.faq.change_many(
            base, [record.id], enabled=enabled, add_tags=["x"], remove_tags=["refund"]
        )
        await service.run_pending()
        assert (await service.faq.get(base, record.id)).entry == replace(REFUND, enabled=enabled, tags=("x",))
        found = await bench.index.search([DenseLeg(vector, limit=5)], SearchFilter(base_ids=(base.id,)))
        assert len(found.legs[0]) == count


async def test_acts_on_several_entries_happen_to_all_or_none(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    record = await service.faq.add(base, REFUND)
    with pytest.raises(NotFound):
        await service.faq.change_many(base, [record.id, "nobody"], enabled=False)
    with pytest.raises(NotFound):
        await service.faq.remove(base, [record.id, "nobody"])
    assert (await service.faq.get(base, record.id)).entry.enabled


async def test_a_removed_entry_leaves_nothing(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service, **SEPARATE)
    record = await service.faq.add(base, REFUND)
    await service.run_pending()
    assert await service.faq.remove(base, [record.id, record.id]) == 1
    assert await service.faq.list(base) == ([], 0)
    await service.run_pending()
    rows = await bench.rows()
    del rows["base_totals"]  # of the base, and zero
    assert not any(rows.values())
    assert await bench.index.count(SearchFilter()) == 0 and await bench.blobs.keys() == set()


async def test_entries_are_found_by_words_tags_and_switch(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    for entry in (
        REFUND,
        FaqEntry("Where?", answers=("At home",)),
        FaqEntry("Why?", answers=("So",), enabled=False),
    ):
        await service.faq.add(base, entry)
    await service.run_pending()
    for scope, found in (
        ({"search": "MONEY  back"}, ["How long can I return it?"]),
        ({"search": "at HOME"}, ["Where?"]),
        ({"search": "100%"}, []),
        ({"tag": "refund"}, ["How long can I return it?"]),
        ({"enabled": False}, ["Why?"]),
        ({"offset": 1, "limit": 1}, ["Where?"]),
        ({"enabled": True, "offset": 1, "limit": 5}, ["Where?"]),
    ):
        records, total = await service.faq.list(base, **scope)  # type: ignore[arg-type]
        assert shown(records) == found, scope
        assert total == (
            3
            if "limit" in scope and "enabled" not in scope
            else max(len(found), scope.get("offset", 0) + 1)
            if found
            else 0
        )


async def test_documents_and_entries_keep_apart(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    documents = await service.create_base("documents")
    with pytest.raises(InvalidInput, match="FAQ base"):
        await service.add_bytes("faq", "a.md", b"# text")
    with pytest.raises(InvalidInput, match="no FAQ base"):
        await service.faq.add(documents, REFUND)
    with pytest.raises(InvalidInput):
        await service.create_base("other", faq={"index_mode": "question_only"})
    with pytest.raises(InvalidInput):
        await service.configure_base("faq", faq={"index_mode": "answers"})
    record = await service.faq.add(base, REFUND)
    await service.run_pending()
    (chunk,) = await chunks_of(bench, record.id)
    with pytest.raises(InvalidInput, match="as an entry"):
        await service.editor.edit(chunk.id, "other words")


@pytest.mark.feature("FAQ-04", "FAQ-14")
async def test_an_import_twice_brings_no_new_row_even_before_the_first_is_indexed(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    first = await service.faq.import_file(base, CSV, "faq.csv", service.run_pending)
    second = await service.faq.import_file(base, CSV, "faq.csv", service.run_pending)
    await service.run_pending()
    third = await service.faq.import_file(base, CSV, "faq.csv", service.run_pending)
    assert [(report.added, report.unchanged) for report in (first, second, third)] == [(2, 0), (0, 2), (0, 2)]
    assert (await service.faq.list(base))[1] == 2


@pytest.mark.feature("FAQ-14")
async def test_a_dry_run_says_what_a_run_does_and_changes_nothing(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    await service.faq.import_file(base, CSV, "faq.csv", service.run_pending)
    await service.run_pending()
    file = b"question,answer\nWhere?,There\nWho?,Me\nWhen?,\n"
    rows, keys = await bench.rows(), await bench.blobs.keys()
    replacing = {"mode": ImportMode.REPLACE, "language": "en"}
    dry = await service.faq.import_file(base, file, "faq.csv", service.run_pending, dry_run=True, **replacing)  # type: ignore[arg-type]
    assert (await bench.rows(), await bench.blobs.keys()) == (rows, keys)
    done = await service.faq.import_file(base, file, "faq.csv", service.run_pending, **replacing)  # type: ignore[arg-type]
    told, did = dry.to_json(), done.to_json()
    assert (told["added"], told["updated"], told["removed"], told["failed"]) == (1, 1, 1, 1)
    assert told["errors"] == [{"row": 4, "question": "When?", "reason": "It has no answer."}]
    for report in (told, did):
        report.pop("dry_run")
        for entry in report["entries"]:
            entry["id"] = entry["id"] if entry["action"] != "add" else None
    assert told == did
    assert shown((await service.faq.list(base))[0]) == ["Where?", "Who?"]


@pytest.mark.feature("FAQ-14")
async def test_a_replacement_removes_old_entries_only_after_the_new_ones_are_there(bench: Bench) -> None:
    service = bench.service(max_attempts=1)
    base = await faq_base(service)
    await service.faq.import_file(base, CSV, "faq.csv", service.run_pending)
    await service.run_pending()
    file = b"question,answer\nWho?,Me\n"
    bench.embedder.failures = [EmbeddingFailed("down")]
    held = await service.faq.import_file(base, file, "faq.csv", service.run_pending, mode=ImportMode.REPLACE)
    assert held.removed == 0 and "down" in held.to_json()["held_back"]
    assert [one["question"] for one in held.to_json()["kept"]] == ["How long?", "Where?"]
    assert (await service.faq.list(base))[1] == 3
    retried = await service.faq.import_file(
        base, file, "faq.csv", service.run_pending, mode=ImportMode.REPLACE
    )
    assert (retried.removed, retried.to_json()["held_back"]) == (2, None)
    await service.run_pending()
    records, _ = await service.faq.list(base)
    assert [(record.entry.standard, record.status) for record in records] == [("Who?", "ready")]


async def test_what_is_exported_makes_the_same_base_again(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    entries = [
        replace(REFUND, strategy=AnswerStrategy.RANDOM),
        FaqEntry(
            "Where?",
            answers=('# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nLine, "quoted".',),
            enabled=False,
        ),
    ]
    for entry in entries:
        await service.faq.add(base, entry)
    for kind in ("csv", "xlsx", "json"):
        twin = await service.create_base(kind, kind=BaseKind.FAQ)
        data = await service.faq.export_file(base, kind)
        report = await service.faq.import_file(twin, data, f"faq.{kind}", service.run_pending)
        assert (report.added, report.failed) == (2, 0)
        assert [record.entry for record in (await service.faq.list(twin))[0]] == entries
        again = await service.faq.import_file(base, data, "x", service.run_pending, mode=ImportMode.REPLACE)
        assert (again.unchanged, again.removed) == (2, 0)


async def test_two_changes_at_once_cannot_take_the_same_question(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service)
    failures: list[Exception] = []

    async def add() -> None:
        try:
            await service.faq.add(base, REFUND)
        except Conflict as error:
            failures.append(error)

    async with anyio.create_task_group() as group:
        for _ in range(4):
            group.start_soon(add)
    assert len(failures) == 3 and (await service.faq.list(base))[1] == 1


async def test_a_lost_index_is_made_again_as_it_was(bench: Bench) -> None:
    service = bench.service()
    base = await faq_base(service, **SEPARATE)
    await service.faq.add(base, REFUND)
    await service.run_pending()
    before = dict(bench.index.points)
    bench.index = FrailIndex()
    service = bench.service()
    assert (await service.repair()).documents_to_reindex == 1
    await service.run_pending()
    after = bench.index.points
    assert {id_: (point.terms, point.tags) for id_, point in after.items()} == {
        id_: (point.terms, point.tags) for id_, point in before.items()
    }
    assert all(
        np.allclose(point.vector, before[id_].vector)
        for id_, point in after.items()
        if point.vector is not None
    )
    terms = [term for point in after.values() for term in point.terms[LexicalField.MORPHEMES]]
    assert "return" in terms and not {"q", "similar", "answers", "questions"}.intersection(terms)


async def test_a_paused_base_takes_a_replacement_and_loses_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.ingest.faq._PATIENCE", 0.2)
    service = bench.service()
    base = await faq_base(service)
    await service.faq.import_file(base, CSV, "faq.csv", service.run_pending)
    await service.run_pending()
    await bench.metadata.bases.set_paused(base.id, True)
    file = b"question,answer\nWho?,Me\n"
    held = await service.faq.import_file(base, file, "x", service.run_pending, mode=ImportMode.REPLACE)
    assert held.removed == 0 and "not ready" in held.to_json()["held_back"]
    assert (await service.faq.list(base))[1] == 3
