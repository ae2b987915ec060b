"""Twilio's webhooks. A request that Twilio did not sign is refused; the same one again changes nothing."""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import parse_qsl
from xml.sax.saxutils import escape

import structlog
from fastapi import APIRouter, Depends, Request, Response

from mia.adapters.twilio_sms import receipt_status
from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import InboundText
from mia.clinic.oncall import service as oncall
from mia.clinic.practice import service as practices
from mia.identity import service as identity
from mia.platform.db.session import Database, DatabaseDep
from mia.platform.kernel.errors import Forbidden, Invalid, MiaError, NotFound
from mia.platform.kernel.form_signature import is_signed_form
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.settings import Settings

log = structlog.get_logger()

router = APIRouter(prefix="/api/webhooks/twilio", include_in_schema=False)

SIGNATURE_HEADER = "X-Twilio-Signature"
_ACTOR = "twilio"
_NOTHING = "<Response/>"
_NOBODY = "<Response><Say>This number is not in use. Please check the number and call again.</Say></Response>"

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


async def _scope_of(database: Database, number: str) -> ClinicScope | None:
    """The clinic whose number this is; None, and nothing is kept, for a number that no clinic has."""
    async with database.system(SystemScope.CARRIER) as system:
        found = await practices.find_number(system, number)
    if found is None:
        log.warning("number_of_no_clinic")
        return None
    return identity.service_scope(found.clinic_id, _ACTOR)


FormDep = Annotated[Form, Depends(_signed_form)]


@router.post("/sms")
async def receive_text(form: FormDep, database: DatabaseDep) -> Response:
    """An incoming text to a clinic's number; Mia's reply, if any, is sent separately."""
    to = form.get("To", "")
    scope = await _scope_of(database, to)
    if scope is not None:
        text = InboundText(form.get("MessageSid", ""), form.get("From", ""), form.get("Body", ""), to)
        try:
            async with database.clinic(scope) as session:
                await oncall.receive_text(session, text)
        except Invalid:
            log.info("text_of_no_person")  # a short code or a name instead of a number
    return _twiml(_NOTHING)


@router.post("/sms-status", status_code=204)
async def note_status(form: FormDep, database: DatabaseDep) -> None:
    """What became of a text that went out from a clinic's number."""
    scope = await _scope_of(database, form.get("From", ""))
    if scope is not None:
        async with database.clinic(scope) as session:
            status = receipt_status(form.get("MessageStatus", ""))
            await inbox.note_receipt(session, form.get("MessageSid", ""), status)


@router.post("/voice")
async def receive_call(form: FormDep, database: DatabaseDep, request: Request) -> Response:
    """A call comes in to a clinic's number: Mia answers it at the voice service, as that clinic."""
    desk: FrontDesk = request.app.state.front_desk
    scope = await _scope_of(database, form.get("To", ""))
    if scope is None:
        return _twiml(_NOBODY)

    number = form.get("From", "")
    apology = await desk.spoken_apology(scope.clinic_id, number)

    async def begin(assistant_id: str, variables: Mapping[str, str]) -> str:
        overrides = await desk.incoming_overrides(scope.clinic_id) | {"busyMessage": apology}
        voice = desk.voice(scope.clinic_id)
        return await voice.receive_phone_call(assistant_id, number, variables, overrides)

    try:
        return _twiml(await desk.with_assistant(scope.clinic_id, begin))
    except MiaError as error:
        log.warning("call_not_taken", error=type(error).__name__)
        await desk.note_missed_call(scope.clinic_id, number)
        return _twiml(f"<Response><Say>{escape(apology)}</Say></Response>")


def _twiml(document: str) -> Response:
    return Response(document, media_type="text/xml")
