"""What every store of assistants must do. Subclass the suite, say how a database is made, run it with pytest.

class TestMyStore(AssistantStoreContract):
    async def make_metadata(self):
        return await open_my_metadata()
"""

import asyncio
from dataclasses import replace

import pytest

from pincite.core.errors import Conflict, NotFound
from pincite.ports.assistants import Assistant
from pincite.ports.metadata import Metadata
from pincite.testing.metadata_cases import MetadataCases, uid

CLAIMS = Assistant(
    uid(2000),
    "보상 상담",
    description="claims 理赔",
    profile={"rounds": 0, "temperature": 0.5, "prompts": {"system/system": {"ko": "{language}로"}}},
    created_at=1.0,
    updated_at=1.0,
)
SALES = Assistant(uid(2001), "sales", created_at=2.0, updated_at=2.0)


class AssistantStoreContract(MetadataCases):
    """`make_metadata` (an empty database) is all that a subclass adds."""

    async def defaults(self, metadata: Metadata) -> list[str]:
        return [one.name for one in await metadata.assistants.list() if one.is_default]

    async def test_an_assistant_is_read_as_it_was_made(self) -> None:
        async with self.metadata(base=False) as metadata:
            assert await metadata.assistants.list() == []
            assert await metadata.assistants.create(CLAIMS) == CLAIMS
            await metadata.assistants.create(SALES)
            assert await metadata.assistants.get("보상 상담") == CLAIMS
            assert await metadata.assistants.get(CLAIMS.id) == CLAIMS
            assert sorted(one.name for one in await metadata.assistants.list()) == ["sales", "보상 상담"]

    async def test_what_is_not_there_is_said_so(self) -> None:
        async with self.metadata(base=False) as metadata:
            await metadata.assistants.create(CLAIMS)
            for other in (uid(99), "Claims", "no\0thing", "\ud800"):
                with pytest.raises(NotFound):
                    await metadata.assistants.get(other)
                with pytest.raises(NotFound):
                    await metadata.assistants.delete(other)
            with pytest.raises(NotFound):
                await metadata.assistants.replace(SALES)

    async def test_another_tenant_sees_nothing(self) -> None:
        async with self.metadata(base=False) as metadata:
            await metadata.assistants.create(replace(CLAIMS, is_default=True))
            assert await metadata.assistants.list(tenant_id="another") == []
            assert await metadata.assistants.default(tenant_id="another") is None
            with pytest.raises(NotFound):
                await metadata.assistants.get(CLAIMS.id, tenant_id="another")
            with pytest.raises(NotFound):
                await metadata.assistants.delete(CLAIMS.id, tenant_id="another")
            with pytest.raises(NotFound):
                await metadata.assistants.replace(replace(CLAIMS, tenant_id="another"))
            assert await metadata.assistants.get(CLAIMS.id)

    async def test_a_name_is_given_once(self) -> None:
        async with self.metadata(base=False) as metadata:
            await metadata.assistants.create(CLAIMS)
            with pytest.raises(Conflict):
                await metadata.assistants.create(replace(SALES, name=CLAIMS.name))
            await metadata.assistants.create(SALES)
            with pytest.raises(Conflict):
                await metadata.assistants.replace(replace(SALES, name=CLAIMS.name))
            assert await metadata.assistants.get(SALES.id) == SALES

    async def test_one_called_like_the_id_of_another_hides_neither(self) -> None:
        async with self.metadata(base=False) as metadata:
            await metadata.assistants.create(CLAIMS)
            await metadata.assistants.create(replace(SALES, name=CLAIMS.id))
            assert (await metadata.assistants.get(CLAIMS.id)).name == CLAIMS.name
            assert (await metadata.assistants.get(SALES.id)).name == CLAIMS.id

    async def test_it_is_written_over_whole(self) -> None:
        async with self.metadata(base=False) as metadata:
            await metadata.assistants.create(CLAIMS)
            changed = replace(CLAIMS, name="n", description="", profile={"rounds": 3}, updated_at=9.0)
            assert await metadata.assistants.replace(changed) == changed
            assert await metadata.assistants.get("n") == changed
            with pytest.raises(NotFound):
                await metadata.assistants.get(CLAIMS.name)

    async def test_at_most_one_is_the_default(self) -> None:
        async with self.metadata(base=False) as metadata:
            assert await metadata.assistants.default() is None
            first = await metadata.assistants.create(replace(CLAIMS, is_default=True))
            assert await metadata.assistants.default() == first
            second = await metadata.assistants.create(replace(SALES, is_default=True))
            assert await metadata.assistants.default() == second
            await metadata.assistants.replace(first)
            assert await self.defaults(metadata) == [first.name]
            await metadata.assistants.replace(replace(first, is_default=False))
            assert await metadata.assistants.default() is None
            await metadata.assistants.replace(second)
            await metadata.assistants.delete(second.id)
            assert await metadata.assistants.default() is None

    async def test_a_refused_one_leaves_the_default(self) -> None:
        async with self.metadata(base=False) as metadata:
            await metadata.assistants.create(replace(CLAIMS, is_default=True))
            with pytest.raises(Conflict):
                await metadata.assistants.create(replace(SALES, name=CLAIMS.name, is_default=True))
            with pytest.raises(NotFound):
                await metadata.assistants.replace(replace(SALES, is_default=True))
            assert await self.defaults(metadata) == [CLAIMS.name]

    async def test_many_made_the_default_at_once_leave_one(self) -> None:
        async with self.metadata(base=False) as metadata:
            many = [
                replace(SALES, id=uid(3000 + number), name=f"n{number}", is_default=True)
                for number in range(6)
            ]
            await asyncio.gather(*map(metadata.assistants.create, many))
            assert len(await self.defaults(metadata)) == 1
