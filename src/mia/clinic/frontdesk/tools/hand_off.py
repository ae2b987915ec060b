"""Getting a person: a task for staff, and the words with which Mia says so."""

from datetime import datetime, timedelta
from typing import Any

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation, TaskKind
from mia.clinic.leads.service import Lead, Learned
from mia.clinic.oncall import service as oncall
from mia.clinic.patients.service import display_phone
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import Practice
from mia.clinic.schedule.service import spoken_time
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import encode

_LOOK_AHEAD_DAYS = 14

_EMERGENCY = "This may be an emergency. Please hang up and call 911 now, or go to the nearest emergency room."
_ALERTED = " I have alerted our team as well."
_NOTED = " I have left an urgent note for our team."


async def hand_off(
    session: ClinicSession, conversation: Conversation, lead: Lead | None, reason: str, *, emergency: bool
) -> dict[str, Any]:
    """Open a task, urgent in an emergency, and say what happens next. ``spoken`` promises nothing that the
    practice's hours do not allow, and says that the team is alerted only where someone is on call; the task
    is due when a call back is promised."""
    practice = await practices.get_practice(session)
    open_now = practice.takes_calls(session.now())
    phone = lead.learned.phone if lead else None
    kind = TaskKind.EMERGENCY if emergency else TaskKind.CALL_BACK
    earlier = await inbox.what_is_open(session, conversation.id, kind)
    task_id = await inbox.open_task(
        session,
        kind,
        task_detail(lead, _with_earlier(earlier, lead.learned.name if lead else None, reason)),
        conversation_id=conversation.id,
        lead_id=lead.id if lead else None,
        phone=phone,
        due_at=None if emergency or open_now or phone is None else next_calls(practice, session.now()),
    )
    if emergency:
        spoken = _EMERGENCY + (_ALERTED if await oncall.is_covered(session) else _NOTED)
    else:
        spoken = promise(practice, session.now(), known=phone is not None)
    return {"task_id": encode("tsk", task_id), "open_now": open_now, "spoken": spoken}


def _with_earlier(earlier: str, name: str | None, reason: str) -> str:
    """A reason after what an open task says already, of which nothing is lost."""
    before, reason = earlier.removesuffix(f". {name}") if name else earlier, reason.strip(". ")
    if before in reason:
        return reason
    return before if reason in before else f"{before}. Also: {reason}"


def task_detail(lead: Lead | None, reason: str) -> str:
    """What staff should know of someone who wants a person: what they came to say, and who it is. A treatment or a
    day in it is no wish for a visit."""
    learned = lead.learned if lead else None
    name, said = (learned.name, learned.intent) if learned else (None, None)
    about = reason.strip() or said
    return _joined(about, name) if about else lead_detail(lead)


def lead_detail(lead: Lead | None, reason: str = "") -> str:
    """What staff should know of someone who would like a visit: who, what for, when it suits."""
    learned = lead.learned if lead else Learned()
    wish = _joined(
        learned.name,
        reason.strip() or learned.intent,
        f"Interested in {learned.interest}" if learned.interest else None,
        f"Prefers {learned.preferred}" if learned.preferred else None,
    )
    return wish or "No details were given"


def _joined(*parts: str | None) -> str:
    return ". ".join(part.rstrip(". ") for part in parts if part)


def promise(practice: Practice, now: datetime, *, known: bool) -> str:
    """What someone is told whom the team is to call back: never sooner than its people take calls."""
    if practice.takes_calls(now):
        number = display_phone(practice.settings.hand_off_number)
        if not known:
            return (
                f"I have let our team know. What number can they reach you on? You can also call them at {number}."
            )
        return f"I have asked our team to call you back shortly. You can also reach them at {number}."
    if not known:
        return "I have let our team know. What number can they reach you on?"
    return f"{_why_later(practice, now)}, so I have asked our team to call you back{_when(practice, now)}."


def _why_later(practice: Practice, now: datetime) -> str:
    return "Nobody can take calls right now" if practice.is_open(now) else "We are closed right now"


def _when(practice: Practice, now: datetime) -> str:
    start = next_calls(practice, now)
    until = "we open" if practice.settings.hand_off_hours is None else "they take calls"
    return f" when {until} again" + (f", {spoken_time(start, practice.zone)}" if start else "")


def next_calls(practice: Practice, now: datetime) -> datetime | None:
    """When the team takes calls next; None when it does not within two weeks."""
    today = now.astimezone(practice.zone).date()
    days = (today + timedelta(days=ahead) for ahead in range(_LOOK_AHEAD_DAYS))
    starts = (stretch.start for day in days for stretch in practice.calls_on(day) if stretch.start > now)
    return min(starts, default=None)
