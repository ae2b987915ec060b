"""Temporary leads: capture, the dashboard, keeping, cleaning up; and the public web form."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from mia.clinic.leads.intake import Agreement
from mia.clinic.leads.temporary import cleanup, keeping
from mia.clinic.leads.temporary import service as temporary
from mia.clinic.leads.temporary.form import LeadForms
from mia.clinic.leads.temporary.schemas import (
    CleanupOut,
    KeepIn,
    KeptAsPatientOut,
    KeptInPipelineOut,
    LeadDetailsIn,
    LeadFormOut,
    OpenLeadFormOut,
    TemporaryLeadIn,
    TemporaryLeadOut,
    TemporaryLeadsOut,
    WebLeadIn,
    WebLeadOut,
)
from mia.identity.guards import CurrentScope, SettingsDep, client_of
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.errors import Conflict
from mia.platform.kernel.ids import decode, encode

router = APIRouter(tags=["temporary leads"])

_CLINIC = "/api/clinics/{slug}"
_LEADS = _CLINIC + "/temporary-leads"
_FORM = "/api/embed/lead/{slug}"


async def _forms(database: DatabaseDep, settings: SettingsDep) -> LeadForms:
    return LeadForms(database, settings)


FormsDep = Annotated[LeadForms, Depends(_forms)]


@router.get(_LEADS)
async def list_temporary_leads(scope: CurrentScope, database: DatabaseDep) -> TemporaryLeadsOut:
    """What was captured within the last half hour, and how much today."""
    async with database.clinic(scope) as session:
        return TemporaryLeadsOut.of(await temporary.list_temporary(session))


@router.post(_LEADS, status_code=201)
async def capture_lead(body: TemporaryLeadIn, scope: CurrentScope, database: DatabaseDep) -> TemporaryLeadOut:
    """Capture a lead; it is kept for half an hour."""
    async with database.clinic(scope) as session:
        captured = await temporary.capture(session, body.details(), body.source)
    if captured is None:
        raise Conflict("This lead was captured before")
    return TemporaryLeadOut.of(captured)


@router.post(_LEADS + "/cleanup")
async def cleanup_expired_leads(scope: CurrentScope, database: DatabaseDep) -> CleanupOut:
    """Remove the clinic's expired leads now; the server does so by itself every five minutes."""
    return CleanupOut(removed=await cleanup.cleanup_of_clinic(database, scope))


@router.put(_LEADS + "/{temporary_lead_id}")
async def change_temporary_lead(
    temporary_lead_id: str, body: LeadDetailsIn, scope: CurrentScope, database: DatabaseDep
) -> TemporaryLeadOut:
    """Correct what was captured; 409 once it has expired."""
    async with database.clinic(scope) as session:
        changed = await temporary.change(session, decode("tld", temporary_lead_id), body.details())
        return TemporaryLeadOut.of(changed)


@router.delete(_LEADS + "/{temporary_lead_id}", status_code=204)
async def discard_temporary_lead(temporary_lead_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Remove a lead before its time."""
    async with database.clinic(scope) as session:
        await temporary.discard(session, decode("tld", temporary_lead_id))


@router.post(_LEADS + "/{temporary_lead_id}/patient")
async def keep_as_patient(temporary_lead_id: str, scope: CurrentScope, database: DatabaseDep) -> KeptAsPatientOut:
    """Keep a lead as a patient; 409 once it has expired."""
    async with database.clinic(scope) as session:
        patient_id = await keeping.keep_as_patient(session, decode("tld", temporary_lead_id))
        return KeptAsPatientOut(patient_id=encode("pat", patient_id))


@router.post(_LEADS + "/{temporary_lead_id}/pipeline")
async def keep_in_pipeline(
    temporary_lead_id: str, scope: CurrentScope, database: DatabaseDep, body: KeepIn | None = None
) -> KeptInPipelineOut:
    """Keep a lead in the pipeline; 409 once it has expired."""
    said = body or KeepIn()
    agreed = Agreement(said.agrees_to_texts, said.agrees_to_ai_calls)
    async with database.clinic(scope) as session:
        lead_id = await keeping.keep_in_pipeline(session, decode("tld", temporary_lead_id), agreed)
        return KeptInPipelineOut(lead_id=encode("led", lead_id))


@router.get(_CLINIC + "/lead-form")
async def find_lead_form(scope: CurrentScope, database: DatabaseDep, forms: FormsDep) -> LeadFormOut:
    """Where the clinic's public form is, for its own pages."""
    async with database.clinic(scope) as session:
        return LeadFormOut.of(await forms.address(session))


@router.get(_FORM)
async def open_lead_form(
    slug: str,
    forms: FormsDep,
    key: Annotated[str, Query(max_length=100)] = "",
    page: Annotated[str, Query(max_length=300)] = "",
) -> OpenLeadFormOut:
    """Open a clinic's public form by its site key. ``page`` is the origin of the page around it, if any."""
    return OpenLeadFormOut.of(await forms.open(slug, key, page))


@router.post(_FORM, status_code=201)
async def send_lead_form(slug: str, body: WebLeadIn, request: Request, forms: FormsDep) -> WebLeadOut:
    """Send the form. What a program filled in is thanked for, and forgotten."""
    if not body.website:
        address = client_of(request).address
        await forms.send(slug, body.ticket, body.details(), agreed=body.consent, address=address)
    return WebLeadOut()
