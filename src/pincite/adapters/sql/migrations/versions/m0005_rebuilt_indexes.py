"""Where the points of a base lie, and the index that is being built for it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    name = sa.String(length=200)
    op.add_column("knowledge_bases", sa.Column("store", name, server_default="", nullable=False))
    op.add_column("knowledge_bases", sa.Column("next_store", name, nullable=True))
    op.add_column("knowledge_bases", sa.Column("next_identity", name, nullable=True))
