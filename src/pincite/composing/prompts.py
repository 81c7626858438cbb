"""Which prompts may be written otherwise, what they must hold, and the texts that stand in for ours.

What cites and how is no prompt: the citation protocol follows whatever is written here (DESIGN.md section
13).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pincite.composing.templates import LANGUAGE_NAMES, template, templates
from pincite.core.errors import InvalidInput
from pincite.core.templates import Texts, placeholders
from pincite.core.types import QueryType

LONGEST_PROMPT = 20_000
"""Characters; a prompt that long leaves small models no room for evidence."""
_HINT = "`GET /api/v1/prompts` lists the prompts and what may stand in braces."

PromptKey = tuple[str, str]
"""Template file and id."""


@dataclass(frozen=True, slots=True)
class Place:
    """A prompt that may be written otherwise."""

    file: str
    id: str
    required: tuple[str, ...] = ()
    """Placeholders without which it asks nothing."""
    optional: tuple[str, ...] = ("language",)
    empty: bool = False
    """Whether nothing may stand there."""
    per_assistant: bool = True

    @property
    def key(self) -> PromptKey:
        return self.file, self.id

    @property
    def allowed(self) -> tuple[str, ...]:
        return (*self.required, *self.optional)

    @property
    def texts(self) -> Texts:
        """Ours."""
        return templates(self.file)[self.id]


TALK = ("greeting", "chitchat", "help", "follow_up", "image_only", "doc_only")
"""Intents that are answered without the bases."""

PLACES: Mapping[PromptKey, Place] = {
    place.key: place
    for place in (
        Place("system", "system", optional=("language", "current_time"), empty=True),
        Place("system", "images"),
        *(Place("answer", kind.value, ("rules",)) for kind in QueryType),
        Place("answer", "rules"),
        Place("context", "question", ("query",), ("contexts", "current_time", "language")),
        Place("context", "quote", ("quote",)),
        Place("context", "image", ("description",)),
        Place("context", "attachments", ("files",)),
        *(Place("intents", intent) for intent in TALK),
        Place("understand", "understand", ("conversation", "query")),
        Place("understand", "web"),
        Place("rewrite", "rewrite", ("query",)),
        Place("analyse", "analyse", ("tables", "query")),
        Place("analyse", "again", ("sql", "reason")),
        Place("graph_extraction", "question", ("query",)),
        Place("fallback", "model", empty=True),
        Place("title", "title", ("query",), per_assistant=False),
    )
}


@dataclass(frozen=True, slots=True)
class Prompts:
    """The prompts of one request: what was written otherwise, over ours."""

    texts: Mapping[PromptKey, Texts] = field(default_factory=dict)

    def text(self, file: str, identifier: str, language: str) -> str:
        """In ``language``; ours where it was not written otherwise in that very language."""
        own = self.texts.get((file, identifier), {})
        return own[language].strip() if language in own else template(file, identifier, language)

    def over(self, below: "Prompts") -> "Prompts":
        """These, and those of ``below`` where these say nothing, language by language."""
        keys = {**below.texts, **self.texts}
        return Prompts({key: {**below.texts.get(key, {}), **self.texts.get(key, {})} for key in keys})


BUILT_IN = Prompts()


def place_of(file: str, identifier: str) -> Place:
    """Raises InvalidInput."""
    place = PLACES.get((file, identifier))
    if place is None:
        raise InvalidInput(f"There is no prompt `{file}/{identifier}`.", hint=_HINT)
    return place


def check_prompt(place: Place, texts: Texts) -> None:
    """Refuse what could not be sent, when it is saved and not when it is asked.

    Raises:
        InvalidInput: a text is blank or too long, lacks a placeholder or has one that nothing fills, or is
            in no language of ours.
    """
    name = f"{place.file}/{place.id}"
    for language, text in texts.items():
        if language not in LANGUAGE_NAMES:
            raise InvalidInput(f"The prompt `{name}` has a text in {language!r}.", hint="Use ko, en and zh.")
        where = f"The prompt `{name}` ({language})"
        if len(text) > LONGEST_PROMPT:
            raise InvalidInput(f"{where} has more than {LONGEST_PROMPT:,} characters.")
        if not text.strip():
            if place.empty:
                continue
            raise InvalidInput(f"{where} is empty.", hint="Leave it out to use ours.")
        held = placeholders(text)
        for wanted in place.required:
            if wanted not in held:
                raise InvalidInput(f"{where} lacks the placeholder {{{wanted}}}.", hint=_HINT)
        for given in held:
            if given not in place.allowed:
                raise InvalidInput(f"{where} has the unknown placeholder {{{given}}}.", hint=_HINT)
