"""The words that people agree to. A change makes a new version; what was agreed to keeps its wording."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import insert, select, text

from mia.clinic.consent.models import ConsentTextRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id


class TextKind(StrEnum):
    """What the words are agreed to for."""

    TEXT_MESSAGES = "text_messages"
    AI_CALLS = "ai_calls"
    LEAD_FORM = "lead_form"
    RECORDING = "recording"


DEFAULTS: dict[TextKind, str] = {
    TextKind.TEXT_MESSAGES: (
        "I agree that {practice} may text me at this number about visits that are due and about offers, also by "
        "automated means. Consent is not a condition of purchase. Message and data rates may apply. Reply STOP to "
        "opt out, HELP for help."
    ),
    TextKind.AI_CALLS: (
        "I agree that {practice} may call me at this number about visits that are due, with an artificial or AI "
        "voice. Consent is not a condition of purchase. I can end this at any time by saying stop."
    ),
    TextKind.LEAD_FORM: (
        "I agree that {practice} may answer my request by call or text at this number, also with its AI assistant "
        "Mia. Consent is not a condition of purchase. Reply STOP to opt out."
    ),
    TextKind.RECORDING: "This call may be recorded. Is that OK?",
}
"""What a practice starts with (47 CFR 64.1200(f)(9): who, for what, by which means, not a condition)."""


@dataclass(frozen=True)
class ConsentText:
    """One version of the words; the newest of its kind is what is agreed to from now on."""

    id: UUID
    kind: TextKind
    version: int
    words: str
    since: datetime


async def current_text(session: ClinicSession, kind: TextKind, practice: str) -> ConsentText:
    """The words that hold now. A practice that has none of its own begins with the default, filled with its
    name, which is kept from then on like any other version."""
    row = await _newest(session, kind)
    if row is None:
        await _lock(session, kind)  # two may ask at once
        row = await _newest(session, kind)
    return _text(row) if row else await _add(session, kind, DEFAULTS[kind].format(practice=practice), 1)


async def get_text(session: ClinicSession, text_id: UUID) -> ConsentText:
    """The words of one version, as they were agreed to; :class:`NotFound` for no such."""
    row = await session.sql.get(ConsentTextRow, (session.scope.clinic_id, text_id))
    if row is None:
        raise NotFound
    return _text(row)


async def list_texts(session: ClinicSession) -> list[ConsentText]:
    """All versions, the newest of each kind first."""
    query = select(ConsentTextRow).order_by(ConsentTextRow.kind, ConsentTextRow.version.desc())
    rows = await session.sql.scalars(query)
    return [_text(row) for row in rows]


async def revise_text(session: ClinicSession, kind: TextKind, words: str, seen: int) -> ConsentText:
    """Put new words after version ``seen``; :class:`Conflict` when someone else has done so meanwhile."""
    await _lock(session, kind)
    newest = await _newest(session, kind)
    if (newest.version if newest else 0) != seen:
        raise Conflict("Someone else has saved a newer version of this text")
    return await _add(session, kind, words, seen + 1)


async def _lock(session: ClinicSession, kind: TextKind) -> None:
    await session.sql.execute(
        text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"),
        {"key": f"consent text {session.scope.clinic_id} {kind.value}"},
    )


async def _newest(session: ClinicSession, kind: TextKind) -> ConsentTextRow | None:
    query = select(ConsentTextRow).where(ConsentTextRow.kind == kind.value)
    return await session.sql.scalar(query.order_by(ConsentTextRow.version.desc()).limit(1))


async def _add(session: ClinicSession, kind: TextKind, words: str, version: int) -> ConsentText:
    values = {
        "clinic_id": session.scope.clinic_id,
        "id": new_id(),
        "created_at": session.now(),
        "kind": kind.value,
        "version": version,
        "words": words,
        "created_by": session.scope.actor,
    }
    row = await session.sql.scalar(insert(ConsentTextRow).values(values).returning(ConsentTextRow))
    assert row is not None
    return _text(row)


def _text(row: ConsentTextRow) -> ConsentText:
    return ConsentText(row.id, TextKind(row.kind), row.version, row.words, row.created_at)
