"""A clinic's phone numbers: inbound traffic on a number belongs to its clinic, and outbound traffic uses it.

The operator buys numbers on the installation's carrier account and is the only one who assigns them: a practice
that could claim another's number would read its patients' texts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert

from mia.clinic.practice.models import ClinicNumberRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, SystemSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id

_E164 = re.compile(r"\+[1-9][0-9]{6,14}")


class NumberUse(StrEnum):
    """What leaves from a number."""

    TEXTS = "texts"
    CALLS = "calls"


@dataclass(frozen=True)
class ClinicNumber:
    """A number (E.164) of a clinic. An inactive one is kept on record, and sends nothing."""

    id: UUID
    clinic_id: UUID
    number: str
    label: str
    texts: bool
    calls: bool
    active: bool

    def serves(self, use: NumberUse) -> bool:
        """Whether texts, or calls, leave from it now."""
        return self.active and (self.texts if use is NumberUse.TEXTS else self.calls)


async def list_numbers(session: ClinicSession) -> list[ClinicNumber]:
    """The clinic's numbers, the first assigned first."""
    query = select(ClinicNumberRow).order_by(ClinicNumberRow.created_at, ClinicNumberRow.id)
    rows = await session.sql.scalars(query)
    return [_number(row) for row in rows]


async def sending_number(session: ClinicSession, use: NumberUse, *, rather: str | None = None) -> str | None:
    """The number that texts or calls leave from: ``rather`` if it still serves, else the first that does.

    None when the clinic has none: then nothing leaves.
    """
    serving = [one.number for one in await list_numbers(session) if one.serves(use)]
    return rather if rather in serving else next(iter(serving), None)


async def find_number(session: SystemSession, number: str) -> ClinicNumber | None:
    """Whose number this is (E.164), active or not; None for one that was never assigned, and for what is none."""
    if not _E164.fullmatch(number):
        return None
    row = await session.sql.scalar(select(ClinicNumberRow).where(ClinicNumberRow.number == number))
    return _number(row) if row else None


async def list_assigned(session: SystemSession) -> list[ClinicNumber]:
    """The numbers of all clinics, for the operator."""
    return [
        _number(row) for row in await session.sql.scalars(select(ClinicNumberRow).order_by(ClinicNumberRow.number))
    ]


async def assign_number(
    session: ClinicSession, number: str, *, label: str = "", texts: bool = True, calls: bool = True
) -> ClinicNumber:
    """Give the clinic a number, or change what it is used for. The operator's act, never a clinic's own.

    :class:`Conflict` when another clinic has it.
    """
    values = {"label": label, "texts": texts, "calls": calls, "active": True}
    key = {"clinic_id": session.scope.clinic_id, "id": new_id(), "created_at": session.now(), "number": number}
    await session.sql.execute(insert(ClinicNumberRow).values({**key, **values}).on_conflict_do_nothing())
    if not await _change(session, number, values):
        raise Conflict("This number belongs to another practice")
    (assigned,) = [one for one in await list_numbers(session) if one.number == number]
    await audit.record(session, "number.assign", "number", [assigned.id])
    return assigned


async def retire_number(session: ClinicSession, number: str) -> None:
    """Nothing leaves from a number anymore; what comes to it stays the clinic's until another one gets it, for a
    STOP that comes late must hold. :class:`NotFound` when the clinic has no such number."""
    if not await _change(session, number, {"active": False}):
        raise NotFound("The practice has no such number")
    await audit.record(session, "number.retire", "number")


async def release_number(session: ClinicSession, number: str) -> None:
    """Take a retired number off the clinic's record, so that another clinic can have it."""
    retired = (ClinicNumberRow.number == number, ~ClinicNumberRow.active)
    await session.sql.execute(delete(ClinicNumberRow).where(*retired))


async def _change(session: ClinicSession, number: str, values: Mapping[str, Any]) -> bool:
    changed = update(ClinicNumberRow).where(ClinicNumberRow.number == number).values(**values)
    return await session.sql.scalar(changed.returning(ClinicNumberRow.id)) is not None


def _number(row: ClinicNumberRow) -> ClinicNumber:
    return ClinicNumber(row.id, row.clinic_id, row.number, row.label, row.texts, row.calls, row.active)
