"""Settings of a practice: read whole, changed part by part. Each change answers with everything as it then is."""

from datetime import timedelta

from fastapi import APIRouter

from mia.clinic.practice import service as practices
from mia.clinic.settings.answering import CHANGED, SettingsAnswer, all_settings, changing
from mia.clinic.settings.change_schemas import (
    ConsentTextIn,
    ItemIn,
    RecallIn,
    RecallResetIn,
    SectionIn,
    ServicesIn,
    StatusIn,
)
from mia.clinic.settings.item_changes import add_item, add_services, change_item, remove_item, set_item_status
from mia.clinic.settings.plan import read_usage
from mia.clinic.settings.recall import reset_recall, save_recall
from mia.clinic.settings.schemas import ConsentTextOut, ConsentTextsOut, SettingsOut
from mia.clinic.settings.sections import save_section
from mia.clinic.settings.service import current_consent_texts, revise_consent_text
from mia.clinic.settings.setup import read_progress, send_test_mail
from mia.clinic.settings.setup_schemas import NumbersOut, PlanOut, SetupOut, TemplatesOut
from mia.clinic.settings.templates import TEMPLATES
from mia.identity import service as identity
from mia.identity.guards import CurrentScope, CurrentUser, SettingsDep
from mia.identity.service import Limit
from mia.platform.db.session import ClinicSession, DatabaseDep

router = APIRouter(prefix="/api/clinics/{slug}", tags=["settings"])
SETUP_MAIL = Limit("setup-mail", timedelta(hours=1), per_subject=10)
"""Test emails of a practice."""


@router.get("/settings")
async def read_all(scope: CurrentScope, database: DatabaseDep, settings: SettingsDep) -> SettingsOut:
    """All settings, each part with its version."""
    return await all_settings(database, scope, settings)


@router.put("/settings", response_model=SettingsOut, responses=CHANGED)
async def change_section(
    body: SectionIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Replace a part of which there is one; 409 with the present version when someone else has changed it."""

    async def work(session: ClinicSession) -> None:
        await save_section(session, body.value, body.version, at_most=settings.retention_days)

    return await changing(database, scope, settings, work)


@router.get("/settings/plan")
async def read_plan(scope: CurrentScope, database: DatabaseDep) -> PlanOut:
    """What the plan includes and what of it is used."""
    async with database.clinic(scope) as session:
        return PlanOut.of(await read_usage(session))


@router.get("/settings/setup")
async def read_setup(scope: CurrentScope, database: DatabaseDep, settings: SettingsDep) -> SetupOut:
    """Which steps of the set-up are done."""
    async with database.clinic(scope) as session:
        return SetupOut.of(await read_progress(session), await practices.list_numbers(session), settings.mail_from)


@router.post("/settings/setup/test-mail", status_code=202)
async def mail_a_test(scope: CurrentScope, user: CurrentUser, database: DatabaseDep, settings: SettingsDep) -> None:
    """Send the signed-in user an email as patients get them."""
    await identity.check(database, SETUP_MAIL, "", str(scope.clinic_id))
    async with database.clinic(scope) as session:
        await send_test_mail(session, settings, user.email)


@router.get("/settings/service-templates")
async def read_templates(_scope: CurrentScope) -> TemplatesOut:
    """Catalogues to begin with, by kind of practice."""
    return TemplatesOut.model_validate({"items": TEMPLATES})


@router.post("/settings/services", response_model=SettingsOut)
async def enter_services(
    body: ServicesIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Add several services at once, all or none."""

    async def work(session: ClinicSession) -> None:
        await add_services(session, body.services)

    return await changing(database, scope, settings, work)


@router.get("/settings/numbers")
async def read_numbers(scope: CurrentScope, database: DatabaseDep) -> NumbersOut:
    """The phone numbers that the operator assigned to the practice."""
    async with database.clinic(scope) as session:
        return NumbersOut.of(await practices.list_numbers(session))


@router.post("/settings/items", response_model=SettingsOut)
async def enter_item(
    body: ItemIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Enter a location, closed days, a provider, a room, a service or a fact."""

    async def work(session: ClinicSession) -> None:
        await add_item(session, body.value)

    return await changing(database, scope, settings, work)


@router.put("/settings/items/{item_id}", response_model=SettingsOut, responses=CHANGED)
async def replace_item(
    item_id: str, body: ItemIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Change one of them; 409 with the present version when someone else has changed it."""

    async def work(session: ClinicSession) -> None:
        await change_item(session, item_id, body.value, body.version)

    return await changing(database, scope, settings, work)


@router.delete("/settings/items/{item_id}", response_model=SettingsOut)
async def take_item_away(
    item_id: str, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Remove one of them; 409 (``/problems/in-use``) with the reason when visits are booked with it."""

    async def work(session: ClinicSession) -> None:
        await remove_item(session, item_id)

    return await changing(database, scope, settings, work)


@router.put("/settings/items/{item_id}/status", response_model=SettingsOut)
async def offer_item(
    item_id: str, body: StatusIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Retire one of them, or offer it again; also takes a removal back."""

    async def work(session: ClinicSession) -> None:
        await set_item_status(session, item_id, body.status)

    return await changing(database, scope, settings, work)


@router.put("/settings/recall-rules", response_model=SettingsOut, responses=CHANGED)
async def change_recall(
    body: RecallIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Change when patients of a family are due again; what is due follows in a moment."""

    async def work(session: ClinicSession) -> None:
        await save_recall(session, body.family, body.value, body.version)

    return await changing(database, scope, settings, work)


@router.post("/settings/recall-rules/reset", response_model=SettingsOut, responses=CHANGED)
async def restore_recall(
    body: RecallResetIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Back to what the reference says of the family."""

    async def work(session: ClinicSession) -> None:
        await reset_recall(session, body.family, body.version)

    return await changing(database, scope, settings, work)


@router.post("/settings/consent-texts", response_model=SettingsOut)
async def put_consent_text(
    body: ConsentTextIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> SettingsAnswer:
    """Put new words to agree to; what was agreed to before keeps its wording."""

    async def work(session: ClinicSession) -> None:
        await revise_consent_text(session, body.kind, body.words, body.seen)

    return await changing(database, scope, settings, work)


@router.get("/consent-texts")
async def read_consent_texts(scope: CurrentScope, database: DatabaseDep) -> ConsentTextsOut:
    """The consent texts in use, for staff who record consent."""
    async with database.clinic(scope) as session:
        texts = await current_consent_texts(session)
    return ConsentTextsOut(items=[ConsentTextOut.of(text, in_use=True) for text in texts])
