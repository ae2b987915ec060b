"""Answers for what no one expected, within the walls, so that such an answer has their headers too.

The exception ends here: the server would print it with its message, which may name a patient.
"""

from uuid import UUID

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mia.clinic.error_reports.ports import Reporter
from mia.clinic.error_reports.reduction import report_of
from mia.platform.audit.service import PLATFORM
from mia.platform.http.problems import problem, route_template

log = structlog.get_logger()


class ErrorReportMiddleware:
    """Turns an unexpected exception into a report and 500."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def send_noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except ClientDisconnect:
            log.info("client_left")
        except Exception as error:
            await self._report(scope, error)
            if not started:
                detail = "An unexpected error occurred. Please try again."
                await problem(500, "Internal error", detail, retryable=True)(scope, receive, send)

    async def _report(self, scope: Scope, error: Exception) -> None:
        route = f"{scope['method']} {scope.get('root_path', '')}{route_template(scope)}"
        request_id = structlog.contextvars.get_contextvars().get("request_id")
        clinic_id = scope.get("state", {}).get("clinic_id")
        tenant_id = clinic_id if isinstance(clinic_id, UUID) else PLATFORM
        report = report_of(error, "server", route=route, tenant_id=tenant_id, correlation_id=request_id)
        log.error("unexpected_error", kind=report.kind, place=report.place)
        reporter: Reporter | None = getattr(scope["app"].state, "reporter", None)
        if reporter is not None:
            await reporter.report(report)
