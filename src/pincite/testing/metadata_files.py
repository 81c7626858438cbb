"""Metadata contract: pictures of versions, and the blobs that they keep."""

from dataclasses import replace

import pytest

from pincite.core.errors import NotFound
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseRecord, IndexedVersion, VersionFile
from pincite.testing.metadata_cases import BASE, MetadataCases, indexed, key, uid

_FOREVER = 10_000.0


def _file(name: str, letter: str, page: int | None = None, hold: int = 0) -> VersionFile:
    return VersionFile(name, key(letter), "image/png", page, uid(hold) if hold else "")


class FilesContract(MetadataCases):
    async def _with_files(self, metadata: Metadata, number: int, *files: VersionFile, file_key: str) -> bool:
        await self.submit(metadata, number, file_key=file_key)
        job = await self.claim(metadata)
        for file in files:
            await metadata.holds.take(file.key, file.hold, "me", _FOREVER)
        document_id = job.document_id or ""
        version: IndexedVersion = replace(indexed(document_id, uid(number + 1), "보험금"), files=files)
        return await metadata.versions.activate(job, version, 300.0)

    async def test_a_live_version_shows_its_pictures(self) -> None:
        async with self.metadata() as metadata:
            files = _file("b.png", "c", 2, 500), _file("a.png", "b", 1, 501)
            assert await self._with_files(metadata, 10, *files, file_key=key("a"))
            listed = await metadata.files.list(uid(11))
            assert listed == [replace(file, hold="") for file in reversed(files)]
            assert await metadata.files.get(uid(10), "a.png") == listed[0]
            for document_id, name in ((uid(10), "c.png"), (uid(99), "a.png")):
                with pytest.raises(NotFound):
                    await metadata.files.get(document_id, name)

    async def test_the_pictures_of_the_version_before_are_not_shown(self) -> None:
        async with self.metadata() as metadata:
            assert await self._with_files(metadata, 10, _file("old.png", "b", hold=500), file_key=key("a"))
            assert await self._with_files(metadata, 20, _file("new.png", "c", hold=501), file_key=key("d"))
            assert (await metadata.files.get(uid(10), "new.png")).key == key("c")
            with pytest.raises(NotFound):
                await metadata.files.get(uid(10), "old.png")

    async def test_pictures_keep_their_blobs_until_their_version_goes(self) -> None:
        removed: list[str] = []

        async def remove(blob: str) -> None:
            removed.append(blob)

        async with self.metadata() as metadata:
            assert await self._with_files(metadata, 10, _file("a.png", "b", hold=500), file_key=key("a"))
            assert await metadata.holds.collect({key("b")}, remove, 400.0) == 0
            await metadata.documents.request_delete(uid(10), 500.0)
            with pytest.raises(NotFound):
                await metadata.files.get(uid(10), "a.png")
            keys = await metadata.documents.drop(uid(10))
            assert keys == {key("a"), key("b"), key("f")}
            assert await metadata.holds.collect({key("b")}, remove, 600.0) == 1
            assert removed == [key("b")]
            assert await metadata.files.list(uid(11)) == []

    async def test_a_picture_of_two_documents_outlives_one_of_them(self) -> None:
        async def remove(_blob: str) -> None:
            raise AssertionError("another document shows it")

        async with self.metadata() as metadata:
            for number, source in ((10, "a.md"), (30, "b.md")):
                await self.submit(metadata, number, source=source)
                job = await self.claim(metadata)
                version = replace(
                    indexed(uid(number), uid(number + 1), "보험금"),
                    files=(_file("a.png", "b", hold=number + 500),),
                )
                await metadata.holds.take(key("b"), uid(number + 500), "me", _FOREVER)
                assert await metadata.versions.activate(job, version, 300.0)
            await metadata.documents.request_delete(uid(10), 500.0)
            assert key("b") in await metadata.documents.drop(uid(10))
            assert await metadata.holds.collect({key("b")}, remove, 600.0) == 0

    async def test_a_base_takes_its_pictures_along(self) -> None:
        async with self.metadata(base=False) as metadata:
            await metadata.bases.create(BaseRecord(id=BASE, name="terms", created_at=5.0))
            assert await self._with_files(metadata, 10, _file("a.png", "b", hold=500), file_key=key("a"))
            await metadata.bases.request_delete(BASE, 500.0)
            assert key("b") in await metadata.bases.drop(BASE)
