"""ANSWER_VERIFY: the answer against exactly the passages it was made from."""

from functools import partial

import anyio.to_thread

from pincite.citations import strip_references
from pincite.core.types import Passage
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.pipeline.versions import VersionScope
from pincite.verification import Passage as Evidence
from pincite.verification import verify_answer


def _heading(passage: Passage, versions: VersionScope) -> str:
    """With the days of validity, which an answer about versions states."""
    return " > ".join(part for part in (versions.label(passage.chunk.document_id), passage.heading) if part)


class VerifyPlugin:
    events = (Event.ANSWER_VERIFY,)

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state = chat.state
        if state.passages:  # without any there is nothing to check against (DESIGN.md section 13)
            evidence = [
                Evidence(id=passage.chunk.id, text=passage.text, heading=_heading(passage, state.versions))
                for passage in state.passages
            ]
            text = strip_references(state.raw_answer)
            check = partial(verify_answer, text, evidence, language=state.language)
            state.report = await anyio.to_thread.run_sync(check)
        await next()
