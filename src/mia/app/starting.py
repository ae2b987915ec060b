"""What comes before anything serves: the checks, the demo practice, the code of the first run, where to go."""

import os
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from pydantic import SecretStr

from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.kernel.settings import DEMO_PASSWORD, Settings
from mia.platform.kernel.start import StartRefused

if TYPE_CHECKING:
    from mia.platform.db.session import Database


def require_web(settings: Settings) -> None:
    """:class:`StartRefused` when there are no pages to serve. Development has a server of its own for them."""
    built = settings.web_dir / "build.json"
    if settings.env != "development" and not built.exists():
        raise StartRefused(f"The web app is not built: {built} is missing. Run `make install`, or set MIA_WEB_DIR.")


def require_port(settings: Settings) -> None:
    """:class:`StartRefused` when the pages cannot be served at their address: mostly, another program is there."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()
        raise StartRefused(
            f"Port {settings.port} of {settings.host} can't be used: {reason}. "
            "Stop the program that uses it, or set MIA_PORT to another port."
        ) from None


async def require_fit(settings: Settings) -> None:
    """:class:`StartRefused` when one process cannot or must not start (``mia web``, ``worker`` and ``media``)."""
    from mia.app.checks.service import refuse_unfit
    from mia.app.connection import connected

    async with connected(settings) as database:
        if settings.is_production:
            await refuse_unfit(settings, database)


async def report_fit(settings: Settings, database_url: str) -> None:
    """Print what is missing or weak at the start of a production; :class:`StartRefused` when it must not start."""
    from mia.app.checks.findings import Severity
    from mia.app.checks.report import as_text
    from mia.app.checks.service import check_database, check_settings, refuse_unfit
    from mia.app.connection import connected

    reachable = settings.model_copy(update={"database_app_url": SecretStr(database_url)})
    async with connected(reachable) as database:
        await refuse_unfit(settings, database)
        findings = check_settings(settings) + await check_database(settings, database)
    warnings = [each for each in findings if each.severity is Severity.WARNS]
    if warnings:
        sys.stderr.write(as_text(warnings))


async def seed_demo(settings: Settings, database_url: str) -> None:
    """Enter the demo practice."""
    from mia.sandbox.demo.seed import seed

    async with _database(settings, database_url) as database:
        await seed(database, settings)


async def first_code(settings: Settings, database_url: str) -> str | None:
    """The code of the first run, where one is due."""
    from mia.identity.service import issue_code

    async with _database(settings, database_url) as database:
        return await issue_code(database)


def announcement(
    settings: Settings, postgres: EmbeddedPostgres | None, seconds: float, codes: Sequence[str]
) -> str:
    """What an operator reads when everything runs: where to go, and how to get in."""
    lines = [
        "",
        f"Mia is ready after {seconds:.1f} s:  {settings.origin}",
        "",
        f"  Data         {settings.data_dir.resolve()}",
    ]
    if postgres is not None:
        lines.append(f"  Database     {postgres.home} (embedded)")
    if not settings.is_production:
        names = ("owner", "manager", "frontdesk", "provider", "readonly", "group")
        lines += [
            f"  Log in at    {settings.origin}/login",
            "  Demo logins  " + ", ".join(f"{name}@downtown-medspa.example" for name in names[:3]),
            "               " + ", ".join(f"{name}@downtown-medspa.example" for name in names[3:]),
            f"  Password     {settings.demo_password.get_secret_value()}",
        ]
        if settings.demo_public and settings.demo_password.get_secret_value() == DEMO_PASSWORD:
            lines.append(
                "  Warning      That password is published, and this demo is public: set MIA_DEMO_PASSWORD"
            )
    for code in codes:
        lines += first_run_lines(settings, code)
    return "\n".join([*lines, "", "Ctrl-C stops everything.", ""])


def first_run_lines(settings: Settings, code: str) -> list[str]:
    """Where the first owner signs up, and with which code."""
    return [
        f"  First owner  {settings.origin}/first-run",
        f"  With code    {code}  (once; a new start makes a new one)",
    ]


@asynccontextmanager
async def _database(settings: Settings, url: str) -> AsyncIterator["Database"]:
    from mia.app.connection import open_database
    from mia.platform.kernel.clock import SystemClock

    database = open_database(settings, url, SystemClock(), pool_size=2)
    try:
        yield database
    finally:
        await database.close()
