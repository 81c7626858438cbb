"""The metadata database: SQLite by default, the same code on Postgres (ADR 0004)."""

from pincite.adapters.sql.metadata import SqlMetadata, open_metadata

__all__ = ["SqlMetadata", "open_metadata"]
