"""Alembic's environment: gathers the models of every room and runs as the owner role."""

from alembic import context
from sqlalchemy import Connection, create_engine, text

from mia.platform.db.tenancy import OWNER_ROLE
from migrations.models import metadata

config = context.config


def run() -> None:
    given: Connection | None = config.attributes.get("connection")
    if given is not None:  # within a transaction of the caller's
        _run(given)
        return
    engine = create_engine(config.attributes["url"])
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(7246002)"))
        _run(connection)
        connection.commit()
    engine.dispose()


def _run(connection: Connection) -> None:
    connection.execute(text("CREATE EXTENSION IF NOT EXISTS btree_gist"))
    connection.execute(text(f"SET ROLE {OWNER_ROLE}"))
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()
    connection.execute(text("RESET ROLE"))


run()
