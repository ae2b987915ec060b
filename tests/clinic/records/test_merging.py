"""Two records become one, and two again: nothing is lost on either way."""

from datetime import date
from typing import Any
from uuid import UUID

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from mia.clinic.consent import service as consent
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Choice, NewPatient, PatientChanged
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.clinic.verification import merging
from mia.identity import service as identity
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import encode, new_id
from migrations.models import metadata
from tests.clinic.recalls.conftest import Center
from tests.clinic.records.conftest import at, read

DERIVED = {"recall_ledger", "recall_patients", "patient_grams"}
FIGURES = {"insight_bookings", "insight_dues", "insight_stale", "treated_patients"}
"""What the database has derived again by itself, for figures."""
COUNTED = ("version", "note_version", "updated_at")
"""Columns that only ever grow."""


def test_every_table_of_patients_goes_over() -> None:
    tables = {
        name for name, table in metadata.tables.items() if {"clinic_id", "patient_id"} <= set(table.columns.keys())
    }
    assert tables - DERIVED - FIGURES == set(merging.MOVED)


async def everything_of(center: Center, ids: list[UUID]) -> dict[str, list[dict[str, Any]]]:
    """All rows about patients, but for numbers that only grow."""
    found: dict[str, list[dict[str, Any]]] = {}
    async with center.database.clinic(center.practice.scope) as session:
        for table in (*merging.MOVED, *sorted(DERIVED)):
            query = text(
                f"SELECT to_jsonb(t) FROM {table} AS t WHERE patient_id = ANY(CAST(:ids AS uuid[])) ORDER BY 1"
            )
            found[table] = list((await session.sql.scalars(query, {"ids": ids})).all())
        people = list((await patients.get_patients(session, ids)).values())
        found["people"] = [
            {"id": one.id, "name": one.name, "phone": one.phone, "email": one.email, "born": one.birth_date,
             "note": one.note, "tags": one.tags, "archived": one.archived_at, "merged": one.merged_into}
            for one in sorted(people, key=lambda one: one.id)
        ]  # fmt: skip
        addresses = [value for one in people for value in (one.phone, one.email) if value]
        found["wishes"] = [
            {
                "stops": sorted(stop.reason for stop in await consent.list_suppressions(session, address)),
                "refusals": sorted(
                    f"{one.channel} {one.message_class}" for one in await consent.list_refusals(session, address)
                ),
                "consents": len(await consent.list_consents(session, address)),
            }
            for address in sorted(addresses)
        ]
    for rows in found.values():
        for row in rows:
            for column in COUNTED:
                row.pop(column, None)
    return found


async def merge(center: Center, kept: UUID, other: UUID, choice: Choice | None = None) -> patients.Merge:
    async with center.database.clinic(center.practice.scope) as session:
        people = await patients.get_patients(session, [kept, other])
        versions = (people[kept].version, people[other].version)
        return await merging.merge(session, kept, other, choice or Choice(), versions)


async def undo(center: Center, merged: patients.Merge) -> None:
    async with center.database.clinic(center.practice.scope) as session:
        await merging.undo(session, merged.id)


async def two_records(center: Center) -> tuple[UUID, UUID]:
    """One person twice: visits, messages, a thread and an appointment on each."""
    one = await center.patient("Ana Ruiz", "+13055550142", tags=("VIP",))
    other = await center.patient("Ana M. Ruiz", "+13055550177", email="ana@mail.example", tags=("Regular",))
    await center.start(one, Kind.MESSAGE)
    await center.start(other, Kind.MESSAGE)
    await center.work()
    await center.receive("See you then", "+13055550177")
    await center.book(other)
    async with center.database.clinic(center.practice.scope) as session:
        await recalls.refresh(session)
    return one, other


async def test_everything_goes_over_and_the_other_is_found_no_more(center: Center) -> None:
    kept, other = await two_records(center)
    before = await everything_of(center, [kept, other])
    await merge(center, kept, other, Choice(phone="other"))
    after = await everything_of(center, [kept])
    for table in merging.MOVED:
        assert len(after[table]) == len(before[table]), table
        assert {row["patient_id"] for row in after[table]} <= {str(kept)}
    (person,) = after["people"]
    assert (person["name"], person["phone"], person["email"]) == ("Ana Ruiz", "+13055550177", None)
    assert person["tags"] == ("VIP", "Regular")
    async with center.database.clinic(center.practice.scope) as session:
        assert [one.id for one in await patients.find_by_phone(session, "3055550142")] == [kept]
        assert [one.id for one in await patients.find_by_email(session, "ana@mail.example")] == [kept]
        assert [hit.id for hit in await patients.search_patients(session, "Ruiz")] == [kept]


CHOICES = st.builds(
    Choice,
    **{name: st.sampled_from(["kept", "other"]) for name in ("name", "phone", "email", "birth_date")},
    note=st.sampled_from(["kept", "other", "both"]),
)
PERSON = st.builds(
    NewPatient,
    name=st.sampled_from(["Ana Ruiz", "Ana Maria Ruiz", "Leo Park"]),
    phone=st.sampled_from([None, "+13055550142", "+13055550177"]),
    email=st.sampled_from([None, "ana@mail.example", "leo@mail.example"]),
    birth_date=st.none() | st.dates(date(1900, 1, 1), date(2020, 1, 1)),
    note=st.none() | st.sampled_from(["Prefers mornings.", "Bruises easily."]),
    tags=st.lists(st.sampled_from(["VIP", "Regular", "Minor"]), unique=True).map(tuple),
)


@given(one=PERSON, other=PERSON, choice=CHOICES, stopped=st.sampled_from([None, "one", "other"]))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_a_merge_that_was_undone_leaves_what_was_there(
    center: Center, one: NewPatient, other: NewPatient, choice: Choice, stopped: str | None
) -> None:
    async with center.database.clinic(center.practice.scope) as session:
        await session.sql.execute(text("UPDATE suppressions SET lifted_at = now()"))
        await session.sql.execute(text("UPDATE contact_refusals SET lifted_at = now()"))
        ids = await patients.import_patients(session, [one, other])
        for patient_id, days in zip(ids, (30, 130), strict=True):
            await center.visit(session, patient_id, days_ago=days)
        phone = {"one": one.phone, "other": other.phone}.get(stopped or "")
        if phone:
            await consent.suppress(session, phone, consent.SuppressionReason.STOP)
            said = consent.Evidence(consent.Source.PHONE, "No offers.")
            await consent.refuse(session, phone, consent.Channel.SMS, [consent.MessageClass.PROMO], said)
        await recalls.refresh(session, ids)
    before = await everything_of(center, ids)
    merged = await merge(center, ids[0], ids[1], choice)
    assert await everything_of(center, ids) != before
    await undo(center, merged)
    assert await everything_of(center, ids) == before


async def test_an_undone_merge_of_full_records_restores_every_row(center: Center) -> None:
    kept, other = await two_records(center)
    before = await everything_of(center, [kept, other])
    await undo(center, await merge(center, kept, other, Choice(name="other", phone="other", note="other")))
    assert await everything_of(center, [kept, other]) == before


async def test_what_came_after_the_merge_stays_with_the_kept_record(center: Center) -> None:
    kept, other = await two_records(center)
    merged = await merge(center, kept, other, Choice(phone="other"))
    async with center.database.clinic(center.practice.scope) as session:
        await center.visit(session, kept, days_ago=1)
        now = await patients.get_patient(session, kept)
        changed = patients.Identity("Ana Ruiz-Park", now.phone, now.email, now.birth_date, now.tags)
        await patients.change_patient(session, kept, changed, now.version)
    await undo(center, merged)
    async with center.database.clinic(center.practice.scope) as session:
        people = await patients.get_patients(session, [kept, other])
        assert len(await patients.list_treatments(session, kept)) == 2
    assert (people[kept].name, people[kept].phone) == ("Ana Ruiz-Park", "+13055550142")
    assert people[other].phone == "+13055550177"


async def test_an_opt_out_of_either_holds_for_all_and_ends_with_the_undo(center: Center) -> None:
    kept, other = await two_records(center)
    await center.receive("STOP", "+13055550177")
    merged = await merge(center, kept, other)
    async with center.database.clinic(center.practice.scope) as session:
        assert await consent.is_suppressed(session, "+13055550142")
    await undo(center, merged)
    async with center.database.clinic(center.practice.scope) as session:
        assert not await consent.is_suppressed(session, "+13055550142")
        assert await consent.is_suppressed(session, "+13055550177")


async def test_a_stop_after_the_merge_outlives_its_undo(center: Center) -> None:
    kept, other = await two_records(center)
    merged = await merge(center, kept, other)
    await center.receive("STOP", "+13055550142")
    await undo(center, merged)
    async with center.database.clinic(center.practice.scope) as session:
        assert await consent.is_suppressed(session, "+13055550142")


async def test_merges_are_undone_in_reverse_order_and_once(center: Center) -> None:
    kept, other = await two_records(center)
    third = await center.patient("Ana Ruiz", "+13055550199")
    first = await merge(center, kept, other)
    second = await merge(center, kept, third)
    with pytest.raises(Conflict, match="later merge"):
        await undo(center, first)
    await undo(center, second)
    await undo(center, first)
    with pytest.raises(Conflict, match="undone already"):
        await undo(center, first)


async def test_a_record_that_was_changed_since_it_was_read_is_not_merged(center: Center) -> None:
    kept, other = await two_records(center)
    async with center.database.clinic(center.practice.scope) as session:
        await patients.tag_patients(session, [other], add=["VIP"])
    with pytest.raises(PatientChanged):
        async with center.database.clinic(center.practice.scope) as session:
            await merging.merge(session, kept, other, Choice(), (0, 0))


async def test_whoever_is_erased_is_erased_from_merged_records_too(center: Center) -> None:
    kept, other = await two_records(center)
    await merge(center, kept, other)
    async with center.database.clinic(center.practice.scope) as session:
        assert await patients.former_addresses(session, kept) == ["+13055550177", "ana@mail.example"]
        await patients.anonymize_patient(session, kept)
        assert (await patients.get_patient(session, other)).name == "Removed visitor"
        assert await patients.former_addresses(session, kept) == []
        (merged,) = await patients.list_merges(session, kept)
    assert merged.before is None
    with pytest.raises(Conflict):
        await undo(center, merged)


async def test_another_clinics_merge_is_not_found(center: Center) -> None:
    kept, other = await two_records(center)
    merged = await merge(center, kept, other)
    foreign = identity.service_scope(new_id(), "test")
    with pytest.raises(NotFound):
        async with center.database.clinic(foreign) as session:
            await merging.undo(session, merged.id)


async def test_duplicates_are_suggested_merged_and_told_apart_over_http(
    alice: httpx.AsyncClient, center: Center
) -> None:
    kept = await center.patient("Ana Ruiz", "+13055550142", email="ana@mail.example")
    other = await center.patient("ANA  RUÍZ", "+13055550142")
    cousin = await center.patient("Eva Ruiz", "+13055550142")
    profile = await read(alice, at(kept, "/record"))
    found = {one["record"]["id"]: one["reasons"] for one in profile["lookalikes"]}
    assert found == {encode("pat", other): ["phone", "name"], encode("pat", cousin): ["phone"]}
    pairs = (await read(alice, "patient-duplicates"))["items"]
    assert pairs[0]["reasons"] == ["phone", "name"] and len(pairs) == 3
    told = await alice.post(at(kept, "/distinct"), json={"other_id": encode("pat", cousin)})
    assert told.status_code == 204
    assert len((await read(alice, "patient-duplicates"))["items"]) == 2
    body = {"other_id": encode("pat", other), "choice": {"name": "kept"}, "version": 0, "other_version": 0}
    merged = await alice.post(at(kept, "/merge"), json=body)
    assert merged.status_code == 201, merged.text
    gone = await read(alice, at(other, "/record"))
    assert gone["record"]["merged_into"] == encode("pat", kept)
    again = await alice.post(at(kept, "/merge"), json=body)
    assert again.status_code == 409
    assert (await read(alice, at(kept, "/record")))["merges"][0]["undoable"]
    assert (await alice.post(f"merges/{merged.json()['id']}/undo")).status_code == 200
    assert (await read(alice, at(other, "/record")))["record"]["merged_into"] is None
