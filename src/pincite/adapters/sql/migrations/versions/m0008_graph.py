"""The graph of what documents name."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ID = sa.String(length=36)
_KEY = sa.String(length=64)


def upgrade() -> None:
    op.create_table(
        "graph_entities",
        sa.Column("version_id", _ID, nullable=False),
        sa.Column("key", _KEY, nullable=False),
        sa.Column("base_id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("chunk_ids", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("version_id", "key", name="pk_graph_entities"),
    )
    op.create_index("ix_graph_entities_base_id_key", "graph_entities", ["base_id", "key"])
    op.create_index("ix_graph_entities_document_id", "graph_entities", ["document_id"])
    op.create_table(
        "graph_relations",
        sa.Column("version_id", _ID, nullable=False),
        sa.Column("source", _KEY, nullable=False),
        sa.Column("target", _KEY, nullable=False),
        sa.Column("base_id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("chunk_ids", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("version_id", "source", "target", name="pk_graph_relations"),
    )
    op.create_index("ix_graph_relations_base_id_source", "graph_relations", ["base_id", "source"])
    op.create_index("ix_graph_relations_base_id_target", "graph_relations", ["base_id", "target"])
    op.create_index("ix_graph_relations_document_id", "graph_relations", ["document_id"])
