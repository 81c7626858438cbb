"""The pictures of questions."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "message_pictures",
        sa.Column("message_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"], ["messages.id"], name="fk_message_pictures_message_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("message_id", "number", name="pk_message_pictures"),
    )
