"""A thumb down becomes a case: kept with invented people, reviewed by the practice, and handed out then alone."""

import argparse
import tomllib
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import select

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.calls import routes as calls
from mia.clinic.inbox.service import ActivityStatus, Channel, Line, PastContact
from mia.clinic.settings import case_routes
from mia.clinic.teaching import service as teaching
from mia.clinic.teaching.arguments import add_arguments
from mia.clinic.teaching.commands import run
from mia.identity import routes as identity
from mia.platform.audit.models import AuditEntryRow
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import Role
from tests.clinic.settings.conftest import Json
from tests.fakes.access import app_of_tests, browser
from tests.fakes.practice import ZONE, PracticeOfTests, make_practice, member
from tests.receptionist.patients.patient import read_patients

NOON = datetime(2026, 7, 21, 12, tzinfo=ZONE)
TALK = (
    ("assistant", "Hi, I'm Mia. What can I do for you?"),
    ("user", "this is Priya Raman, do you have anything on Saturday"),
    ("assistant", "Yes, Priya. What number can we reach you on?"),
    ("user", "786 555 0142"),
    ("assistant", "Thank you. Is there anything else?"),
    ("user", "no thanks"),
)
SHOULD = "Tell Priya that we are closed on Saturdays."


@pytest.fixture
def app(database: Database) -> FastAPI:
    return app_of_tests(database, routers=(identity.router, calls.router, case_routes.router))


@pytest_asyncio.fixture
async def call(practice: PracticeOfTests, database: Database, clock: MovableClock) -> str:
    """The id of a call that someone would have had go another way."""
    clock.set(NOON)
    lines = tuple(Line("user" if role == "user" else "assistant", text, at) for at, (role, text) in enumerate(TALK))
    past = PastContact(NOON, Channel.PHONE, "inbound", ActivityStatus.ANSWERED, "Priya Raman", "Asked", lines=lines)
    async with database.clinic(practice.scope) as session:
        await inbox.import_contacts(session, [past], sample=True)
        found = await inbox.search_activities(session, inbox.ActivitySearch())
        return encode("act", found.items[0].id)


def owner(app: FastAPI, practice: PracticeOfTests, role: str = "manager") -> Any:
    return browser(app, f"{role}@{practice.slug}.example")


async def judge(http: httpx.AsyncClient, practice: PracticeOfTests, call: str, **body: Any) -> None:
    path = f"/api/clinics/{practice.slug}/activities/{call}/feedback"
    assert (await http.put(path, json=body)).status_code == 200


async def cases(http: httpx.AsyncClient, practice: PracticeOfTests) -> list[Json]:
    answer = await http.get(f"/api/clinics/{practice.slug}/settings/eval-cases")
    assert answer.status_code == 200, answer.text
    items: list[Json] = answer.json()["items"]
    return items


async def export(database: Database, practice: PracticeOfTests, capsys: pytest.CaptureFixture[str]) -> str:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    capsys.readouterr()
    assert await run(parser.parse_args(["export", "--clinic", practice.slug]), database) == 0
    return capsys.readouterr().out


async def test_what_should_have_happened_makes_a_case_without_who_it_was(
    app: FastAPI, practice: PracticeOfTests, call: str, database: Database
) -> None:
    async with owner(app, practice) as http:
        await judge(http, practice, call, verdict="down")
        assert await cases(http, practice) == []
        await judge(http, practice, call, verdict="down", remark=SHOULD)
        (case,) = await cases(http, practice)
        assert (case["reviewed"], case["channel"]) == (False, "phone")
        assert case["value"]["should"] == "Tell Maya that we are closed on Saturdays."
        assert [line["text"] for line in case["value"]["lines"]] == [
            "Hi, I'm Mia. What can I do for you?",
            "this is Maya Collins, do you have anything on Saturday",
            "Yes, Maya. What number can we reach you on?",
            "305 555 0111",
            "Thank you. Is there anything else?",
            "no thanks",
        ]
        async with database.clinic(practice.scope) as session:
            noted = select(AuditEntryRow.action).where(AuditEntryRow.action.like("case.%"))
            assert set(await session.sql.scalars(noted)) == {"case.keep", "case.read"}
        await judge(http, practice, call, verdict=None)
        assert await cases(http, practice) == []


async def test_only_reviewed_cases_leave_the_clinic_and_run_as_patients_do(
    app: FastAPI,
    practice: PracticeOfTests,
    call: str,
    database: Database,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Any,
) -> None:
    async with owner(app, practice) as http:
        await judge(http, practice, call, verdict="down", remark=SHOULD)
        assert tomllib.loads(await export(database, practice, capsys)) == {}
        (case,) = await cases(http, practice)
        value = case["value"] | {"task": "callback", "hears": ["closed (on) Saturdays"], "never": ["$5"]}
        path = f"/api/clinics/{practice.slug}/settings/eval-cases/{case['id']}"
        assert (await http.put(path, json={"value": value, "reviewed": True})).status_code == 204
        assert [one["reviewed"] for one in await cases(http, practice)] == [True]
    file = tmp_path / "practice.toml"
    file.write_text(await export(database, practice, capsys), encoding="utf-8")
    (patient,) = read_patients(file)
    assert (patient.says, patient.then) == (
        "this is Maya Collins, do you have anything on Saturday",
        ("no thanks",),
    )
    assert (patient.answers, patient.task) == ({"phone": ("305 555 0111",)}, "callback")
    assert (patient.hears, patient.never) == ((r"closed \(on\) Saturdays",), (r"\$5",))
    assert patient.should == "Tell Maya that we are closed on Saturdays."


async def test_a_remark_that_is_changed_is_reviewed_again_and_edits_stay(
    app: FastAPI, practice: PracticeOfTests, call: str
) -> None:
    async with owner(app, practice) as http:
        await judge(http, practice, call, verdict="down", remark=SHOULD)
        (case,) = await cases(http, practice)
        lines = [{"role": "user", "text": "Anything on Saturday?"}]
        path = f"/api/clinics/{practice.slug}/settings/eval-cases/{case['id']}"
        await http.put(path, json={"value": case["value"] | {"lines": lines}, "reviewed": True})
        await judge(http, practice, call, verdict="down", remark="Offer a Friday.")
        (case,) = await cases(http, practice)
        assert (case["reviewed"], case["value"]["should"]) == (False, "Offer a Friday.")
        assert case["value"]["lines"] == lines


async def test_a_case_is_kept_no_longer_than_what_was_said(
    app: FastAPI, practice: PracticeOfTests, call: str, database: Database
) -> None:
    async with owner(app, practice) as http:
        await judge(http, practice, call, verdict="down", remark=SHOULD)
        async with database.clinic(practice.scope) as session:
            assert await teaching.purge_cases(session, NOON) == 0
            assert await teaching.purge_cases(session, NOON + timedelta(seconds=1)) == 1
        assert await cases(http, practice) == []


async def test_who_may_review_and_delete_a_case(
    app: FastAPI, practice: PracticeOfTests, call: str, database: Database
) -> None:
    async with owner(app, practice) as http:
        await judge(http, practice, call, verdict="down", remark=SHOULD)
        (case,) = await cases(http, practice)
        path = f"/api/clinics/{practice.slug}/settings/eval-cases/{case['id']}"
        body = {"value": case["value"], "reviewed": True}
        async with browser(app) as nobody:
            assert (await nobody.put(path, json=body)).status_code == 401
            assert (await nobody.delete(path)).status_code == 401
        elsewhere = await make_practice(database, f"practice-{new_id().hex}")
        async with browser(app, await member(database, Role.OWNER, elsewhere)) as stranger:
            assert (await stranger.put(path, json=body)).status_code == 404
            foreign = path.replace(practice.slug, elsewhere.slug)
            assert (await stranger.put(foreign, json=body)).status_code == 404
            assert (await stranger.delete(foreign)).status_code == 404
        async with owner(app, practice, "front_desk") as limited:
            assert (await limited.put(path, json=body)).status_code == 403
            assert (await limited.delete(path)).status_code == 403
        assert (await http.put(path, json=body | {"value": case["value"] | {"should": ""}})).status_code == 422
        assert (await http.delete(path)).status_code == 204
        assert (await http.delete(path)).status_code == 404
        assert await cases(http, practice) == []
