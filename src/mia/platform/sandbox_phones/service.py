"""Texts on the sandbox's phones, as other rooms see them. Demo and development only."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id
from mia.platform.sandbox_phones import queries
from mia.platform.sandbox_phones.models import SandboxTextRow

_SHOWN = 500


@dataclass(frozen=True)
class SandboxText:
    """A text. ``number`` is the person's phone, ``practice`` the practice's, both E.164."""

    id: UUID
    at: datetime
    number: str = field(repr=False)
    practice: str = field(repr=False)
    text: str = field(repr=False)
    from_patient: bool


async def receive_text(session: ClinicSession, *, key: str, number: str, practice: str, text: str) -> UUID:
    """A text arrives on a phone; once for each ``key``. Returns its id."""
    row_id = new_id()
    if await queries.add_text(session, _row(session, row_id, number, practice, text) | {"key": key}):
        return row_id
    known = await queries.find_by_key(session, key)
    assert known is not None
    return known


async def write_text(session: ClinicSession, *, number: str, practice: str, text: str) -> UUID:
    """Someone writes a text on a phone; returns its id."""
    row_id = new_id()
    await queries.add_text(session, _row(session, row_id, number, practice, text) | {"from_patient": True})
    return row_id


async def find_received(session: ClinicSession, key: str) -> UUID | None:
    """The text that arrived with this key, if it did."""
    return await queries.find_by_key(session, key)


async def list_texts(session: ClinicSession) -> list[SandboxText]:
    """The clinic's newest texts, newest first."""
    return [_text(session, row) for row in await queries.list_texts(session, _SHOWN)]


async def purge_content(session: ClinicSession, before: datetime) -> int:
    """Remove texts older than ``before``; returns how many."""
    return await queries.drop_texts(session, before=before)


async def erase_number(session: ClinicSession, number: str) -> int:
    """Remove all texts of a phone; returns how many."""
    return await queries.drop_texts(session, number_blind=session.blind(number))


def _row(session: ClinicSession, row_id: UUID, number: str, practice: str, text: str) -> dict[str, object]:
    return {
        "id": row_id,
        "created_at": session.now(),
        "number_blind": session.blind(number),
        "number_sealed": session.seal(number),
        "practice_sealed": session.seal(practice),
        "text_sealed": session.seal(text),
        "from_patient": False,
    }


def _text(session: ClinicSession, row: SandboxTextRow) -> SandboxText:
    return SandboxText(
        id=row.id,
        at=row.created_at,
        number=session.unseal(row.number_sealed),
        practice=session.unseal(row.practice_sealed),
        text=session.unseal(row.text_sealed),
        from_patient=row.from_patient,
    )
