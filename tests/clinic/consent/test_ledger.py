"""A number given is consent for its purpose, and nothing wider."""

from datetime import time

import pytest
from sqlalchemy import text

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import (
    Basis,
    Channel,
    Evidence,
    MessageClass,
    Proof,
    Purpose,
    Refusal,
    Source,
    SuppressionReason,
    TextKind,
)
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Conflict, NotFound
from tests.fakes.access import make_clinic, scope_of

NUMBER, NEW_NUMBER = "+13055550142", "+13055550143"
SAID = Evidence(Source.PHONE, "Please no texts about that.")


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


async def test_what_is_refused_twice_is_refused_once(database: Database) -> None:
    clinic = await make_clinic(database, "refusing")
    async with database.clinic(scope_of(clinic)) as session:
        await consent.refuse(session, NUMBER, Channel.SMS, [MessageClass.RECALL], SAID)
        await consent.refuse(session, NUMBER, Channel.SMS, [MessageClass.RECALL], SAID)
        entries = await consent.read_ledger(session, NUMBER)
    assert [(entry.what, entry.message_class, entry.wording) for entry in entries] == [
        ("refused", MessageClass.RECALL, SAID.wording)
    ]


async def test_what_somebody_asked_for_holds_at_their_new_number_and_what_they_agreed_to_does_not(
    database: Database,
) -> None:
    clinic = await make_clinic(database, "moving")
    recall, promo = (Refusal(Channel.SMS, kind) for kind in (MessageClass.RECALL, MessageClass.PROMO))
    async with database.clinic(scope_of(clinic)) as session:
        await consent.record_number_given(session, NUMBER, Purpose.APPOINTMENT, "cnv_1")
        await consent.refuse(session, NUMBER, Channel.SMS, [recall.message_class, promo.message_class], SAID)
        await consent.refuse(session, NEW_NUMBER, Channel.SMS, [promo.message_class], SAID)
        await consent.suppress(session, NUMBER, SuppressionReason.STOP)
        added = await consent.carry_over(session, NUMBER, NEW_NUMBER)
        assert await consent.is_suppressed(session, NEW_NUMBER)
        assert await consent.list_consents(session, NEW_NUMBER) == []
        assert set(await consent.list_refusals(session, NEW_NUMBER)) == {recall, promo}
        assert await consent.carry_over(session, NUMBER, NEW_NUMBER) == []
        await consent.take_back(session, added)
        assert await consent.list_refusals(session, NEW_NUMBER) == [promo]


async def test_a_wrong_number_says_nothing_of_the_right_one(database: Database) -> None:
    clinic = await make_clinic(database, "wrong-number")
    async with database.clinic(scope_of(clinic)) as session:
        await consent.suppress(session, NUMBER, SuppressionReason.WRONG_NUMBER)
        await consent.carry_over(session, NUMBER, NEW_NUMBER)
        assert not await consent.is_suppressed(session, NEW_NUMBER)


async def test_what_was_agreed_to_elsewhere_for_a_number_waits_until_that_is_proven_too(database: Database) -> None:
    clinic = await make_clinic(database, "proving")
    async with database.clinic(scope_of(clinic)) as session:
        await consent.hold_number_given(session, NUMBER, Purpose.APPOINTMENT, "cnv_1")
        await consent.hold_number_given(session, NUMBER, Purpose.CALL_BACK, "cnv_2")
        await consent.prove_contacts(session, [], Proof.STAFF)
        assert not await consent.is_proven(session, NUMBER, consent.ANY)
        await consent.prove_contacts(session, [NUMBER, NUMBER], Proof.STAFF)
        assert await consent.is_proven(session, NUMBER, consent.STRONG)
        assert await consent.release_consents(session, NUMBER, "cnv_3") == 0
        assert await consent.release_consents(session, NUMBER, "cnv_1") == 2
        granted = await consent.list_consents(session, NUMBER)
        assert {one.proof for one in granted} == {"cnv_1"}
        assert await consent.is_text_awaited(session, NUMBER)


async def test_words_that_were_shown_are_kept_and_are_those_of_one_practice(database: Database) -> None:
    clinic, other = await make_clinic(database, "with-words"), await make_clinic(database, "without-words")
    async with database.clinic(scope_of(clinic)) as session:
        shown = await consent.current_text(session, TextKind.RECORDING, "Harbor")
        assert (await consent.current_text(session, TextKind.RECORDING, "Harbor")).id == shown.id
        assert await consent.get_text(session, shown.id) == shown
        with pytest.raises(Conflict, match="newer version"):
            await consent.revise_text(session, TextKind.RECORDING, "May we record?", shown.version - 1)
        revised = await consent.revise_text(session, TextKind.RECORDING, "May we record?", shown.version)
        assert await consent.current_text(session, TextKind.RECORDING, "Harbor") == revised
        assert await consent.get_text(session, shown.id) == shown
    async with database.clinic(scope_of(other)) as session:
        with pytest.raises(NotFound):
            await consent.get_text(session, shown.id)


async def test_a_practice_s_own_contact_hours_and_limits_hold(database: Database) -> None:
    clinic = await make_clinic(database, "with-policy")
    policy = consent.Policy(time(10), time(17), per_day=2, per_week=4, recall_basis=Basis.NUMBER_GIVEN)
    async with database.clinic(scope_of(clinic)) as session:
        assert await consent.get_policy(session) == consent.Policy()
        await consent.save_policy(session, policy)
        assert await consent.get_policy(session) == policy
