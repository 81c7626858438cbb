"""The metadata contract on SQLite and on Postgres; every test works in a database of its own."""

from pincite.testing.metadata import MetadataContract
from tests.contracts.databases import OnPostgres, OnSqlite


class TestSqlite(OnSqlite, MetadataContract):
    pass


class TestPostgres(OnPostgres, MetadataContract):
    pass
