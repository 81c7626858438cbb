"""Hand edits of chunks, their links and parents; two more switches of a base; stages of an ingest."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ROWS = 1_000
"""Chunks hashed between two statements."""


def upgrade() -> None:
    for name in ("wiki", "graph"):
        op.add_column(
            "knowledge_bases", sa.Column(name, sa.Boolean(), server_default=sa.text("false"), nullable=False)
        )
    op.add_column("documents", sa.Column("stages", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("jobs", sa.Column("chunk_id", sa.String(length=36), nullable=True))
    for column in (
        sa.Column("parent_id", sa.String(length=36), nullable=True),
        sa.Column("previous_id", sa.String(length=36), nullable=True),
        sa.Column("next_id", sa.String(length=36), nullable=True),
        sa.Column("content_hash", sa.String(length=64), server_default="", nullable=False),
        sa.Column("edited_content", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), server_default="0", nullable=False),
        sa.Column("disabled", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    ):
        op.add_column("chunks", column)
    op.create_index("ix_chunks_parent_id", "chunks", ["parent_id"])
    op.create_table(
        "chunk_revisions",
        sa.Column("chunk_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.String(length=36), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("content", sa.Text(), nullable=True),
        sa.Column("restored", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("chunk_id", "number", name="pk_chunk_revisions"),
    )
    op.create_index("ix_chunk_revisions_version_id", "chunk_revisions", ["version_id"])
    _fill_chunks()


def _fill_chunks() -> None:
    """Links and hashes of the chunks that are there."""
    connection = op.get_bind()
    chunks = sa.table(
        "chunks",
        sa.column("id", sa.String()),
        sa.column("version_id", sa.String()),
        sa.column("seq", sa.Integer()),
        sa.column("content", sa.Text()),
        sa.column("previous_id", sa.String()),
        sa.column("next_id", sa.String()),
        sa.column("content_hash", sa.String()),
    )
    other = chunks.alias("other")
    for column, step in (("previous_id", -1), ("next_id", 1)):
        neighbour = (
            sa.select(other.c.id)
            .where(other.c.version_id == chunks.c.version_id, other.c.seq == chunks.c.seq + step)
            .scalar_subquery()
        )
        connection.execute(sa.update(chunks).values({column: neighbour}))
    hashed = (
        sa.update(chunks)
        .where(chunks.c.id == sa.bindparam("of_id"))
        .values(content_hash=sa.bindparam("of_hash"))
    )
    last = ""
    while rows := connection.execute(
        sa.select(chunks.c.id, chunks.c.content).where(chunks.c.id > last).order_by(chunks.c.id).limit(_ROWS)
    ).all():
        last = rows[-1].id
        connection.execute(
            hashed,
            [{"of_id": row.id, "of_hash": hashlib.sha256(row.content.encode()).hexdigest()} for row in rows],
        )
