"""Bodies about assistants and prompts."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from pincite.api.schemas import Body
from pincite.composing.prompts import Place, PromptKey, Prompts, place_of
from pincite.core.errors import InvalidInput
from pincite.core.templates import Texts
from pincite.pipeline.profile import LONGEST_MODEL, LONGEST_RESPONSE, RANGES, Profile
from pincite.ports.assistants import Assistant
from pincite.sessions.assistants import LONGEST_NAME

Language = Literal["ko", "en", "zh"]
PromptTexts = Annotated[dict[Language, str], Field(min_length=1)]
_PROMPTS = "Texts in the place of ours, by `file/id` and language, as `GET /api/v1/prompts` names them."


def _between(name: str) -> Any:
    """Bounds of a field of the profile, None among its values."""
    least, most = RANGES[name]
    return Field(ge=least, le=most)


Model = Annotated[str, Field(min_length=1, max_length=LONGEST_MODEL)]
Kind = Literal["greeting", "chitchat", "help", "follow_up", "image_only", "doc_only"]


class ProfileIn(Body):
    """What is absent or null is left to the settings."""

    chat_model: Model | None = Field(None, description="Who answers: a name of the section `models`.")
    understanding_model: Model | None = Field(None, description="Who reads questions, likewise.")
    temperature: Annotated[float, _between("temperature")] | None = None
    top_p: Annotated[float, _between("top_p")] | None = None
    seed: Annotated[int, _between("seed")] | None = Field(
        None, description="The same seed repeats an answer, where the server can."
    )
    max_tokens: Annotated[int, _between("max_tokens")] | None = Field(None, description="Longest answer.")
    thinking: bool | None = Field(
        None,
        description="Whether the model thinks before it answers, by `thinking_switch` of its settings; one "
        "without a switch thinks as it likes.",
    )
    rounds: Annotated[int, _between("rounds")] | None = Field(
        None, description="Turns that are remembered; 0 for none."
    )
    fallback: Literal["refuse", "fixed", "model"] | None = Field(
        None, description="Without evidence: a refusal, a fixed text, or an ungrounded answer of the model."
    )
    fixed_response: str | None = Field(
        None,
        max_length=LONGEST_RESPONSE,
        description="The text of fixed, and of model where it says nothing.",
    )
    rewrite: bool | None = Field(None, description="A model reads questions of a conversation first.")
    citations: bool | None = Field(None, description="Answers carry tags of their sources.")
    web: bool | None = Field(None, description="Questions go to the web too.")
    web_fetch: bool | None = Field(None, description="The best pages of the web are read in full.")
    data_analysis: bool | None = Field(
        None, description="The model may ask CSV and Excel files among the sources by SQL."
    )
    faq_priority: bool | None = Field(None, description="FAQ entries come before documents.")
    faq_direct: Annotated[float, _between("faq_direct")] | None = Field(
        None, description="Score from which an FAQ entry is the answer, word for word."
    )
    faq_boost: Annotated[float, _between("faq_boost")] | None = Field(
        None, description="Factor of an FAQ entry's score."
    )
    pass_score: Annotated[float, _between("pass_score")] | None = Field(
        None, description="Reranker probability from which an answer is given, whatever was calibrated."
    )
    abort_score: Annotated[float, _between("abort_score")] | None = Field(
        None, description="Below it the question is refused at once."
    )
    rerank_threshold: Annotated[float, _between("rerank_threshold")] | None = None
    vector_threshold: Annotated[float, _between("vector_threshold")] | None = None
    keyword_threshold: Annotated[float, _between("keyword_threshold")] | None = None
    top_k: Annotated[int, _between("top_k")] | None = None
    rerank_top_k: Annotated[int, _between("rerank_top_k")] | None = None
    intents: list[Kind] | None = Field(
        None, description="What is answered without a search; an empty list searches for every question."
    )
    language: Language | None = Field(None, description="Of the answer, where the question names none.")
    bases: list[Annotated[str, Field(min_length=1, max_length=300)]] = Field(
        default_factory=list,
        max_length=100,
        description="Names or ids of bases asked where neither the question nor its session names one.",
    )
    prompts: dict[str, PromptTexts] = Field(default_factory=dict, description=_PROMPTS)

    def profile(self) -> Profile:
        """Without its bases, which are looked up first. Raises InvalidInput for a prompt that is none."""
        given = self.model_dump(exclude={"bases", "prompts", "intents"})
        given["intents"] = None if self.intents is None else tuple(self.intents)
        texts: dict[PromptKey, Texts] = {
            _key(name): {str(language): text for language, text in own.items()}
            for name, own in self.prompts.items()
        }
        return Profile(**given, prompts=Prompts(texts))


def _key(name: str) -> PromptKey:
    file, slash, identifier = name.partition("/")
    if not slash:
        raise InvalidInput(f"There is no prompt `{name}`.", hint="A prompt is named by `file/id`.")
    return place_of(file, identifier).key


class AssistantIn(Body):
    name: str = Field(
        min_length=1, max_length=LONGEST_NAME, description="Unique, on one line and without slashes."
    )
    description: str = Field("", max_length=2_000)
    default: bool = Field(
        False, description="Answers where a request names no assistant, instead of the default one before."
    )
    profile: ProfileIn = ProfileIn()

    def given(self) -> dict[str, Any]:
        """Arguments of `Assistants.create` and `Assistants.replace`."""
        return {
            "name": self.name,
            "description": self.description,
            "default": self.default,
            "profile": self.profile.profile(),
            "bases": self.profile.bases,
        }


class ProfileOut(BaseModel):
    """As `ProfileIn`, with the ids of the bases."""

    chat_model: str | None = None
    understanding_model: str | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    thinking: bool | None = None
    rounds: int | None = None
    fallback: str | None = None
    fixed_response: str | None = None
    rewrite: bool | None = None
    citations: bool | None = None
    web: bool | None = None
    web_fetch: bool | None = None
    data_analysis: bool | None = None
    faq_priority: bool | None = None
    faq_direct: float | None = None
    faq_boost: float | None = None
    pass_score: float | None = None
    abort_score: float | None = None
    rerank_threshold: float | None = None
    vector_threshold: float | None = None
    keyword_threshold: float | None = None
    top_k: int | None = None
    rerank_top_k: int | None = None
    intents: list[str] | None = None
    language: str | None = None
    base_ids: list[str] = []
    prompts: dict[str, dict[str, str]] = {}


class AssistantOut(BaseModel):
    id: str
    name: str
    description: str
    default: bool
    profile: ProfileOut
    created_at: float = Field(description="Unix seconds, as all times.")
    updated_at: float

    @classmethod
    def of(cls, assistant: Assistant) -> "AssistantOut":
        return cls(
            id=assistant.id,
            name=assistant.name,
            description=assistant.description,
            default=assistant.is_default,
            profile=ProfileOut.model_validate(assistant.profile),
            created_at=assistant.created_at,
            updated_at=assistant.updated_at,
        )


class PromptOut(BaseModel):
    """A prompt that may be written otherwise."""

    name: str = Field(description="`file/id`, as an assistant's `prompts` name it.")
    file: str
    id: str
    texts: dict[str, str] = Field(description="By language, as they hold for the library.")
    required: list[str] = Field(description="Placeholders that must stand in it, in braces.")
    allowed: list[str] = Field(description="All placeholders that may.")
    may_be_empty: bool
    per_assistant: bool = Field(
        description="Else it is written in the folder `prompts` of the library alone."
    )

    @classmethod
    def of(cls, place: Place, texts: Texts) -> "PromptOut":
        return cls(
            name=f"{place.file}/{place.id}",
            file=place.file,
            id=place.id,
            texts={language: text.strip() for language, text in texts.items()},
            required=list(place.required),
            allowed=list(place.allowed),
            may_be_empty=place.empty,
            per_assistant=place.per_assistant,
        )


def prompts_out(prompts: Sequence[tuple[Place, Texts]]) -> list[PromptOut]:
    return [PromptOut.of(place, texts) for place, texts in prompts]
