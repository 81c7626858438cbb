"""ANSWER_VERIFY: the answer against exactly the passages it was made from, and what a fault leads to."""

import anyio.to_thread

from pincite.citations import expand_references, strip_references
from pincite.core.settings import ChatSettings, VerificationSettings
from pincite.pipeline.checked import Checked, Criticised
from pincite.pipeline.checking import MarkedCheck, explained
from pincite.pipeline.critic import DISCARDED, FAILED, REPLACED, Critic, improves
from pincite.pipeline.events import Event, Next
from pincite.pipeline.judging import Judging
from pincite.pipeline.marking import mark_claims
from pincite.pipeline.models import Models
from pincite.pipeline.state import ChatState
from pincite.pipeline.surroundings import evidence, passages_before, surroundings
from pincite.pipeline.verified import ClaimMark, Correction, Verified
from pincite.ports.judge import SemanticJudge
from pincite.ports.storage import ChunkReader
from pincite.verification import VerificationReport


class VerifyPlugin:
    events = (Event.ANSWER_VERIFY,)

    def __init__(
        self,
        reader: ChunkReader,
        models: Models,
        chat: ChatSettings,
        settings: VerificationSettings,
        judge: SemanticJudge | None = None,
    ) -> None:
        """``reader`` is asked for what the passages lack."""
        self._reader = reader
        self._models = models
        self._chat = chat
        self._critic = Critic(models, chat, enabled=settings.critic)
        self._judging = Judging(judge, settings)

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state = chat.state
        before = [] if state.passages else await passages_before(chat, self._reader)
        if state.passages or before:  # without any there is nothing to check against (DESIGN.md section 13)
            own = state.passages
            state.passages = own or before
            try:
                await self._verify(chat)
            finally:
                state.passages = own  # the sources of the turn before are those of its answer
        await next()

    async def _verify(self, chat: ChatState) -> None:
        state = chat.state
        state.checked, state.report = await self._checked(chat, state.raw_answer, chat.context.check)
        action = self._critic.action(chat, state.report)
        failure = state.report.failure_type
        second = None
        improved: bool | None = None
        if action == REPLACED:
            second, action = await self._again(chat, state.report)
            improved = None if action == FAILED else action == REPLACED
        state.critic = Criticised(failure.value if failure else None, action, improved)
        correction = None
        if second is not None:
            correction = await self._corrected(chat, *second)
        claims = await self._marked(chat, state.report, state.raw_answer, state.answer)
        verified = Verified(state.report, state.language, claims, state.critic, correction)
        state.verified = await self._judging.judged(chat, verified)

    async def _checked(
        self, chat: ChatState, raw: str, check: MarkedCheck | None = None
    ) -> tuple[Checked, VerificationReport]:
        """``check`` is one that was fed while ``raw`` was written."""
        passages, language = evidence(chat), chat.state.language
        if check is None:
            check = MarkedCheck(passages, language)
            check.feed(raw)
        report = await anyio.to_thread.run_sync(check.finish)
        around = await surroundings(
            report, chat.state.passages, chat.request.base_ids, self._reader, chat.state.versions.label
        )
        if around:
            report = await anyio.to_thread.run_sync(explained, report, passages, around, language)
        return Checked(strip_references(raw), passages, language, around), report

    async def _again(
        self, chat: ChatState, first: VerificationReport
    ) -> tuple[tuple[str, Checked, VerificationReport] | None, str]:
        """The second answer if it is the better one, and what was done."""
        raw = await self._critic.second(chat, first)
        if raw is None:
            return None, FAILED
        checked, report = await self._checked(chat, raw)
        if not improves(first, report):
            return None, DISCARDED
        return (raw, checked, report), REPLACED

    async def _corrected(
        self, chat: ChatState, raw: str, checked: Checked, report: VerificationReport
    ) -> Correction | None:
        """Readers who have the first answer are offered the second one beside it; else it takes its place."""
        state = chat.state
        citations = self._models.settings(chat.request.profile, self._chat).citations
        said = expand_references(raw, chat.context.registry, citations=citations).strip()
        if not chat.context.released:
            state.raw_answer, state.answer = raw, said
            state.checked, state.report = checked, report
            return None
        claims = await self._marked(chat, report, raw, said)
        return Correction(said, Verified(report, state.language, claims))

    @staticmethod
    async def _marked(
        chat: ChatState, report: VerificationReport, raw: str, said: str
    ) -> tuple[ClaimMark, ...]:
        return await anyio.to_thread.run_sync(mark_claims, chat, report, raw, said)
