"""The tables of conversations, beside those of `tables`; the package loads both, so the metadata is whole."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    text,
)

from pincite.adapters.sql.tables import ID, metadata

assistants = Table(
    "assistants",
    metadata,
    Column("id", ID, primary_key=True),
    Column("tenant_id", String(64), ForeignKey("tenants.id"), nullable=False),
    Column("name", String(200), nullable=False),
    Column("description", Text, nullable=False),
    Column("is_default", Boolean, nullable=False, server_default=text("false")),
    Column("profile", JSON, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
)
Index(None, assistants.c.tenant_id, assistants.c.name, unique=True)

sessions = Table(
    "sessions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("tenant_id", String(64), ForeignKey("tenants.id"), nullable=False),
    # Key of its owner; NULL where there are no accounts.
    Column("user_key", String(64)),
    Column("title", Text, nullable=False),
    Column("pinned", Boolean, nullable=False, server_default=text("false")),
    Column("base_ids", JSON, nullable=False),
    Column("assistant", String(200)),
    Column("last_request_state", JSON, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
)
Index(None, sessions.c.tenant_id, sessions.c.user_key, sessions.c.pinned, sessions.c.updated_at)

messages = Table(
    "messages",
    metadata,
    Column("id", ID, primary_key=True),
    Column("session_id", ID, ForeignKey("sessions.id"), nullable=False),
    Column("position", Integer, nullable=False),
    # That of the question and of its answer.
    Column("request_id", String(64), nullable=False),
    Column("role", String(16), nullable=False),
    Column("content", Text, nullable=False),
    # The content as it is searched: one case, one width.
    Column("folded", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("references", JSON, nullable=False),
    Column("verification", JSON(none_as_null=True)),
    Column("steps", JSON, nullable=False),
    Column("attachments", JSON, nullable=False),
    Column("images", JSON, nullable=False),
    Column("quote", Text, nullable=False),
    Column("rendered_content", Text),
    Column("details", JSON, nullable=False),
    # Process that writes the answer, and its last sign of life; NULL once it is finished.
    Column("owner", String(200), index=True),
    Column("heartbeat", Double),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
)
Index(None, messages.c.session_id, messages.c.position, unique=True)

# The pictures of questions themselves; what is known of them stands in `messages.images`. They go with their
# question, whatever removes it.
message_pictures = Table(
    "message_pictures",
    metadata,
    Column("message_id", ID, ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

message_feedback = Table(
    "message_feedback",
    metadata,
    # Without a foreign key: what people said of an answer outlives that it is replaced by another.
    Column("message_id", ID, primary_key=True),
    Column("session_id", ID, ForeignKey("sessions.id"), nullable=False, index=True),
    Column("value", String(8), nullable=False),
    Column("reason", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("references", JSON, nullable=False),
    Column("created_at", Double, nullable=False),
)
