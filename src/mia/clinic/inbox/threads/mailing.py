"""What is written in a thread by mail: it leaves through the mail room, as an answer in the same exchange."""

import json
from uuid import UUID

from mia.clinic.consent.service import MessageClass
from mia.clinic.inbox.models import TextRow, ThreadRow
from mia.clinic.inbox.threads import queries
from mia.clinic.inbox.threads.reply_tokens import reply_token
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Practice
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import new_id
from mia.platform.mail import service as mail
from mia.platform.mail.service import Message

MAIL_KEY = "thread-text:"
"""Before a text's id in the key of its email."""


async def mail_text(session: ClinicSession, row: TextRow, thread: ThreadRow) -> bool:
    """Write a text of a thread as an email, once; ``False`` when no one can be written to at its address."""
    assert row.text_sealed is not None
    practice = await practices.get_practice(session)
    subject, answers = _about(session, thread)
    email = Message(
        to=session.unseal(thread.address_sealed),
        subject=_reply_to(subject or f"Your message to {practice.name}"),
        text=f"{session.unseal(row.text_sealed)}\n\n{signature(practice, row.author)}",
        reply=reply_token(session, thread.id),
        answers=answers,
    )
    try:
        await mail.queue(session, email, key=f"{MAIL_KEY}{row.id}")
    except Invalid:
        return False
    return True


async def note_mailed(session: ClinicSession, thread_id: UUID, words: str, key: str) -> None:
    """Show in a thread what was written to the person by an email of its own."""
    now = session.now()
    await queries.add_text(
        session,
        {
            "id": new_id(),
            "created_at": now,
            "thread_id": thread_id,
            "author": "mia",
            "message_class": MessageClass.RECALL.value,
            "text_sealed": session.seal(words),
            "state": "sent",
            "idempotency_key": key,
        },
    )


def signature(practice: Practice, author: str) -> str:
    """Who writes, from where, and how to stop it (CAN-SPAM, 16 CFR 316)."""
    who = "Mia, AI assistant at " if author == "mia" else "The team of "
    place = practice.locations[0].address if practice.locations else ""
    return f"{who}{practice.name}\n{place}\n\nReply STOP to get no more messages or calls from us.\n"


def _about(session: ClinicSession, thread: ThreadRow) -> tuple[str, str | None]:
    if thread.subject_sealed is None:
        return "", None
    subject, answers = json.loads(session.unseal(thread.subject_sealed))
    return str(subject), answers


def _reply_to(subject: str) -> str:
    return subject if subject[:3].lower() == "re:" else f"Re: {subject}"
