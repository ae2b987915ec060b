"""A call that comes in to a number of an organization: who answers it, and what its carrier is to do."""

from dataclasses import dataclass, field
from uuid import UUID

import structlog
from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import MiaError
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.messages.targets import target_of
from mia.voice.resources.call import queries
from mia.voice.resources.call.inbound import UNANSWERED, find_incoming, instead, turn_away
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.outbound import INBOUND_CALL
from mia.voice.resources.call.service import keep_call
from mia.voice.resources.credential.service import with_credentials
from mia.voice.resources.phone_number.service import NUMBERS
from mia.voice.resources.telephony.assistant_request import Unanswered, ask_who_answers
from mia.voice.resources.who_answers import ANSWERERS, who_answers
from mia.voice.services import Services
from mia.voice.telephony.ports import Connect, Instruction
from mia.voice.wire import Json

log = structlog.get_logger()

_NOBODY = "call-start-error-neither-assistant-nor-server-set"
_NOT_FOUND = "assistant-not-found"
_NOT_VALID = "assistant-not-valid"
_ACTOR = "voice:telephony"


@dataclass(frozen=True)
class Ring:
    """A call that a carrier tells of; ``caller`` is their number (E.164), None when it is withheld."""

    org_id: UUID
    number_id: UUID
    provider: str
    provider_id: str
    caller: str | None = field(repr=False)

    @property
    def key(self) -> str:
        """The same for the same call, however often the carrier asks."""
        return f"incoming:{self.provider}:{self.provider_id}"

    @property
    def about(self) -> Json:
        """What the call says of it."""
        customer = {"customer": {"number": self.caller}} if self.caller else {}
        return {"phoneNumberId": str(self.number_id), **customer}


@dataclass(frozen=True)
class _Rung:
    """The number that is called: what it does, as its client sees it and with what its server wants to be shown."""

    does: Json
    shown: Json
    server: Json | None


async def take_ring(services: Services, ring: Ring) -> Instruction:
    """Find who answers and keep the call; asked again for the same call it is the same one.

    :class:`NotFound` when the number was given up.
    """
    scope = scope_of_row(ring.org_id, _ACTOR)
    async with services.database.org(scope) as session:
        if known := await queries.find_by_key(session, ring.key):
            return await _again(session, known)
        rung = await _rung(session, ring)
    call_id = new_id()
    picked = await _pick(services, ring, rung, call_id)
    room = await services.media.has_room()
    async with services.database.org(scope) as session:
        await queries.lock_key(session, ring.key)
        if known := await queries.find_by_key(session, ring.key):
            return await _again(session, known)
        api_url = f"{services.settings.origin}/voice"
        row, unanswered = await _keep(session, ring, rung, picked, call_id, api_url, services.language_models)
        if unanswered is not None:
            instruction = await turn_away(session, row, unanswered.reason)
            instruction = unanswered.instruction or instruction
        else:
            instruction = Connect(call_id) if room else await turn_away(session, row)
    services.deliver_soon()
    return instruction


async def after_stream(services: Services, call_id: UUID) -> Instruction | None:
    """For a call that came in and whose stream is over: someone else or an apology when it was never answered or
    its worker is gone; None when it is to end."""
    async with services.database.system(SystemScope.VOICE_TOKEN) as system:
        org_id = await system.sql.scalar(select(CallRecordRow.org_id).where(CallRecordRow.id == call_id))
    if org_id is None:
        return None
    async with services.database.org(scope_of_row(org_id, _ACTOR)) as session:
        row = await find_incoming(session, call_id)
        if row is None or (row.status == "ended" and row.ended_reason not in UNANSWERED):
            return None
        holder = row.worker_address if row.started_at is not None and row.status != "ended" else None
        never_taken = row.worker_address is None and row.status != "ended"
        instruction = await (turn_away if never_taken else instead)(session, row)
    services.deliver_soon()
    # A worker that lives has ended the call itself, and may still be writing it down.
    return None if holder is not None and await services.media.is_there(holder) else instruction


async def _again(session: OrgSession, row: CallRecordRow) -> Instruction:
    return await instead(session, row) if row.status == "ended" else Connect(row.id)


async def _rung(session: OrgSession, ring: Ring) -> _Rung:
    row = await NUMBERS.require(session, ring.number_id)
    does = NUMBERS.config(session, row)
    filled = await with_credentials(session, {"server": does.get("server")})
    return _Rung(does, NUMBERS.render(session, row), filled["server"])


async def _pick(services: Services, ring: Ring, rung: _Rung, call_id: UUID) -> Json | Unanswered:
    """Who answers: whom the number names, else whom its server picks."""
    if named := {name: rung.does[name] for name in ANSWERERS if rung.does.get(name)}:
        return named
    target = target_of(rung.server)
    if target is None:
        return Unanswered(_NOBODY)
    call = {"id": str(call_id), "orgId": str(ring.org_id), "type": INBOUND_CALL, "status": "ringing", **ring.about}
    call |= {"phoneCallProvider": ring.provider, "phoneCallProviderId": ring.provider_id}
    return await ask_who_answers(services, target, call, rung.shown)


async def _keep(
    session: OrgSession,
    ring: Ring,
    rung: _Rung,
    picked: Json | Unanswered,
    call_id: UUID,
    api_url: str,
    models: LanguageModels,
) -> tuple[CallRecordRow, Unanswered | None]:
    """The call, and why nobody answers it, if so: an assistant that could not hold it among others. Its messages go
    to the number's server where the assistant has none of its own."""
    unanswered = picked if isinstance(picked, Unanswered) else None
    named: Json = {} if isinstance(picked, Unanswered) else picked
    answering: tuple[UUID | None, Json] = (None, {})
    if unanswered is None:
        try:
            answering = await who_answers(session, named, models)
        except MiaError as error:
            log.warning("number_without_answer", number_id=str(ring.number_id), error=type(error).__name__)
            unanswered = Unanswered(_NOT_VALID if isinstance(error, BadRequest) else _NOT_FOUND)
    server = {"server": rung.server} if rung.server else {}
    answering = answering[0], server | answering[1]
    row = keep_call(session, named | ring.about, INBOUND_CALL, api_url, answering, call_id)
    row.phone_number_id, row.provider_call_id, row.idempotency_key = ring.number_id, ring.provider_id, ring.key
    await session.sql.flush()
    return row, unanswered
