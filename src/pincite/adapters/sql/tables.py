"""The tables. A change here needs a migration; a test compares the two.

Times are Unix seconds. What a document names (blobs, versions) has no foreign key the other way round, so
that a document and its versions can be written in any order within a transaction. Those of conversations:
`session_tables`.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID = String(36)
KEY = String(64)
"""SHA-256 in hex."""
SERIAL = BigInteger().with_variant(Integer, "sqlite")

tenants = Table(
    "tenants",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("created_at", Double, nullable=False),
)

knowledge_bases = Table(
    "knowledge_bases",
    metadata,
    Column("id", ID, primary_key=True),
    Column("tenant_id", String(64), ForeignKey("tenants.id"), nullable=False),
    Column("name", String(200), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("chunking", JSON, nullable=False),
    Column("vector", Boolean, nullable=False),
    Column("keyword", Boolean, nullable=False),
    Column("wiki", Boolean, nullable=False, server_default=text("false")),
    Column("graph", Boolean, nullable=False, server_default=text("false")),
    Column("embedding_identity", String(200)),
    # The index that answers, "" being the library's first one, and the one that is being built.
    Column("store", String(200), nullable=False, server_default=""),
    Column("next_store", String(200)),
    Column("next_identity", String(200)),
    Column("faq", JSON, nullable=False, server_default="{}"),
    Column("enrichment", JSON, nullable=False, server_default="{}"),
    Column("paused", Boolean, nullable=False, server_default=text("false")),
    Column("deleting", Boolean, nullable=False, server_default=text("false")),
    Column("created_at", Double, nullable=False),
)
_kept_base = text("NOT deleting")
Index(
    "uq_knowledge_bases_tenant_id_name",
    knowledge_bases.c.tenant_id,
    knowledge_bases.c.name,
    unique=True,
    sqlite_where=_kept_base,
    postgresql_where=_kept_base,
)

documents = Table(
    "documents",
    metadata,
    Column("id", ID, primary_key=True),
    Column("base_id", ID, ForeignKey("knowledge_bases.id"), nullable=False),
    Column("source", Text, nullable=False),
    Column("filename", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("media_type", String(200), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("status", String(16), nullable=False),
    Column("error_code", String(64)),
    Column("error_message", Text),
    Column("content_hash", KEY, nullable=False),
    Column("active_version_id", ID),
    Column("pending_version_id", ID),
    Column("chunks", Integer, nullable=False, server_default="0"),
    Column("warnings", JSON, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("stages", JSON, nullable=False, server_default="[]"),
    # The folder that the file came from, with slashes, "" at the top.
    Column("folder", Text, nullable=False, server_default=""),
    Column("custom", JSON, nullable=False, server_default="{}"),
    # Days (ISO 8601) from and to which it is in force, both included; NULL is open.
    Column("effective_from", String(10)),
    Column("effective_to", String(10)),
    Column("supersedes", ID),
)
_kept_document = text("status <> 'deleting'")
Index(
    "uq_documents_base_id_source",
    documents.c.base_id,
    documents.c.source,
    unique=True,
    sqlite_where=_kept_document,
    postgresql_where=_kept_document,
)
Index(None, documents.c.base_id)
Index(None, documents.c.base_id, documents.c.content_hash)
Index(None, documents.c.base_id, documents.c.status, documents.c.updated_at)
Index(None, documents.c.active_version_id)

document_versions = Table(
    "document_versions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("document_id", ID, ForeignKey("documents.id"), nullable=False, index=True),
    Column("base_id", ID, nullable=False, index=True),
    Column("filename", Text, nullable=False),
    Column("file_key", KEY, nullable=False, index=True),
    Column("markdown_key", KEY, index=True),
    Column("chunking", JSON(none_as_null=True)),
    Column("pages", JSON, nullable=False),
    Column("chunks", Integer, nullable=False, server_default="0"),
    Column("chunks_with_term", LargeBinary),
    Column("created_at", Double, nullable=False),
)

version_files = Table(
    "version_files",
    metadata,
    Column("version_id", ID, ForeignKey("document_versions.id"), primary_key=True),
    Column("name", String(200), primary_key=True),
    Column("key", KEY, nullable=False, index=True),
    Column("media_type", String(200), nullable=False),
    Column("page", Integer),
)

chunks = Table(
    "chunks",
    metadata,
    Column("id", ID, primary_key=True),
    Column("base_id", ID, nullable=False),
    Column("document_id", ID, nullable=False),
    Column("version_id", ID, ForeignKey("document_versions.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("context_header", Text, nullable=False),
    Column("table_header", Text, nullable=False),
    Column("chunk_type", String(16), nullable=False),
    Column("first_page", Integer),
    Column("last_page", Integer),
    Column("clauses", Text, nullable=False),
    Column("morphemes", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("morpheme_length", Integer, nullable=False),
    Column("bigram_length", Integer, nullable=False),
    Column("parent_id", ID, index=True),
    Column("previous_id", ID),
    Column("next_id", ID),
    Column("content_hash", KEY, nullable=False, server_default=""),
    # What a person wrote in the place of `content`, which never changes; the columns from `clauses` on
    # describe the text that counts.
    Column("edited_content", Text),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("disabled", Boolean, nullable=False, server_default=text("false")),
    # What belongs to it and is no text: an FAQ entry, generated questions, the image it describes.
    Column("details", JSON, nullable=False, server_default="{}"),
)
Index(None, chunks.c.version_id, chunks.c.seq)

chunk_revisions = Table(
    "chunk_revisions",
    metadata,
    Column("chunk_id", ID, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("version_id", ID, nullable=False, index=True),
    Column("action", String(16), nullable=False),
    Column("content", Text),
    Column("restored", Integer),
    Column("created_at", Double, nullable=False),
)

chunk_clauses = Table(
    "chunk_clauses",
    metadata,
    Column("base_id", ID, primary_key=True),
    Column("clause", String(200), primary_key=True),
    Column("chunk_id", ID, primary_key=True),
    Column("version_id", ID, nullable=False, index=True),
)

NAME = String(64)
"""Key of an entity; `pincite.text.entities.LONGEST_NAME` is less."""

graph_entities = Table(
    "graph_entities",
    metadata,
    Column("version_id", ID, primary_key=True),
    Column("key", NAME, primary_key=True),
    Column("base_id", ID, nullable=False),
    Column("document_id", ID, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("description", Text, nullable=False),
    Column("chunk_ids", JSON, nullable=False),
)
Index(None, graph_entities.c.base_id, graph_entities.c.key)

graph_relations = Table(
    "graph_relations",
    metadata,
    Column("version_id", ID, primary_key=True),
    Column("source", NAME, primary_key=True),
    Column("target", NAME, primary_key=True),
    Column("base_id", ID, nullable=False),
    Column("document_id", ID, nullable=False, index=True),
    Column("description", Text, nullable=False),
    Column("chunk_ids", JSON, nullable=False),
)
Index(None, graph_relations.c.base_id, graph_relations.c.source)
Index(None, graph_relations.c.base_id, graph_relations.c.target)

term_statistics = Table(
    "term_statistics",
    metadata,
    Column("base_id", ID, primary_key=True),
    Column("field", String(16), primary_key=True),
    Column("term", Text, primary_key=True),
    Column("chunks", Integer, nullable=False),
    sqlite_with_rowid=False,
)

base_totals = Table(
    "base_totals",
    metadata,
    Column("base_id", ID, primary_key=True),
    Column("field", String(16), primary_key=True),
    Column("chunks", Integer, nullable=False),
    Column("length", BigInteger, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", SERIAL, primary_key=True, autoincrement=True),
    Column("kind", String(24), nullable=False),
    Column("base_id", ID, nullable=False, index=True),
    Column("document_id", ID, index=True),
    Column("version_id", ID, index=True),
    Column("chunk_id", ID),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("crashes", Integer, nullable=False, server_default="0"),
    Column("cancelled", Boolean, nullable=False, server_default=text("false")),
    Column("owner", String(200)),
    Column("lease_until", Double),
    Column("heartbeat", Double),
    Column("run_after", Double, nullable=False),
    Column("error", Text),
    Column("created_at", Double, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, jobs.c.state, jobs.c.run_after)

document_events = Table(
    "document_events",
    metadata,
    Column("id", SERIAL, primary_key=True, autoincrement=True),
    Column("document_id", ID, nullable=False, index=True),
    Column("version_id", ID),
    Column("at", Double, nullable=False),
    Column("stage", String(32), nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("milliseconds", Double, nullable=False, server_default="0"),
    Column("details", JSON, nullable=False),
    sqlite_autoincrement=True,
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", ID, primary_key=True),
    Column("tenant_id", String(64), ForeignKey("tenants.id"), nullable=False),
    Column("base_id", ID),
    Column("url", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("enabled", Boolean, nullable=False, server_default=text("true")),
    Column("created_at", Double, nullable=False),
)

webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("id", ID, primary_key=True),
    Column("webhook_id", ID, ForeignKey("webhooks.id"), nullable=False, index=True),
    Column("payload", JSON, nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("run_after", Double, nullable=False),
    Column("error", Text),
    Column("created_at", Double, nullable=False),
)
Index(None, webhook_deliveries.c.state, webhook_deliveries.c.run_after)

blob_holds = Table(
    "blob_holds",
    metadata,
    Column("hold", ID, primary_key=True),
    Column("key", KEY, nullable=False, index=True),
    Column("owner", String(200), nullable=False),
    Column("until", Double, nullable=False),
)
