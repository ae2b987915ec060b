"""Canceling and moving a visit by text: asked once more, then done, for a patient who has shown to be it.

It is settled here and not by the dialogue, so that no model can cancel what no one asked for. The question
names day and time, never the treatment. The sender of a text can be forged: a number that was not proven lately
gets the visit's own link, which only its holder reads.
"""

import re
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent.service import STRONG
from mia.clinic.frontdesk.tools.known_person import proves
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation, TextTalk
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import fold
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Switch
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict

_WISH = re.compile(
    r"\b(?:cancel|call off|drop)\b.{0,25}\b(?:appointment|appt|visit|booking|reservation|it)\b"
    r"|\b(?:can t|cant|cannot|won t|wont|unable to)\b.{0,12}\b(?:make|come|attend)\b"
)
_MOVE = re.compile(r"\b(?:reschedule|move|instead|another|different|change|later|earlier)\b")
_WANTS_MOVE = re.compile(
    r"\b(?:move|reschedule|change|switch|push|postpone)\b.{0,40}\b(?:appointment|appt|visit|booking|it|to|day|time)\b"
)
_JUST_BEFORE = timedelta(minutes=10)
"""The text that started a conversation came slightly earlier."""
_NO_VISIT = "I don't see an appointment for you. Shall I ask our team to get back to you?"
_YES = frozenset(["yes", "y", "yeah", "yep", "yes please", "yes cancel", "yes cancel it", "ok", "okay", "sure"])
_ASKED = "ask-cancel:"
"""How the key of the question begins; the visit's id follows."""


@dataclass(frozen=True)
class Answer:
    """What Mia writes; ``asks`` is the question in it, if there is one."""

    words: str = field(repr=False)
    asks: str | None = None


async def answer_cancellation(session: ClinicSession, talk: TextTalk, origin: str) -> Answer | None:
    """The answer to a wish to cancel (or, of a number that is not proven, to move), or to our question about it;
    None for all other texts."""
    if talk.patient_id is None:
        return None
    if not await proves(session, talk.thread_id, STRONG):
        return await _answer_unproven(session, talk, talk.patient_id, origin)
    plain = " ".join(fold(talk.text))
    asked = await inbox.last_question(session, talk.thread_id) if plain in _YES else None
    if asked is not None and asked.startswith(_ASKED):
        if not await practices.switched_on(session, Switch.CANCELS_VISITS):
            return Answer(await _ask_team(session, talk.patient_id, talk.conversation))
        return Answer(await _cancel(session, talk.patient_id, UUID(asked.removeprefix(_ASKED))))
    if not _WISH.search(plain) or _MOVE.search(plain):
        return None
    if not await practices.switched_on(session, Switch.CANCELS_VISITS):
        return Answer(await _ask_team(session, talk.patient_id, talk.conversation))
    visits = await schedule.list_upcoming(session, talk.patient_id)
    if not visits:
        return Answer(_NO_VISIT)
    visit = _meant(visits, plain)
    words = f"Shall I cancel your appointment on {visit.spoken}? Reply YES to cancel it, or a day to move it."
    return Answer(words, f"{_ASKED}{visit.id}")


async def _answer_unproven(session: ClinicSession, talk: TextTalk, patient_id: UUID, origin: str) -> Answer | None:
    plain = " ".join(fold(talk.text))
    asked = await inbox.last_question(session, talk.thread_id) if plain in _YES else None
    was_asked = asked is not None and asked.startswith(_ASKED)  # the proof ran out since
    moves, cancels = bool(_WANTS_MOVE.search(plain)), was_asked or bool(_WISH.search(plain))
    if not (moves or cancels):
        return None
    if cancels and not moves and not await practices.switched_on(session, Switch.CANCELS_VISITS):
        return Answer(await _ask_team(session, patient_id, talk.conversation))
    visits = await schedule.list_upcoming(session, patient_id)
    if not visits:
        return Answer(_NO_VISIT) if cancels and not moves else None
    visit = _meant(visits, plain)
    link = schedule.visit_link(session, visit, origin)
    return Answer(f"To move or cancel your appointment on {visit.spoken}, use your own link: {link}")


async def visits_to_move(session: ClinicSession, conversation: Conversation, service_id: UUID) -> list[UUID]:
    """The visits for a service that a patient who has shown to be it has asked to have moved; a new booking takes
    their place."""
    thread_id = await inbox.find_thread_of_talk(session, conversation.id)
    patient_id = await inbox.patient_of_thread(session, thread_id) if thread_id else None
    if thread_id is None or patient_id is None or not await proves(session, thread_id, STRONG):
        return []
    said = await inbox.list_said(session, thread_id, conversation.started_at - _JUST_BEFORE)
    if not any(_WANTS_MOVE.search(" ".join(fold(text))) for text in said):
        return []
    return [
        visit.id for visit in await schedule.list_upcoming(session, patient_id) if visit.service_id == service_id
    ]


def _meant(visits: list[Appointment], plain: str) -> Appointment:
    """The visit whose weekday or month is named, else the next."""
    for visit in visits:
        weekday = visit.spoken.split(",")[0].casefold()
        if weekday in plain:
            return visit
    return visits[0]


async def _ask_team(session: ClinicSession, patient_id: UUID, conversation: Conversation | None) -> str:
    """The practice lets no one but its people cancel: they are told."""
    patient = await patients.get_patient(session, patient_id)
    await inbox.open_task(
        session,
        inbox.TaskKind.FOLLOW_UP,
        f"{patient.name} wants to cancel an appointment (by text). Please get back to them.",
        conversation_id=conversation.id if conversation else None,
        phone=patient.phone,
    )
    return "I can't cancel appointments myself. I've told our team, and they'll get back to you."


async def _cancel(session: ClinicSession, patient_id: UUID, appointment_id: UUID) -> str:
    own = {visit.id for visit in await schedule.list_upcoming(session, patient_id)}
    if appointment_id not in own:
        return "That appointment is no longer booked. Can I help with anything else?"
    try:
        cancelled = await schedule.cancel(session, appointment_id)
    except Conflict:
        return "That appointment can no longer be canceled by text. Please call us."
    return f"Your appointment on {cancelled.spoken} is canceled. Reply with a day anytime to book a new one."
