"""What a metadata database does with folders, tags, values, days and duplicates."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from pincite.core.errors import InvalidInput, NotFound
from pincite.core.types import DocumentStatus
from pincite.core.validity import ALWAYS, Span, Validity
from pincite.ports.documents import DayField, DocumentChange, DocumentOrder, DocumentQuery, TagChange
from pincite.ports.metadata import Metadata
from pincite.ports.records import DocumentRecord, JobKind, StageNote
from pincite.testing.metadata_cases import BASE, MetadataCases, indexed, key, uid

OLD_FIRST, NEW_FIRST = date(2022, 1, 1), date(2024, 1, 1)
LAST_OF_OLD = date(2023, 12, 31)


def begins(day: date) -> DocumentChange:
    return DocumentChange(days={"effective_from": day})


class FilingContract(MetadataCases):
    pytestmark = pytest.mark.anyio

    async def two_versions(self, metadata: Metadata) -> tuple[str, str]:
        """An older document and a newer one that supersedes it, both live."""
        old = await self.live(metadata, 10, "낡은", source="old.md")
        new = await self.live(metadata, 20, "새", source="new.md", file_key=key("b"))
        await metadata.documents.change(old.id, begins(OLD_FIRST), 400.0)
        await metadata.documents.change(new.id, replace(begins(NEW_FIRST), supersedes=old.id), 400.0)
        return old.id, new.id

    # --- days -------------------------------------------------------------------------------------

    async def test_a_newer_document_closes_the_older_one_the_day_before(self) -> None:
        async with self.metadata() as metadata:
            old, new = await self.two_versions(metadata)
            older = await metadata.documents.get(old)
            assert older.validity == Validity(OLD_FIRST, LAST_OF_OLD)
            assert older.superseded_by == new
            newer = await metadata.documents.find(BASE, "new.md")
            assert newer is not None
            assert (newer.supersedes, newer.validity) == (old, Validity(NEW_FIRST))
            editions = await metadata.editions.editions([BASE])
            assert editions.outside(Span.of(date(2025, 1, 1))) == {old}
            assert editions.outside(Span.of(date(2023, 1, 1))) == {new}

    async def test_what_was_closed_opens_again_when_the_newer_one_goes(self) -> None:
        async with self.metadata() as metadata:
            old, new = await self.two_versions(metadata)
            await metadata.documents.request_delete(new, 500.0)
            older = await metadata.documents.get(old)
            assert (older.validity, older.superseded_by) == (Validity(OLD_FIRST), None)
            assert (await metadata.editions.editions([BASE])).validity(old) == Validity(OLD_FIRST)

    async def test_and_when_it_supersedes_nothing_any_more(self) -> None:
        async with self.metadata() as metadata:
            old, new = await self.two_versions(metadata)
            changed = await metadata.documents.change(new, DocumentChange(supersedes=""), 500.0)
            assert changed.supersedes is None
            assert (await metadata.documents.get(old)).effective_to is None

    async def test_the_same_source_for_a_later_day_keeps_the_older_one_until_the_day_before(self) -> None:
        async with self.metadata() as metadata:
            old = await self.live(metadata, 10, "낡은", source="terms/a.md")
            said = replace(begins(OLD_FIRST), custom={"dept": "claims"}, tags=TagChange(add=("x",)))
            await metadata.documents.change(old.id, said, 400.0)
            await metadata.jobs.finish(await self.claim(metadata, now=450.0))  # the tags are on the points
            later: dict[str, Any] = {
                "source": "terms/a.md",
                "file_key": key("b"),
                "change": begins(NEW_FIRST),
            }
            new, work = await self.submit(metadata, 20, **later)
            assert work
            assert new.id != old.id
            assert (new.source, new.supersedes, new.tags) == ("terms/a.md", old.id, ("x",))
            assert new.custom == {"dept": "claims"}
            older = await metadata.documents.get(old.id)
            assert older.source == "terms/a (2022-01-01).md"
            # Until the newer one is ready the older one stays in force.
            assert (older.status, older.validity) == (DocumentStatus.READY, Validity(OLD_FIRST))
            assert await self.submit(metadata, 30, **later) == (new, False)
            job = await self.claim(metadata)
            assert await metadata.versions.activate(job, indexed(new.id, uid(21), "새"), 500.0)
            assert (await metadata.documents.get(old.id)).validity == Validity(OLD_FIRST, LAST_OF_OLD)

    @pytest.mark.parametrize("first", [OLD_FIRST, date(2021, 1, 1), None])
    async def test_a_correction_for_no_later_day_stays_one_document(self, first: date | None) -> None:
        async with self.metadata() as metadata:
            old = await self.live(metadata, 10, "낡은")
            await metadata.documents.change(old.id, begins(OLD_FIRST), 400.0)
            change = DocumentChange() if first is None else begins(first)
            new, _ = await self.submit(metadata, 20, file_key=key("b"), change=change)
            assert (new.id, new.supersedes) == (old.id, None)
            assert len(await metadata.documents.list(BASE)) == 1

    async def test_papers_that_share_most_words_are_alike(self) -> None:
        async with self.metadata() as metadata:
            old = await self.live(metadata, 10, "입원 일당 3 만 원", "청구 서류 진단 서", source="a.md")
            new = await self.live(metadata, 20, "입원 일당 7 만 원", "청구 서류 진단 서", source="b.md")
            other = await self.live(metadata, 30, "책 다섯 권 14 일 청구", source="c.md")
            waiting, _ = await self.submit(metadata, 40, source="d.md", file_key=key("d"))
            ids = [old.id, new.id, other.id, waiting.id, uid(999)]
            pairs = [(one, two) for one in ids for two in ids if one < two]
            alike = [pair for pair in pairs if set(pair) == {old.id, new.id}]
            for _ in range(2):
                assert list(await metadata.editions.alike(pairs)) == alike
            assert list(await metadata.editions.alike([])) == []

    async def test_a_last_day_that_was_set_stays_whatever_supersedes(self) -> None:
        async with self.metadata() as metadata:
            old, _ = await self.two_versions(metadata)
            last = date(2023, 6, 30)
            await metadata.documents.change(old, DocumentChange(days={"effective_to": last}), 500.0)
            assert (await metadata.documents.get(old)).effective_to == last
            await metadata.documents.change(old, DocumentChange(days={"effective_to": None}), 500.0)
            assert (await metadata.documents.get(old)).effective_to == LAST_OF_OLD

    async def test_a_document_that_is_not_live_closes_nothing(self) -> None:
        async with self.metadata() as metadata:
            old = await self.live(metadata, 10, "낡은", source="old.md")
            change = replace(begins(NEW_FIRST), supersedes=old.id)
            await self.submit(metadata, 20, source="new.md", file_key=key("b"), change=change)
            assert (await metadata.documents.get(old.id)).validity == ALWAYS
            job = await self.claim(metadata)
            await metadata.jobs.fail(job, "corrupt_document", "It is damaged.", 300.0)
            assert (await metadata.documents.get(old.id)).validity == ALWAYS

    async def test_the_middle_of_a_chain_may_go(self) -> None:
        async with self.metadata() as metadata:
            old, middle = await self.two_versions(metadata)
            new = await self.live(metadata, 30, "더 새", source="newest.md", file_key=key("c"))
            first = date(2026, 1, 1)
            await metadata.documents.change(new.id, replace(begins(first), supersedes=middle), 500.0)
            await metadata.documents.request_delete(middle, 600.0)
            assert (await metadata.documents.get(new.id)).supersedes == old
            assert (await metadata.documents.get(old)).effective_to == date(2025, 12, 31)

    async def test_days_that_contradict_each_other_change_nothing(self) -> None:
        async with self.metadata() as metadata:
            old, new = await self.two_versions(metadata)
            before = [await metadata.documents.get(id_) for id_ in (old, new)]
            for id_, change in (
                (old, DocumentChange(days={"effective_to": date(2021, 12, 31)})),
                (old, DocumentChange(supersedes=old)),
                (old, DocumentChange(supersedes=new)),
                (old, begins(date(2024, 1, 1))),
                (new, begins(date(2022, 1, 1))),
                (new, DocumentChange(days={"effective_from": None})),
                (new, replace(begins(date(2020, 1, 1)), tags=TagChange(add=("x",)), folder="elsewhere")),
            ):
                with pytest.raises(InvalidInput):
                    await metadata.documents.change(id_, change, 500.0)
            with pytest.raises(NotFound):
                await metadata.documents.change(new, DocumentChange(supersedes=uid(77)), 500.0)
            assert [await metadata.documents.get(id_) for id_ in (old, new)] == before

    async def test_a_refused_upload_leaves_no_document(self) -> None:
        async with self.metadata() as metadata:
            change = DocumentChange(
                days={"effective_from": date(2024, 1, 2), "effective_to": date(2024, 1, 1)}
            )
            with pytest.raises(InvalidInput):
                await self.submit(metadata, 10, change=change)
            assert await metadata.documents.list(BASE) == []

    async def test_days_of_the_file_fill_what_nobody_set_and_follow_the_file(self) -> None:
        async with self.metadata() as metadata:
            last = date(2024, 12, 31)
            set_by_hand = DocumentChange(days={"effective_to": last})
            document, _ = await self.submit(metadata, 10, change=set_by_hand)
            for number, first in ((10, date(2022, 1, 1)), (20, date(2023, 1, 1))):
                if number != 10:
                    await self.submit(metadata, number, file_key=key("b"))
                named: dict[DayField, date] = {
                    "effective_from": first,
                    "effective_to": date(2025, 1, 1),
                }
                note = StageNote(
                    "convert", "done", 1.0, {"days": {f: d.isoformat() for f, d in named.items()}}
                )
                version = replace(indexed(document.id, uid(number + 1), "글"), days=named, stages=(note,))
                assert await metadata.versions.activate(await self.claim(metadata), version, 300.0)
                found = await metadata.documents.get(document.id)
                assert (found.effective_from, found.effective_to) == (first, last)
                await self.settle_cleanups(metadata)

    # --- filing -----------------------------------------------------------------------------------

    async def filed(self, metadata: Metadata) -> dict[str, DocumentRecord]:
        """Four documents, the first one live."""
        live = await self.live(metadata, 10, "글", source="가.md")
        await metadata.documents.change(
            live.id,
            DocumentChange(
                tags=TagChange(add=("2024", "약관")), folder="plans", custom={"dept": "보상", "level": 3}
            ),
            400.0,
        )
        await self.submit(metadata, 20, source="b.md", file_key=key("b"), folder="plans/old", tags=("2024",))
        await self.submit(metadata, 30, source="C.md", file_key=key("c"), folder="Plans")
        await self.submit(
            metadata,
            40,
            source="100%_d.md",
            file_key=key("d"),
            change=DocumentChange(custom={"level": "3", "ok": True, "share": 0.5}),
        )
        return {record.filename: record for record in await metadata.documents.list(BASE)}

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            (DocumentQuery(), ["100%_d.md", "C.md", "b.md", "가.md"]),
            (DocumentQuery(folder="plans"), ["b.md", "가.md"]),
            (DocumentQuery(folder="plans", below=False), ["가.md"]),
            (DocumentQuery(folder="plan"), []),
            (DocumentQuery(folder="", below=False), ["100%_d.md"]),
            (DocumentQuery(folder=""), ["100%_d.md", "C.md", "b.md", "가.md"]),
            (DocumentQuery(tags=("약관", "none")), ["가.md"]),
            (DocumentQuery(tags=("2024",)), ["b.md", "가.md"]),
            (DocumentQuery(tags=("202",)), []),
            (DocumentQuery(statuses=(DocumentStatus.READY,)), ["가.md"]),
            (DocumentQuery(name="C.M"), ["C.md"]),
            (DocumentQuery(name="가"), ["가.md"]),
            (DocumentQuery(name="%_"), ["100%_d.md"]),
            (DocumentQuery(custom={"dept": "보상"}), ["가.md"]),
            (DocumentQuery(custom={"level": "3"}), ["100%_d.md", "가.md"]),
            (DocumentQuery(custom={"level": 3}), ["가.md"]),
            (DocumentQuery(custom={"ok": "true"}), ["100%_d.md"]),
            (DocumentQuery(custom={"ok": True, "share": 0.5}), ["100%_d.md"]),
            (DocumentQuery(custom={"nothing": "3"}), []),
            (DocumentQuery(ids=(uid(20),), tags=("2024",)), ["b.md"]),
        ],
    )
    async def test_a_query_finds_what_it_means(self, query: DocumentQuery, names: list[str]) -> None:
        async with self.metadata() as metadata:
            await self.filed(metadata)
            page = await metadata.documents.page(BASE, query)
            assert [record.filename for record in page.documents] == names
            assert page.total == len(names)

    async def test_pages_follow_each_other_in_every_order(self) -> None:
        async with self.metadata() as metadata:
            await self.filed(metadata)
            for order in DocumentOrder:
                for descending in (False, True):
                    every = await metadata.documents.page(
                        BASE, DocumentQuery(), order=order, descending=descending
                    )
                    parts = [
                        (
                            await metadata.documents.page(
                                BASE,
                                DocumentQuery(),
                                order=order,
                                descending=descending,
                                offset=offset,
                                limit=3,
                            )
                        ).documents
                        for offset in (0, 3, 6)
                    ]
                    assert [*parts[0], *parts[1], *parts[2]] == list(every.documents)
            page = await metadata.documents.page(BASE, DocumentQuery(statuses=(DocumentStatus.READY,)))
            assert page.total == 1
            assert page.by_status == {DocumentStatus.READY: 1, DocumentStatus.PENDING: 3}

    async def test_folders_and_tags_are_counted_without_what_is_being_deleted(self) -> None:
        async with self.metadata() as metadata:
            filed = await self.filed(metadata)
            assert await metadata.documents.folders(BASE) == {"": 1, "Plans": 1, "plans": 1, "plans/old": 1}
            assert await metadata.documents.tags(BASE) == {"2024": 2, "약관": 1}
            await metadata.documents.request_delete(filed["가.md"].id, 500.0)
            assert await metadata.documents.folders(BASE) == {"": 1, "Plans": 1, "plans/old": 1}
            assert await metadata.documents.tags(BASE) == {"2024": 1}

    async def test_values_are_set_one_by_one_and_taken_away_by_none(self) -> None:
        async with self.metadata() as metadata:
            document, _ = await self.submit(metadata, 10)
            change = DocumentChange(custom={"a": 1, "b": "둘", "c": True})
            await metadata.documents.change(document.id, change, 200.0)
            changed = await metadata.documents.change(
                document.id, DocumentChange(custom={"a": None, "c": False}), 300.0
            )
            assert changed.custom == {"b": "둘", "c": False}
            too_many = DocumentChange(custom={f"k{number}": number for number in range(60)})
            with pytest.raises(InvalidInput):
                await metadata.documents.change(document.id, too_many, 400.0)
            assert (await metadata.documents.get(document.id)).custom == changed.custom

    async def test_other_tags_enqueue_one_job_for_the_index(self) -> None:
        async with self.metadata() as metadata:
            document = await self.live(metadata, 10, "글")
            for change in (
                TagChange(add=("b", "a")),
                TagChange(add=("c",)),
                TagChange(rename={"b": "d"}, remove=("a",)),
                TagChange(add=("d",)),
                TagChange(remove=("never",)),
            ):
                changed = await metadata.documents.change(document.id, DocumentChange(tags=change), 400.0)
            assert changed.tags == ("d", "c")
            job = await self.claim(metadata, now=500.0)
            assert (job.kind, job.document_id) == (JobKind.RETAG, document.id)
            await metadata.jobs.finish(job)
            assert await metadata.jobs.claim("me", 600.0, 30.0) is None

    async def test_a_known_document_keeps_its_folder_unless_it_is_moved(self) -> None:
        async with self.metadata() as metadata:
            await self.submit(metadata, 10, folder="a")
            again, work = await self.submit(metadata, 20, folder="b")
            assert (again.folder, work) == ("a", False)
            moved, work = await self.submit(metadata, 30, folder="b", move=True)
            assert (moved.folder, work) == ("b", False)

    # --- what changed -----------------------------------------------------------------------------

    async def test_what_changed_is_told_by_time_and_what_goes_is_not(self) -> None:
        async with self.metadata() as metadata:
            live = await self.live(metadata, 10, "글", source="a.md")
            one, _ = await self.submit(metadata, 20, source="b.md", file_key=key("b"), now=600.0)
            two, _ = await self.submit(metadata, 30, source="c.md", file_key=key("c"), now=500.0)
            stands = await metadata.documents.standing(BASE)
            assert [row.id for row in stands] == [live.id, two.id, one.id]
            assert [row.updated_at for row in stands][1:] == [500.0, 600.0]
            assert [row.status.value for row in stands] == ["ready", "pending", "pending"]
            assert [row.id for row in await metadata.documents.standing(BASE, since=500.0)] == [
                two.id,
                one.id,
            ]
            assert await metadata.documents.standing(BASE, since=600.1) == []
            assert await metadata.documents.standing(uid(77)) == []
            ready = DocumentStatus.READY
            assert await metadata.documents.counts(BASE) == {ready: 1, DocumentStatus.PENDING: 2}
            await metadata.documents.request_delete(one.id, 700.0)
            assert await metadata.documents.standing(BASE, since=600.0) == []
            assert await metadata.documents.counts(BASE) == {ready: 1, DocumentStatus.PENDING: 1}

    async def test_several_are_read_at_once_without_those_that_went(self) -> None:
        async with self.metadata() as metadata:
            old, new = await self.two_versions(metadata)
            gone, _ = await self.submit(metadata, 40, source="c.md", file_key=key("c"))
            await metadata.documents.request_delete(gone.id, 700.0)
            found = await metadata.documents.several([old, gone.id, new, uid(77)])
            assert {record.id for record in found} == {old, new}
            assert {record.filename for record in found} == {"old.md", "new.md"}
            assert await metadata.documents.several([]) == []

    # --- duplicates -------------------------------------------------------------------------------

    async def test_the_same_bytes_under_other_names_are_told_and_kept(self) -> None:
        async with self.metadata() as metadata:
            first, _ = await self.submit(metadata, 10, source="first.md", now=100.0)
            second, work = await self.submit(metadata, 20, source="second.md", now=200.0)
            await self.submit(metadata, 30, source="other.md", file_key=key("b"), now=300.0)
            assert work
            assert second.duplicate_of is not None
            assert (second.duplicate_of.id, second.duplicate_of.filename) == (first.id, "first.md")
            assert (await metadata.documents.get(first.id)).duplicate_of is None
            (group,) = await metadata.documents.duplicates(BASE)
            assert [record.filename for record in group] == ["first.md", "second.md"]
            await metadata.documents.request_delete(first.id, 400.0)
            assert (await metadata.documents.get(second.id)).duplicate_of is None
            assert await metadata.documents.duplicates(BASE) == []

    async def settle_cleanups(self, metadata: Metadata) -> Sequence[str]:
        """Finish what a switch of versions left to do."""
        done = []
        while (job := await metadata.jobs.claim("me", 900.0, 30.0)) is not None:
            await metadata.jobs.finish(job)
            done.append(job.kind.value)
        return done
