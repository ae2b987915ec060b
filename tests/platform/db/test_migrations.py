"""Models and migrations describe the same database."""

from collections.abc import Iterator

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from mia.platform.db.migrate import NEWEST_REVISION, alembic_config, migrate
from migrations.models import metadata
from tests.conftest import APP_PASSWORD


@pytest.fixture
def connection(database_url: str) -> Iterator[Connection]:
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_there_is_one_head(database_url: str) -> None:
    assert ScriptDirectory.from_config(alembic_config(database_url)).get_heads() == [NEWEST_REVISION]


def test_models_and_migrations_agree(connection: Connection) -> None:
    differences = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
    assert differences == []


def test_migrations_can_be_taken_back_and_made_again(connection: Connection, database_url: str) -> None:
    command.downgrade(alembic_config(database_url), "base")
    left = connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).all()
    assert left == ["alembic_version"]
    connection.rollback()
    migrate(database_url, APP_PASSWORD)
    assert connection.scalar(text("SELECT version_num FROM alembic_version")) == NEWEST_REVISION
