"""Composition root: settings become adapters, rooms become one app, a job worker, a media worker."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import structlog
from fastapi import FastAPI

from mia import health
from mia.access import routes as access
from mia.access import service as access_service
from mia.access.origin import OriginMiddleware
from mia.adapters.http_voice import HttpVoiceService
from mia.audit import service as audit
from mia.db.migrate import newest_revision
from mia.db.session import Database
from mia.frontdesk import routes as frontdesk
from mia.frontdesk.service import FrontDesk, register_upkeep
from mia.inbox import routes as inbox
from mia.jobs.service import Registry, forget_old_events, run_worker
from mia.kernel.clock import SystemClock
from mia.kernel.headers import BodyLimitMiddleware, PageHashes, SecurityHeadersMiddleware
from mia.kernel.http import CorrelationMiddleware, install_error_handlers
from mia.kernel.settings import Settings, SettingsError
from mia.realtime import service as realtime
from mia.scheduling import routes as scheduling
from mia.site import Site, site_router
from mia.voice.app import create_voice_app, voice_service
from mia.voice.assembly import build_language_models, load_engine, prewarm_receptionist
from mia.voice.media.worker import run_media_worker
from mia.voice.resources.org.service import front_office_token
from mia.voice.upkeep import run_voice_upkeep

log = structlog.get_logger()

_ROOMS = (access, scheduling, inbox, frontdesk)


def create_app(settings: Settings) -> FastAPI:
    """The web process: public site, front office API, and the voice API at ``/voice``."""
    voice_app = create_voice_app()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            database = connect(settings)
            stack.push_async_callback(database.close)
            app.state.database = database
            app.state.broadcaster = await stack.enter_async_context(realtime.Broadcaster(database))
            app.state.front_desk = await stack.enter_async_context(front_desk(database, settings))
            models = build_language_models(settings)
            await stack.enter_async_context(voice_service(voice_app, database, settings, models))
            warming = asyncio.create_task(asyncio.to_thread(prewarm_receptionist))
            stack.callback(warming.cancel)
            yield

    app = FastAPI(title="Mia front office", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.settings = settings
    app.state.schema_revision = newest_revision()
    install_error_handlers(app)
    app.include_router(health.router)
    for room in _ROOMS:
        app.include_router(room.router)
    app.mount("/voice", voice_app)
    _add_site_and_walls(app, settings)
    return app


async def run_jobs(settings: Settings) -> None:
    """The job worker: events, periodic upkeep, messages of the voice service; until SIGTERM."""
    async with AsyncExitStack() as stack:
        database = connect(settings)
        stack.push_async_callback(database.close)
        registry = Registry()
        register_upkeep(registry, await stack.enter_async_context(front_desk(database, settings)))
        _register_house_keeping(registry, settings)
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(run_worker(database, registry)),
                group.create_task(run_voice_upkeep(database, build_language_models(settings))),
            ]
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, _cancel_all, tasks)
            log.info("worker_ready")


async def run_media(settings: Settings) -> None:
    """The media worker: holds calls until SIGTERM."""
    database = connect(settings)
    try:
        await run_media_worker(settings, database, load_engine)
    finally:
        await database.close()


def connect(settings: Settings) -> Database:
    """The app role's database; its URL comes from ``mia serve`` or the environment."""
    if settings.database_app_url is None:
        raise SettingsError("DATABASE_APP_URL must be set to start one process by itself; or use `mia serve`")
    return Database.connect(settings.database_app_url.get_secret_value(), settings.key("master"), SystemClock())


@asynccontextmanager
async def front_desk(database: Database, settings: Settings) -> AsyncIterator[FrontDesk]:
    """The front desk with its way to the voice service."""
    voice = HttpVoiceService(settings.voice_base_url, front_office_token(settings))
    try:
        yield FrontDesk(database, voice, settings)
    finally:
        await voice.close()


def _register_house_keeping(registry: Registry, settings: Settings) -> None:
    policy = access_service.SessionPolicy.of(settings)

    async def forget_sessions(database: Database) -> None:
        await access_service.forget_old_sessions(database, policy)

    registry.periodic("access.forget_old_sessions", "7 * * * *", forget_sessions)
    registry.periodic("access.forget_old_attempts", "*/30 * * * *", access_service.forget_old_attempts)
    registry.periodic("audit.seal_entries", "* * * * *", audit.seal_entries)
    registry.periodic("jobs.forget_old_events", "27 * * * *", forget_old_events)
    registry.periodic("realtime.prune", "*/10 * * * *", realtime.prune)


def _add_site_and_walls(app: FastAPI, settings: Settings) -> None:
    """The built pages last, then the walls that every request passes, outermost last."""
    hashes = PageHashes()
    if (settings.web_dir / "build.json").exists():
        site = Site(settings.web_dir, settings)
        hashes = site.hashes
        app.include_router(site_router(site))
    else:
        log.warning("site_not_built", folder=str(settings.web_dir))
    app.add_middleware(OriginMiddleware, settings=settings)
    app.add_middleware(BodyLimitMiddleware)
    app.add_middleware(
        SecurityHeadersMiddleware, https=settings.origin.startswith("https://"), hashes_of=lambda _path: hashes
    )
    app.add_middleware(CorrelationMiddleware)


def _cancel_all(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
