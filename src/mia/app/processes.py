"""The kinds of process: each can be started by itself, more than once, on any machine that reaches the database."""

import asyncio
import gc

from mia.app.starting import require_fit, require_web
from mia.platform.kernel.logging import configure_logging
from mia.platform.kernel.settings import Settings
from mia.platform.telemetry.metrics import serve_metrics
from mia.platform.telemetry.tracing import start_tracing


def web(settings: Settings) -> int:
    """Serve HTTP: public site, front office API, voice API."""
    import uvicorn

    from mia.app.main import create_app
    from mia.platform.http.deadlines import MOST_CONNECTIONS, DeadlineProtocol

    _observe(settings, "web")
    require_web(settings)
    app = create_app(settings)
    collect_garbage_seldom()
    asyncio.run(require_fit(settings))  # before the server, which would answer a refusal with a traceback
    # h11 limits the head of a request; httptools, which uvicorn would take where it is installed, does not.
    config = uvicorn.Config(
        app, http=DeadlineProtocol, limit_concurrency=MOST_CONNECTIONS,
        host=settings.host, port=settings.port, log_config=None, access_log=False, date_header=False,
        proxy_headers=True, forwarded_allow_ips=settings.trusted_proxies, server_header=False,
        timeout_graceful_shutdown=5, ws="websockets-sansio" if settings.twilio_account_sid else "none",
        ws_max_size=65_536,
    )  # fmt: skip
    server = uvicorn.Server(config)
    server.run()
    return 0 if server.started else 1


def worker(settings: Settings) -> int:
    """Run jobs, the outbox and periodic upkeep."""
    from mia.app.worker import run_jobs

    _observe(settings, "worker")
    collect_garbage_seldom()
    if settings.is_production:
        asyncio.run(require_fit(settings))
    asyncio.run(run_jobs(settings))
    return 0


def media(settings: Settings) -> int:
    """Hold calls: speech in, speech out."""
    from mia.app.connection import connected_and_watched
    from mia.app.language_models import load_media_engine
    from mia.voice.media.worker import run_media_worker

    _observe(settings, "media")
    collect_garbage_seldom()
    if settings.is_production:  # elsewhere the database is asked once the models are loaded
        asyncio.run(require_fit(settings))
    asyncio.run(run_media_worker(settings, connected_and_watched, load_media_engine))
    return 0


def _observe(settings: Settings, process: str) -> None:
    """Logs, metrics and traces of a process that stays."""
    configure_logging(settings.log_level, json=settings.is_production, process=process)
    serve_metrics(settings)
    start_tracing(settings, process)


def collect_garbage_seldom() -> None:
    """Freezes what is loaded at startup and collects garbage less often.

    The garbage collector only finds reference cycles. A request creates thousands of objects but few cycles, so
    collecting after every seven hundred allocations is wasteful.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()
