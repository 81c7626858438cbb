"""Where rows, vectors, streams and listeners are."""

from typing import Literal

from pydantic import Field

from pincite.core.settings.section import Section


class StorageSettings(Section):
    """Where rows and vectors lie. Empty is embedded: SQLite and the index process in the data directory."""

    database_url: str = Field(
        "", description="SQLAlchemy address, e.g. postgresql+asyncpg://user@host/pincite.", repr=False
    )
    qdrant_url: str = Field("", description="Address of a Qdrant cluster.")
    qdrant_api_key: str = Field("", description="Its key, if it wants one.", repr=False)
    qdrant_collection: str = Field("pincite", min_length=1, description="The collection of this library.")
    pgvector_url: str = Field(
        "",
        description="Address of a PostgreSQL with pgvector 0.8 or newer, e.g. postgresql://user@host/pincite.",
        repr=False,
    )
    pgvector_prefix: str = Field(
        "pincite_index",
        pattern=r"^[a-z][a-z0-9_]{0,39}$",
        description="What the names of its tables begin with; each library has its own.",
    )


class StreamSettings(Section):
    """The log of answers under way; DESIGN.md section 10."""

    provider: Literal["memory", "redis"] = Field(
        "memory", description="memory serves one process; with redis any process reads and stops a stream."
    )
    url: str = Field(
        "",
        description="Of redis: its address, e.g. redis://127.0.0.1:6379/0. Version 7 or newer.",
        repr=False,
    )
    prefix: str = Field("pincite:stream", min_length=1, description="Of redis: what its keys begin with.")
    memory_mb: int = Field(256, ge=1, description="Of memory: most megabytes that all streams may hold.")
    ttl_seconds: float = Field(
        3600.0,
        gt=0,
        description="Seconds that a stream is kept after its last event; then the message serves.",
    )
    guard_seconds: float = Field(
        7200.0, gt=0, description="Most seconds that an answer under way is watched for a stop."
    )
    heartbeat_seconds: float = Field(
        15.0, gt=0, description="Seconds of silence after which a stream says that it is alive."
    )


class ServerSettings(Section):
    """The HTTP face."""

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8321, ge=0, le=65535, description="Port to listen on.")
    api_key: str = Field("", description="If set, every request must carry it as a bearer token.", repr=False)
