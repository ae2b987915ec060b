"""An alert is acknowledged by text, by its link, in the app, or on the phone; the first one counts."""

import re
from contextlib import AbstractAsyncContextManager

import httpx
import pytest

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.oncall import service as oncall
from mia.clinic.oncall.routes import router
from mia.clinic.oncall.service import Way
from mia.identity.routes import router as access_router
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import Role
from tests.clinic.oncall.conftest import LEE, MAYA, OnCall, person
from tests.fakes.access import ORIGIN, app_of_tests, browser
from tests.fakes.practice import make_patient, member


def code_of(words: str) -> str:
    found = re.search(r"Reply (\d{4})", words)
    assert found is not None
    return found[1]


def link_of(words: str) -> str:
    found = re.search(r"(/oncall/[\w-]+)", words)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("shape", ["{}", "ok {}", " OK, {}. ", "Yes {}"])
async def test_the_code_by_text(oncalls: OnCall, shape: str) -> None:
    await oncalls.contacts(person("Maya", MAYA), person("Lee", LEE))
    await oncalls.emergency()
    reply = shape.format(code_of(oncalls.sms.texts[0]))
    for _ in range(2):
        await oncalls.text_in(MAYA, reply, "SM1")
    await oncalls.later(30)
    alert = await oncalls.alert()
    assert (alert.state, alert.by, alert.how) == ("acknowledged", "Maya", "text")
    assert oncalls.texted == [MAYA, MAYA]
    assert oncalls.sms.texts[1].startswith("Harbor Aesthetics: Thank you. You have this alert")
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        assert await inbox.find_thread_of(session, MAYA) is None  # no conversation with a patient


async def test_without_the_code_nothing_is_acknowledged_and_the_code_is_told_to_the_phone(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    await oncalls.emergency()
    await oncalls.text_in(MAYA, "OK")
    assert (await oncalls.alert()).state == "open"
    assert oncalls.sms.texts[-1] == f"Harbor Aesthetics: Please reply {code_of(oncalls.sms.texts[0])} to " + (
        "acknowledge the alert."
    )


async def test_a_code_from_another_phone_or_a_wrong_one_is_an_ordinary_text(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    await oncalls.emergency()
    code = code_of(oncalls.sms.texts[0])
    await oncalls.text_in("+13055550199", code)
    await oncalls.text_in(MAYA, f"{(int(code) + 1) % 10000:04d}")
    assert (await oncalls.alert()).state == "open"
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        for phone in ("+13055550199", MAYA):
            assert await inbox.find_thread_of(session, phone) is not None


def pages(oncalls: OnCall, email: str | None = None) -> AbstractAsyncContextManager[httpx.AsyncClient]:
    """A browser, signed in with ``email``."""
    app = app_of_tests(oncalls.database, routers=(access_router, router))
    return browser(app, email)


async def test_the_link_asks_first_and_acknowledges_by_its_button(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    await oncalls.emergency()
    link = link_of(oncalls.sms.texts[0])
    async with pages(oncalls) as http:
        for _ in range(2):
            asked = await http.get(link)
            assert asked.status_code == 200 and "A caller may need help." in asked.text
            assert '<form method="post">' in asked.text and "Ana" not in asked.text
        assert (await oncalls.alert()).state == "open"
        done = await http.post(link, headers={"Origin": ORIGIN})
        assert "Maya acknowledged this alert at 12:00 PM." in done.text
        assert "acknowledged this alert" in (await http.get(link)).text
        assert done.headers["cache-control"] == "no-store"
        assert "form-action 'self'" in done.headers["content-security-policy"]
    alert = await oncalls.alert()
    assert (alert.state, alert.by, alert.how) == ("acknowledged", "Maya", "link")


async def test_a_forged_or_an_old_link_opens_nothing(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    await oncalls.emergency()
    link = link_of(oncalls.sms.texts[0])
    async with pages(oncalls) as http:
        middle = len(link) // 2
        forged = link[:middle] + ("A" if link[middle] != "A" else "B") + link[middle + 1 :]
        for path in (forged, link[:-1], "/oncall/x", "/oncall/" + "A" * 64, "/oncall/%00"):
            for method in ("GET", "POST"):
                assert (await http.request(method, path, headers={"Origin": ORIGIN})).status_code == 404
        await oncalls.later(60 * 24 * 7 + 1)
        assert (await http.get(link)).status_code == 404


async def test_a_member_acknowledges_in_the_app_and_a_reader_cannot(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    await oncalls.emergency()
    alert = await oncalls.alert()
    path = f"/api/clinics/{oncalls.practice.slug}/alerts"
    take = f"{path}/{encode('alr', alert.id)}/acknowledge"
    async with pages(oncalls, await member(oncalls.database, Role.READ_ONLY, oncalls.practice)) as http:
        assert [(await http.post(take)).status_code, (await http.get(path)).status_code] == [403, 403]
    async with pages(oncalls, await member(oncalls.database, Role.FRONT_DESK, oncalls.practice)) as http:
        listed = (await http.get(path)).json()
        assert listed["covered"] is True
        assert [(item["state"], item["told"][0]["name"]) for item in listed["items"]] == [("open", "Maya")]
        taken = (await http.post(take)).json()
        assert (taken["state"], taken["acknowledged_how"]) == ("acknowledged", "app")
        assert taken["acknowledged_by"]
        assert (await http.post(take)).json() == taken
        assert (await http.post(f"{path}/alr_{'0' * 26}/acknowledge")).status_code == 404


async def test_a_yes_on_the_phone(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA, Way.CALL), person("Lee", LEE))
    await oncalls.emergency()
    ((voice_id, call),) = oncalls.voice.dialled.items()
    subject = {"id": voice_id, "type": "outboundPhoneCall", "metadata": call.overrides["metadata"]}
    secret = oncalls.desk.secrets.issue(oncalls.practice.scope.clinic_id)
    listed = [{"id": "yes-1", "function": {"name": "acknowledge_alert", "arguments": {}}}]
    asked = {"type": "tool-calls", "call": subject, "toolCallList": listed}
    answer = await oncalls.desk.handle_server_message(secret, asked)
    assert answer["results"][0]["result"] == {"acknowledged": True}
    wrong = asked | {"toolCallList": [{"id": "2", "function": {"name": "book_appointment", "arguments": {}}}]}
    assert "error" in (await oncalls.desk.handle_server_message(secret, wrong))["results"][0]
    report = {"type": "end-of-call-report", "call": subject, "endedReason": "assistant-ended-call"}
    assert await oncalls.desk.handle_server_message(secret, report) == {}
    alert = await oncalls.alert()
    assert (alert.state, alert.by, alert.how) == ("acknowledged", "Maya", "call")
    assert [told.state for told in alert.told] == ["sent"]
    assert await oncalls.rows("SELECT * FROM conversations") == []
    assert await oncalls.rows("SELECT * FROM activities") == []


async def test_a_call_that_nobody_answers_gives_way_at_once(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA, Way.CALL), person("Lee", LEE))
    await oncalls.emergency()
    ((voice_id, call),) = oncalls.voice.dialled.items()
    subject = {"id": voice_id, "type": "outboundPhoneCall", "metadata": call.overrides["metadata"]}
    secret = oncalls.desk.secrets.issue(oncalls.practice.scope.clinic_id)
    report = {"type": "end-of-call-report", "call": subject, "endedReason": "customer-did-not-answer"}
    for _ in range(2):
        await oncalls.desk.handle_server_message(secret, report)
    await oncalls.work()
    assert oncalls.texted == [LEE]


async def test_a_stop_from_a_phone_on_call_holds_for_texts_and_staff_learn_of_it(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA, Way.TEXT, Way.CALL))
    await oncalls.text_in(MAYA, "STOP")
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        assert await consent.is_suppressed(session, MAYA)
        (task,) = await inbox.list_tasks(session)
        (maya,) = await oncall.list_reachable(session)
    assert task.detail.startswith("Maya is on call and has stopped texts from Mia, so alerts reach them by call.")
    assert maya.ways == (Way.CALL,) and "stopped from this phone" in maya.broken[0][1]
    texts = len(oncalls.sms.taken)
    await oncalls.emergency()
    assert len(oncalls.sms.taken) == texts
    assert [call.number for call in oncalls.voice.dialled.values()] == [MAYA]
    await oncalls.text_in(MAYA, "START")
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        (maya,) = await oncall.list_reachable(session)
    assert maya.ways == (Way.TEXT, Way.CALL)


async def test_a_patients_phone_is_a_patients(oncalls: OnCall) -> None:
    await make_patient(oncalls.database, oncalls.practice)
    await oncalls.contacts(person("Maya", MAYA))
    await oncalls.emergency()
    await oncalls.text_in("+13055550142", "ok 1234")
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        assert await inbox.find_thread_of(session, "+13055550142") is not None
