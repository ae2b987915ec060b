"""The ``mia`` command: composition of processes.

``serve`` starts everything on this machine; ``web``, ``worker`` and ``media`` start one kind of process
each, on any machine that reaches the database (``docs/scaling.md``).
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar
from urllib.request import urlopen

from mia.app.accounts.arguments import ADD_ARGUMENTS as ADD_ACCOUNT_ARGUMENTS
from mia.app.accounts.arguments import ERASE_CLINIC, EXPORT_CLINIC
from mia.app.carrier.arguments import add_arguments as add_number_arguments
from mia.app.keys.arguments import add_key_arguments
from mia.app.operating import (
    answer_privacy_request,
    change_accounts,
    change_numbers,
    check,
    export_cases,
    owner_url_of,
    watch_audit_log,
)
from mia.app.oversight.arguments import add_audit_arguments
from mia.app.processes import collect_garbage_seldom, media, web, worker
from mia.app.safekeeping import archived, back_up, change_keys, embedded, offboard, remove_again, restore
from mia.app.starting import (
    announcement,
    first_code,
    first_run_lines,
    report_fit,
    require_port,
    require_web,
    seed_demo,
)
from mia.app.supervisor import Child, Supervisor
from mia.clinic.privacy.arguments import add_arguments as add_privacy_arguments
from mia.clinic.teaching.arguments import add_arguments as add_case_arguments
from mia.platform.backups.arguments import add_backup_arguments, add_restore_arguments
from mia.platform.backups.errors import BackupError
from mia.platform.db.embedded import EmbeddedPostgres, EmbeddedPostgresError
from mia.platform.db.migrate import app_url, migrate, opens_data_keys
from mia.platform.db.refusals import WRONG_MASTER_KEY, words_of
from mia.platform.kernel.logging import configure_logging
from mia.platform.kernel.settings import Settings, SettingsError, load_settings
from mia.platform.kernel.start import StartRefused

T = TypeVar("T")


def main(arguments: list[str] | None = None) -> int:
    """Entry point; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        settings = load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    command: Callable[[Settings, argparse.Namespace], int] = options.command
    try:
        return command(settings, options)
    except (BackupError, EmbeddedPostgresError, SettingsError, StartRefused) as error:
        print(error, file=sys.stderr)
    except Exception as error:
        if (words := words_of(error)) is None:
            raise
        print(words, file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mia", description="Mia, an AI front office for clinics")
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, command, text in (
        ("serve", serve, "start everything: database, web, jobs, voice"),
        ("web", web, "start one web process"),
        ("worker", worker, "start one job worker"),
        ("media", media, "start one media worker, which handles calls"),
        ("migrate", migrate_only, "bring the schema of DATABASE_URL to the newest revision"),
        ("openapi", openapi, "print the front office's OpenAPI document"),
        ("roles", roles, "print the page about who may do what"),
    ):
        commands.add_parser(name, help=text).set_defaults(command=lambda settings, _, run=command: run(settings))
    for name, run, add_arguments, text in (
        ("backup", back_up, add_backup_arguments, "write an encrypted backup and verify it"),
        ("restore", restore, add_restore_arguments, "restore a backup"),
        ("keys", change_keys, add_key_arguments, "make, replace or destroy the installation's keys"),
        ("check", check, _add_check_arguments, "list what is missing or weak, and whether production would start"),
        ("privacy", _answer_privacy_request, add_privacy_arguments, "export or delete a person's data"),
        (
            "eval-cases",
            export_cases,
            add_case_arguments,
            "export conversations that Mia is to learn from",
        ),
        ("audit", watch_audit_log, add_audit_arguments, "check the audit log"),
        ("number", change_numbers, add_number_arguments, "assign the carrier account's phone numbers to practices"),
        ("clinic", _change_accounts, ADD_ACCOUNT_ARGUMENTS["clinic"], "create a practice"),
        ("user", _change_accounts, ADD_ACCOUNT_ARGUMENTS["user"], "invite a user to a practice"),
        ("support", _change_accounts, ADD_ACCOUNT_ARGUMENTS["support"], "give platform support temporary access"),
    ):
        one = commands.add_parser(name, help=text)
        one.set_defaults(command=run)
        add_arguments(one)
    return parser


def _add_check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def _answer_privacy_request(settings: Settings, options: argparse.Namespace) -> int:
    work = remove_again if options.action == "replay" else answer_privacy_request
    return work(settings, options)


def _change_accounts(settings: Settings, options: argparse.Namespace) -> int:
    work = offboard if options.work in (EXPORT_CLINIC, ERASE_CLINIC) else change_accounts
    return work(settings, options)


def serve(settings: Settings) -> int:
    """Start everything and stay until Ctrl-C.

    The processes are started first: they load their models while the database starts, and wait for its
    schema by themselves. Only at the very first start do they come after the demo data.
    """
    started = time.monotonic()
    configure_logging(settings.log_level, json=settings.is_production, process="serve")
    collect_garbage_seldom()
    require_web(settings)
    settings.data_dir.mkdir(mode=0o711, parents=True, exist_ok=True)  # keys inside are 0700
    settings.key("master"), settings.key("signing")
    postgres = None
    if settings.database_url is None:
        postgres = embedded(settings)
        postgres.claim()
    require_port(settings)
    owner_url = owner_url_of(settings, postgres)
    children = _children(settings)
    environment = {**os.environ, "DATABASE_APP_URL": app_url(owner_url)}
    is_first = postgres is not None and postgres.is_new
    codes: list[str] = []
    # In production nothing serves before the checks have passed.
    supervisor = Supervisor(children, environment, postgres, prepare_first=is_first or settings.is_production)
    with archived(settings, postgres):
        return asyncio.run(
            supervisor.run(
                prepare=lambda: codes.extend(_prepare(settings, postgres)),
                ready=lambda: _until_ready(settings),
                announce=lambda: print(
                    announcement(settings, postgres, time.monotonic() - started, codes), file=sys.stderr
                ),
            )
        )


def _children(settings: Settings) -> list[Child]:
    """The processes, those that others wait for first; each with a port of its own for metrics."""
    web = Child("web", ("web",), niceness=3)
    worker = Child("worker", ("worker",), True, niceness=10)
    media = [Child(f"media-{n}", ("media",)) for n in range(settings.media_workers)]
    if settings.metrics_port is not None:
        for number, child in enumerate((web, worker, *media)):
            child.environment = {"MIA_METRICS_PORT": str(settings.metrics_port + number)}
    children = [*media, web, worker]
    if settings.backup_dir is not None:
        settings.key("backup")
        children.append(Child("backup", ("backup", "--daily"), True, niceness=15))
    return children


def _prepare(settings: Settings, postgres: EmbeddedPostgres | None) -> list[str]:
    """Database, schema and demo data, with their progress. Returns the code of the first run, if one is due."""
    password = settings.derived_secret("database-role")
    if postgres is not None:
        _step("Starting the database", postgres.start)
    owner_url = owner_url_of(settings, postgres)
    is_new = _step("Migrating", lambda: migrate(owner_url, password))
    url, code = app_url(owner_url), None
    if settings.is_production:
        asyncio.run(report_fit(settings, url))
        code = asyncio.run(first_code(settings, url))
    elif not opens_data_keys(owner_url, settings.keys("master")):
        raise StartRefused(WRONG_MASTER_KEY)
    elif is_new:
        _step("Demo data", lambda: asyncio.run(seed_demo(settings, url)))
    print("  Starting web, jobs and voice ...", file=sys.stderr)
    return [code] if code else []


def migrate_only(settings: Settings) -> int:
    """Migrate a database that is not embedded; in production, print the code of the first run if one is due."""
    if settings.database_url is None:
        raise SettingsError("DATABASE_URL must be set; the embedded database is migrated by `mia serve`")
    owner_url, password = settings.database_url.get_secret_value(), settings.derived_secret("database-role")
    migrate(owner_url, password)
    if settings.is_production and (code := asyncio.run(first_code(settings, app_url(owner_url)))):
        print("\n".join(first_run_lines(settings, code)), file=sys.stderr)
    return 0


def roles(_settings: Settings) -> int:
    """Print ``docs/security/roles.md``."""
    from mia.identity.roles_document import roles_document

    print(roles_document(), end="")
    return 0


def openapi(settings: Settings) -> int:
    """Print the document from which the web's client is generated."""
    from mia.app.main import create_app

    configure_logging(settings.log_level, json=settings.is_production, process="openapi")  # to stderr
    print(json.dumps(create_app(settings).openapi(), indent=2, sort_keys=True))
    return 0


async def _until_ready(settings: Settings) -> None:
    """Ask until the product says that it is ready; a process that is not up yet sends no event."""
    url = f"{settings.internal_url}/readyz"
    while not await asyncio.to_thread(_answers, url):  # noqa: ASYNC110 - another process has no event for us
        await asyncio.sleep(0.05)


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=2) as response:  # noqa: S310 - our own address
            return bool(response.status == HTTPStatus.OK)
    except OSError:
        return False


def _step(title: str, work: Callable[[], T]) -> T:
    started = time.monotonic()
    print(f"  {title} ...", end="", flush=True, file=sys.stderr)
    result = work()
    print(f" {time.monotonic() - started:.1f} s", file=sys.stderr)
    return result
