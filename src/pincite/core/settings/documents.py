"""How documents are read, cut and enriched, and from where they come."""

from typing import Literal

from pydantic import Field, field_validator

from pincite.core.addresses import AddressRules
from pincite.core.errors import InvalidInput
from pincite.core.settings.section import Section


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
    max_graph_chunks: int = Field(
        300, ge=0, description="Most chunks of a document whose names and relations are extracted."
    )
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
