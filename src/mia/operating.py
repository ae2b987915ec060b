"""Commands that an operator runs beside the product, on the database that it uses."""

import argparse
import asyncio

from pydantic import SecretStr

from mia.db.embedded import EmbeddedPostgres
from mia.db.migrate import app_url
from mia.kernel.logging import configure_logging
from mia.kernel.settings import Settings


def answer_privacy_request(settings: Settings, options: argparse.Namespace) -> int:
    """Hand out or remove what is held about a person; returns the exit status."""
    configure_logging("warning", json=settings.is_production, process="privacy")
    return asyncio.run(_answer_privacy_request(_beside(settings), options))


async def _answer_privacy_request(settings: Settings, options: argparse.Namespace) -> int:
    from mia.connection import connected
    from mia.parts import front_desk
    from mia.privacy.commands import run

    async with connected(settings) as database, front_desk(database, settings) as desk:
        return await run(options, database, desk.voice)


def change_accounts(settings: Settings, options: argparse.Namespace) -> int:
    """Open a practice, invite somebody, let support in; returns the exit status."""
    configure_logging("warning", json=settings.is_production, process="accounts")
    return asyncio.run(_change_accounts(_beside(settings), options))


async def _change_accounts(settings: Settings, options: argparse.Namespace) -> int:
    from mia.accounts.commands import run
    from mia.connection import connected

    async with connected(settings) as database:
        return await run(options, database, settings)


def owner_url_of(settings: Settings, postgres: EmbeddedPostgres | None) -> str:
    """The URL of the schema's owner: the embedded database's, or the one that is set."""
    if postgres is not None:
        return postgres.url()
    assert settings.database_url is not None
    return settings.database_url.get_secret_value()


def _beside(settings: Settings) -> Settings:
    """The settings of a command that is not started by the product, which would tell the database's address."""
    if settings.database_app_url is not None:
        return settings
    postgres = None if settings.database_url else EmbeddedPostgres(settings.data_dir, pg_bin=settings.pg_bin)
    url = app_url(owner_url_of(settings, postgres), settings.derived_secret("database-role"))
    return settings.model_copy(update={"database_app_url": SecretStr(url)})
