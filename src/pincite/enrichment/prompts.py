"""The messages of every model call of this room. Instructions are ours and the operator's; what a document
says comes after them, between marks that it cannot know."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.core.templates import render, template_of
from pincite.core.types import Message

_ROOM = "pincite.enrichment"
_CUT = "…"


@dataclass(frozen=True, slots=True)
class Prompt:
    """One call. Two prompts with the same ``key`` ask the same, so one reply serves both."""

    messages: Sequence[Message]
    key: str


def question_prompt(text: str, *, count: int, language: str, most: int) -> Prompt:
    """``text`` is what the encoder reads of a chunk, without the title of its document: the same chunk in a
    renamed document has the same questions. ``most`` is the number of characters that a call may carry."""
    return _prompt("generate_questions", "questions", language, {"count": str(count)}, text, most)


def document_prompt(title: str, text: str, *, language: str, most: int) -> Prompt:
    return _prompt("generate_summary", "document", language, {}, f"{title}\n\n{text}", most)


def outline_prompt(title: str, parts: str, *, language: str, most: int) -> Prompt:
    """``parts`` are headings with summaries or first words of a document that is too long for one call."""
    return _prompt("generate_summary", "outline", language, {}, f"{title}\n\n{parts}", most)


def section_prompt(heading: str, text: str, *, language: str, most: int) -> Prompt:
    return _prompt("generate_summary", "section", language, {}, f"{heading}\n\n{text}", most)


def table_prompt(title: str, facts: str, *, instructions: str, language: str, most: int) -> Prompt:
    """``instructions`` are the operator's own words (``table_metadata_instructions``) and stand, word for
    word, among the instructions."""
    guidance = ""
    if instructions.strip():
        words = template_of(_ROOM, "table_metadata", "guidance", language)
        guidance = render(words, {"instructions": instructions.strip()})
    return _prompt("table_metadata", "table", language, {"guidance": guidance}, f"{title}\n\n{facts}", most)


def graph_prompt(text: str, *, count: int, language: str, most: int) -> Prompt:
    """What ``text``, a chunk as `question_prompt` has it, names and says between the names."""
    return _prompt("graph_extraction", "piece", language, {"count": str(count)}, text, most)


def fenced(text: str, language: str) -> str:
    """``text`` between marks that do not occur in it, announced as data."""
    mark, salt = "data", 0
    while mark in text or not salt:
        mark = f"data-{hashlib.sha256(f'{salt} {text}'.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
        salt += 1
    return render(template_of(_ROOM, "fence", "data", language), {"mark": mark, "text": text})


def shortened(text: str, most: int) -> str:
    """At most ``most`` characters, cut at a line or a blank where there is one in the last half."""
    if len(text) <= most:
        return text
    room = max(most - len(_CUT), 0)
    cut = max(text.rfind("\n", 0, room), text.rfind(" ", 0, room))
    return text[: cut if cut > room // 2 else room].rstrip() + _CUT


def _prompt(
    file: str, identifier: str, language: str, values: Mapping[str, str], text: str, most: int
) -> Prompt:
    rules = template_of(_ROOM, file, identifier, language)
    lines = (line for line in rules.splitlines() if line.strip() != "{guidance}" or values.get("guidance"))
    system = render("\n".join(lines), values)
    data = fenced(shortened(text.strip(), most), language)
    key = hashlib.sha256(
        f"{file} {identifier}\0{system}\0{data}".encode("utf-8", "surrogatepass")
    ).hexdigest()
    return Prompt((Message("system", system), Message("user", data)), key[:32])
