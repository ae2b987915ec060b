"""What sample patients have agreed to: most to everything, some to less, a few to nothing anymore.

So that each answer of the send decision can be seen: allowed, put off (a patient in Hawaii in the morning), not
allowed (no written consent, no AI voice, opted out). Staff have checked everyone's number.
"""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, Grant, Policy, Proof, Purpose, SuppressionReason
from mia.platform.db.session import ClinicSession
from mia.sandbox.demo.others import HARBOR_SLUG
from mia.sandbox.demo.people import SamplePerson

_FORM = "sample-intake-form"
_SIGNED = timedelta(days=700)
_EVERYTHING, _TEXTS_ONLY, _NUMBER_GIVEN, _OPTED_OUT = range(4)
_SHARES = {_EVERYTHING: 72, _TEXTS_ONLY: 14, _NUMBER_GIVEN: 10, _OPTED_OUT: 4}
_CHANNELS = {
    _EVERYTHING: (Channel.SMS, Channel.CALL, Channel.AI_VOICE),
    _TEXTS_ONLY: (Channel.SMS,),
    _NUMBER_GIVEN: (),
    _OPTED_OUT: (Channel.SMS, Channel.CALL, Channel.AI_VOICE),
}


async def enter_agreements(session: ClinicSession, slug: str, people: Sequence[SamplePerson]) -> None:
    """Enter consents and opt-outs of a practice's people. The same slug gives the same."""
    rng = Random(f"{slug}-agreements")  # noqa: S311 - made-up data, meant to repeat
    grants: list[Grant] = []
    for person in people:
        kind = rng.choices(list(_SHARES), list(_SHARES.values()))[0]
        grants += _grants(session, person, kind)
        if kind == _OPTED_OUT:
            for address in (person.phone, person.email):
                if address:
                    await consent.suppress(session, address, SuppressionReason.STOP)
    await consent.import_consents(session, grants)
    await consent.prove_contacts(session, [person.phone for person in people], Proof.STAFF)
    if slug == HARBOR_SLUG:
        # A cleaning that is due is part of dental care: this practice's lawyer reads it as information.
        await consent.save_policy(session, Policy(recall_basis=Basis.NUMBER_GIVEN))


def _grants(session: ClinicSession, person: SamplePerson, kind: int) -> list[Grant]:
    at = session.now() - _SIGNED
    given = [
        Consent(channel, Purpose.APPOINTMENT, Basis.NUMBER_GIVEN, _FORM, at)
        for channel in (Channel.CALL, Channel.SMS)
    ]
    signed = [Consent(channel, Purpose.RECALL, Basis.WRITTEN, _FORM, at) for channel in _CHANNELS[kind]]
    return [Grant(person.phone, one) for one in (*given, *signed)]
