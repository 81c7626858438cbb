"""What a session is called."""

import re

from pincite.pipeline.state import ChatRequest
from pincite.text.sentences import split_sentences

LONGEST_TITLE = 100
"""Characters (DESIGN.md section 13)."""
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_QUOTES = "\"'“”‘’「」『』《》*#` "
_ENDS = re.compile(r"[.。]+$")


def title_from_question(question: str) -> str:
    """The first sentence of a question; "" for a blank one.

    >>> title_from_question("  보험금은   언제 나오나요? 급합니다.")
    '보험금은 언제 나오나요?'
    >>> title_from_question("When is Art. 5 applied? I ask for a friend.")
    'When is Art. 5 applied?'
    """
    sentences = split_sentences(question)
    first = sentences[0].text if sentences else question
    return shortened(_one_line(first) or _one_line(question))


def title_of(request: ChatRequest) -> str:
    """As `title_from_question`; of files that are sent without a word the name of the first."""
    first = next((file.name for file in request.attachments), "")
    return title_from_question(request.query) or shortened(_one_line(first))


def title_from_reply(reply: str) -> str:
    """The title that a model gave, without its thoughts and the quotes around it; "" where it gave none."""
    said = _THOUGHT.sub("", reply).strip()
    first = said.splitlines()[0] if said else ""
    return shortened(_ENDS.sub("", _one_line(first).strip(_QUOTES)))


def shortened(text: str) -> str:
    """At most `LONGEST_TITLE` characters; what is cut ends in an ellipsis, between words where there are
    any."""
    if len(text) <= LONGEST_TITLE:
        return text
    kept = text[: LONGEST_TITLE - 1]
    space = kept.rfind(" ")
    if space > LONGEST_TITLE // 2 and not text[LONGEST_TITLE - 1].isspace():
        kept = kept[:space]
    return f"{kept.rstrip()}…"


def _one_line(text: str) -> str:
    return " ".join(text.split())
