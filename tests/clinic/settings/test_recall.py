"""Recall rules: their order, the reference's defaults, and the dates that follow from them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewTreatment, TreatmentStatus
from mia.clinic.recalls import service as recalls
from mia.clinic.settings.recall import read_recalls, save_recall
from mia.clinic.settings.values import RecallValue
from mia.clinic.settings.versions import version_of
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Invalid
from tests.clinic.settings.conftest import Settings
from tests.fakes.practice import PracticeOfTests, make_patient

Json = dict[str, Any]
DAYS = st.integers(0, 800)
LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)


def rule_of(found: Json, family: str) -> Json:
    return next(rule for rule in found["recall_rules"] if rule["family"] == family)


async def save(settings: Settings, rule: Json, **changes: object) -> Any:
    value = rule["suggested"] | changes
    body = {"family": rule["family"], "version": rule["version"], "value": value}
    return await settings.client.put(f"{settings.path}/recall-rules", json=body)


async def test_all_numbers_of_a_rule_are_shown_with_the_references_and_go_back_to_them(settings: Settings) -> None:
    rule = rule_of(await settings.read(), "hydrafacial")
    assert rule["default"] == {
        "min_days": 21,
        "due_days": 28,
        "lead_days": 7,
        "overdue_days": 42,
        "lapsed_days": 120,
    }
    changed = rule_of((await save(settings, rule, due_days=40, overdue_days=60)).json(), "hydrafacial")
    assert (changed["value"]["due_days"], changed["source"]) == (40, "the practice's own")
    body = {"family": "hydrafacial", "version": changed["version"]}
    back = await settings.client.post(f"{settings.path}/recall-rules/reset", json=body)
    assert rule_of(back.json(), "hydrafacial")["value"] == rule["default"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"min_days": 90, "due_days": 84}, "min_days"),
        ({"lead_days": 85, "due_days": 84}, "lead_days"),
        ({"due_days": 84, "overdue_days": 80}, "overdue_days"),
        ({"overdue_days": 98, "lapsed_days": 90}, "lapsed_days"),
    ],
)
async def test_numbers_out_of_order_are_refused_at_their_field(
    settings: Settings, changes: Json, field: str
) -> None:
    refused = await save(settings, rule_of(await settings.read(), "botox"), **changes)
    assert refused.status_code == 422
    assert f"value.{field}" in refused.json()["errors"]


async def test_a_family_without_reference_has_nothing_to_go_back_to(settings: Settings) -> None:
    rule = rule_of(await settings.read(), "botox")
    body = {"family": "botox", "version": rule["version"]}
    assert rule["default"] is None
    assert (await settings.client.post(f"{settings.path}/recall-rules/reset", json=body)).status_code == 404


async def test_the_second_editor_of_a_rule_is_told_what_stands_now(settings: Settings) -> None:
    rule = rule_of(await settings.read(), "botox")
    await save(settings, rule, due_days=70)
    late = await save(settings, rule, due_days=60)
    assert (late.status_code, late.json()["current"]["due_days"]) == (409, 70)


@hypothesis_settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    days=st.tuples(st.none() | DAYS, st.integers(1, 800), DAYS, st.integers(1, 800), st.none() | DAYS),
    last=st.integers(0, 1_500_000).map(lambda minutes: LONG_AGO + timedelta(minutes=minutes)),
)
async def test_whatever_a_practice_settles_a_patient_is_due_before_overdue_before_lapsed(
    database: Database,
    practice: PracticeOfTests,
    days: tuple[int | None, int, int, int, int | None],
    last: datetime,
) -> None:
    value = RecallValue(
        min_days=days[0], due_days=days[1], lead_days=days[2], overdue_days=days[3], lapsed_days=days[4]
    )
    lapsed = 10_000 if value.lapsed_days is None else value.lapsed_days
    in_order = (value.min_days or 0) <= days[1] and days[2] <= days[1] <= days[3] <= lapsed
    patient_id = await make_patient(database, practice, phone="(305) 555-0111")
    async with database.clinic(practice.scope) as session:
        (current,) = [one for one in await read_recalls(session) if one.family == "botox"]
        try:
            await save_recall(session, "botox", value, version_of(current.seen))
        except Invalid:
            assert not in_order
            return
        assert in_order
        done = NewTreatment(patient_id, practice.botox, "Botox", "botox", TreatmentStatus.COMPLETED, last, 10_000)
        await patients.add_treatments(session, [done])
        await recalls.refresh(session)
        (recall,) = await recalls.list_recalls(session, patient_id)
    assert recall.due_at == last + timedelta(days=value.due_days)
    assert recall.overdue_at == last + timedelta(days=value.overdue_days)
    assert recall.due_at <= recall.overdue_at
