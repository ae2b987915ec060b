"""The guided set-up of a new practice: what is done, and what Mia still lacks to be on duty."""

from datetime import timedelta
from enum import StrEnum

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel
from mia.clinic.practice import service as practices
from mia.clinic.settings.items import read_items
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail
from mia.platform.mail.service import Message

_CALLS = frozenset({Channel.WEB_CALL, Channel.PHONE})
_LOOKED_BACK = timedelta(days=365)
_TEST_MAIL = "setup-test:"


class Step(StrEnum):
    """A step, in the order in which it is taken."""

    PRACTICE = "practice"
    HOURS = "hours"
    SERVICES = "services"
    PEOPLE = "people"
    NUMBER = "number"
    MAIL = "mail"
    GREETING = "greeting"
    WEBSITE = "website"
    CALL = "call"


NEEDED = frozenset({Step.PRACTICE, Step.HOURS, Step.SERVICES, Step.PEOPLE})
"""Without these Mia cannot book; the others may wait."""


async def read_progress(session: ClinicSession) -> dict[Step, bool]:
    """Which steps are done, all of them in order."""
    settings, items = await practices.get_settings(session), await read_items(session)
    now = session.now()
    received = await inbox.count_by_channel(session, now - _LOOKED_BACK, now + timedelta(minutes=1))
    bookable = {item.id for item in items.services if not item.retired}
    return {
        Step.PRACTICE: bool(settings.phone),
        Step.HOURS: any(item.value.hours for item in items.locations if not item.retired),
        Step.SERVICES: bool(bookable),
        Step.PEOPLE: any(
            item.value.service_ids and item.value.shifts for item in items.providers if not item.retired
        )
        and any(not item.retired for item in items.rooms),
        Step.NUMBER: any(number.active for number in await practices.list_numbers(session)),
        Step.MAIL: await mail.has_sent(session, _TEST_MAIL),
        Step.GREETING: bool(settings.hand_off_number),
        Step.WEBSITE: bool(settings.form_origins),
        Step.CALL: any(count.channel in _CALLS and count.received for count in received),
    }


async def send_test_mail(session: ClinicSession, settings: Settings, to: str) -> None:
    """A test email to the person who sets up the practice, through the installation's mail server."""
    clinic = await identity.get_clinic(session)
    text = f"""This is a test from {clinic.name}'s Mia.

If you can read it, patients get your confirmations and reminders. They come from this address:
{settings.mail_from}

{settings.origin}
"""
    message = Message(to=to, subject=f"Test email from {clinic.name}", text=text, about_patient=False)
    await mail.queue(session, message, key=f"{_TEST_MAIL}{new_id().hex}")
