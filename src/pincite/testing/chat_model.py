"""What every `ChatModel` must do. Subclass `ChatModelContract` and give it its three fixtures.

``chat_model`` answers anything with some text; ``unreachable_model`` has no server behind it;
``failing_model`` reaches a server that refuses every call.
"""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing

import pytest

from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.core.types import Message
from pincite.ports.models import ChatModel, ChatOptions, StreamPart

QUESTION = (
    Message("system", "Answer in one sentence. 한 문장으로 답하세요. 请用一句话回答。"),
    Message("user", "What is annual leave?"),
    Message("assistant", "Paid time off."),
    Message("user", '연차 유급휴가는 며칠인가요? \U0001f642 <ref id="c1"/>'),
)


async def _complete(model: ChatModel, messages: Sequence[Message] = QUESTION) -> str:
    return await model.complete(messages, temperature=0.0, max_tokens=32)


async def _stream(model: ChatModel) -> list[StreamPart]:
    return [part async for part in model.stream(QUESTION, temperature=0.0, max_tokens=32)]


def _answer(parts: Sequence[StreamPart]) -> str:
    return "".join(part.answer for part in parts)


class ChatModelContract:
    """Each test leaves the model open."""

    def test_the_identity_names_the_model(self, chat_model: ChatModel) -> None:
        assert chat_model.identity.strip()
        assert chat_model.identity == chat_model.identity.strip()

    async def test_it_answers_a_conversation_in_any_script(self, chat_model: ChatModel) -> None:
        assert (await _complete(chat_model)).strip()

    async def test_a_single_message_is_enough(self, chat_model: ChatModel) -> None:
        assert (await _complete(chat_model, [Message("user", "Say OK.")])).strip()

    async def test_the_whole_answer_tells_what_its_text_alone_does_not(self, chat_model: ChatModel) -> None:
        whole = await chat_model.completion(QUESTION, temperature=0.0, max_tokens=32)
        assert whole.text.strip()
        assert whole.end.answered_by
        if whole.end.usage is not None:
            assert whole.end.usage.prompt_tokens > 0
            assert whole.end.usage.completion_tokens > 0

    async def test_a_part_is_one_thing_and_never_empty(self, chat_model: ChatModel) -> None:
        parts = await _stream(chat_model)
        assert _answer(parts).strip()
        for part in parts:
            assert [bool(part.answer), bool(part.thinking), part.end is not None].count(True) == 1

    async def test_the_end_comes_once_and_last(self, chat_model: ChatModel) -> None:
        *parts, last = await _stream(chat_model)
        assert last.end is not None
        assert last.end.answered_by
        assert all(part.end is None for part in parts)

    async def test_a_stream_counts_as_a_whole_answer_does(self, chat_model: ChatModel) -> None:
        whole = await chat_model.completion(QUESTION, temperature=0.0, max_tokens=32)
        end = (await _stream(chat_model))[-1].end
        assert end is not None
        assert (end.usage is None) == (whole.end.usage is None)
        if end.usage is not None and whole.end.usage is not None:
            assert end.usage.prompt_tokens == whole.end.usage.prompt_tokens

    async def test_options_are_taken(self, chat_model: ChatModel) -> None:
        options = ChatOptions(top_p=0.9, seed=7, thinking=False)
        whole = await chat_model.completion(QUESTION, temperature=0.0, max_tokens=32, options=options)
        assert whole.text.strip()
        asked = chat_model.stream(QUESTION, temperature=0.0, max_tokens=32, options=options)
        assert _answer([part async for part in asked]).strip()

    async def test_callers_do_not_disturb_each_other(self, chat_model: ChatModel) -> None:
        whole, parts = await asyncio.gather(_complete(chat_model), _stream(chat_model))
        assert whole.strip()
        assert _answer(parts).strip()

    async def test_a_stream_may_be_left_early(self, chat_model: ChatModel) -> None:
        async with aclosing(chat_model.stream(QUESTION, temperature=0.0, max_tokens=32)) as parts:
            async for part in parts:
                assert part != StreamPart()
                break
        assert (await _complete(chat_model)).strip()

    async def test_a_cancelled_call_leaves_a_usable_model(self, chat_model: ChatModel) -> None:
        call = asyncio.ensure_future(_complete(chat_model))
        await asyncio.sleep(0)
        call.cancel()
        assert isinstance((await asyncio.gather(call, return_exceptions=True))[0], asyncio.CancelledError)
        assert (await _complete(chat_model)).strip()

    async def test_no_server_is_said_as_such(self, unreachable_model: ChatModel) -> None:
        with pytest.raises(ChatModelUnavailable):
            await _complete(unreachable_model)
        with pytest.raises(ChatModelUnavailable):
            await _stream(unreachable_model)

    async def test_a_refused_call_is_said_as_such(self, failing_model: ChatModel) -> None:
        with pytest.raises(ModelCallFailed):
            await _complete(failing_model)
        with pytest.raises(ModelCallFailed):
            await _stream(failing_model)
