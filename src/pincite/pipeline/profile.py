"""How an assistant answers: what it sets otherwise than the settings (DESIGN.md section 4).

A profile is part of the request. Stages ask it for the settings that hold, so that none of them has to know
that there are assistants.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

from pincite.composing import Prompts
from pincite.core.catalogue import LANGUAGES
from pincite.core.errors import InvalidInput
from pincite.core.settings import AnswerSettings, ChatSettings, RankingSettings, RetrievalSettings
from pincite.ports.models import ChatOptions

Fallback = Literal["refuse", "fixed", "model"]

FALLBACKS: tuple[Fallback, ...] = get_args(Fallback)
RANGES: Mapping[str, tuple[float, float]] = {
    "temperature": (0, 2),
    "top_p": (0.01, 1),
    "seed": (0, 2**53),  # what JSON keeps exactly
    "max_tokens": (1, 1_000_000),
    "rounds": (0, 50),
    "faq_direct": (0, 1),
    "faq_boost": (0, 10),
    "pass_score": (0, 1),
    "abort_score": (0, 1),
    "rerank_threshold": (0, 1),
    "vector_threshold": (0, 1),
    "keyword_threshold": (0, 1),
    "top_k": (0, 100),
    "rerank_top_k": (0, 100),
}
LONGEST_RESPONSE = 4_000
_LANGUAGES = f"Use one of {', '.join(LANGUAGES)}."
_OF_CHAT = ("temperature", "top_p", "seed", "max_tokens", "thinking", "citations")
_OF_ANSWER = ("fallback", "fixed_response", "rounds")
_OF_RANKING = ("faq_priority", "faq_direct", "faq_boost", "rerank_threshold")
_OF_RETRIEVAL = ("top_k", "rerank_top_k", "vector_threshold", "keyword_threshold")
INTENTS = ("greeting", "chitchat", "help", "follow_up", "image_only", "doc_only")
"""What is answered without a search."""
LONGEST_MODEL = 200


@dataclass(frozen=True, slots=True)
class Profile:
    """What is None is left to the settings."""

    chat_model: str | None = None
    """Name of the model that answers, of the section ``models`` of the settings."""
    understanding_model: str | None = None
    """Name of the model that reads questions."""
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    """Longest answer."""
    thinking: bool | None = None
    rounds: int | None = None
    """Turns that are remembered; 0 turns memory off."""
    fallback: Fallback | None = None
    fixed_response: str | None = None
    rewrite: bool | None = None
    """Whether a model reads questions of a conversation before they are searched."""
    citations: bool | None = None
    """Whether answers carry tags of their sources."""
    web: bool | None = None
    """Whether questions go to the web too."""
    web_fetch: bool | None = None
    """Whether the best pages of the web are read, and not only what the search says of them."""
    data_analysis: bool | None = None
    """Whether the model may ask spreadsheets among the sources by SQL."""
    faq_priority: bool | None = None
    """Whether FAQ entries come before documents."""
    faq_direct: float | None = None
    """Score from which an FAQ entry is the answer, word for word."""
    faq_boost: float | None = None
    """Factor of an FAQ entry's score."""
    pass_score: float | None = None
    """Of the gate, in the place of the settings' and of what was calibrated."""
    abort_score: float | None = None
    rerank_threshold: float | None = None
    vector_threshold: float | None = None
    keyword_threshold: float | None = None
    top_k: int | None = None
    rerank_top_k: int | None = None
    intents: tuple[str, ...] | None = None
    """Those of `INTENTS` that are answered without a search; what wants another is searched."""
    language: str | None = None
    """Of the answer, where the question names none."""
    base_ids: tuple[str, ...] = ()
    """Bases that are asked where neither the question nor its session names one."""
    prompts: Prompts = field(default_factory=Prompts)

    def chat(self, settings: ChatSettings) -> ChatSettings:
        """How the model is called."""
        return settings.model_copy(update=self._given(_OF_CHAT))

    def answer(self, settings: AnswerSettings) -> AnswerSettings:
        """What an answer does without evidence, and how much it remembers."""
        return settings.model_copy(update=self._given(_OF_ANSWER))

    def ranking(self, settings: RankingSettings) -> RankingSettings:
        """How passages are judged, and how far FAQ entries come first."""
        return settings.model_copy(update=self._given(_OF_RANKING))

    def direct_score(self, settings: RankingSettings) -> float | None:
        """From which an FAQ entry is the answer; None gives entries no priority."""
        ranking = self.ranking(settings)
        return ranking.faq_direct if ranking.faq_priority else None

    def retrieval(self, settings: RetrievalSettings) -> RetrievalSettings:
        """How much is looked for, and how near it must be."""
        return settings.model_copy(update=self._given(_OF_RETRIEVAL))

    def _given(self, names: tuple[str, ...]) -> dict[str, Any]:
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


PLAIN_PROFILE = Profile()


def check_profile(profile: Profile) -> None:
    """Raises InvalidInput for a value that no call could use; prompts are checked by `pincite.composing`."""
    for name, (least, most) in RANGES.items():
        value = getattr(profile, name)
        if value is not None and not least <= value <= most:
            raise InvalidInput(f"{name} is {value:g}; it lies between {least:g} and {most:g}.")
    if profile.language is not None and profile.language not in LANGUAGES:
        raise InvalidInput(f"There is no answer in the language {profile.language!r}.", hint=_LANGUAGES)
    if profile.fallback is not None and profile.fallback not in FALLBACKS:
        raise InvalidInput(
            f"There is no fallback {profile.fallback!r}.", hint=f"Use one of {', '.join(FALLBACKS)}."
        )
    abort, enough = profile.abort_score, profile.pass_score
    if abort is not None and enough is not None and abort > enough:
        raise InvalidInput(f"abort_score is {abort:g}; it cannot be above pass_score, which is {enough:g}.")
    for intent in profile.intents or ():
        if intent not in INTENTS:
            raise InvalidInput(f"There is no intent {intent!r}.", hint=f"Use some of {', '.join(INTENTS)}.")
    if profile.fixed_response is not None and len(profile.fixed_response) > LONGEST_RESPONSE:
        raise InvalidInput(f"fixed_response has more than {LONGEST_RESPONSE:,} characters.")


def chat_options(settings: ChatSettings) -> ChatOptions:
    """What a call of the chat model asks for besides temperature and length."""
    return ChatOptions(top_p=settings.top_p, seed=settings.seed, thinking=settings.thinking)


def profile_values(profile: Profile) -> dict[str, Any]:
    """A profile as it is stored: only what it sets, prompts by ``file/id``."""
    values = {name: value for name, value in asdict(profile).items() if value is not None}
    prompts = {f"{file}/{id_}": dict(texts) for (file, id_), texts in profile.prompts.texts.items()}
    if profile.intents is not None:
        values["intents"] = list(profile.intents)
    return values | {"base_ids": list(profile.base_ids), "prompts": prompts}


def profile_of(values: Mapping[str, Any]) -> Profile:
    """A stored profile.

    >>> profile_of(profile_values(Profile(rounds=0, base_ids=("b",)))) == Profile(rounds=0, base_ids=("b",))
    True
    """
    prompts = {_key(name): texts for name, texts in values.get("prompts", {}).items()}
    given = {**values, "base_ids": tuple(values.get("base_ids", ())), "prompts": Prompts(prompts)}
    if values.get("intents") is not None:
        given["intents"] = tuple(values["intents"])
    return Profile(**given)


def _key(name: str) -> tuple[str, str]:
    file, _, identifier = name.partition("/")
    return file, identifier
