"""Who is due: rules as data, a ledger derived from visits, groups and search over it."""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, NewTreatment, TreatmentStatus
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.rules import DEFAULTS, RecallRule, rules_of
from mia.clinic.recalls.service import Group
from mia.platform.db.session import ClinicSession
from tests.clinic.recalls.conftest import NUMBER, Center
from tests.fakes.practice import make_service


async def names(session: ClinicSession, group: Group = Group.OVERDUE, query: str = "") -> list[str]:
    return [item.name for item in (await recalls.search(session, query=query, group=group)).items]


async def botox_recall(session: ClinicSession, patient_id: UUID) -> recalls.Recall:
    (recall,) = await recalls.list_recalls(session, patient_id)
    return recall


@pytest.mark.parametrize("rule", DEFAULTS.values(), ids=DEFAULTS)
def test_a_default_rule_goes_from_earliest_to_lapsed(rule: RecallRule) -> None:
    assert (rule.min_days or 0) <= rule.due_days <= rule.overdue_days <= (rule.lapsed_days or rule.overdue_days)
    assert rule.lead_days < rule.due_days
    assert rule.source


def test_a_catalogue_without_intervals_gets_the_defaults_it_has() -> None:
    known = make_service("Neurotoxin", 30)
    rules = {rule.family: rule for rule in rules_of([known])}
    assert rules["neurotoxin"].lapsed_days == DEFAULTS["neurotoxin"].lapsed_days
    assert rules["neurotoxin"].overdue_days == known.overdue_days


async def test_a_patient_is_overdue_from_the_day_the_rule_says(center: Center) -> None:
    just_before = await center.patient("Ana Ruiz", last_visit_days=97)
    just_after = await center.patient("Leo Park", "+13055550143", last_visit_days=99)
    async with center.database.clinic(center.practice.scope) as session:
        assert await names(session) == ["Leo Park"]
        assert (await botox_recall(session, just_before)).is_due(session.now())
        recall = await botox_recall(session, just_after)
        assert recall.overdue_at == recall.last_at + timedelta(days=98)
        assert await recalls.count_overdue(session) == {center.practice.botox: 1}


async def test_a_visit_to_come_puts_it_off(center: Center) -> None:
    patient_id = await center.patient()
    async with center.database.clinic(center.practice.scope) as session:
        await center.visit(session, patient_id, days_ago=-10)
        await recalls.refresh(session, [patient_id])
        assert await names(session) == []
        center.clock.move(timedelta(days=11))
        assert await names(session) == ["Ana Ruiz"]


async def test_the_newest_visit_of_a_family_counts_whichever_service_it_was(center: Center) -> None:
    """Botox long ago and Dysport lately: nothing is overdue, and the newest service is the one on record."""
    patient_id = await center.patient(last_visit_days=120)
    async with center.database.clinic(center.practice.scope) as session:
        lately = session.now() - timedelta(days=10)
        done = TreatmentStatus.COMPLETED
        other = NewTreatment(patient_id, center.practice.facial, "Dysport", "botox", done, lately, 45_000)
        await patients.add_treatments(session, [other])
        await recalls.refresh(session, [patient_id])
        recall = await botox_recall(session, patient_id)
        assert (recall.service_id, recall.last_at) == (center.practice.facial, lately)
        assert await recalls.count_overdue(session) == {}


async def test_a_changed_rule_counts_at_once(center: Center) -> None:
    await center.patient(last_visit_days=50)
    async with center.database.clinic(center.practice.scope) as session:
        assert await names(session) == []
        await recalls.save_rule(session, RecallRule("botox", 28, 30, 7, 40, 90, "ours"))
        await recalls.refresh(session)
        assert await names(session) == ["Ana Ruiz"]
        assert {rule.family: rule.source for rule in await recalls.list_rules(session)}["botox"] == "ours"


async def test_the_nightly_run_and_a_single_one_agree(center: Center) -> None:
    first = await center.patient()
    async with center.database.clinic(center.practice.scope) as session:
        await center.visit(session, first, days_ago=10, service="HydraFacial")
        await recalls.refresh(session, [first])
        single = await recalls.list_recalls(session, first)
        await recalls.refresh(session)
        assert await recalls.list_recalls(session, first) == single
        assert len(single) == 2


async def test_the_longest_overdue_stand_last(center: Center) -> None:
    await center.patient("Ana Ruiz", last_visit_days=400)
    await center.patient("Leo Park", "+13055550143", last_visit_days=100)
    async with center.database.clinic(center.practice.scope) as session:
        assert await names(session) == ["Leo Park", "Ana Ruiz"]


async def test_groups_hold_whom_their_names_say(center: Center) -> None:
    await center.patient("Ana Ruiz", tags=("VIP",))
    await center.patient("Leo Park", "+13055550143", last_visit_days=None)
    async with center.database.clinic(center.practice.scope) as session:
        assert await names(session, Group.ALL) == ["Leo Park", "Ana Ruiz"]
        assert await names(session, Group.VIP) == ["Ana Ruiz"]
        assert await names(session, Group.BOTOX) == []  # the practice of tests has services of category Other
        assert await names(session, Group.DERMAL_FILLER) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("ruis", ["Ana Ruiz"]),
        ("0143", ["Leo Park"]),
        ("botx", ["Ana Ruiz", "Leo Park"]),
        ("hydrafacial", []),
        ("leo", ["Leo Park"]),
    ],
)
async def test_a_search_looks_at_name_phone_and_treatment(center: Center, query: str, expected: list[str]) -> None:
    await center.patient("Leo Park", "+13055550143", last_visit_days=200)
    await center.patient("Ana Ruiz", NUMBER, last_visit_days=150)
    async with center.database.clinic(center.practice.scope) as session:
        assert await names(session, Group.ALL, query) == expected


async def test_a_search_stays_within_its_group(center: Center) -> None:
    await center.patient("Ana Ruiz", last_visit_days=10)
    async with center.database.clinic(center.practice.scope) as session:
        assert await names(session, Group.OVERDUE, "ana") == []
        assert await names(session, Group.ALL, "ana") == ["Ana Ruiz"]


async def test_who_was_removed_leaves_the_list(center: Center) -> None:
    patient_id = await center.patient()
    async with center.database.clinic(center.practice.scope) as session:
        await patients.anonymize_patient(session, patient_id)
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        assert await names(session, Group.ALL) == []


async def test_a_new_patient_who_books_joins_the_list(center: Center) -> None:
    async with center.database.clinic(center.practice.scope) as session:
        await patients.find_or_create_by_phone(session, "Eva Diaz", "(305) 555-0150", source="mia")
    await center.work()
    async with center.database.clinic(center.practice.scope) as session:
        assert await names(session, Group.ALL) == ["Eva Diaz"]
        await patients.import_patients(session, [NewPatient("Zoe Imported")])
        assert await names(session, Group.ALL) == ["Eva Diaz"]
        await recalls.refresh(session)
        assert len(await names(session, Group.ALL)) == 2


@pytest.mark.race
async def test_one_patient_may_be_derived_by_many_at_once(center: Center) -> None:
    patient_id = await center.patient()

    async def derive(everybody: bool) -> None:
        async with center.database.clinic(center.practice.scope) as session:
            await recalls.refresh(session, None if everybody else [patient_id])

    for _ in range(5):
        await asyncio.gather(*(derive(n == 2) for n in range(4)))
    async with center.database.clinic(center.practice.scope) as session:
        assert [item.id for item in (await recalls.search(session, group=Group.ALL)).items] == [patient_id]
