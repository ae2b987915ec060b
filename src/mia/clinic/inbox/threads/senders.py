"""Which channels a practice can use: texts and calls need a number of its own, mail does not."""

from mia.clinic.consent.service import Channel
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import NumberUse
from mia.platform.db.session import ClinicSession

_NEEDS = {Channel.SMS: NumberUse.TEXTS, Channel.CALL: NumberUse.CALLS}


async def channels_without_number(session: ClinicSession) -> frozenset[Channel]:
    """The channels on which nothing can leave, for want of a number to leave from."""
    numbers = await practices.list_numbers(session)
    return frozenset(channel for channel, use in _NEEDS.items() if not any(one.serves(use) for one in numbers))
