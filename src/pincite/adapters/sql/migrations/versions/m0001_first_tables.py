"""First tables: tenants, bases, documents, versions, chunks, statistics, jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "base_totals",
        sa.Column("base_id", sa.String(length=36), nullable=False),
        sa.Column("field", sa.String(length=16), nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column("length", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("base_id", "field", name="pk_base_totals"),
    )
    op.create_table(
        "blob_holds",
        sa.Column("hold", sa.String(length=36), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=200), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("hold", name="pk_blob_holds"),
    )
    op.create_index("ix_blob_holds_key", "blob_holds", ["key"])

    op.create_table(
        "chunk_clauses",
        sa.Column("base_id", sa.String(length=36), nullable=False),
        sa.Column("clause", sa.String(length=200), nullable=False),
        sa.Column("chunk_id", sa.String(length=36), nullable=False),
        sa.Column("version_id", sa.String(length=36), nullable=False),
        sa.PrimaryKeyConstraint("base_id", "clause", "chunk_id", name="pk_chunk_clauses"),
    )
    op.create_index("ix_chunk_clauses_version_id", "chunk_clauses", ["version_id"])

    op.create_table(
        "jobs",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("kind", sa.String(length=24), nullable=False),
        sa.Column("base_id", sa.String(length=36), nullable=False),
        sa.Column("document_id", sa.String(length=36), nullable=True),
        sa.Column("version_id", sa.String(length=36), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("crashes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("cancelled", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("owner", sa.String(length=200), nullable=True),
        sa.Column("lease_until", sa.Double(), nullable=True),
        sa.Column("heartbeat", sa.Double(), nullable=True),
        sa.Column("run_after", sa.Double(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_jobs_base_id", "jobs", ["base_id"])
    op.create_index("ix_jobs_document_id", "jobs", ["document_id"])
    op.create_index("ix_jobs_state_run_after", "jobs", ["state", "run_after"])
    op.create_index("ix_jobs_version_id", "jobs", ["version_id"])

    op.create_table(
        "tenants",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tenants"),
    )
    op.execute("INSERT INTO tenants (id, name, created_at) VALUES ('default', 'default', 0)")
    op.create_table(
        "term_statistics",
        sa.Column("base_id", sa.String(length=36), nullable=False),
        sa.Column("field", sa.String(length=16), nullable=False),
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("base_id", "field", "term", name="pk_term_statistics"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "knowledge_bases",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("tenant_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("chunking", sa.JSON(), nullable=False),
        sa.Column("vector", sa.Boolean(), nullable=False),
        sa.Column("keyword", sa.Boolean(), nullable=False),
        sa.Column("embedding_identity", sa.String(length=200), nullable=True),
        sa.Column("deleting", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["tenant_id"], ["tenants.id"], name="fk_knowledge_bases_tenant_id"),
        sa.PrimaryKeyConstraint("id", name="pk_knowledge_bases"),
    )
    op.create_index(
        "uq_knowledge_bases_tenant_id_name",
        "knowledge_bases",
        ["tenant_id", "name"],
        unique=True,
        sqlite_where=sa.text("NOT deleting"),
        postgresql_where=sa.text("NOT deleting"),
    )

    op.create_table(
        "documents",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("base_id", sa.String(length=36), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("media_type", sa.String(length=200), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("active_version_id", sa.String(length=36), nullable=True),
        sa.Column("pending_version_id", sa.String(length=36), nullable=True),
        sa.Column("chunks", sa.Integer(), server_default="0", nullable=False),
        sa.Column("warnings", sa.JSON(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["base_id"], ["knowledge_bases.id"], name="fk_documents_base_id"),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
    )
    op.create_index("ix_documents_active_version_id", "documents", ["active_version_id"])
    op.create_index("ix_documents_base_id", "documents", ["base_id"])
    op.create_index(
        "uq_documents_base_id_source",
        "documents",
        ["base_id", "source"],
        unique=True,
        sqlite_where=sa.text("status <> 'deleting'"),
        postgresql_where=sa.text("status <> 'deleting'"),
    )

    op.create_table(
        "document_versions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("document_id", sa.String(length=36), nullable=False),
        sa.Column("base_id", sa.String(length=36), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("file_key", sa.String(length=64), nullable=False),
        sa.Column("markdown_key", sa.String(length=64), nullable=True),
        sa.Column("chunking", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("pages", sa.JSON(), nullable=False),
        sa.Column("chunks", sa.Integer(), server_default="0", nullable=False),
        sa.Column("chunks_with_term", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_document_versions_document_id"),
        sa.PrimaryKeyConstraint("id", name="pk_document_versions"),
    )
    op.create_index("ix_document_versions_base_id", "document_versions", ["base_id"])
    op.create_index("ix_document_versions_document_id", "document_versions", ["document_id"])
    op.create_index("ix_document_versions_file_key", "document_versions", ["file_key"])
    op.create_index("ix_document_versions_markdown_key", "document_versions", ["markdown_key"])

    op.create_table(
        "chunks",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("base_id", sa.String(length=36), nullable=False),
        sa.Column("document_id", sa.String(length=36), nullable=False),
        sa.Column("version_id", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("context_header", sa.Text(), nullable=False),
        sa.Column("table_header", sa.Text(), nullable=False),
        sa.Column("chunk_type", sa.String(length=16), nullable=False),
        sa.Column("first_page", sa.Integer(), nullable=True),
        sa.Column("last_page", sa.Integer(), nullable=True),
        sa.Column("clauses", sa.Text(), nullable=False),
        sa.Column("morphemes", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("morpheme_length", sa.Integer(), nullable=False),
        sa.Column("bigram_length", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["version_id"], ["document_versions.id"], name="fk_chunks_version_id"),
        sa.PrimaryKeyConstraint("id", name="pk_chunks"),
    )
    op.create_index("ix_chunks_version_id_seq", "chunks", ["version_id", "seq"])
