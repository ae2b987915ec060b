"""Errors no one expected: kept as counts by kind and place, for an owner to read."""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from sqlalchemy import delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from mia.clinic.error_reports.models import ErrorReportRow
from mia.clinic.error_reports.ports import ErrorReport, Reporter
from mia.clinic.error_reports.reduction import browser_report, report_of
from mia.platform.audit.service import PLATFORM
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope, SystemScope

log = structlog.get_logger()

_KEPT = timedelta(days=90)
_MOST_KINDS = 500
"""Rows per tenant; what else goes wrong is counted in one row, so that no flood of reports fills the table."""
_ELSEWHERE = "elsewhere"
_SHOWN = 200


@dataclass(frozen=True)
class ErrorCount:
    """How often one kind of error happened at one place; ``correlation_id`` is that of the last time."""

    id: UUID
    source: str
    kind: str
    place: str
    count: int
    first_at: datetime
    last_at: datetime
    correlation_id: str | None


class LocalReports:
    """The reporter of a product without a service for errors: a table of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def report(self, report: ErrorReport) -> None:
        """Count a report. When even that fails there is the log."""
        try:
            await self._count(report)
        except (SQLAlchemyError, OSError) as error:
            log.warning("error_not_reported", kind=report.kind, error=type(error).__name__)

    async def _count(self, report: ErrorReport) -> None:
        async with self._database.system(SystemScope.ERRORS) as session:
            key = {"key": f"errors:{report.tenant_id}"}
            await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), key)
            mine = ErrorReportRow.tenant_id == report.tenant_id
            known = ErrorReportRow.fingerprint == _fingerprint(report)
            if not await session.sql.scalar(select(func.count()).where(mine, known)):
                kinds = await session.sql.scalar(select(func.count()).where(mine)) or 0
                report = replace(report, kind="Error", place=_ELSEWHERE) if kinds >= _MOST_KINDS else report
            now = session.now()
            statement = insert(ErrorReportRow).values(
                tenant_id=report.tenant_id,
                id=new_id(),
                fingerprint=_fingerprint(report),
                source=report.source,
                kind=report.kind,
                place=report.place,
                count=1,
                first_at=now,
                last_at=now,
                correlation_id=report.correlation_id,
            )
            again = {
                "count": ErrorReportRow.count + 1,
                "last_at": now,
                "correlation_id": statement.excluded.correlation_id,
            }
            await session.sql.execute(
                statement.on_conflict_do_update(index_elements=["tenant_id", "fingerprint"], set_=again)
            )


async def list_reports(database: Database, scope: ClinicScope) -> list[ErrorCount]:
    """The errors of a clinic and those of the parts that belong to no clinic, newest first."""
    async with database.system(SystemScope.ERRORS) as session:
        query = select(ErrorReportRow).where(ErrorReportRow.tenant_id.in_([scope.clinic_id, PLATFORM]))
        newest = query.order_by(ErrorReportRow.last_at.desc(), ErrorReportRow.id).limit(_SHOWN)
        rows = await session.sql.scalars(newest)
        return [
            ErrorCount(
                row.id, row.source, row.kind, row.place, row.count, row.first_at, row.last_at, row.correlation_id
            )
            for row in rows
        ]


async def forget_old_reports(database: Database) -> None:
    """Delete what has not happened for a long time. Periodic work."""
    async with database.system(SystemScope.CRON) as session:
        before = session.now() - _KEPT
        await session.sql.execute(delete(ErrorReportRow).where(ErrorReportRow.last_at < before))


def _fingerprint(report: ErrorReport) -> bytes:
    return hashlib.sha256(f"{report.source} {report.kind} {report.place}".encode()).digest()
