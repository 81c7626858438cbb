"""Sessions, their messages, and what people think of the answers."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ID = sa.String(length=36)


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("tenant_id", sa.String(length=64), nullable=False),
        sa.Column("user_key", sa.String(length=64), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("pinned", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("base_ids", sa.JSON(), nullable=False),
        sa.Column("assistant", sa.String(length=200), nullable=True),
        sa.Column("last_request_state", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["tenant_id"], ["tenants.id"], name="fk_sessions_tenant_id"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index(
        "ix_sessions_tenant_id_user_key_pinned_updated_at",
        "sessions",
        ["tenant_id", "user_key", "pinned", "updated_at"],
    )
    op.create_table(
        "messages",
        sa.Column("id", _ID, nullable=False),
        sa.Column("session_id", _ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("request_id", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("references", sa.JSON(), nullable=False),
        sa.Column("verification", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("attachments", sa.JSON(), nullable=False),
        sa.Column("images", sa.JSON(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("rendered_content", sa.Text(), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("owner", sa.String(length=200), nullable=True),
        sa.Column("heartbeat", sa.Double(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_messages_session_id"),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
    )
    op.create_index("ix_messages_session_id_position", "messages", ["session_id", "position"], unique=True)
    op.create_index("ix_messages_owner", "messages", ["owner"])
    op.create_table(
        "message_feedback",
        sa.Column("message_id", _ID, nullable=False),
        sa.Column("session_id", _ID, nullable=False),
        sa.Column("value", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("references", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_message_feedback_session_id"),
        sa.PrimaryKeyConstraint("message_id", name="pk_message_feedback"),
    )
    op.create_index("ix_message_feedback_session_id", "message_feedback", ["session_id"])
