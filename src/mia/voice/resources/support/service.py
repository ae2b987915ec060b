"""Support tickets: a row each, and an email to the installation's contact."""

from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.mail import service as mail
from mia.platform.mail.ports import Message
from mia.voice.resources.documents import Documents
from mia.voice.resources.support.models import SupportTicketRecord
from mia.voice.wire import Json

TICKETS = Documents(SupportTicketRecord, "Support ticket", columns=lambda ticket: {"category": ticket["category"]})
"""The tickets of organizations."""


async def open_ticket(session: OrgSession, ticket: Json, contact: str) -> UUID:
    """Keep a ticket, and have it sent to ``contact``. The email is taken to say something of a patient."""
    made = await TICKETS.create(session, ticket)
    lines = [
        f"Organization: {session.scope.org_id}",
        f"Ticket: {made['id']}",
        f"Category: {' / '.join(filter(None, (ticket['category'], ticket.get('bugSubcategory'))))}",
        *([f"Calls: {ticket['callDetails']}"] if ticket.get("callDetails") else []),
    ]
    text = "\n".join(lines) + f"\n\n{ticket['message']}\n"
    message = Message(contact, f"Support: {ticket['subject']}", text)
    await mail.queue(session, message, key=f"voice-ticket:{made['id']}", secret=True)
    return UUID(made["id"])
