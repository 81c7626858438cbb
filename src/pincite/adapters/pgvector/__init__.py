"""The search index on PostgreSQL with pgvector (extra ``postgres``, ADR 0003).

Import `PgvectorShelf` from `pincite.adapters.pgvector.shelf`.
"""
