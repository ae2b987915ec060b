"""Finding people who are no patients: their names beside conversations, and whom to write to."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Channel
from mia.clinic.inbox import service as inbox
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import Lead
from mia.clinic.patients import service as patients
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession

_MOST_LOOKED_AT = 1000
_MOST_FOUND = 6
_FEWEST_DIGITS = 3


@dataclass(frozen=True)
class Reachable:
    """A lead whom one may want to write to. ``agreed`` are the channels they consented to; ``opted_out``: from all
    of their addresses they want no more."""

    lead: Lead
    agreed: frozenset[Channel]
    opted_out: bool


async def names_of(session: ClinicSession, thread_ids: Sequence[UUID]) -> dict[UUID, str]:
    """The names that leads give to threads which are no patient's. What is read is audited."""
    strangers = await inbox.list_strangers(session, thread_ids)
    named = await leads.names_at(session, list(strangers.values()))
    found = {thread_id: named[blind] for thread_id, blind in strangers.items() if blind in named}
    await audit.record(session, "lead.read", "lead", [lead_id for lead_id, _ in found.values()])
    return {thread_id: name for thread_id, (_, name) in found.items()}


async def search_leads(session: ClinicSession, query: str) -> list[Reachable]:
    """Leads who are no patients, the newest first, by how their name's words begin, by phone or email."""
    newest = await leads.list_newest(session, _MOST_LOOKED_AT)
    found = [lead for lead in newest if _is_like(lead, query)][:_MOST_FOUND]
    await audit.record(session, "lead.read", "lead", [lead.id for lead in found])
    return [await _reachable(session, lead) for lead in found]


def _is_like(lead: Lead, query: str) -> bool:
    digits = "".join(filter(str.isdigit, query))
    if len(digits) >= _FEWEST_DIGITS and digits in (lead.learned.phone or ""):
        return True
    email = lead.learned.email
    if email and email.startswith(query.strip().lower()):
        return True
    words, name = patients.fold(query), patients.fold(lead.learned.name or "")
    return bool(words) and all(any(part.startswith(word) for part in name) for word in words)


async def _reachable(session: ClinicSession, lead: Lead) -> Reachable:
    addresses = [one for one in (lead.learned.phone, lead.learned.email) if one]
    consents = [given for one in addresses for given in await consent.list_consents(session, one)]
    stopped = [await consent.is_suppressed(session, one) for one in addresses]
    return Reachable(lead, frozenset(given.channel for given in consents), all(stopped))
