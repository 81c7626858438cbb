"""Alembic's entry: migrations run on the connection, and in the transaction, of `upgrade`."""

from alembic import context

from pincite.adapters.sql.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
