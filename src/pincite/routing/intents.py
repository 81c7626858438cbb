"""What a person wants, as the understanding of a question names it, and what that asks of the pipeline
(reference 004, parts 3.2 and 3.3)."""

from collections.abc import Mapping
from enum import StrEnum


class Intent(StrEnum):
    KB_SEARCH = "kb_search"
    WEB_SEARCH = "web_search"
    GREETING = "greeting"
    CHITCHAT = "chitchat"
    FOLLOW_UP = "follow_up"
    IMAGE_ONLY = "image_only"
    DOC_ONLY = "doc_only"
    SUMMARIZE = "summarize"
    CLARIFICATION = "clarification"


_OF_BASES = frozenset(("", Intent.KB_SEARCH, Intent.SUMMARIZE, Intent.CLARIFICATION))


def needs_bases(intent: str) -> bool:
    """Whether the bases are searched. No intent counts as a search; one that nobody knows does not.

    >>> needs_bases(""), needs_bases("greeting")
    (True, False)
    """
    return intent in _OF_BASES


def needs_retrieval(intent: str, *, web: bool) -> bool:
    """Whether anything is searched; ``web`` says that the web may be."""
    return needs_bases(intent) or (web and intent == Intent.WEB_SEARCH)


def intent_prompt(
    intent: str, profile: Mapping[str, str] | None, library: Mapping[str, str] | None
) -> str | None:
    """The system prompt in the place of the route's for an intent without a search: that of the answer
    profile, as it is written, else that of the library. None where both are blank."""
    for prompts in (profile, library):
        prompt = (prompts or {}).get(intent, "")
        if prompt.strip():
            return prompt
    return None
