"""After a restore: what the erasure ledger says was removed is removed again."""

from dataclasses import dataclass, field

from mia.clinic.frontdesk.ports import VoiceServices
from mia.clinic.privacy.erasure import erase_again
from mia.clinic.privacy.ledger import Entry, Kind, Ledger
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope

_ACTOR = "erasure-ledger"


@dataclass
class Replayed:
    """How many people were removed again, and clinics that are back and must go: only the database's owner may."""

    people: int = 0
    clinics: list[Entry] = field(default_factory=list)


async def replay(database: Database, voices: VoiceServices, ledger: Ledger) -> Replayed:
    """Carry out what this database has not seen. :class:`Unavailable` when the voice service cannot be reached;
    what was done until then stays done."""
    entries, done = list(ledger.read()), Replayed()
    if not entries:
        return done
    async with database.system(SystemScope.LOGIN) as system:
        here = {clinic.id for clinic in await identity.list_clinics(system)}
    for entry in entries:
        if entry.clinic_id not in here:
            continue
        if entry.kind is Kind.CLINIC:
            done.clinics.append(entry)
        else:
            scope = identity.service_scope(entry.clinic_id, _ACTOR)
            done.people += await erase_again(database, scope, voices.of(entry.clinic_id), entry)
    return done
