"""Conversations that should have gone another way: kept with invented people, read by someone of the practice, and
handed out for Mia's tests once that person says that nothing of a patient is left in them."""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.teaching.models import EvalCaseRow
from mia.clinic.teaching.stand_ins import Said, with_stand_ins
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id

Task = Literal["", "callback", "emergency"]
MOST_CASES = 200
MOST_LINES = 120
LONGEST_LINE = 1000
_NOTE = "note"


@dataclass(frozen=True)
class Origin:
    """The contact that a case comes from."""

    activity_id: UUID
    conversation_id: UUID
    channel: str
    said_at: datetime


@dataclass(frozen=True)
class CaseBody:
    """What a case says. ``should`` is what should have happened, in the practice's words; ``task`` that someone
    gets back to the caller, ``hears`` and ``never`` what Mia has to say, and must not."""

    should: str = field(repr=False)
    lines: tuple[Said, ...] = field(repr=False)
    task: Task = ""
    hears: tuple[str, ...] = field(default=(), repr=False)
    never: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class EvalCase:
    """A kept case."""

    id: UUID
    channel: str
    said_at: datetime
    reviewed_at: datetime | None
    body: CaseBody


async def note_case(
    session: ClinicSession, origin: Origin, lines: Sequence[Said], should: str, names: Collection[str | None]
) -> None:
    """Keep a conversation as a case, or change what should have happened in one that is kept. It is to be reviewed
    (again)."""
    *said, note = with_stand_ins([*lines[:MOST_LINES], Said(_NOTE, should)], names)
    kept = await session.sql.scalar(select(EvalCaseRow).where(EvalCaseRow.activity_id == origin.activity_id))
    if not any(line.role == "user" for line in said) and kept is None:
        return
    spoken = tuple(Said(line.role, line.text[:LONGEST_LINE]) for line in said if line.text)
    body = replace(_body(session, kept), should=note.text) if kept else CaseBody(note.text, spoken)
    values = {
        "conversation_id": origin.conversation_id,
        "channel": origin.channel,
        "body_sealed": _sealed(session, body),
        "said_at": origin.said_at,
        "reviewed_at": None,
    }
    key = {"clinic_id": session.scope.clinic_id, "activity_id": origin.activity_id}
    statement = upsert(EvalCaseRow).values({"id": new_id(), **key, **values})
    await session.sql.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))
    await audit.record(session, "case.keep", "activity", [origin.activity_id])


async def drop_case(session: ClinicSession, activity_id: UUID) -> None:
    """A contact is no case anymore: nobody finds fault with it."""
    await session.sql.execute(delete(EvalCaseRow).where(EvalCaseRow.activity_id == activity_id))


async def list_cases(session: ClinicSession) -> list[EvalCase]:
    """The cases that are kept, those to be reviewed first, then the newest. Each reading is audited."""
    query = select(EvalCaseRow).order_by(
        EvalCaseRow.reviewed_at.is_not(None), EvalCaseRow.said_at.desc(), EvalCaseRow.id
    )
    rows = (await session.sql.scalars(query.limit(MOST_CASES))).all()
    await audit.record(session, "case.read", "case", [row.id for row in rows])
    return [_case(session, row) for row in rows]


async def review_case(session: ClinicSession, case_id: UUID, body: CaseBody, *, reviewed: bool) -> None:
    """Change a case, and say whether nothing of a patient is left in it. :class:`NotFound` for no such case."""
    row = await session.sql.scalar(select(EvalCaseRow).where(EvalCaseRow.id == case_id).with_for_update())
    if row is None:
        raise NotFound
    row.body_sealed = _sealed(session, body)
    row.reviewed_at = session.now() if reviewed else None
    await session.sql.flush()
    await audit.record(session, "case.review" if reviewed else "case.change", "case", [case_id])


async def remove_case(session: ClinicSession, case_id: UUID) -> None:
    """Keep a case no longer; :class:`NotFound` when there is no such."""
    gone = delete(EvalCaseRow).where(EvalCaseRow.id == case_id).returning(EvalCaseRow.id)
    if await session.sql.scalar(gone) is None:
        raise NotFound
    await audit.record(session, "case.delete", "case", [case_id])


async def hand_out_cases(session: ClinicSession) -> list[EvalCase]:
    """The reviewed cases, the oldest first, to leave the clinic. Each handing out is audited."""
    query = select(EvalCaseRow).where(EvalCaseRow.reviewed_at.is_not(None)).order_by(EvalCaseRow.said_at)
    rows = (await session.sql.scalars(query)).all()
    await audit.record(session, "case.export", "case", [row.id for row in rows])
    return [_case(session, row) for row in rows]


async def purge_cases(session: ClinicSession, before: datetime) -> int:
    """Remove cases from what was said before an instant; returns how many."""
    old = delete(EvalCaseRow).where(EvalCaseRow.said_at < before).returning(EvalCaseRow.id)
    return len((await session.sql.execute(old)).all())


async def forget_cases(session: ClinicSession, conversation_ids: Collection[UUID]) -> None:
    """Remove the cases that some conversations became."""
    await session.sql.execute(delete(EvalCaseRow).where(EvalCaseRow.conversation_id.in_(conversation_ids)))


def _sealed(session: ClinicSession, body: CaseBody) -> bytes:
    return session.seal(json.dumps(asdict(body), ensure_ascii=False))


def _body(session: ClinicSession, row: EvalCaseRow) -> CaseBody:
    raw = json.loads(session.unseal(row.body_sealed))
    lines = tuple(Said(line["role"], line["text"]) for line in raw.pop("lines"))
    return CaseBody(**{**raw, "lines": lines, "hears": tuple(raw["hears"]), "never": tuple(raw["never"])})


def _case(session: ClinicSession, row: EvalCaseRow) -> EvalCase:
    return EvalCase(row.id, row.channel, row.said_at, row.reviewed_at, _body(session, row))
