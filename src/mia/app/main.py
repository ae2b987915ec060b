"""Composition root of the web process: rooms become one app."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import partial

import structlog
from fastapi import FastAPI

from mia.app import disclosure, health
from mia.app.connection import connected, error_reporter
from mia.app.iframe_pages import router as embedding
from mia.app.language_models import build_language_models, embedded_receptionist, prewarm_receptionist
from mia.app.parts import front_desk, object_store, sandbox_phone_calls
from mia.app.purposes import register_purposes
from mia.app.site import Site, settings_router, site_router
from mia.app.speech_providers import speech_connections
from mia.app.webhooks import routes as webhooks
from mia.clinic.calendar import routes as calendar
from mia.clinic.calendar import visit_routes as visit_pages
from mia.clinic.calendar.feed_routes import public_router as calendar_feeds
from mia.clinic.demo_bookings import routes as demo_bookings
from mia.clinic.demo_bookings.service import DemoCalendar
from mia.clinic.error_reports import routes as error_reports
from mia.clinic.error_reports.middleware import ErrorReportMiddleware
from mia.clinic.frontdesk import routes as frontdesk
from mia.clinic.frontdesk.website import routes as website_widgets
from mia.clinic.inbox import routes as inbox
from mia.clinic.inbox.calls import routes as calls
from mia.clinic.inbox.correspondence import routes as correspondence
from mia.clinic.inbox.notes import routes as thread_notes
from mia.clinic.inbox.queue import routes as tasks
from mia.clinic.insights import analytics_routes as client_analytics
from mia.clinic.insights import recall_routes as rebooking_analytics
from mia.clinic.insights import routes as insights
from mia.clinic.leads.answers import person_routes
from mia.clinic.leads.answers import routes as conversion
from mia.clinic.leads.temporary import routes as temporary_leads
from mia.clinic.oncall import routes as oncall
from mia.clinic.recalls import routes as rebooking
from mia.clinic.recalls.unsubscribe import routes as unsubscribing
from mia.clinic.records import merge_routes as merges
from mia.clinic.records import routes as records
from mia.clinic.records.transfers import routes as transfers
from mia.clinic.saved_replies import routes as saved_replies
from mia.clinic.saved_views import routes as saved_views
from mia.clinic.schedule import routes as schedule
from mia.clinic.settings import case_routes as eval_cases
from mia.clinic.settings import question_routes as open_questions
from mia.clinic.settings import routes as clinic_settings
from mia.clinic.tryout import call_routes as tryout_calls
from mia.clinic.tryout import routes as tryouts
from mia.clinic.verification import routes as verification
from mia.identity import routes as identity
from mia.identity.matrix_check import check_matrix
from mia.identity.origin import OriginMiddleware
from mia.platform.db.http import install_database_errors
from mia.platform.db.session import Database
from mia.platform.http.compression import CompressionMiddleware
from mia.platform.http.dates import DateMiddleware
from mia.platform.http.headers import BodyLimitMiddleware, RulesOf, SecurityHeadersMiddleware, plain_page
from mia.platform.http.hosts import HostMiddleware
from mia.platform.http.problems import CorrelationMiddleware, install_error_handlers
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.settings import Settings
from mia.platform.realtime import service as realtime
from mia.platform.telemetry.middleware import TelemetryMiddleware
from mia.sandbox import routes as sandbox
from mia.sandbox.phones import Phones
from mia.voice.app import FILE_LIMIT, FILE_PATHS, create_voice_app, voice_service
from mia.voice.http import too_large
from mia.voice.telephony.line import Line

log = structlog.get_logger()

# Routes are looked for in this order: those that a working day asks for most come first.
_ROOMS = (
    rebooking,
    insights,
    inbox,
    calls,
    correspondence,
    thread_notes,
    tasks,
    schedule,
    calendar,
    identity,
    unsubscribing,
    visit_pages,
    oncall,
    conversion,
    person_routes,
    client_analytics,
    rebooking_analytics,
    frontdesk,
    website_widgets,
    demo_bookings,
    webhooks,
    error_reports,
    records,
    merges,
    verification,
    transfers,
    saved_replies,
    saved_views,
    temporary_leads,
    clinic_settings,
    open_questions,
    eval_cases,
    tryouts,
    tryout_calls,
)


def create_app(settings: Settings) -> FastAPI:
    """The web process: public site, front office API, and the voice API at ``/voice``."""
    described = not settings.is_production  # a map of every route is for those who build, not for strangers
    voice_app = create_voice_app(described=described, sandbox=not settings.is_production, line=Line.of(settings))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            database = await stack.enter_async_context(connected(settings))
            app.state.database = database
            app.state.reporter = stack.enter_context(error_reporter(database, settings))
            app.state.broadcaster = await stack.enter_async_context(realtime.Broadcaster(database))
            app.state.front_desk = await stack.enter_async_context(front_desk(database, settings))
            if not settings.is_production:
                calls = await stack.enter_async_context(sandbox_phone_calls(database, settings))
                app.state.phones = Phones(database, calls, settings)
            app.state.demo_calendar = DemoCalendar(database, settings)
            models = build_language_models(settings)
            objects = await stack.enter_async_context(object_store(settings))
            speech = await stack.enter_async_context(speech_connections(settings))
            await stack.enter_async_context(voice_service(voice_app, database, settings, models, objects, speech))
            warming = asyncio.create_task(_warm_up(app))
            stack.callback(warming.cancel)
            yield

    app = FastAPI(
        title="Mia front office",
        version="1",
        lifespan=lifespan,
        openapi_url="/openapi.json" if described else None,
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},  # it tells messages
    )
    register_purposes()
    app.state.likeness = app.state.receptionist = embedded_receptionist()
    app.state.settings = settings
    app.state.ready = asyncio.Event()
    install_error_handlers(app)
    install_database_errors(app)
    app.include_router(health.router)
    app.include_router(disclosure.router)
    for room in _ROOMS:
        app.include_router(room.router)
    app.include_router(settings_router)
    app.include_router(calendar_feeds)
    app.include_router(embedding)
    if not settings.is_production:
        app.include_router(sandbox.router)
        app.include_router(insights.debug_router)
        app.include_router(sandbox.phone_router)
    app.mount("/voice", voice_app)
    _add_site_and_walls(app, settings)
    built = getattr(app.state, "site", None) is not None
    check_matrix(app, production=settings.is_production, built=built)
    return app


async def _warm_up(app: FastAPI) -> None:
    """What the first minute is better for, and no one has to wait for: it leaves the processors to the media
    worker that loads its models, and begins when the product has been found ready."""
    await app.state.ready.wait()
    await asyncio.to_thread(prewarm_receptionist)
    if (site := getattr(app.state, "site", None)) is not None:
        await asyncio.to_thread(site.compress)


def _now(app: FastAPI) -> datetime:
    """The product's time; the machine's until the database is there."""
    database: Database | None = getattr(app.state, "database", None)
    return (database.clock if database else SystemClock()).now()


def _add_site_and_walls(app: FastAPI, settings: Settings) -> None:
    """The built pages last, then the walls that every request passes, outermost last."""
    rules_of: RulesOf = plain_page
    if (settings.web_dir / "build.json").exists():
        site = Site(settings.web_dir, settings)
        rules_of = site.rules
        app.state.site = site
        app.include_router(site_router(site))
    else:
        log.warning("site_not_built", folder=str(settings.web_dir))
    app.add_middleware(CompressionMiddleware)
    app.add_middleware(ErrorReportMiddleware)
    app.add_middleware(OriginMiddleware, settings=settings)
    app.add_middleware(
        BodyLimitMiddleware, larger=dict.fromkeys(FILE_PATHS, FILE_LIMIT), refusals={"/voice/": too_large}
    )
    app.add_middleware(HostMiddleware, settings=settings)
    app.add_middleware(SecurityHeadersMiddleware, https=settings.origin.startswith("https://"), rules_of=rules_of)
    app.add_middleware(DateMiddleware, now=partial(_now, app))
    app.add_middleware(CorrelationMiddleware)
    app.add_middleware(TelemetryMiddleware)
