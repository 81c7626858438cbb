"""What ingest of every format needs: pictures, validity, folders, FAQ entries, time lines, webhooks."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.String(length=36)
KEY = sa.String(length=64)
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FALSE = sa.text("false")
TRUE = sa.text("true")


def upgrade() -> None:
    for name in ("faq", "enrichment"):
        op.add_column("knowledge_bases", sa.Column(name, sa.JSON(), server_default="{}", nullable=False))
    op.add_column("knowledge_bases", sa.Column("paused", sa.Boolean(), server_default=FALSE, nullable=False))
    op.add_column("documents", sa.Column("folder", sa.Text(), server_default="", nullable=False))
    op.add_column("documents", sa.Column("custom", sa.JSON(), server_default="{}", nullable=False))
    for name in ("effective_from", "effective_to"):
        op.add_column("documents", sa.Column(name, sa.String(length=10), nullable=True))
    op.add_column("documents", sa.Column("supersedes", ID, nullable=True))
    op.create_index("ix_documents_base_id_content_hash", "documents", ["base_id", "content_hash"])
    op.add_column("chunks", sa.Column("details", sa.JSON(), server_default="{}", nullable=False))
    op.create_table(
        "version_files",
        sa.Column("version_id", ID, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("key", KEY, nullable=False),
        sa.Column("media_type", sa.String(length=200), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["version_id"], ["document_versions.id"], name="fk_version_files_version_id"),
        sa.PrimaryKeyConstraint("version_id", "name", name="pk_version_files"),
    )
    op.create_index("ix_version_files_key", "version_files", ["key"])
    op.create_table(
        "document_events",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        sa.Column("document_id", ID, nullable=False),
        sa.Column("version_id", ID, nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("stage", sa.String(length=32), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("milliseconds", sa.Double(), server_default="0", nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_document_events"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_document_events_document_id", "document_events", ["document_id"])
    op.create_table(
        "webhooks",
        sa.Column("id", ID, nullable=False),
        sa.Column("tenant_id", sa.String(length=64), nullable=False),
        sa.Column("base_id", ID, nullable=True),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("enabled", sa.Boolean(), server_default=TRUE, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["tenant_id"], ["tenants.id"], name="fk_webhooks_tenant_id"),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", ID, nullable=False),
        sa.Column("webhook_id", ID, nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("run_after", sa.Double(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["webhook_id"], ["webhooks.id"], name="fk_webhook_deliveries_webhook_id"),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_deliveries"),
    )
    op.create_index("ix_webhook_deliveries_webhook_id", "webhook_deliveries", ["webhook_id"])
    op.create_index("ix_webhook_deliveries_state_run_after", "webhook_deliveries", ["state", "run_after"])
