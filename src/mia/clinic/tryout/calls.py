"""Trying Mia by voice: a real call with a draft of her settings.

The voice service holds it like any other, with an assistant made for this call. Nothing else knows of it: there is
no conversation in the inbox, and what her tools do is taken back (``call_messages``). It lets in the user who began
it, once and soon.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar
from uuid import UUID

from mia.clinic.frontdesk.service import (
    CallerLimit,
    Description,
    FrontDesk,
    Room,
    VoiceService,
    WebCall,
    voice_of,
)
from mia.clinic.practice import service as practices
from mia.clinic.tryout import queries
from mia.clinic.tryout.drafts import Draft
from mia.clinic.tryout.models import TryoutCallRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Forbidden, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope

MESSAGES_PATH = "/api/frontdesk/tryout-messages"
"""Where the voice service tells of these calls, and asks for tools."""
JOIN_WITHIN = timedelta(minutes=2)
_AT_ONCE = 2
"""Calls of one user: the one that broke off, and the next."""

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class BegunCall:
    """A call that its user may join."""

    id: UUID
    practice_name: str


async def start_call(desk: FrontDesk, scope: ClinicScope, draft: Draft) -> BegunCall:
    """Begin a call with a draft. :class:`Invalid` for one that could not be saved, :class:`NotFound` for an answer
    that is not there."""
    if scope.user_id is None:
        raise Forbidden("A person tries Mia by voice.")
    overrides, name = await _overrides(desk, scope, draft)
    limit = CallerLimit(f"try-out {scope.user_id}", _AT_ONCE)

    async def begin(assistant_id: str, variables: Any) -> WebCall:
        return await desk.voice(scope.clinic_id).start_web_call(assistant_id, variables, overrides, limit)

    call = await desk.with_assistant(scope.clinic_id, begin)
    async with desk.database.clinic(scope) as session:
        row = TryoutCallRow(
            clinic_id=scope.clinic_id,
            id=new_id(),
            created_at=session.now(),
            user_id=scope.user_id,
            voice_id=call.id,
            ticket_sealed=session.seal(call.ticket),
            draft_sealed=session.seal(draft.to_json()),
        )
        session.sql.add(row)
        await audit.record(session, "mia.try", "assistant", [scope.clinic_id])
    return BegunCall(row.id, name)


async def answer_offer(desk: FrontDesk, scope: ClinicScope, call_id: UUID, offer: Description) -> Description:
    """Join the call: the answer to the browser's offer. :class:`NotFound` for another user's call or one that was
    left too long, :class:`Conflict` for one that was joined."""
    return await _join(desk, scope, call_id, lambda voice, call: voice.answer_offer(call, offer))


async def enter_room(desk: FrontDesk, scope: ClinicScope, call_id: UUID) -> Room:
    """Join the call in a room of the media engine. Raises as :func:`answer_offer`."""
    return await _join(desk, scope, call_id, lambda voice, call: voice.enter_room(call))


async def end_call(desk: FrontDesk, scope: ClinicScope, call_id: UUID) -> None:
    """Hang up. Saying so twice, or when Mia has hung up already, is fine."""
    async with desk.database.clinic(scope) as session:
        row = await queries.find_call(session, call_id, scope.user_id)
        call = _web_call(session, row) if row else None
    if call is not None:
        await desk.voice(scope.clinic_id).end_call(call)


async def _join(
    desk: FrontDesk, scope: ClinicScope, call_id: UUID, how: Callable[[VoiceService, WebCall], Awaitable[T]]
) -> T:
    async with desk.database.clinic(scope) as session:
        row = await queries.find_call(session, call_id, scope.user_id)
        if row is None or row.created_at + JOIN_WITHIN < session.now():
            raise NotFound
        if row.joined_at is not None:
            raise Conflict("This call was joined already.")
        row.joined_at = session.now()
        call = _web_call(session, row)
    return await how(desk.voice(scope.clinic_id), call)


def _web_call(session: ClinicSession, row: TryoutCallRow) -> WebCall:
    return WebCall(row.voice_id, session.unseal(row.ticket_sealed))


async def _overrides(desk: FrontDesk, scope: ClinicScope, draft: Draft) -> tuple[Json, str]:
    """The assistant as the draft has it, and the name of the practice. It is never recorded, and reports only that
    it has ended: nobody reads what was said."""
    async with desk.database.clinic(desk.scope(scope.clinic_id)) as session:
        attempt = await session.sql.begin_nested()
        try:
            await draft.put(session)
            assistant = await desk.assistant_of(session, MESSAGES_PATH)
            practice = await practices.get_practice(session)
        finally:
            await attempt.rollback()
    unread = {"serverMessages": ["tool-calls", "status-update"], "analysisPlan": _NO_ANALYSIS}
    return assistant | {"voice": voice_of(practice.settings)} | unread, practice.name


_NO_ANALYSIS: Json = {
    name: {"enabled": False} for name in ("summaryPlan", "structuredDataPlan", "successEvaluationPlan")
}
