"""Callers whom no one could answer: what they are told, and what staff get."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from mia.clinic.frontdesk.ports import Description
from mia.clinic.frontdesk.server_messages.missed import caller_number, spoken_apology
from mia.clinic.frontdesk.service import FrontDesk, Widget, WidgetLimits
from mia.clinic.frontdesk.widget_limits import CALLS_AT_ONCE
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivitySearch, ActivityStatus, Task, TaskKind
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import TooManyRequests, Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from tests.clinic.frontdesk.calls import CallOfTests
from tests.fakes.access import settings_of_tests
from tests.fakes.front_desk import MemoryVoice, make_desk
from tests.fakes.practice import PracticeOfTests

OFFER = Description("v=0 offer", "offer")
ANA = "+13055550142"
NO_FREE_LINE = "call.start.error-vapifault-worker-not-available"
CALL_BACK = "All lines were busy when they called. They were told someone will call them back"
WROTE = "All lines were busy for callers on the website. They were asked to write to Mia or leave a number"


@dataclass
class Site:
    """A clinic's website, its visitors, and its staff."""

    desk: FrontDesk
    practice: PracticeOfTests
    voice: MemoryVoice

    async def call(self, address: str = "198.51.100.7") -> None:
        """A visitor calls; the fault of the voice service, if any, shows when their browser joins."""
        async with self.desk.database.system(SystemScope.LOGIN) as system:
            clinic = await identity.find_clinic(system, self.practice.slug)
        widget = Widget(self.desk, WidgetLimits.of(self.desk.settings))
        fault, self.voice.fault = self.voice.fault, None
        begun = await widget.start_call(address, clinic)
        self.voice.fault = fault
        await widget.answer_offer(begun.conversation_id, begun.token, OFFER)

    async def tasks(self) -> list[Task]:
        async with self.desk.database.clinic(self.practice.scope) as session:
            return await inbox.list_tasks(session)

    async def history(self) -> list[tuple[ActivityStatus, str]]:
        async with self.desk.database.clinic(self.practice.scope) as session:
            page = await inbox.search_activities(session, ActivitySearch())
            return [(item.status, item.outcome) for item in page.items]


@pytest.fixture
def site(desk: FrontDesk, practice: PracticeOfTests, voice: MemoryVoice) -> Site:
    return Site(desk, practice, voice)


async def test_a_visitor_who_finds_no_line_is_told_what_to_do_and_staff_know(site: Site) -> None:
    site.voice.fault = Unavailable("busy")
    with pytest.raises(Unavailable) as refused:
        await site.call()
    assert (
        refused.value.detail == "All lines are busy right now. Leave your number and our team will call you back."
    )
    assert await site.history() == [(ActivityStatus.FAILED, "All lines were busy")]
    (task,) = await site.tasks()
    assert (task.kind, task.detail, task.phone) == (TaskKind.FOLLOW_UP, WROTE, None)


async def test_however_many_visitors_find_no_line_staff_get_one_task_an_hour(
    site: Site, clock: MovableClock
) -> None:
    site.voice.fault = Unavailable("busy")
    for hour in range(2):
        for number in range(3):
            with pytest.raises(Unavailable):
                await site.call(f"198.51.100.{10 * hour + number}")
        clock.move(timedelta(hours=1, seconds=1))
    assert [task.detail for task in await site.tasks()] == [WROTE, WROTE]
    assert len(await site.history()) == 6


async def test_a_third_call_from_one_place_is_refused_and_alerts_nobody(site: Site) -> None:
    site.voice.fault = TooManyRequests("enough", retry_after=10)
    with pytest.raises(TooManyRequests) as refused:
        await site.call()
    assert refused.value.detail == "Too many calls from your connection."
    assert (await site.tasks(), await site.history()) == ([], [])


async def test_calls_are_counted_by_household_and_the_voice_service_learns_no_address(site: Site) -> None:
    keys = {}
    for address in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1", "198.51.100.7", "198.51.100.8"):
        await site.call(address)
        assert site.voice.limit is not None
        keys[address] = site.voice.limit.key
        assert address not in site.voice.limit.key
    same, too, *others = keys.values()
    assert same == too and len({same, *others}) == 4


@pytest.mark.parametrize(("demo_public", "at_once"), [("1", 2), ("", 50)])
def test_two_calls_at_once_where_others_reach_the_product(demo_public: str, at_once: int) -> None:
    settings = settings_of_tests(MIA_DEMO_PUBLIC=demo_public) if demo_public else settings_of_tests()
    assert CALLS_AT_ONCE.of(settings).per_address == at_once


class IncomingCall(CallOfTests):
    """A phone call, as the voice service tells of it."""

    number: str = ANA

    async def send(self, kind: str, **body: Any) -> dict[str, Any]:
        call = {"id": self.id, "type": "inboundPhoneCall", "customer": {"number": self.number}}
        secret = self.desk.secrets.issue(self.practice.scope.clinic_id)
        return await self.desk.handle_server_message(secret, {"type": kind, "call": call, **body})


def incoming(site: Site, number: str = ANA) -> IncomingCall:
    call = IncomingCall(site.desk, site.practice, str(new_id()))
    call.number = number
    return call


async def test_a_caller_who_found_no_line_is_called_back(site: Site) -> None:
    await incoming(site).end(NO_FREE_LINE)
    assert await site.history() == [(ActivityStatus.FAILED, "All lines were busy")]
    (task,) = await site.tasks()
    assert (task.kind, task.detail, task.phone) == (TaskKind.CALL_BACK, CALL_BACK, ANA)


async def test_who_tries_again_and_again_is_called_back_once(site: Site) -> None:
    for number in (ANA, "(305) 555-0142", "+13055550177", ANA):
        await incoming(site, number).end(NO_FREE_LINE)
    assert sorted(str(task.phone) for task in await site.tasks()) == [ANA, "+13055550177"]
    assert len(await site.history()) == 4


async def test_a_withheld_number_leaves_a_task_without_one(site: Site) -> None:
    await incoming(site, "anonymous").end(NO_FREE_LINE)
    assert [task.phone for task in await site.tasks()] == [None]


async def test_a_telephone_call_that_broke_off_is_called_back(site: Site) -> None:
    call = incoming(site)
    await call.send("status-update", status="in-progress")
    await call.end("worker-shutdown", ("I would like Botox",))
    assert (await site.history())[0][0] is ActivityStatus.ANSWERED
    (task,) = await site.tasks()
    assert (task.kind, task.phone) == (TaskKind.CALL_BACK, ANA)
    assert "The call broke off" in task.detail


async def test_the_number_that_a_caller_left_goes_before_the_one_they_called_from(site: Site) -> None:
    call = incoming(site)
    await call.end("worker-shutdown", ("I am Bo",), name="Bo Lind", phone="(305) 555-0199")
    (task,) = await site.tasks()
    assert task.phone == "+13055550199" and task.detail.startswith("Bo Lind")


async def test_a_call_that_ended_well_needs_no_call_back(site: Site) -> None:
    await incoming(site).end("customer-ended-call", ("When do you open?", "At nine."))
    assert await site.tasks() == []


async def test_a_web_call_that_broke_off_has_no_number_to_call(call: CallOfTests) -> None:
    await call.end("worker-shutdown", ("Hello",))
    assert await call.tasks() == []


async def test_a_call_that_the_voice_service_did_not_take_is_called_back(database: Database, site: Site) -> None:
    clinic_id = site.practice.scope.clinic_id
    apology = await make_desk(database).spoken_apology(clinic_id, ANA)
    assert "Someone will call you back at this number." in apology
    await site.desk.note_missed_call(clinic_id, ANA)
    assert [(task.kind, task.phone) for task in await site.tasks()] == [(TaskKind.CALL_BACK, ANA)]
    assert await site.history() == [(ActivityStatus.FAILED, "All lines were busy")]


@pytest.mark.parametrize(
    ("given", "number"),
    [("(305) 555-0142", ANA), (ANA, ANA), ("", None), ("anonymous", None), (None, None), (7, None)],
)
def test_a_number_to_call_back_is_one_that_can_be_called(given: object, number: str | None) -> None:
    assert caller_number(given) == number


def test_nobody_is_promised_a_call_that_cannot_be_made() -> None:
    words = spoken_apology("Harbor Aesthetics", number_known=False)
    assert "call you back" not in words and "Please call again in a few minutes." in words
    assert words.startswith("Thank you for calling Harbor Aesthetics. We're sorry")
    assert words.endswith("If this is an emergency, please hang up and call 911.")
