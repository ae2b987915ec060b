"""A few conversations of the demo practice, so that Messages shows on first look what it is for."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Literal
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import PastText
from mia.platform.db.session import ClinicSession
from mia.sandbox.demo.clearing import SAMPLE_TEXTS
from mia.sandbox.demo.history import Setting
from mia.sandbox.demo.people import SamplePerson

Author = Literal["patient", "mia", "staff", "note"]
Script = tuple[tuple[Author, timedelta, str], ...]

_BY_TEXT: tuple[tuple[bool, Script], ...] = (
    (
        True,
        (
            (
                "mia",
                timedelta(days=2, minutes=4),
                "Hi {first}, Mia at {practice} here. Your visit is confirmed.",
            ),
            ("patient", timedelta(days=2), "Thank you! Is there parking?"),
            ("mia", timedelta(days=2, minutes=-1), "Yes, behind the building. The first two hours are free."),
            ("patient", timedelta(minutes=25), "Could I come half an hour later on the day? School pick-up."),
        ),
    ),
    (
        False,
        (
            ("patient", timedelta(hours=5), "I'm running ten minutes late, so sorry!"),
            ("note", timedelta(hours=4, minutes=58), "Sofia says that's fine; the room is free until noon."),
            ("staff", timedelta(hours=4, minutes=55), "No problem, {first}. See you soon. Riley at the front desk"),
            ("patient", timedelta(hours=4, minutes=54), "You're the best"),
        ),
    ),
    (
        False,
        (
            ("patient", timedelta(days=1, hours=3), "Is Sofia in next week?"),
            (
                "mia",
                timedelta(days=1, hours=3, minutes=-1),
                "Yes, she is. Shall I look for a time with her?",
            ),
            ("patient", timedelta(days=1, hours=2), "I'll check my calendar first, thanks"),
        ),
    ),
)
_BY_EMAIL: Script = (
    ("patient", timedelta(days=3), "Hello,\n\ncould you send me a receipt for my last visit?\n\nThank you"),
    ("staff", timedelta(days=2, hours=22), "Hi {first},\n\nit is at the front desk for you. Riley\n{practice}"),
)


async def enter_threads(session: ClinicSession, setting: Setting, staff_id: UUID | None) -> None:
    """Enter conversations with patients whom nobody has written with. ``staff_id`` answers and leaves the note."""
    free = _without_threads(session, setting)
    for unread, script in _BY_TEXT:
        person, patient_id = await anext(free)
        thread_id = await inbox.ensure_thread(session, person.phone, patient_id=patient_id)
        await _enter(session, setting, thread_id, person, script, staff_id, unread=unread)
    async for person, patient_id in free:
        if person.email is not None:
            thread_id = await inbox.ensure_thread(session, person.email, patient_id=patient_id)
            await _enter(session, setting, thread_id, person, _BY_EMAIL, staff_id)
            return


async def _without_threads(session: ClinicSession, setting: Setting) -> AsyncIterator[tuple[SamplePerson, UUID]]:
    for number, patient_id in sorted(setting.ids.items()):
        person = setting.people[number]
        reached = await inbox.find_thread_of(session, person.phone)
        if reached is None and not await consent.is_suppressed(session, person.phone):
            yield person, patient_id


async def _enter(
    session: ClinicSession,
    setting: Setting,
    thread_id: UUID,
    person: SamplePerson,
    script: Script,
    staff_id: UUID | None,
    *,
    unread: bool = False,
) -> None:
    names = {"first": person.name.split()[0], "practice": setting.practice.name}
    texts = [PastText(author, words.format(**names), session.now() - ago) for author, ago, words in script]
    texts.sort(key=lambda text: text.at)
    await inbox.import_texts(session, thread_id, texts, source=SAMPLE_TEXTS, staff_id=staff_id, unread=unread)
