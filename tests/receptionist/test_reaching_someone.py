"""Someone who wants a person now is put through in opening hours; where nobody answers, the team calls back."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from mia.platform.conversation.ports import CallTool, Message, Say
from mia.receptionist.guard.guarded_model import GuardedModel
from mia.receptionist.receptionist import EmbeddedReceptionist
from tests.fakes.language import ScriptedModel
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import PRACTICE, FrontOffice
from tests.receptionist.guarded import in_turn

NOBODY = "I'm sorry, nobody can pick up right now. Shall I have someone from our team call you back?"
DESK = "+13055550101"
NIGHT = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)


@dataclass
class Desk(FrontOffice):
    """A practice whose team can be rung, in a call by phone."""

    by_phone: bool = True

    def answer(self, name: str, arguments: Any) -> dict[str, Any]:
        if name == "transferCall":
            self.calls.append((name, dict(arguments)))
            if not self.by_phone:
                raise RuntimeError("A web call cannot be forwarded.")
            return {"result": "The caller is being put through."}
        return super().answer(name, arguments)


def caller(**more: Any) -> Conversation:
    return Conversation(Desk(practice={**PRACTICE, "transfer": {"number": DESK, "nobody": NOBODY}}, **more))


@pytest.mark.parametrize("said", ["can I talk to a real person?", "0", "operator please"])
async def test_a_person_and_the_key_zero_ring_the_team(said: str) -> None:
    talk = caller()
    await talk.say("how much is Botox?")
    await talk.say(said)
    assert talk.office.made("transferCall") == [{"destination": DESK}]
    told = await talk.conclude()
    assert "would like to speak with someone about Botox" in told.summary.split(". ")[0]
    assert told.structured["outcome"] == "handed_off", "who hangs up while it rings is called back"


async def test_while_it_rings_nothing_else_begins_and_danger_is_heard() -> None:
    talk = caller()
    await talk.say("operator please")
    assert "still trying" in await talk.say("okay") and not talk.office.made("request_person")
    assert "911" in await talk.say("I can't breathe")


async def test_where_nobody_picks_up_they_call_back() -> None:
    talk = caller()
    await talk.say("operator please")
    talk.history.append(Message("assistant", NOBODY))
    await talk.say("yes please")
    await talk.say("Ana Ruiz 305 555 0142")
    (asked,) = talk.office.made("request_person")
    assert asked["phone"] == "+13055550142"
    await talk.say("I want a person!")
    assert len(talk.office.made("transferCall")) == 1, "the team is rung once"


WEEKDAY_EVENING = datetime(2026, 11, 19, 23, 0, tzinfo=UTC)
"""A Thursday at 6 PM in New York: closed, and within the hours below."""
LATE = [{"weekday": 3, "opens": "12:00", "closes": "20:00"}]
OVERFLOW = "+13055550102"


def practice_with(**transfer: Any) -> dict[str, Any]:
    return {**PRACTICE, "transfer": {"number": DESK, "nobody": NOBODY, **transfer}}


@pytest.mark.parametrize(
    ("transfer", "now", "rings"),
    [
        ({"hours": LATE}, WEEKDAY_EVENING, [DESK]),
        ({"hours": LATE}, datetime(2026, 11, 19, 15, 0, tzinfo=UTC), []),
        ({"hours": LATE, "overflow": OVERFLOW}, datetime(2026, 11, 19, 15, 0, tzinfo=UTC), [OVERFLOW]),
        ({"hours": [], "overflow": OVERFLOW}, WEEKDAY_EVENING, [OVERFLOW]),
        ({"overflow": OVERFLOW}, NIGHT, [OVERFLOW]),
        ({"overflow": OVERFLOW}, datetime(2026, 11, 19, 15, 0, tzinfo=UTC), [DESK]),
        ({"number": "", "overflow": OVERFLOW}, datetime(2026, 11, 19, 15, 0, tzinfo=UTC), [OVERFLOW]),
    ],
)
async def test_the_phone_rings_whose_hour_it_is(transfer: dict[str, Any], now: datetime, rings: list[str]) -> None:
    talk = Conversation(Desk(practice=practice_with(**transfer), now=now))
    said = await talk.say("a person please")
    assert [each["destination"] for each in talk.office.made("transferCall")] == rings
    assert rings or "name" in said


@pytest.mark.parametrize(
    ("transfer", "rings"), [({"hours": LATE}, []), ({"hours": LATE, "overflow": OVERFLOW}, [OVERFLOW])]
)
async def test_a_model_rings_no_phone_outside_its_hours(transfer: dict[str, Any], rings: list[str]) -> None:
    morning = datetime(2026, 11, 19, 15, 0, tzinfo=UTC)
    office = Desk(practice=practice_with(**transfer), now=morning)
    asks, goes_on = [CallTool("c", "transferCall", {"destination": DESK})], [Say("One moment, please.")]
    model = ScriptedModel(in_turn(asks, goes_on))
    talk = Conversation(office, GuardedModel(model, EmbeddedReceptionist()))
    said = await talk.say("a person please")
    assert [each["destination"] for each in office.made("transferCall")] == rings
    assert rings or "name" in said


async def test_outside_opening_hours_and_in_a_chat_the_team_calls_back() -> None:
    night = caller(now=NIGHT)
    assert "name" in await night.say("a person please") and not night.office.made("transferCall")
    chat = caller(by_phone=False)
    assert "name" in await chat.say("a person please")
    await chat.say("Ana Ruiz 305 555 0142")
    assert chat.office.made("request_person")


@pytest.mark.parametrize(
    "said",
    [
        "Please, yes, somebody should look in that room and call me",
        "The person in charge, please.",
        "If someone could ring me, lovely",
    ],
)
async def test_any_words_take_up_the_offer_of_a_person(said: str) -> None:
    talk = Conversation(FrontOffice())
    for _ in range(3):
        await talk.say("zorp blee quan fip")
    assert talk.step == "offer_person"
    await talk.say(said)
    assert talk.step == "person_contact"
