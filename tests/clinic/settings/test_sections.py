"""The parts of the settings of which there is one: what they accept, and two editors at once."""

from datetime import datetime
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from mia.clinic.consent import service as consent
from mia.clinic.practice import service as practices
from mia.identity.matrix import MATRIX
from mia.identity.permissions import ALLOWED, Permission
from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from tests.clinic.settings.conftest import Settings
from tests.fakes.access import browser, make_clinic, make_user
from tests.fakes.practice import PracticeOfTests

ROUTES = [key for key in MATRIX if "/settings" in key[1]]


def url_of(path: str, slug: str) -> str:
    unknown = {"{item_id}": "svc_" + "0" * 26, "{case_id}": "evc_" + "0" * 26}
    for name, value in unknown.items():
        path = path.replace(name, value)
    return path.replace("{slug}", slug)


async def _refused(client: httpx.AsyncClient, slug: str) -> set[int]:
    return {(await client.request(method, url_of(path, slug), json={})).status_code for method, path in ROUTES}


@pytest.mark.parametrize("role", list(Role))
async def test_only_those_who_lead_the_practice_see_or_change_settings(
    app: FastAPI, practice: PracticeOfTests, role: Role
) -> None:
    async with browser(app, f"{role.value}@{practice.slug}.example") as client:
        answers = await _refused(client, practice.slug)
    assert (answers == {403}) is (role not in ALLOWED[Permission.MANAGE_CLINIC])


async def test_strangers_find_no_settings_and_nobody_gets_in_unsigned(
    app: FastAPI, practice: PracticeOfTests, database: Database
) -> None:
    foreign = await make_clinic(database, new_id().hex)
    await make_user(database, f"owner@{foreign.slug}.example", {foreign.id: Role.OWNER})
    async with browser(app, f"owner@{foreign.slug}.example") as stranger, browser(app) as nobody:
        assert await _refused(stranger, practice.slug) == {404}
        assert await _refused(nobody, practice.slug) == {401}


async def test_a_practice_changes_its_name_number_and_zone(
    settings: Settings, practice: PracticeOfTests, database: Database
) -> None:
    changed = await settings.save(
        "practice",
        name="Bay  Skin Studio",
        phone="(305) 555-0188",
        timezone="America/Denver",
        booking_lead_minutes=60,
    )
    assert changed.status_code == 200, changed.text
    assert changed.json()["practice"]["value"]["phone"] == "(305) 555-0188"
    async with database.clinic(practice.scope) as session:
        stands = await practices.get_practice(session)
    assert (stands.name, stands.timezone, stands.settings.booking_lead_minutes) == (
        "Bay Skin Studio",
        "America/Denver",
        60,
    )
    assert stands.settings.greeting == "Thank you for calling."


@pytest.mark.parametrize(
    ("section", "changes", "field", "says"),
    [
        ("practice", {"name": "  "}, "name", "practice's name"),
        ("practice", {"phone": "555-01"}, "phone", "complete phone number"),
        ("practice", {"timezone": "Florida"}, "timezone", "America/New_York"),
        ("practice", {"booking_lead_minutes": 4320, "booking_horizon_days": 2}, "booking_horizon_days", "longer"),
        ("contact", {"opens": "07:30"}, "opens", "Not before 8:00 AM"),
        ("contact", {"closes": "20:30"}, "closes", "Not after 8:00 PM"),
        ("contact", {"opens": "12:00", "closes": "11:00"}, "closes", "later"),
        ("contact", {"per_day": 3, "per_week": 2}, "per_week", "Not fewer"),
        ("mia", {"greeting": " "}, "greeting", "what Mia says first"),
        ("mia", {"hand_off_number": "nobody"}, "hand_off_number", "complete phone number"),
        ("mia", {"overflow_number": "nobody"}, "overflow_number", "complete phone number"),
        (
            "mia",
            {"hand_off_number": "305 555 0101", "overflow_number": "+13055550101"},
            "overflow_number",
            "This is the hand-off number",
        ),
        (
            "mia",
            {"hand_off_hours": [{"weekday": 0, "begins": "12:00", "ends": "09:00"}]},
            "hand_off_hours.0.ends",
            "later",
        ),
        ("mia", {"pronunciations": [{"written": "Kim", "said_as": " "}]}, "pronunciations.0.said_as", "how Mia"),
        (
            "mia",
            {"pronunciations": [{"written": one, "said_as": "keem"} for one in ("Kim", "kim")]},
            "pronunciations.1.written",
            "already",
        ),
        ("websites", {"origins": ["ftp://clinic.example"]}, "origins.0", "such as"),
        ("websites", {"origins": ["https://clinic"]}, "origins.0", "such as"),
        ("websites", {"origins": ["https://a.example; script-src *"]}, "origins.0", "such as"),
        ("websites", {"origins": ["https://a.example:99999"]}, "origins.0", "such as"),
        ("websites", {"origins": ["https://me@a.example"]}, "origins.0", "such as"),
        ("websites", {"origins": ["https://a.example", "https://A.example/"]}, "origins.1", "already"),
    ],
)
async def test_what_is_not_acceptable_is_said_at_its_field(
    settings: Settings, section: str, changes: dict[str, Any], field: str, says: str
) -> None:
    before = await settings.read()
    refused = await settings.save(section, **changes)
    assert refused.status_code == 422
    assert says in refused.json()["errors"][f"value.{field}"]
    assert await settings.read() == before


@pytest.mark.parametrize("price", ["x", -1, 2**70, None])
async def test_a_value_of_the_wrong_shape_is_refused_by_name(settings: Settings, price: object) -> None:
    refused = await settings.save("practice", front_desk_cents_per_hour=price)
    assert refused.status_code == 422
    assert list(refused.json()["errors"]) == ["practice.value.front_desk_cents_per_hour"]


async def test_the_second_editor_is_told_what_stands_now(settings: Settings) -> None:
    seen = (await settings.read())["mia"]["version"]
    assert (await settings.save("mia", version=seen, greeting="Good day.")).status_code == 200
    late = await settings.save("mia", version=seen, greeting="Hello there.")
    assert late.status_code == 409
    assert late.json()["current"]["greeting"] == "Good day."
    again = await settings.save("mia", version=late.json()["version"], greeting="Hello there.")
    assert again.json()["mia"]["value"]["greeting"] == "Hello there."


async def test_the_team_takes_calls_at_set_times_and_another_phone_rings_otherwise(
    settings: Settings, practice: PracticeOfTests, database: Database
) -> None:
    before = (await settings.read())["mia"]["value"]
    assert (before["hand_off_hours"], before["overflow_number"]) == (None, "")
    monday = {"weekday": 0, "begins": "10:00", "ends": "19:00"}
    saved = await settings.save("mia", hand_off_hours=[monday], overflow_number="(305) 555-0177")
    assert saved.json()["mia"]["value"] == before | {
        "hand_off_hours": [monday],
        "overflow_number": "(305) 555-0177",
    }

    async with database.clinic(practice.scope) as session:
        stands = await practices.get_practice(session)
    at = [datetime(2026, 11, 16, hour, 30, tzinfo=stands.zone) for hour in (9, 18, 19)]
    assert [stands.takes_calls(moment) for moment in at] == [False, True, False]
    assert [stands.is_open(moment) for moment in at] == [True, False, False]

    never = await settings.save("mia", hand_off_hours=[], overflow_number="")
    assert never.json()["mia"]["value"]["hand_off_hours"] == []
    assert (await settings.save("mia", hand_off_hours=None)).json()["mia"]["value"]["hand_off_hours"] is None


async def test_editors_of_different_parts_do_not_meet(settings: Settings) -> None:
    before = await settings.read()
    await settings.save("mia", greeting="Good day.")
    other = await settings.save("practice", version=before["practice"]["version"], name="Harbor Two")
    assert other.status_code == 200
    as_pasted = ["https://WWW.clinic.example/", "clinic.example", "http://shop.clinic.example/book?from=ad"]
    assert (await settings.save("websites", origins=as_pasted)).json()["websites"]["value"] == {
        "origins": ["https://www.clinic.example", "https://clinic.example", "https://shop.clinic.example"]
    }


async def test_the_contact_policy_is_what_decisions_are_made_by(
    settings: Settings, practice: PracticeOfTests, database: Database
) -> None:
    changed = await settings.save("contact", opens="10:00", closes="18:00", per_week=2, recall_basis="express")
    assert changed.status_code == 200
    async with database.clinic(practice.scope) as session:
        policy = await consent.get_policy(session)
    assert (policy.opens.hour, policy.closes.hour, policy.per_week) == (10, 18, 2)
    assert policy.recall_basis is consent.Basis.EXPRESS


async def test_content_is_kept_as_long_as_the_practice_says_and_never_longer_than_the_installation(
    settings: Settings, practice: PracticeOfTests, database: Database
) -> None:
    assert (await settings.read())["retention"]["value"] == {"content_days": 30}
    assert (await settings.save("retention", content_days=7)).status_code == 200
    async with database.clinic(practice.scope) as session:
        assert await practices.content_days(session, 30) == 7
        assert await practices.content_days(session, 5) == 5
    assert (await settings.save("retention", content_days=31)).status_code == 422
    assert (await settings.save("retention", content_days=0)).status_code == 422


async def test_a_change_is_in_the_activity_log(
    settings: Settings, practice: PracticeOfTests, database: Database
) -> None:
    await settings.save("mia", greeting="Good day.")
    async with database.clinic(practice.scope) as session:
        actions = await audit.list_actions(session)
    assert "settings.change" in actions


async def test_consent_texts_have_versions_and_earlier_ones_keep_their_words(
    settings: Settings, practice: PracticeOfTests, database: Database
) -> None:
    first = next(text for text in (await settings.read())["consent_texts"] if text["kind"] == "lead_form")
    assert first["version"] == 1
    assert "Harbor Aesthetics" in first["words"]
    body = {"kind": "lead_form", "words": "Harbor Aesthetics may text me.", "seen": 1}
    after = (await settings.client.post(f"{settings.path}/consent-texts", json=body)).json()["consent_texts"]
    kept = {text["version"]: text for text in after if text["kind"] == "lead_form"}
    assert (kept[1]["words"], kept[1]["in_use"]) == (first["words"], False)
    assert (kept[2]["words"], kept[2]["in_use"]) == ("Harbor Aesthetics may text me.", True)
    late = await settings.client.post(f"{settings.path}/consent-texts", json=body)
    assert late.status_code == 409
    nameless = await settings.client.post(f"{settings.path}/consent-texts", json=body | {"words": "Yes", "seen": 2})
    assert "Harbor Aesthetics" in nameless.json()["errors"]["value.words"]
    silent = {"kind": "recording", "words": "We record this.", "seen": 1}
    refused = await settings.client.post(f"{settings.path}/consent-texts", json=silent)
    assert "end with a question" in refused.json()["errors"]["value.words"]
    async with database.clinic(practice.scope) as session:
        current = await consent.current_text(session, consent.TextKind.LEAD_FORM, "x")
        assert current.version == 2
        assert (await consent.get_text(session, current.id)).words == "Harbor Aesthetics may text me."


async def test_the_plan_of_a_self_hosted_practice_includes_all_and_says_what_is_used(settings: Settings) -> None:
    plan = (await settings.client.get(f"{settings.path}/plan")).json()
    assert plan["name"] == "Self-hosted"
    assert (plan["locations"], plan["providers"], plan["rooms"], plan["services"]) == (2, 3, 3, 2)


async def test_a_practice_that_has_settled_nothing_can_begin(app: FastAPI, database: Database) -> None:
    clinic = await make_clinic(database, new_id().hex)
    await make_user(database, f"owner@{clinic.slug}.example", {clinic.id: Role.OWNER})
    async with browser(app, f"owner@{clinic.slug}.example") as client:
        settings = Settings(client, f"/api/clinics/{clinic.slug}/settings")
        assert (await settings.read())["practice"]["value"]["phone"] == ""
        saved = await settings.save("practice", phone="+1 305 555 0100")
        assert saved.json()["practice"]["value"]["phone"] == "(305) 555-0100"


async def test_staff_read_the_words_that_hold_now_when_they_write_consent_down(
    app: FastAPI, practice: PracticeOfTests
) -> None:
    async with browser(app, f"front_desk@{practice.slug}.example") as client:
        found = (await client.get(f"/api/clinics/{practice.slug}/consent-texts")).json()["items"]
    assert {text["kind"] for text in found} == {kind.value for kind in consent.TextKind}
    assert all(text["in_use"] for text in found)
    async with browser(app, f"read_only@{practice.slug}.example") as client:
        assert (await client.get(f"/api/clinics/{practice.slug}/consent-texts")).status_code == 403
