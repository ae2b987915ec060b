"""Saved replies: written once by those who run the practice, inserted by everyone who writes to patients.

A text may hold placeholders such as ``{first name}``. Who inserts the reply sees them filled in before sending.
"""

import re
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import delete, select, text

from mia.clinic.saved_replies.models import SavedReplyRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id

LONGEST_TITLE = 60
LONGEST_TEXT = 1600
"""As long as a message may be."""
PLACEHOLDERS = ("{first name}", "{my name}", "{practice}")
_MOST_REPLIES = 200
_BRACED = re.compile(r"\{[^{}]*\}?|\}")


@dataclass(frozen=True)
class SavedReply:
    """A reply under a title, with its placeholders as they were written."""

    id: UUID
    title: str = field(repr=False)
    text: str = field(repr=False)


async def list_replies(session: ClinicSession) -> list[SavedReply]:
    """The practice's replies, by title."""
    replies = [_reply(session, row) for row in await session.sql.scalars(select(SavedReplyRow))]
    return sorted(replies, key=lambda reply: (reply.title.casefold(), reply.id))


async def add_reply(session: ClinicSession, title: str, text: str) -> SavedReply:
    """Save a reply. :class:`Invalid` names ``title`` or ``text``; :class:`Conflict` for a title that is taken and
    for the 201st."""
    if len(await _checked(session, title, text)) >= _MOST_REPLIES:
        raise Conflict(f"You have {_MOST_REPLIES} saved replies. Please delete one first.")
    row = SavedReplyRow(clinic_id=session.scope.clinic_id, id=new_id(), **_sealed(session, title, text))
    session.sql.add(row)
    await session.sql.flush()
    await audit.record(session, "reply.add", "reply", [row.id])
    return _reply(session, row)


async def change_reply(session: ClinicSession, reply_id: UUID, title: str, text: str) -> SavedReply:
    """Write over a reply. Errors are those of :func:`add_reply`, and :class:`NotFound`."""
    await _checked(session, title, text, but=reply_id)
    row = await session.sql.scalar(select(SavedReplyRow).where(SavedReplyRow.id == reply_id))
    if row is None:
        raise NotFound
    for column, value in _sealed(session, title, text).items():
        setattr(row, column, value)
    await session.sql.flush()
    await audit.record(session, "reply.change", "reply", [reply_id])
    return _reply(session, row)


async def drop_reply(session: ClinicSession, reply_id: UUID) -> None:
    """Delete a reply; :class:`NotFound` when the practice has none of this id."""
    gone = delete(SavedReplyRow).where(SavedReplyRow.id == reply_id).returning(SavedReplyRow.id)
    if await session.sql.scalar(gone) is None:
        raise NotFound
    await audit.record(session, "reply.delete", "reply", [reply_id])


async def _checked(session: ClinicSession, title: str, text: str, but: UUID | None = None) -> list[SavedReply]:
    """All replies, when this one may stand among them. They stay so until the transaction ends."""
    named, written = _plain(title), text.strip()
    faults: dict[str, str] = {}
    if not named or len(named) > LONGEST_TITLE:
        faults["title"] = f"Between 1 and {LONGEST_TITLE} characters"
    if not written or len(written) > LONGEST_TEXT:
        faults["text"] = f"Between 1 and {LONGEST_TEXT} characters"
    if unknown := [found for found in _BRACED.findall(written) if found not in PLACEHOLDERS]:
        faults["text"] = f"{unknown[0]} can't be filled in. Use {', '.join(PLACEHOLDERS)}."
    if faults:
        raise Invalid("This reply can't be saved", fields=faults)
    await _lock(session)
    replies = await list_replies(session)
    if any(reply.title.casefold() == named.casefold() and reply.id != but for reply in replies):
        raise Conflict("There is a saved reply with this title.")
    return replies


async def _lock(session: ClinicSession) -> None:
    key = f"saved_replies:{session.scope.clinic_id}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


def _sealed(session: ClinicSession, title: str, text: str) -> dict[str, bytes]:
    return {"title_sealed": session.seal(_plain(title)), "text_sealed": session.seal(text.strip())}


def _plain(title: str) -> str:
    return " ".join(title.split())


def _reply(session: ClinicSession, row: SavedReplyRow) -> SavedReply:
    return SavedReply(row.id, session.unseal(row.title_sealed), session.unseal(row.text_sealed))
