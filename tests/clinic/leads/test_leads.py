"""Leads: one per conversation, complete with every word, gone when they are to be gone."""

from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import func, select

from mia.clinic.leads import service as leads
from mia.clinic.leads.models import LeadRow
from mia.clinic.leads.service import Lead, LeadStage, Learned
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from tests.fakes.access import make_clinic

EVERYTHING = Learned("Ana Ruiz", "+13055550142", new_id(), "Botox", "Tuesday afternoon", "asked for a price")


@pytest_asyncio.fixture
async def scope(database: Database) -> ClinicScope:
    clinic = await make_clinic(database, f"clinic-{new_id().hex}")
    return identity.service_scope(clinic.id, "test")


@pytest.fixture
def conversation_id() -> UUID:
    return new_id()


async def keep(database: Database, scope: ClinicScope, conversation_id: UUID, learned: Learned) -> Lead:
    async with database.clinic(scope) as session:
        return await leads.keep_lead(session, conversation_id, learned, source="web_call", visitor=False)


async def find(database: Database, scope: ClinicScope, conversation_id: UUID) -> Lead | None:
    async with database.clinic(scope) as session:
        return await leads.find_lead(session, conversation_id)


async def test_what_was_learned_is_kept(database: Database, scope: ClinicScope, conversation_id: UUID) -> None:
    kept = await keep(database, scope, conversation_id, EVERYTHING)
    assert await find(database, scope, conversation_id) == kept
    assert (kept.learned, kept.stage, kept.source) == (EVERYTHING, LeadStage.NEW, "web_call")


async def test_a_later_word_replaces_and_nothing_erases(
    database: Database, scope: ClinicScope, conversation_id: UUID
) -> None:
    first = await keep(database, scope, conversation_id, EVERYTHING)
    second = await keep(database, scope, conversation_id, Learned(preferred="Friday morning"))
    third = await keep(database, scope, conversation_id, Learned())
    assert first.id == second.id == third.id
    assert third.learned.preferred == "Friday morning"
    assert (third.learned.name, third.learned.phone) == (EVERYTHING.name, EVERYTHING.phone)
    async with database.clinic(scope) as session:
        assert await session.sql.scalar(select(func.count()).select_from(LeadRow)) == 1


async def test_who_booked_leaves_the_list(database: Database, scope: ClinicScope, conversation_id: UUID) -> None:
    await keep(database, scope, conversation_id, EVERYTHING)
    appointment_id = new_id()
    async with database.clinic(scope) as session:
        await leads.win_lead(session, conversation_id, appointment_id)
        await leads.win_lead(session, new_id(), appointment_id)
    lead = await find(database, scope, conversation_id)
    assert lead is not None
    assert (lead.stage, lead.appointment_id) == (LeadStage.CONSULT_BOOKED, appointment_id)


async def test_a_dropped_lead_is_gone(database: Database, scope: ClinicScope, conversation_id: UUID) -> None:
    await keep(database, scope, conversation_id, EVERYTHING)
    async with database.clinic(scope) as session:
        await leads.drop_lead(session, conversation_id)
    assert await find(database, scope, conversation_id) is None


async def test_another_clinic_sees_nothing(database: Database, scope: ClinicScope, conversation_id: UUID) -> None:
    await keep(database, scope, conversation_id, EVERYTHING)
    other = identity.service_scope((await make_clinic(database, f"clinic-{new_id().hex}")).id, "test")
    assert await find(database, other, conversation_id) is None


async def test_names_and_numbers_are_sealed(database: Database, scope: ClinicScope, conversation_id: UUID) -> None:
    await keep(database, scope, conversation_id, EVERYTHING)
    async with database.clinic(scope) as session:
        row = (await session.sql.scalars(select(LeadRow))).one()
    assert all(word not in repr(vars(row)) for word in ("Ana", "5550142", "Botox", "Tuesday", "price"))


@pytest.mark.parametrize("word", ["Ana", "5550142", "Tuesday", "price"])
def test_what_was_learned_does_not_show_itself(word: str) -> None:
    assert word not in repr(EVERYTHING)
