"""Bodies of the OpenAI-compatible routes. What a request has besides is ignored, as such servers do."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.api.schemas import Body, CitationOut, PinOut, SourceOut, VerificationOut


class Lenient(Body):
    model_config = ConfigDict(extra="ignore")


class TextPart(Lenient):
    type: Literal["text"]
    text: str


class ImageUrl(Lenient):
    url: str = Field(pattern="^data:image/", description="A picture as a data URL; nothing is fetched.")


class ImagePart(Lenient):
    type: Literal["image_url"]
    image_url: ImageUrl


Part = Annotated[TextPart | ImagePart, Field(discriminator="type")]


class MessageIn(Lenient):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None
    pincite: dict[str, Any] | None = Field(
        None, description="Of an answer of ours that is sent back whole: its sources are remembered too."
    )

    @property
    def text(self) -> str:
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        return "\n".join(part.text for part in self.content if isinstance(part, TextPart))

    @property
    def images(self) -> tuple[str, ...]:
        parts = self.content if isinstance(self.content, list) else []
        return tuple(part.image_url.url for part in parts if isinstance(part, ImagePart))


class StreamOptions(Lenient):
    include_usage: bool = Field(False, description="A last chunk without choices tells the tokens.")


class CompletionIn(Lenient):
    model: str = Field(
        description="`pincite`, `pincite/BASE` for one base, or `pincite@ASSISTANT` for an assistant.",
        examples=["pincite"],
    )
    messages: list[MessageIn] = Field(
        min_length=1,
        description="The conversation. The last user message is the question, pairs before it are remembered "
        "turns; system messages are ignored, because they could undo the rules of citing.",
    )
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = Field(None, ge=1, le=1, description="There is one answer.")
    temperature: float | None = Field(
        None,
        ge=0,
        le=2,
        description="Of the answer, as the next four; the assistant's or the setting if absent.",
    )
    top_p: float | None = Field(None, ge=0, le=1)
    seed: int | None = None
    max_tokens: int | None = Field(None, ge=1, description="Longest answer; `finish_reason` says `length`.")
    max_completion_tokens: int | None = Field(None, ge=1, description="As `max_tokens`, and before it.")

    def sampling(self) -> dict[str, Any]:
        """Fields of a profile; what is absent is left to who answers."""
        given = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "seed": self.seed,
            "max_tokens": self.max_completion_tokens or self.max_tokens,
        }
        return {name: value for name, value in given.items() if value is not None}


class ModelOut(BaseModel):
    id: str = Field(examples=["pincite/documents"])
    object: Literal["model"] = "model"
    created: int = Field(0, description="Always 0: bases do not keep when they were made.")
    owned_by: str = "pincite"


class ModelsOut(BaseModel):
    object: Literal["list"] = "list"
    data: list[ModelOut]


class UrlCitation(BaseModel):
    start_index: int = Field(description="First code point of the number, as `[1]`, in the content.")
    end_index: int = Field(description="Behind the last one.")
    title: str = Field(description="Document with its days, clause and page.")
    url: str = Field(description="The document in this API, with `chunk_id`; or the page of the web.")


class AnnotationOut(BaseModel):
    type: Literal["url_citation"] = "url_citation"
    url_citation: UrlCitation
    pincite: PinOut | None = Field(
        None, description="The sentence, page and boxes that the number stands for, where they are known."
    )


class NumberedSource(SourceOut):
    numbers: list[int] = Field(description="Under which the answer cites it; empty where it does not.")


class PinciteOut(BaseModel):
    """What the answer stands on and how it was checked."""

    trace_id: str
    is_refusal: bool
    refusal_reason: str | None
    sources: list[NumberedSource]
    citations: list[CitationOut]
    nearest: list[SourceOut] = Field(description="On a refusal: what came closest.")
    verification: VerificationOut | None
    ungrounded: bool
    notices: list[str]
    degraded: list[str]
    searched: list[str]


class AnswerMessage(BaseModel):
    role: Literal["assistant"] = "assistant"
    content: str = Field(description="With plain numbers where documents are cited.")
    reasoning_content: str | None = Field(None, description="What the model thought aloud.")
    refusal: None = None
    annotations: list[AnnotationOut]
    pincite: PinciteOut


class ChoiceOut(BaseModel):
    index: Literal[0] = 0
    message: AnswerMessage
    logprobs: None = None
    finish_reason: Literal["stop", "length"] = "stop"


class UsageOut(BaseModel):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class CompletionOut(BaseModel):
    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[ChoiceOut]
    usage: UsageOut | None = Field(
        description="Tokens of the answer's call as its server counts them: zeros where no model was asked, "
        "null where it does not count."
    )


class OpenAIError(BaseModel):
    message: str = Field(description="What is wrong, and what to do.")
    type: str = Field(examples=["invalid_request_error"])
    param: str | None
    code: str = Field(description="One of ours, save `invalid_api_key` and `model_not_found`.")


class OpenAIErrorBody(BaseModel):
    """What every error under `/v1` looks like."""

    error: OpenAIError
