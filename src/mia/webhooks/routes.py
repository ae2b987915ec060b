"""Twilio's webhooks. A request that Twilio did not sign is refused; the same one again changes nothing."""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import parse_qsl

import structlog
from fastapi import APIRouter, Depends, Request, Response

from mia.access import service as access
from mia.adapters.twilio_sms import receipt_status
from mia.db.session import DatabaseDep
from mia.frontdesk.service import FrontDesk
from mia.inbox import service as inbox
from mia.inbox.service import InboundText
from mia.kernel.errors import Forbidden, Invalid, MiaError, NotFound
from mia.kernel.form_signature import is_signed_form
from mia.kernel.scope import ClinicScope, SystemScope
from mia.kernel.settings import Settings

log = structlog.get_logger()

router = APIRouter(prefix="/api/webhooks/twilio", include_in_schema=False)

SIGNATURE_HEADER = "X-Twilio-Signature"
_ACTOR = "twilio"
_NOTHING = "<Response/>"
_AWAY = "<Response><Say>We cannot take your call right now. Please call again in a few minutes.</Say></Response>"

Form = Mapping[str, str]


async def _signed_form(request: Request) -> Form:
    """The fields of a request that Twilio signed; 404 without Twilio, 403 without its signature."""
    settings: Settings = request.app.state.settings
    if settings.twilio_auth_token is None:
        raise NotFound
    fields = parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
    query = f"?{request.url.query}" if request.url.query else ""
    url = f"{settings.origin}{request.url.path}{query}"
    signature = request.headers.get(SIGNATURE_HEADER)
    if not is_signed_form(settings.twilio_auth_token.get_secret_value(), url, fields, signature):
        raise Forbidden("The signature is missing or wrong.")
    return dict(fields)


async def _scope(request: Request, database: DatabaseDep) -> ClinicScope:
    """The clinic whose number it is."""
    settings: Settings = request.app.state.settings
    async with database.system(SystemScope.LOGIN) as system:
        clinic = await access.find_clinic(system, settings.twilio_clinic or "")
    if clinic is None:
        raise NotFound
    return access.service_scope(clinic.id, _ACTOR)


FormDep = Annotated[Form, Depends(_signed_form)]
ScopeDep = Annotated[ClinicScope, Depends(_scope)]


@router.post("/sms")
async def receive_text(form: FormDep, scope: ScopeDep, database: DatabaseDep) -> Response:
    """A text comes in; Mia's answer, if any, goes out by itself."""
    text = InboundText(form.get("MessageSid", ""), form.get("From", ""), form.get("Body", ""))
    try:
        async with database.clinic(scope) as session:
            await inbox.receive_text(session, text)
    except Invalid:
        log.info("text_of_no_person")  # a short code or a name instead of a number
    return _twiml(_NOTHING)


@router.post("/sms-status", status_code=204)
async def note_status(form: FormDep, scope: ScopeDep, database: DatabaseDep) -> None:
    """What became of a text that went out."""
    async with database.clinic(scope) as session:
        status = receipt_status(form.get("MessageStatus", ""))
        await inbox.note_receipt(session, form.get("MessageSid", ""), status)


@router.post("/voice")
async def receive_call(form: FormDep, scope: ScopeDep, request: Request) -> Response:
    """A call comes in: Mia answers it at the voice service."""
    desk: FrontDesk = request.app.state.front_desk

    async def begin(assistant_id: str, variables: Mapping[str, str]) -> str:
        overrides = await desk.incoming_overrides(scope.clinic_id)
        return await desk.voice.receive_phone_call(assistant_id, form.get("From", ""), variables, overrides)

    try:
        return _twiml(await desk.with_assistant(scope.clinic_id, begin))
    except MiaError as error:
        log.warning("call_not_taken", error=type(error).__name__)
        return _twiml(_AWAY)


def _twiml(document: str) -> Response:
    return Response(document, media_type="text/xml")
