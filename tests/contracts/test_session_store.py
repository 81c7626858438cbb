"""The contract of conversations on SQLite and on Postgres; every test works in a database of its own."""

from pincite.testing.session_store import SessionStoreContract
from tests.contracts.databases import OnPostgres, OnSqlite


class TestSqlite(OnSqlite, SessionStoreContract):
    pass


class TestPostgres(OnPostgres, SessionStoreContract):
    pass
