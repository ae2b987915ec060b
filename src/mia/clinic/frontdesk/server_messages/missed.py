"""Calls that no one answered: no line was free, or the call broke off. Callers hear why, staff get a task."""

from dataclasses import dataclass
from datetime import timedelta

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Channel, Conversation, Result, TaskKind
from mia.clinic.patients.service import normalize_phone
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid

NO_FREE_LINE = "call.start.error-vapifault-worker-not-available"
"""How a call ends that no line was free for (``endedReason`` of the voice service)."""
BUSY_ON_THE_WEB = "All lines are busy right now. Leave your number and our team will call you back."
ENOUGH_FROM_HERE = "Too many calls from your connection."

_BUSY, _BROKEN = "All lines were busy", "The call broke off"
_MISSED = {
    NO_FREE_LINE: _BUSY,
    "call.in-progress.error-providerfault-transport-never-connected": "The call could not be connected",
    "call.in-progress.error-vapifault-worker-died": _BROKEN,
    "worker-shutdown": _BROKEN,
}
"""What the history says, by how the call ended."""
_SAME_TASK = timedelta(hours=1)
"""Within this time, callers on the web share a task, and so do repeated calls from one number."""


@dataclass(frozen=True)
class Missed:
    """An incoming phone call that came to nothing through our fault. ``outcome`` is what the history says."""

    outcome: str

    @property
    def task(self) -> str:
        """What staff should know."""
        return f"{self.outcome} when they called. They were told someone will call them back"


def missed_call(channel: Channel, reason: str, *, called: bool) -> Missed | None:
    """Whether an ending means that a caller was let down; ``called``: Mia called, so no one did."""
    outcome = _MISSED.get(reason)
    return None if called or outcome is None or channel is not Channel.PHONE else Missed(outcome)


def spoken_apology(practice: str | None, *, number_known: bool) -> str:
    """What a caller hears when Mia cannot take the call, or when it broke off. ``practice`` is a name,
    None before it has one."""
    thanks = f"Thank you for calling {practice}" if practice else "Thank you for calling"
    then = "Someone will call you back at this number" if number_known else "Please call again in a few minutes"
    return (
        f"{thanks}. We're sorry, we can't take your call right now. {then}. "
        "If this is an emergency, please hang up and call 911."
    )


def caller_number(text: object) -> str | None:
    """A number that a person can be called back at, in E.164; None for a withheld one."""
    try:
        return normalize_phone(text) if isinstance(text, str) else None
    except Invalid:
        return None


async def note_missed_call(
    session: ClinicSession, conversation: Conversation, phone: str | None, name: str
) -> None:
    """Close a conversation that no line was free for. Hold its lock; a closed one stays as it is."""
    if conversation.is_closed:
        return
    await inbox.close_conversation(
        session, conversation, ended_at=session.now(), ended_reason=NO_FREE_LINE, summary=_BUSY, lines=()
    )
    await inbox.note_result(session, conversation, Result(ActivityStatus.FAILED, name=name, outcome=_BUSY))
    if conversation.channel is Channel.PHONE:
        await open_task_once(session, conversation, TaskKind.CALL_BACK, Missed(_BUSY).task, phone)
    else:
        words = f"{_BUSY} for callers on the website. They were asked to write to Mia or leave a number"
        await open_task_once(session, conversation, TaskKind.FOLLOW_UP, words, None)


async def open_task_once(
    session: ClinicSession, conversation: Conversation, kind: TaskKind, detail: str, phone: str | None
) -> None:
    """Give staff a task unless the same one is already open: callers who find all lines busy try again."""
    await inbox.lock_visitors(session)
    since = session.now() - _SAME_TASK
    if not await inbox.is_task_open(session, kind, detail, phone, since):
        await inbox.open_task(session, kind, detail, conversation_id=conversation.id, phone=phone)
