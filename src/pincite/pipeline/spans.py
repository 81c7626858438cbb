"""A span a stage, ``pipeline.<event>``, and one around all stages of a question (row OR-01).

No span holds words of people: not the question, not the answer, no text of a passage.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pincite.core.errors import PinciteError, SearchNothing
from pincite.pipeline.events import Event
from pincite.pipeline.state import Cancelled, ChatState
from pincite.ports.tracing import Attribute, Tracer

Note = Callable[[ChatState], dict[str, Attribute]]

TRACE_ID = "pincite.trace_id"
"""On every span; an answer and its line in the traces have the same."""


@contextmanager
def question_span(tracer: Tracer | None, path: str, chat: ChatState) -> Iterator[None]:
    """Around one question; ``path`` is what it runs through (``answer``, ``chat``, …)."""
    if tracer is None:
        yield
        return
    with _span(tracer, f"pincite.{path}", chat, _of_question):
        yield


@contextmanager
def stage_span(tracer: Tracer, event: Event, chat: ChatState) -> Iterator[None]:
    """Around the chain of one event: of a streamed answer until its last token."""
    with _span(tracer, f"pipeline.{event.value}", chat, _of_stage):
        yield


@contextmanager
def _span(tracer: Tracer, name: str, chat: ChatState, noted: Note) -> Iterator[None]:
    with tracer.span(name, {TRACE_ID: chat.context.trace_id}) as span:
        try:
            yield
        except SearchNothing:  # an outcome, see `pincite.pipeline.orchestrator`
            span.note({"pincite.found_nothing": True})
            raise
        except Cancelled:
            span.note({"pincite.cancelled": True})
            raise
        except Exception as error:
            span.fail(error.code if isinstance(error, PinciteError) else PinciteError.code)
            raise
        except BaseException:  # the task was cancelled: a stop, or the end of the process
            span.note({"pincite.cancelled": True})
            raise
        finally:
            span.note(noted(chat))


def _of_stage(chat: ChatState) -> dict[str, Attribute]:
    state = chat.state
    return {
        "pincite.hits": len(state.reranked or state.hits),
        "pincite.passages": len(state.passages),
        "pincite.attempts": state.retries + 1,
    }


def _of_question(chat: ChatState) -> dict[str, Attribute]:
    state = chat.state
    told: dict[str, Attribute] = {
        "pincite.language": state.language,
        "pincite.refused": state.refusal_reason is not None,
        "pincite.attempts": state.retries + 1,
        "pincite.model_calls": state.model_calls,
        "pincite.degraded": ",".join(state.degraded),
    }
    if state.route is not None:
        told["pincite.query_type"] = state.route.query_type.value
    if state.top_score is not None:
        told["pincite.top_score"] = state.top_score
    if state.report is not None:
        told["pincite.risk_level"] = state.report.risk_level.value
    if state.usage is not None:  # names of the semantic conventions for generative models
        told["gen_ai.usage.input_tokens"] = state.usage.prompt_tokens
        told["gen_ai.usage.output_tokens"] = state.usage.completion_tokens
    return told
