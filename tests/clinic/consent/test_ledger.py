"""A number given is consent for its purpose, and nothing wider."""

import pytest
from sqlalchemy import text

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Purpose
from mia.platform.db.session import Database
from tests.fakes.access import make_clinic, scope_of

NUMBER = "+13055550142"


async def test_a_number_given_allows_calls_and_texts_about_its_purpose(database: Database) -> None:
    clinic = await make_clinic(database, "consenting")
    async with database.clinic(scope_of(clinic)) as session:
        await consent.record_number_given(session, NUMBER, Purpose.APPOINTMENT, "cnv_1")
        granted = await consent.list_consents(session, NUMBER)
        others = await consent.list_consents(session, "+13055550143")
    assert {item.channel for item in granted} == {Channel.CALL, Channel.SMS}
    assert {(item.purpose, item.basis, item.proof) for item in granted} == {
        (Purpose.APPOINTMENT, Basis.NUMBER_GIVEN, "cnv_1")
    }
    assert others == []


async def test_the_ledger_keeps_each_grant(database: Database) -> None:
    clinic = await make_clinic(database, "consenting-twice")
    async with database.clinic(scope_of(clinic)) as session:
        await consent.record_number_given(session, NUMBER, Purpose.CALL_BACK, "cnv_1")
        await consent.record_number_given(session, NUMBER, Purpose.APPOINTMENT, "cnv_2")
        granted = await consent.list_consents(session, NUMBER)
    assert [item.proof for item in granted] == ["cnv_1", "cnv_1", "cnv_2", "cnv_2"]


async def test_the_number_is_not_stored_in_clear(database: Database) -> None:
    clinic = await make_clinic(database, "consenting-sealed")
    async with database.clinic(scope_of(clinic)) as session:
        await consent.record_number_given(session, NUMBER, Purpose.APPOINTMENT, "cnv_1")
        rows = (await session.sql.execute(text("SELECT consents::text FROM consents"))).scalars().all()
    assert rows and not any("5550142" in row or NUMBER.encode().hex() in row for row in rows)


async def test_another_clinic_learns_nothing(database: Database) -> None:
    clinic, other = await make_clinic(database, "consenting-here"), await make_clinic(database, "not-here")
    async with database.clinic(scope_of(clinic)) as session:
        await consent.record_number_given(session, NUMBER, Purpose.APPOINTMENT, "cnv_1")
    async with database.clinic(scope_of(other)) as session:
        assert await consent.list_consents(session, NUMBER) == []


async def test_what_was_given_in_one_conversation_can_be_forgotten(database: Database) -> None:
    clinic = await make_clinic(database, "forgetting")
    async with database.clinic(scope_of(clinic)) as session:
        await consent.record_number_given(session, NUMBER, Purpose.APPOINTMENT, "cnv_1")
        await consent.record_number_given(session, NUMBER, Purpose.APPOINTMENT, "cnv_2")
        await consent.forget_given_in(session, "cnv_1")
        granted = await consent.list_consents(session, NUMBER)
    assert {item.proof for item in granted} == {"cnv_2"}


@pytest.mark.parametrize(
    ("number", "reachable"),
    [
        ("+13055550142", True),  # Miami
        ("+14165550123", True),  # Toronto
        ("+18335550123", True),  # toll-free
        ("+18765551234", False),  # Jamaica, which shares the country code
        ("+17875551234", False),  # Puerto Rico: a setting of its own
        ("+19005551234", False),  # premium rate
        ("+442071838750", False),
    ],
)
def test_a_country_code_alone_does_not_say_what_a_text_costs(number: str, reachable: bool) -> None:
    assert consent.is_in_countries(number, ("US", "CA")) is reachable
