"""Whether someone can be texted, for everyone who shows a person with a way to write to them."""

from dataclasses import dataclass
from uuid import UUID

from mia.clinic.consent.service import Outcome
from mia.clinic.inbox.threads.service import decide_for_staff, find_thread_of
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Reach:
    """``thread_id``: the texts with a number, when there are any. ``no_text``: why staff can't text it;
    None when they can, now or later, and when there is no number."""

    thread_id: UUID | None = None
    no_text: str | None = None


async def find_reach(session: ClinicSession, phone: str | None) -> Reach:
    """How a number (E.164) can be texted, by the rules that a message of staff goes by."""
    if phone is None:
        return Reach()
    thread_id = await find_thread_of(session, phone)
    _, decision = await decide_for_staff(session, thread_id, phone)
    return Reach(thread_id, decision.reason if decision.outcome is Outcome.BLOCK else None)
