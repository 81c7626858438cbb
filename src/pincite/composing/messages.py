"""The messages of a model call: system prompt of the route, history, context and question."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pincite.composing.prompts import BUILT_IN, Prompts
from pincite.composing.templates import LANGUAGE_NAMES, render
from pincite.core.types import Message, QueryType

LONGEST_TOLD = 600
"""Characters of an earlier answer that understanding a question needs."""


def system_prompt(
    query_type: QueryType,
    language: str,
    protocol: str,
    now: datetime,
    *,
    images: bool = False,
    prompts: Prompts = BUILT_IN,
) -> str:
    """System prompt, route paragraph with the common rules, the paragraph of pictures where there are some,
    then the citation protocol, which no template can remove."""
    values = _values(language, now)
    rules = render(prompts.text("answer", "rules", language), values)
    parts = [
        render(prompts.text("system", "system", language), values),
        render(prompts.text("answer", query_type.value, language), {"rules": rules, **values}),
        render(prompts.text("system", "images", language), values) if images else "",
        protocol,
    ]
    return "\n\n".join(part for part in parts if part)


def question_message(
    query: str, contexts: str, language: str, now: datetime, prompts: Prompts = BUILT_IN
) -> Message:
    """The last user message: context view, time, question. A template without a place for the contexts has
    them before it (row CM-05)."""
    text = prompts.text("context", "question", language)
    if contexts and "{contexts}" not in text:
        text = f"{{contexts}}\n\n{text}"
    values = {"query": query, "contexts": contexts, **_values(language, now)}
    return Message("user", render(text, values))


def _values(language: str, now: datetime) -> dict[str, str]:
    """What every prompt may say."""
    return {"language": _name(language), "current_time": now.isoformat(timespec="minutes")}


def answer_messages(
    *,
    query: str,
    query_type: QueryType,
    language: str,
    contexts: str,
    protocol: str,
    now: datetime,
    history: Sequence[Message] = (),
    quote: str = "",
    image_description: str = "",
    images: Sequence[str] = (),
    attachments: str = "",
    prompts: Prompts = BUILT_IN,
) -> list[Message]:
    """System, older messages in order, current question last, with what the person put beside it: a quoted
    text, ``attachments`` as the model sees them, and pictures, described where it does not see them."""
    question = question_message(query, contexts, language, now, prompts)
    shows = bool(images or image_description.strip())
    system = system_prompt(query_type, language, protocol, now, images=shows, prompts=prompts)
    content = _with_beside(
        question.content, quote, "" if images else image_description, attachments, language, prompts
    )
    return [
        Message("system", system),
        *history,
        Message("user", content, tuple(images)),
    ]


def _with_beside(
    content: str, quote: str, description: str, attachments: str, language: str, prompts: Prompts
) -> str:
    """A question with what a person put beside it."""
    parts = [content]
    for identifier, name, text in (
        ("quote", "quote", quote),
        ("image", "description", description),
        ("attachments", "files", attachments),
    ):
        if text.strip():
            parts.append(render(prompts.text("context", identifier, language), {name: text.strip()}))
    return "\n\n".join(parts)


def rewrite_messages(query: str, language: str, prompts: Prompts = BUILT_IN) -> list[Message]:
    """Ask a model for a form of the question that finds its clause (reference 001 part 2)."""
    return [_asked(prompts, "rewrite", "rewrite", language, query=query)]


def entity_messages(query: str, language: str, prompts: Prompts = BUILT_IN) -> list[Message]:
    """Ask a model what the question names."""
    return [_asked(prompts, "graph_extraction", "question", language, query=query)]


def understanding_messages(
    query: str,
    turns: Sequence[tuple[str, str]],
    language: str,
    images: Sequence[str] = (),
    prompts: Prompts = BUILT_IN,
    *,
    web: bool = False,
) -> list[Message]:
    """Ask a model what the question means behind the ``turns`` before it, oldest first; ``web`` says that it
    may want the web."""
    conversation = "\n".join(f"Q: {question}\nA: {_shortened(answer)}" for question, answer in turns)
    asked = _asked(
        prompts, "understand", "understand", language, conversation=conversation or "-", query=query
    )
    if web:
        more = _asked(prompts, "understand", "web", language)
        asked = replace(asked, content=f"{asked.content}\n\n{more.content}")
    return [replace(asked, images=tuple(images))]


def intent_messages(
    intent: str,
    query: str,
    language: str,
    now: datetime,
    history: Sequence[Message] = (),
    images: Sequence[str] = (),
    prompts: Prompts = BUILT_IN,
    *,
    quote: str = "",
    image_description: str = "",
    attachments: str = "",
    protocol: str = "",
) -> list[Message]:
    """A reply without documents of the bases: to a greeting, to thanks, from the conversation alone, or from
    what lies beside the question. The question is rendered as any other, with nothing found, so that the time
    is told (row CM-02)."""
    system = render(prompts.text("intents", intent, language), _values(language, now))
    system = "\n\n".join(part for part in (system, protocol) if part)
    question = question_message(query, "", language, now, prompts)
    content = _with_beside(
        question.content, quote, "" if images else image_description, attachments, language, prompts
    )
    return [Message("system", system), *history, Message("user", content, tuple(images))]


def analysis_messages(
    query: str,
    tables: str,
    language: str,
    prompts: Prompts = BUILT_IN,
    *,
    failed: tuple[str, str] | None = None,
) -> list[Message]:
    """Ask a model whether a query over ``tables`` helps to answer ``query``, and which; ``failed`` is one
    that it wrote before, with the reason."""
    asked = _asked(prompts, "analyse", "analyse", language, query=query, tables=tables)
    if failed is None:
        return [asked]
    again = _asked(prompts, "analyse", "again", language, sql=failed[0], reason=failed[1])
    return [replace(asked, content=f"{asked.content}\n\n{again.content}")]


def _shortened(answer: str) -> str:
    return answer if len(answer) <= LONGEST_TOLD else f"{answer[:LONGEST_TOLD]}…"


def title_messages(query: str, language: str, prompts: Prompts = BUILT_IN) -> list[Message]:
    """Ask a model what to call the conversation that begins with ``query``."""
    return [_asked(prompts, "title", "title", language, query=query)]


def fallback_messages(query: str, language: str, prompts: Prompts = BUILT_IN) -> list[Message]:
    """An ungrounded answer, where the settings allow one; nothing where its prompt is empty (row OR-07)."""
    system = render(prompts.text("fallback", "model", language), {"language": _name(language)})
    return [Message("system", system), Message("user", query)] if system else []


def _asked(prompts: Prompts, file: str, identifier: str, language: str, **values: str) -> Message:
    text = prompts.text(file, identifier, language)
    return Message("user", render(text, {"language": _name(language), **values}))


def _name(language: str) -> str:
    return LANGUAGE_NAMES.get(language, "English")
