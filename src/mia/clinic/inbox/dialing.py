"""Mia's outbound calls are dialed exactly once, whatever happens between the request to the voice service and its
answer.

The caller commits that the call is going out, then comes here. An intent found going out later without a voice id
was interrupted: the call is looked up, placed again only if there certainly was none, and becomes a task for staff
if that can't be determined.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

import structlog

from mia.clinic.inbox.ports import CallOutcomeUnknown, CallRefused, OutboundCall, OutboundCalls
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.scope import ClinicScope

log = structlog.get_logger()

_IN_HANDS = timedelta(seconds=50)
"""Longer than a handler may run: a call being placed for longer was left by a process that died."""
_MOST_ATTEMPTS = 8
_NOT_PLACED = "The call could not be placed"
_UNKNOWN = "It is not known whether the call was placed"


@dataclass(frozen=True)
class CallClaim:
    """A call taken in hand. ``interrupted``: an earlier attempt did not end; ``attempt`` counts from 1."""

    call: OutboundCall
    interrupted: bool
    attempt: int


class CallIntents(Protocol):
    """What a room keeps of the calls it intends, each by the ``key`` of its call."""

    async def begin(self, session: ClinicSession, key: UUID, voice_id: str) -> None:
        """The voice service has the call."""
        ...

    async def is_going_out(self, session: ClinicSession, key: UUID) -> bool:
        """Whether the intent, locked by this, is still being placed."""
        ...

    async def put_back(self, session: ClinicSession, key: UUID) -> None:
        """No one has it in hand anymore; it will be tried again."""
        ...

    async def fail(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """It was not, or not certainly, placed, and will not be tried again."""
        ...

    async def ask_staff(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """A person has to look after what could not be told."""
        ...


def check_free(session: ClinicSession, sending_since: datetime | None) -> None:
    """:class:`Unavailable` while someone else may still be placing an intent's call."""
    if sending_since is not None and abs(session.now() - sending_since) < _IN_HANDS:
        raise Unavailable("This call is in other hands")


async def dial(
    database: Database, scope: ClinicScope, calls: OutboundCalls, intents: CallIntents, claim: CallClaim
) -> None:
    """Have a call placed, and its intent told; :class:`Unavailable` when it is to be tried again."""
    key = claim.call.key
    try:
        voice_id = await calls.find(claim.call) if claim.interrupted else None
        if voice_id is None:
            voice_id = await calls.place(claim.call)
    except CallRefused:
        async with database.clinic(scope) as session:
            await intents.fail(session, key, _NOT_PLACED)
    except Unavailable:
        await _later(database, scope, intents, claim, _NOT_PLACED)
    except CallOutcomeUnknown:
        await _later(database, scope, intents, claim, _UNKNOWN)
    else:
        async with database.clinic(scope) as session:
            await intents.begin(session, key, voice_id)


async def _later(
    database: Database, scope: ClinicScope, intents: CallIntents, claim: CallClaim, outcome: str
) -> None:
    """Try again later; in the end give up, with a task for staff. An unknown outcome is never repeated."""
    key = claim.call.key
    async with database.clinic(scope) as session:
        if not await intents.is_going_out(session, key):
            return
        if claim.attempt >= _MOST_ATTEMPTS:
            await intents.ask_staff(session, key, outcome)
            await intents.fail(session, key, outcome)
            log.error("call_given_up", reference=claim.call.reference, outcome=outcome)
            return
        await intents.put_back(session, key)
    raise Unavailable("The call could not be placed now")
