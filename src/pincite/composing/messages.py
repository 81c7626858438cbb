"""The messages of a model call: system prompt of the route, history, context and question."""

from collections.abc import Sequence
from datetime import datetime

from pincite.composing.templates import LANGUAGE_NAMES, render, template
from pincite.core.types import Message, QueryType


def system_prompt(query_type: QueryType, language: str, protocol: str) -> str:
    """Route paragraph with the common rules, then the citation protocol, which no template can remove."""
    name = LANGUAGE_NAMES.get(language, "English")
    rules = render(template("answer", "rules", language), {"language": name})
    body = render(template("answer", query_type.value, language), {"rules": rules, "language": name})
    return f"{body}\n\n{protocol}"


def question_message(query: str, contexts: str, language: str, now: datetime) -> Message:
    """The last user message: context view, time, question."""
    values = {
        "query": query,
        "contexts": contexts,
        "language": LANGUAGE_NAMES.get(language, "English"),
        "current_time": now.isoformat(timespec="minutes"),
    }
    return Message("user", render(template("context", "question", language), values))


def answer_messages(
    *,
    query: str,
    query_type: QueryType,
    language: str,
    contexts: str,
    protocol: str,
    now: datetime,
    history: Sequence[Message] = (),
) -> list[Message]:
    """System, older messages in order, current question last."""
    return [
        Message("system", system_prompt(query_type, language, protocol)),
        *history,
        question_message(query, contexts, language, now),
    ]


def rewrite_messages(query: str, language: str) -> list[Message]:
    """Ask a model for a form of the question that finds its clause (reference 001 part 2)."""
    return [Message("user", render(template("rewrite", "rewrite", language), {"query": query}))]


def fallback_messages(query: str, language: str) -> list[Message]:
    """An ungrounded answer, where the settings allow one."""
    return [Message("system", template("fallback", "model", language)), Message("user", query)]
