"""Contract of conversations: `pincite.ports.sessions.Sessions`."""

import pytest

from pincite.core.errors import Forbidden, NotFound
from pincite.ports.sessions import Person, SessionChange, Vote
from pincite.ports.tenants import DEFAULT_TENANT
from pincite.testing.metadata_cases import uid
from pincite.testing.session_cases import SESSION, SessionCases, exchange

NOBODY = Person()
KIM, LEE = Person(DEFAULT_TENANT, "kim"), Person(DEFAULT_TENANT, "lee")


class SessionsContract(SessionCases):
    @pytest.mark.feature("SS-01")
    @pytest.mark.feature("SS-03")
    async def test_a_session_is_read_as_it_was_made(self) -> None:
        async with self.metadata(base=False) as metadata:
            made = await self.session(
                metadata,
                title="보험금 指急",
                base_ids=(uid(1), uid(2)),
                assistant="terms",
                last_request_state={"web": True, "bases": ["terms"], "model": None},
            )
            assert await metadata.sessions.get(SESSION) == made
            for other in (uid(99), "no\0thing"):
                with pytest.raises(NotFound):
                    await metadata.sessions.get(other)
                with pytest.raises(NotFound):
                    await metadata.sessions.change(other, SessionChange(title="x"))
            with pytest.raises(NotFound):
                await metadata.sessions.get(SESSION, tenant_id="another")

    @pytest.mark.feature("SS-01")
    @pytest.mark.feature("TN-05")
    async def test_a_tenant_reads_and_the_owner_alone_changes(self) -> None:
        async with self.metadata(base=False) as metadata:
            made = await self.session(metadata, user="kim")
            assert await metadata.sessions.get(SESSION) == made
            assert await metadata.sessions.get_owned(SESSION, KIM) == made
            for person in (LEE, NOBODY):
                with pytest.raises(Forbidden):
                    await metadata.sessions.get_owned(SESSION, person)
                assert await metadata.sessions.delete([SESSION], person) == []
                assert await metadata.sessions.delete_all(person) == 0
                assert (await metadata.sessions.list(person)).sessions == ()
            with pytest.raises(NotFound):
                await metadata.sessions.get_owned(SESSION, Person("another", "kim"))
            assert await metadata.sessions.delete([SESSION], Person("another", "kim")) == []
            assert await metadata.sessions.delete_all(KIM) == 1

    @pytest.mark.feature("SS-01")
    @pytest.mark.feature("SS-02")
    async def test_pages_show_pinned_ones_first_and_then_the_newest_activity(self) -> None:
        async with self.metadata(base=False) as metadata:
            for number in range(7):
                at = float(number // 2)  # some at the same time
                await self.session(metadata, uid(number), pinned=number in (1, 2), updated_at=at)
            seen: list[int] = []
            after = None
            for _ in range(4):
                page = await metadata.sessions.list(NOBODY, after=after, limit=2)
                seen += [int(session.id[-1]) for session in page.sessions]
                after = page.next
            assert after is None
            assert seen == [2, 1, 6, 5, 4, 3, 0]
            assert (await metadata.sessions.list(NOBODY, limit=7)).next is None

    @pytest.mark.feature("SS-01")
    async def test_a_page_goes_on_where_it_ended_while_sessions_come_and_go(self) -> None:
        async with self.metadata(base=False) as metadata:
            for number in range(4):
                await self.session(metadata, uid(number), updated_at=float(number))
            page = await metadata.sessions.list(NOBODY, limit=2)
            await self.session(metadata, uid(9), updated_at=9.0)
            await metadata.sessions.delete([uid(2)], NOBODY)
            rest = await metadata.sessions.list(NOBODY, after=page.next, limit=2)
            assert [session.id for session in rest.sessions] == [uid(1), uid(0)]

    @pytest.mark.feature("SS-02")
    @pytest.mark.feature("SS-03")
    async def test_a_change_touches_what_it_names(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata, title="old", assistant="terms", base_ids=(uid(1),))
            renamed = await metadata.sessions.change(SESSION, SessionChange(title="new", pinned=True))
            assert (renamed.title, renamed.pinned, renamed.assistant) == ("new", True, "terms")
            assert renamed.updated_at == 1.0
            change = SessionChange(pinned=False, base_ids=(), assistant="", last_request_state={"web": True})
            changed = await metadata.sessions.change(SESSION, change)
            assert (changed.title, changed.pinned, changed.assistant) == ("new", False, None)
            assert (changed.base_ids, changed.last_request_state) == ((), {"web": True})
            assert await metadata.sessions.change(SESSION, SessionChange()) == changed

    @pytest.mark.feature("SS-04")
    async def test_a_late_title_does_not_write_over_a_name_that_a_person_gave(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            assert await metadata.sessions.entitle(SESSION, "from the question")
            assert await metadata.sessions.entitle(SESSION, "from the model", instead_of="from the question")
            await metadata.sessions.change(SESSION, SessionChange(title="mine"))
            assert not await metadata.sessions.entitle(SESSION, "late", instead_of="from the model")
            assert not await metadata.sessions.entitle(uid(99), "nobody's")
            assert (await metadata.sessions.get(SESSION)).title == "mine"

    @pytest.mark.feature("SS-01")
    async def test_deleting_takes_messages_and_feedback_along_and_nothing_else(self) -> None:
        async with self.metadata(base=False) as metadata:
            for number in (1, 2, 3, 4):
                await self.session(metadata, uid(number))
                answer = await self.turn(metadata, number * 10, "q", "a", session_id=uid(number))
                await metadata.feedback.set(answer.id, Vote.UP, "", 200.0)
            asked = [uid(1), uid(2), uid(99), "no\0thing"]
            assert await metadata.sessions.delete(asked, NOBODY) == [uid(1), uid(2)]
            assert await metadata.sessions.delete([uid(1)], NOBODY) == []
            assert await metadata.sessions.delete([], NOBODY) == []
            with pytest.raises(NotFound):
                await metadata.messages.get(uid(11))
            with pytest.raises(NotFound):
                await metadata.messages.add(exchange(50, "late", uid(1)), 300.0)
            assert {said.session_id for said in await metadata.feedback.export()} == {uid(3), uid(4)}
            assert await self.contents(metadata, uid(3)) == ["q", "a"]
            assert await metadata.sessions.delete_all(NOBODY) == 2
            assert (await metadata.sessions.list(NOBODY)).sessions == ()
            assert await metadata.feedback.export() == []
