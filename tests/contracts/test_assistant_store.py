"""The contract of assistants on SQLite and on Postgres; every test works in a database of its own."""

from pincite.testing.assistant_store import AssistantStoreContract
from tests.contracts.databases import OnPostgres, OnSqlite


class TestSqlite(OnSqlite, AssistantStoreContract):
    pass


class TestPostgres(OnPostgres, AssistantStoreContract):
    pass
