"""Finding people who are no patients: their names beside conversations and tasks, and whom to write to."""

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


async def names_of_leads(session: ClinicSession, lead_ids: Sequence[UUID]) -> dict[UUID, str]:
    """The names of leads, as far as they are known. What is read is audited."""
    found = {one.id: one.learned.name for one in await leads.list_leads(session, lead_ids)}
    named = {lead_id: name for lead_id, name in found.items() if name}
    await audit.record(session, "lead.read", "lead", list(named))
    return named


async def strangers_like(session: ClinicSession, query: str) -> list[UUID]:
    """The threads of people who are no patients whose number, email or name, as their lead has it, is like what was
    typed; of the newest such threads. Names that fit are audited."""
    if not query.strip():
        return []
    strangers = await inbox.newest_strangers(session, _MOST_LOOKED_AT)
    named = await leads.names_at(session, [one.blind for one in strangers])
    names = {one.id: named[one.blind][1] for one in strangers if one.blind in named}
    found = [one for one in strangers if _is_like(query, names.get(one.id), one.address)]
    await audit.record(session, "lead.read", "lead", [named[one.blind][0] for one in found if one.blind in named])
    return [one.id for one in found]


async def search_leads(session: ClinicSession, query: str) -> list[Reachable]:
    """Leads who are no patients, the newest first, by how their name's words begin, by phone or email."""
    newest = await leads.list_newest(session, _MOST_LOOKED_AT)
    learned = [(lead, lead.learned) for lead in newest]
    found = [lead for lead, one in learned if _is_like(query, one.name, one.phone, one.email)][:_MOST_FOUND]
    await audit.record(session, "lead.read", "lead", [lead.id for lead in found])
    return [await _reachable(session, lead) for lead in found]


def _is_like(query: str, name: str | None, *addresses: str | None) -> bool:
    digits = "".join(filter(str.isdigit, query))
    if len(digits) >= _FEWEST_DIGITS and any(one and "@" not in one and digits in one for one in addresses):
        return True
    typed = query.strip().lower()
    if any(one and "@" in one and one.startswith(typed) for one in addresses):
        return True
    words, parts = patients.fold(query), patients.fold(name or "")
    return bool(words) and all(any(part.startswith(word) for part in parts) for word in words)


async def _reachable(session: ClinicSession, lead: Lead) -> Reachable:
    addresses = [one for one in (lead.learned.phone, lead.learned.email) if one]
    consents = [given for one in addresses for given in await consent.list_consents(session, one)]
    stopped = [await consent.is_suppressed(session, one) for one in addresses]
    return Reachable(lead, frozenset(given.channel for given in consents), all(stopped))
