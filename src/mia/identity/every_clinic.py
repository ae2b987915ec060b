"""Periodic work that goes from clinic to clinic; one that fails does not keep the others waiting."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from mia.identity.scopes import service_scope
from mia.identity.tenants import list_clinics
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.scope import ClinicScope, SystemScope

log = structlog.get_logger()

Answer = TypeVar("Answer")


async def in_every_clinic(
    database: Database, actor: str, work: Callable[[ClinicSession], Awaitable[Answer]]
) -> list[Answer]:
    """Do ``work`` in a transaction of each clinic, and tell what was answered where it succeeded."""

    async def in_transaction(scope: ClinicScope) -> Answer:
        async with database.clinic(scope) as session:
            return await work(session)

    return await _each(database, actor, in_transaction, work.__qualname__)


async def for_every_clinic(
    database: Database, actor: str, work: Callable[[ClinicScope], Awaitable[Answer]]
) -> list[Answer]:
    """The same for work that opens its transactions itself."""
    return await _each(database, actor, work, work.__qualname__)


async def _each(
    database: Database, actor: str, work: Callable[[ClinicScope], Awaitable[Answer]], name: str
) -> list[Answer]:
    async with database.system(SystemScope.CRON) as system:
        clinics = await list_clinics(system)
    answers = []
    for clinic in clinics:
        try:
            answers.append(await work(service_scope(clinic.id, actor)))
        except Exception as error:
            failed = {"actor": actor, "work": name, "error": type(error).__name__}
            log.error("clinic_duty_failed", clinic_id=str(clinic.id), **failed)
    return answers
