"""ANSWER_VERIFY: the answer against exactly the passages it was made from."""

from pincite.citations import strip_references
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.verification import Passage as Evidence
from pincite.verification import verify_answer


class VerifyPlugin:
    events = (Event.ANSWER_VERIFY,)

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state = chat.state
        if not state.ungrounded:
            evidence = [
                Evidence(id=passage.chunk.id, text=passage.text, heading=passage.heading)
                for passage in state.passages
            ]
            state.report = verify_answer(
                strip_references(state.raw_answer), evidence, language=state.language
            )
        await next()
