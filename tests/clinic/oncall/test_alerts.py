"""An urgent task reaches people at once, and the next ones until someone acknowledges."""

import re
from uuid import UUID

import pytest

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import TaskKind
from mia.clinic.oncall import service as oncall
from mia.clinic.oncall.service import Way
from mia.clinic.practice import service as practices
from mia.platform.kernel.errors import Conflict, Invalid, NotFound, TooManyRequests
from mia.platform.kernel.ids import new_id
from tests.clinic.oncall.conftest import KIM, LEE, MAYA, ORIGIN, OnCall, person
from tests.fakes.practice import make_practice


async def test_the_first_on_call_is_texted_at_once_with_no_word_about_the_patient(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA), person("Lee", LEE))
    await oncalls.emergency()
    (message,) = oncalls.sms.taken
    assert (message.to, message.sender) == (MAYA, oncalls.practice.number)
    assert re.fullmatch(
        r"Urgent at Harbor Aesthetics: a caller may need help\. "
        rf"Open Mia: {ORIGIN}/oncall/[\w-]+ Reply \d{{4}} to acknowledge\.",
        message.text,
    )
    alert = await oncalls.alert()
    assert [(told.name, told.way, told.state) for told in alert.told] == [("Maya", Way.TEXT, "sent")]
    assert alert.state == "open"


async def test_it_goes_on_every_five_minutes_around_again_then_to_the_owners_and_stays_open(
    oncalls: OnCall,
) -> None:
    await oncalls.contacts(person("Maya", MAYA), person("Lee", LEE))
    await oncalls.emergency()
    await oncalls.later(4.9)
    assert oncalls.texted == [MAYA]
    for _ in range(12):
        await oncalls.later(5.1)
    assert oncalls.texted == [MAYA, LEE] * 3
    (email,) = await oncalls.emails(oncalls.owner)
    assert email.message is not None and "no one has acknowledged" in email.message.text
    alert = await oncalls.alert()
    assert (alert.state, alert.next_at) == ("unanswered", None)
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        taken = await oncall.acknowledge(session, alert.id, "Olivia", "app")
    assert (taken.state, taken.by) == ("acknowledged", "Olivia")


async def test_a_person_is_told_in_every_way_they_chose(oncalls: OnCall) -> None:
    maya = person("Maya", MAYA, Way.TEXT, Way.EMAIL, Way.CALL, email="maya@harbor.example")
    await oncalls.contacts(maya)
    await oncalls.emergency()
    assert oncalls.texted == [MAYA]
    (email,) = await oncalls.emails("maya@harbor.example")
    assert email.message is not None and f"{ORIGIN}/oncall/" in email.message.text
    assert "Ana" not in email.message.text and "swelling" not in email.message.text
    (call,) = oncalls.voice.dialled.values()
    assert (call.number, call.caller_id) == (MAYA, oncalls.practice.number)
    assert "say yes" in call.overrides["firstMessage"]
    assert "Ana" not in str(call.overrides) and "swelling" not in str(call.overrides)


async def test_an_urgent_task_raises_one_alert_however_often_it_is_brought_up_to_date(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        talk = await inbox.start_conversation(session, inbox.Channel.WEB_CHAT, voice_id=new_id().hex)
        for _ in range(3):
            await inbox.open_task(session, TaskKind.EMERGENCY, "Chest pain", conversation_id=talk.id)
        await inbox.open_task(session, TaskKind.CALL_BACK, "Call back", conversation_id=talk.id)
    await oncalls.work()
    assert oncalls.texted == [MAYA]


async def test_a_second_emergency_after_the_first_was_taken_care_of_alerts_again(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        talk = await inbox.start_conversation(session, inbox.Channel.SMS, voice_id=new_id().hex)

    async def emergency(detail: str) -> UUID:
        async with oncalls.database.clinic(oncalls.practice.scope) as session:
            task_id = await inbox.open_task(session, TaskKind.EMERGENCY, detail, conversation_id=talk.id)
        await oncalls.work()
        return task_id

    first = await emergency("Throat is swelling")
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        await inbox.complete_task(session, first)
    await oncalls.work()
    second = await emergency("Cannot breathe")
    assert oncalls.texted == [MAYA, MAYA]
    assert (await oncalls.alert()).task_id == second
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        assert [task.detail for task in await inbox.list_tasks(session)] == ["Cannot breathe"]


async def test_a_task_that_is_done_is_acknowledged(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA), person("Lee", LEE))
    task_id = await oncalls.emergency()
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        await inbox.complete_task(session, task_id)
    await oncalls.work()
    await oncalls.later(30)
    assert oncalls.texted == [MAYA]
    assert await oncalls.rows("SELECT state, acknowledged_how FROM oncall_alerts") == [("acknowledged", "task")]


async def test_whoever_cannot_be_reached_gives_way_at_once(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", "+15005550001"), person("Lee", LEE))

    def refused() -> Exception:
        return inbox.SmsRejected("invalid_number", retryable=False)

    oncalls.sms.mishap = refused
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        await inbox.open_task(session, TaskKind.EMERGENCY, "Chest pain")
    # Only the first text meets the mishap.
    taken = oncalls.sms.send

    async def once(message: inbox.SmsMessage) -> inbox.SendReceipt:
        oncalls.sms.mishap = refused if message.to != LEE else None
        return await taken(message)

    oncalls.sms.send = once  # type: ignore[method-assign]
    await oncalls.work()
    assert oncalls.texted == [LEE]
    alert = await oncalls.alert()
    assert [(told.name, told.state) for told in alert.told] == [("Maya", "failed"), ("Lee", "sent")]


async def test_without_anybody_on_call_mia_claims_nothing_and_the_owners_are_told(oncalls: OnCall) -> None:
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        assert not await oncall.is_covered(session)
    await oncalls.emergency()
    (email,) = await oncalls.emails(oncalls.owner)
    assert email.message is not None and "no on-call contact" in email.message.text
    assert oncalls.texted == []


async def test_a_contact_covers_only_by_a_way_that_works(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        assert await oncall.is_covered(session)
        await practices.retire_number(session, oncalls.practice.number)
        assert not await oncall.is_covered(session)
        (maya,) = await oncall.list_reachable(session)
        assert maya.broken == ((Way.TEXT, "The practice has no number to text from."),)
    await oncalls.contacts(person("Maya", MAYA, Way.TEXT, Way.EMAIL, email="maya@harbor.example"))
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        assert await oncall.is_covered(session)


async def test_what_mia_knows_and_says_follows_whether_somebody_is_on_call(oncalls: OnCall) -> None:
    clinic_id = oncalls.practice.scope.clinic_id
    for covered in (False, True):
        if covered:
            await oncalls.contacts(person("Maya", MAYA))
        assistant_id = await oncalls.desk.ensure_assistant(clinic_id)
        assert oncalls.voice.assistants[assistant_id]["metadata"]["practice"]["on_call"] is covered


async def test_every_message_and_every_acknowledgement_leaves_an_entry(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA, Way.TEXT, Way.EMAIL, email="maya@harbor.example"))
    await oncalls.emergency()
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        await oncall.acknowledge(session, (await oncall.list_open_tasks_alerts(session))[0].id, "Olivia", "app")
    entries = await oncalls.rows("SELECT action, outcome FROM audit_entries WHERE kind IN ('alert', 'oncall')")
    assert sorted(tuple(entry) for entry in entries) == [
        ("alert.acknowledge", "app"),
        ("alert.raise", "ok"),
        ("alert.send", "email"),
        ("alert.send", "text"),
        ("oncall.change", "ok"),
    ]


async def test_another_practice_has_no_part_in_it(oncalls: OnCall) -> None:
    await oncalls.contacts(person("Maya", MAYA))
    await oncalls.emergency()
    alert = await oncalls.alert()
    other = await make_practice(oncalls.database, new_id().hex)
    async with oncalls.database.clinic(other.scope) as session:
        assert await oncall.list_contacts(session) == []
        with pytest.raises(NotFound):
            await oncall.acknowledge(session, alert.id, "Mallory", "app")
    assert (await oncalls.alert()).state == "open"


async def test_a_test_goes_to_everybody_at_once_and_to_nobody_twice(oncalls: OnCall) -> None:
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        with pytest.raises(Invalid, match="No one can be reached"):
            await oncall.raise_test(session, ORIGIN)
    await oncalls.contacts(person("Maya", MAYA), person("Lee", LEE), person("Kim", KIM, Way.CALL))
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        await oncall.raise_test(session, ORIGIN)
        with pytest.raises(TooManyRequests):
            await oncall.raise_test(session, ORIGIN)
    await oncalls.work()
    await oncalls.later(60)
    assert oncalls.texted == [MAYA, LEE]
    assert all("no action needed" in words for words in oncalls.sms.texts)
    assert [call.number for call in oncalls.voice.dialled.values()] == [KIM]
    assert await oncalls.emails(oncalls.owner) == []


async def test_two_people_who_change_the_list_do_not_overwrite_each_other(oncalls: OnCall) -> None:
    async with oncalls.database.clinic(oncalls.practice.scope) as session:
        seen = oncall.version_of(await oncall.list_contacts(session))
        await oncall.save_contacts(session, [person("Maya", MAYA)], seen)
        with pytest.raises(Conflict):
            await oncall.save_contacts(session, [person("Lee", LEE)], seen)
