"""The ``mia`` command: composition of processes.

``serve`` starts everything on this machine; ``web``, ``worker`` and ``media`` start one kind of process
each, on any machine that reaches the database (``docs/scaling.md``).
"""

import argparse
import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar
from urllib.request import urlopen

from mia.accounts.arguments import ADD_ARGUMENTS as ADD_ACCOUNT_ARGUMENTS
from mia.db.embedded import EmbeddedPostgres, EmbeddedPostgresError
from mia.db.migrate import app_url, migrate
from mia.kernel.logging import configure_logging
from mia.kernel.settings import Settings, SettingsError, load_settings
from mia.operating import answer_privacy_request, change_accounts, owner_url_of
from mia.privacy.arguments import add_arguments as add_privacy_arguments
from mia.supervisor import Child, Supervisor

if TYPE_CHECKING:
    from mia.db.session import Database

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
    except (EmbeddedPostgresError, SettingsError) as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mia", description="Mia, an AI front office for clinics")
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, command, text in (
        ("serve", serve, "start everything: database, web, jobs, voice"),
        ("web", web, "start one web process"),
        ("worker", worker, "start one job worker"),
        ("media", media, "start one media worker, which holds calls"),
        ("migrate", migrate_only, "bring the schema of DATABASE_URL to the newest revision"),
        ("openapi", openapi, "print the front office's OpenAPI document"),
        ("roles", roles, "print the page about who may do what"),
    ):
        commands.add_parser(name, help=text).set_defaults(command=lambda settings, _, run=command: run(settings))
    requests = commands.add_parser("privacy", help="hand out or remove what is held about a person")
    requests.set_defaults(command=answer_privacy_request)
    add_privacy_arguments(requests)
    for name, text in (
        ("clinic", "open a practice"),
        ("user", "invite somebody to a practice"),
        ("support", "let the platform's support into a practice for a time"),
    ):
        people = commands.add_parser(name, help=text)
        people.set_defaults(command=change_accounts)
        ADD_ACCOUNT_ARGUMENTS[name](people)
    return parser


def serve(settings: Settings) -> int:
    """Start everything and stay until Ctrl-C.

    The processes are started first: they load their models while the database starts, and wait for its
    schema by themselves. Only at the very first start do they come after the demo data.
    """
    started = time.monotonic()
    configure_logging(settings.log_level, json=settings.is_production, process="serve")
    collect_garbage_seldom()
    settings.data_dir.mkdir(mode=0o711, parents=True, exist_ok=True)  # keys inside are 0700
    settings.key("master"), settings.key("signing")
    postgres = None
    if settings.database_url is None:
        postgres = EmbeddedPostgres(settings.data_dir, pg_bin=settings.pg_bin)
        postgres.claim()
    owner_url = owner_url_of(settings, postgres)
    password = settings.derived_secret("database-role")
    children = [Child(f"media-{n}", ("media",)) for n in range(settings.media_workers)]
    children += [Child("web", ("web",), niceness=3), Child("worker", ("worker",), True, niceness=10)]
    environment = {**os.environ, "DATABASE_APP_URL": app_url(owner_url, password)}
    is_first = postgres is not None and postgres.is_new
    codes: list[str] = []
    supervisor = Supervisor(children, environment, postgres, prepare_first=is_first)
    return asyncio.run(
        supervisor.run(
            prepare=lambda: codes.extend(_prepare(settings, postgres)),
            ready=lambda: _until_ready(settings),
            announce=lambda: _announce(settings, postgres, time.monotonic() - started, codes),
        )
    )


def _prepare(settings: Settings, postgres: EmbeddedPostgres | None) -> list[str]:
    """Database, schema and demo data, with their progress. Returns the code of the first run, if one is due."""
    password = settings.derived_secret("database-role")
    if postgres is not None:
        _step("Starting the database", postgres.start)
    owner_url = owner_url_of(settings, postgres)
    is_new = _step("Migrating", lambda: migrate(owner_url, password))
    if is_new and not settings.is_production:
        _step("Demo data", lambda: asyncio.run(_seed(settings, app_url(owner_url, password))))
    code = asyncio.run(_first_code(settings, app_url(owner_url, password))) if settings.is_production else None
    print("  Starting web, jobs and voice ...", file=sys.stderr)
    return [code] if code else []


def web(settings: Settings) -> int:
    """Serve HTTP: public site, front office API, voice API."""
    import uvicorn

    from mia.main import create_app

    configure_logging(settings.log_level, json=settings.is_production, process="web")
    app = create_app(settings)
    collect_garbage_seldom()
    # h11 limits the head of a request; httptools, which uvicorn would take where it is installed, does not.
    config = uvicorn.Config(
        app, http="h11", host=settings.host, port=settings.port, log_config=None, access_log=False,
        proxy_headers=True, forwarded_allow_ips=settings.trusted_proxies, server_header=False,
        timeout_graceful_shutdown=5, ws="websockets-sansio" if settings.twilio_account_sid else "none",
    )  # fmt: skip
    uvicorn.Server(config).run()
    return 0


def worker(settings: Settings) -> int:
    """Run jobs, the outbox and periodic upkeep."""
    from mia.worker import run_jobs

    configure_logging(settings.log_level, json=settings.is_production, process="worker")
    collect_garbage_seldom()
    asyncio.run(run_jobs(settings))
    return 0


def media(settings: Settings) -> int:
    """Hold calls: speech in, speech out."""
    from mia.connection import connected_and_watched
    from mia.voice.media.assembly import load_engine
    from mia.voice.media.worker import run_media_worker

    configure_logging(settings.log_level, json=settings.is_production, process="media")
    collect_garbage_seldom()
    asyncio.run(run_media_worker(settings, connected_and_watched, load_engine))
    return 0


def collect_garbage_seldom() -> None:
    """From here on (``__main__`` switches it off): what is loaded by now stays, and is looked at no more.

    Looked for are circles alone. A request makes some thousands of objects and few of those, so they are looked for
    less often than after each seven hundred. What the others do is rarer or longer, and loses nothing by it.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def migrate_only(settings: Settings) -> int:
    """Migrate a database that is not embedded."""
    if settings.database_url is None:
        raise SettingsError("DATABASE_URL must be set; the embedded database is migrated by `mia serve`")
    migrate(settings.database_url.get_secret_value(), settings.derived_secret("database-role"))
    return 0


def roles(_settings: Settings) -> int:
    """Print ``docs/security/roles.md``."""
    from mia.access.roles_document import roles_document

    print(roles_document(), end="")
    return 0


def openapi(settings: Settings) -> int:
    """Print the document from which the web's client is generated."""
    from mia.main import create_app

    configure_logging(settings.log_level, json=settings.is_production, process="openapi")  # to stderr
    print(json.dumps(create_app(settings).openapi(), indent=2, sort_keys=True))
    return 0


async def _seed(settings: Settings, database_url: str) -> None:
    from mia.demo.seed import seed

    async with _database(settings, database_url) as database:
        await seed(database, settings)


async def _first_code(settings: Settings, database_url: str) -> str | None:
    from mia.access.service import issue_code

    async with _database(settings, database_url) as database:
        return await issue_code(database)


@asynccontextmanager
async def _database(settings: Settings, url: str) -> AsyncIterator["Database"]:
    from mia.db.session import Database
    from mia.kernel.clock import SystemClock

    database = Database.connect(url, settings.key("master"), SystemClock(), pool_size=2)
    try:
        yield database
    finally:
        await database.close()


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


def _announce(settings: Settings, postgres: EmbeddedPostgres | None, seconds: float, codes: Sequence[str]) -> None:
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
    for code in codes:
        lines += [
            f"  First owner  {settings.origin}/first-run",
            f"  With code    {code}  (once; a new start makes a new one)",
        ]
    print("\n".join([*lines, "", "Ctrl-C stops everything.", ""]), file=sys.stderr)


def _step(title: str, work: Callable[[], T]) -> T:
    started = time.monotonic()
    print(f"  {title} ...", end="", flush=True, file=sys.stderr)
    result = work()
    print(f" {time.monotonic() - started:.1f} s", file=sys.stderr)
    return result
