"""The check of an answer that a stop or a failure broke off: what readers have of it is marked too."""

import anyio.to_thread

from pincite.citations import expand_references, strip_references
from pincite.pipeline.checked import Checked, Criticised
from pincite.pipeline.critic import FLAGGED, NONE
from pincite.pipeline.marking import mark_claims
from pincite.pipeline.state import ChatState
from pincite.pipeline.surroundings import evidence
from pincite.pipeline.verified import Verified


def told_so_far(chat: ChatState, *, citations: bool) -> str:
    """The text that was written, as readers get it."""
    return expand_references(chat.state.raw_answer, chat.context.registry, citations=citations).lstrip()


async def verify_broken_off(chat: ChatState, said: str) -> Verified | None:
    """The check of ``said``; None where nothing was said or there is nothing to check it against. Nothing is
    looked up: who stopped an answer waits for no store."""
    state, check = chat.state, chat.context.check
    if state.verified is not None or check is None or not said.strip():
        return state.verified
    report = state.report
    if report is None:
        report = state.report = await anyio.to_thread.run_sync(check.finish)
    state.checked = state.checked or Checked(
        strip_references(state.raw_answer), evidence(chat), state.language
    )
    failure = report.failure_type
    state.critic = Criticised(failure.value if failure else None, FLAGGED if failure else NONE)
    claims = await anyio.to_thread.run_sync(mark_claims, chat, report, state.raw_answer, said)
    state.verified = Verified(report, state.language, claims, state.critic, partial=True)
    return state.verified
