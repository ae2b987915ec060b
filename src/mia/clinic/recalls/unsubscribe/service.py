"""One click stops everything (RFC 8058; CAN-SPAM, 16 CFR 316.5)."""

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import SuppressionReason
from mia.clinic.recalls.settlement import opt_out_patient
from mia.clinic.recalls.unsubscribe_links import UnsubscribeLink, check_link
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound


async def unsubscribe(session: ClinicSession, link: UnsubscribeLink) -> None:
    """The recipient of the email is no longer contacted, on every channel, from this transaction on. Twice is
    fine."""
    await check_link(session, link)
    await consent.suppress_blind(session, link.address_blind, SuppressionReason.STOP)
    try:
        await opt_out_patient(session, link.patient_id, SuppressionReason.STOP)
    except NotFound:
        return  # the record is gone; its address stays suppressed
