"""Asking the server of a number who answers a call (server message ``assistant-request``)."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import structlog
from pydantic import ConfigDict, Field, ValidationError

from mia.platform.kernel.errors import MiaError
from mia.voice.auth.guards import scope_of_row
from mia.voice.messages.authentication import proof
from mia.voice.messages.client import IDEMPOTENCY_HEADER, NotSent
from mia.voice.messages.retries import send
from mia.voice.messages.targets import ServerTarget
from mia.voice.resources.call.inbound import put_through
from mia.voice.resources.call.schemas import WhoAnswers
from mia.voice.resources.dialing import service as dialing
from mia.voice.resources.phone_number.schemas import NumberDestination
from mia.voice.resources.who_answers import ANSWERERS, require_fitting_overrides
from mia.voice.services import Services
from mia.voice.telephony.ports import Announce, Instruction, PutThrough
from mia.voice.wire import Json, milliseconds, to_text

log = structlog.get_logger()

_SECONDS = 7.5
"""How long a server may think (hosted): a carrier waits 15 seconds for everything."""
_FAILED = "assistant-request-failed"
_INVALID = "assistant-request-returned-invalid-assistant"
_NO_ONE = "assistant-request-returned-no-assistant"
_FORWARDED = "assistant-request-returned-forwarding-phone-number"
_ERROR = "assistant-request-returned-error"
_CHANGES = ("assistantOverrides", "workflowOverrides")
"""What names nobody by itself."""
_NAMES = (*ANSWERERS, "assistant", "squad", "workflow", *_CHANGES)


@dataclass(frozen=True)
class Unanswered:
    """Why no assistant answers (hosted ``endedReason``), and what the caller gets; None: what the number says."""

    reason: str
    instruction: Instruction | None = None


class _Answer(WhoAnswers):
    """Who picks up, where else the caller goes, or what they are told. What else a server says is left alone."""

    model_config = ConfigDict(extra="ignore")

    destination: NumberDestination | None = None
    error: str | None = Field(None, max_length=1000)


async def ask_who_answers(services: Services, target: ServerTarget, call: Json, number: Json) -> Json | Unanswered:
    """Who answers, as a call names them (``WhoAnswers``), or why nobody."""
    message = {"type": "assistant-request", "timestamp": milliseconds(services.database.clock.now())}
    message |= {"call": call, "phoneNumber": number, "customer": call.get("customer")}
    body = to_text({"message": message}).encode()
    try:
        async with asyncio.timeout(_SECONDS):
            proven = await proof(services.messages, target.headers, target.authentication, call["id"], body)
            headers = {**target.headers, **proven, IDEMPOTENCY_HEADER: call["id"]}
            seconds = min(target.timeout_seconds, _SECONDS)
            answer = await send(services.messages, "POST", target.url, headers, body, seconds, target.backoff_plan)
    except (NotSent, TimeoutError) as failure:
        log.info("assistant_request_failed", call_id=call["id"], error=type(failure).__name__)
        return Unanswered(_FAILED)
    if not answer.is_success:
        return Unanswered(_FAILED)
    read = _read(services, answer.body, number["number"])
    return read if await _may_be_dialed(services, UUID(call["orgId"]), read) else Unanswered(_INVALID)


async def _may_be_dialed(services: Services, org_id: UUID, read: Json | Unanswered) -> bool:
    """Whether a caller may be sent where the server says: no further than where they may be put through to."""
    if not (isinstance(read, Unanswered) and isinstance(read.instruction, PutThrough)):
        return True
    async with services.database.org(scope_of_row(org_id, "voice:telephony")) as session:
        return await dialing.refusal(session, {"number": read.instruction.number}) is None


def _read(services: Services, body: bytes, called: str) -> Json | Unanswered:
    try:
        told: Any = json.loads(body)
    except (ValueError, RecursionError):
        return Unanswered(_INVALID)
    try:
        answer = _Answer.model_validate(told)
        given = services.given(answer)
        require_fitting_overrides(given)
    except (ValidationError, MiaError):
        return Unanswered(_INVALID)
    if answer.error is not None:
        return Unanswered(_ERROR, Announce(answer.error))
    if answer.destination is not None:
        return Unanswered(_FORWARDED, put_through(given["destination"], called))
    picked = {name: given[name] for name in _NAMES if given.get(name)}
    return picked if picked.keys() - set(_CHANGES) else Unanswered(_NO_ONE)
