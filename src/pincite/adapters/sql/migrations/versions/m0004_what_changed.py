"""What progress is told by: counts by state, and what changed of late, without a look at all the rest."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_documents_base_id_status_updated_at", "documents", ["base_id", "status", "updated_at"]
    )
