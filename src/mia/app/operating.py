"""Commands that an operator runs beside the product, on the database that it uses."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from pydantic import SecretStr

from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.migrate import app_url
from mia.platform.kernel.logging import configure_logging
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.start import StartRefused

if TYPE_CHECKING:
    from mia.app.checks.findings import Finding

_PATIENCE_S = 3.0
"""For a database that someone at a terminal waits for."""


def check(settings: Settings, options: argparse.Namespace) -> int:
    """Print what is missing or weak; exit status 1 when production would not start with it."""
    from mia.app.checks.report import as_json, as_text, is_fit
    from mia.app.checks.service import check_settings

    configure_logging("error", json=settings.is_production, process="check")
    findings = check_settings(settings) + asyncio.run(_check_database(settings))
    sys.stdout.write(as_json(findings) if options.json else as_text(findings))
    return 0 if is_fit(findings) else 1


async def _check_database(settings: Settings) -> "list[Finding]":
    from mia.app.checks.findings import blocks
    from mia.app.checks.service import check_database
    from mia.app.connection import connected

    try:
        beside = _beside(settings)
        async with connected(beside, patience_s=_PATIENCE_S) as database:
            return await check_database(beside, database)
    except StartRefused as refused:
        return [blocks("database", str(refused))]


def answer_privacy_request(settings: Settings, options: argparse.Namespace) -> int:
    """Hand out or remove what is held about a person; returns the exit status."""
    configure_logging("warning", json=settings.is_production, process="privacy")
    return asyncio.run(_answer_privacy_request(_beside(settings), options))


async def _answer_privacy_request(settings: Settings, options: argparse.Namespace) -> int:
    from mia.app.connection import connected
    from mia.app.parts import front_desk
    from mia.clinic.privacy.commands import run
    from mia.clinic.privacy.ledger import Ledger

    async with connected(settings, patience_s=_PATIENCE_S) as database, front_desk(database, settings) as desk:
        return await run(options, database, desk.voices, Ledger(settings.erasure_ledger))


def change_accounts(settings: Settings, options: argparse.Namespace) -> int:
    """Open a practice, invite someone, let support in; returns the exit status."""
    configure_logging("warning", json=settings.is_production, process="accounts")
    return asyncio.run(_change_accounts(_beside(settings), options))


async def _change_accounts(settings: Settings, options: argparse.Namespace) -> int:
    from mia.app.accounts.commands import run
    from mia.app.connection import connected

    async with connected(settings, patience_s=_PATIENCE_S) as database:
        return await run(options, database, settings)


def export_cases(settings: Settings, options: argparse.Namespace) -> int:
    """Hand out the cases that a practice has reviewed; returns the exit status."""
    configure_logging("warning", json=settings.is_production, process="eval-cases")
    return asyncio.run(_export_cases(_beside(settings), options))


async def _export_cases(settings: Settings, options: argparse.Namespace) -> int:
    from mia.app.connection import connected
    from mia.clinic.teaching.commands import run

    async with connected(settings, patience_s=_PATIENCE_S) as database:
        return await run(options, database)


def watch_audit_log(settings: Settings, options: argparse.Namespace) -> int:
    """Verify the audit log, or accept it after a restore; returns the exit status."""
    configure_logging("warning", json=settings.is_production, process="audit")
    return asyncio.run(_watch_audit_log(_beside(settings), options))


async def _watch_audit_log(settings: Settings, options: argparse.Namespace) -> int:
    from mia.app.connection import connected
    from mia.app.oversight.commands import run

    async with connected(settings, patience_s=_PATIENCE_S) as database:
        return await run(options, database, settings)


def change_numbers(settings: Settings, options: argparse.Namespace) -> int:
    """Assign numbers of the carrier account to practices; returns the exit status."""
    configure_logging("warning", json=settings.is_production, process="numbers")
    return asyncio.run(_change_numbers(_beside(settings), options))


async def _change_numbers(settings: Settings, options: argparse.Namespace) -> int:
    from mia.app.carrier.commands import Numbering
    from mia.app.connection import connected
    from mia.app.parts import carrier_numbers

    async with connected(settings, patience_s=_PATIENCE_S) as database, carrier_numbers(settings) as carrier:
        return await Numbering(database, settings, carrier).run(options)


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
    if postgres is not None and not postgres.is_running:
        raise StartRefused(
            "No database is set, and the embedded one runs only while Mia does. Start Mia (`mia serve`), or set "
            "DATABASE_URL, then repeat this command."
        )
    url = app_url(owner_url_of(settings, postgres))
    return settings.model_copy(update={"database_app_url": SecretStr(url)})
