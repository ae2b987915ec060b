"""Above the limits a booking asks for a code first: it is read back, and the booking goes on; it is never a
refusal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import FrontOffice

ASKS = "I'd like Botox next Tuesday at 3, my name is Ana Ruiz, my number is 305 555 0177"


@dataclass
class BusyOffice(FrontOffice):
    """Strangers have booked a lot today. ``sends`` is what comes of a wish for a code; it is always 482913."""

    sends: list[dict[str, Any]] = field(default_factory=list)
    proven: bool = False
    checks: list[dict[str, Any]] = field(default_factory=list)

    def answer(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        if name == "book_appointment" and not self.proven:
            self.calls.append((name, dict(arguments)))
            return {"status": "code_required"}
        if name == "send_code":
            self.calls.append((name, dict(arguments)))
            by = "email" if "email" in arguments else "text"
            return self.sends.pop(0) if self.sends else {"status": "sent", "by": by}
        if name == "check_code":
            self.calls.append((name, dict(arguments)))
            if self.checks:
                return self.checks.pop(0)
            self.proven = arguments["code"] == "482913"
            return {"status": "proven"} if self.proven else {"status": "wrong", "tries_left": 4}
        return super().answer(name, arguments)


async def asked(office: BusyOffice) -> Conversation:
    """A caller who wants to book, up to the question for the code."""
    talk = Conversation(office)
    await talk.say(ASKS)
    said = await talk.say("yes")
    assert "six-digit code to 305-555-0177" in said and "booked for" not in said, said
    assert talk.step == "code" and office.made("send_code") == [{"phone": "+13055550177"}]
    return talk


@pytest.mark.parametrize(
    "said", ["482913", "482 913", "It's 4 8 2 9 1 3", "four eight two nine one three", "the code is 482-913"]
)
async def test_the_code_is_read_back_and_the_visit_is_booked(said: str) -> None:
    talk = await asked(BusyOffice())
    answer = await talk.say(said)
    assert talk.office.made("check_code") == [{"code": "482913"}]
    assert talk.state["visits"] and "Tuesday, November 24" in answer
    assert (await talk.conclude()).structured["outcome"] == "booked"


async def test_a_wrong_code_is_asked_for_again_and_an_old_one_is_sent_anew() -> None:
    office = BusyOffice(checks=[{"status": "wrong", "tries_left": 4}, {"status": "expired"}])
    talk = await asked(office)
    assert "doesn't match" in await talk.say("111111")
    assert "no longer good" in await talk.say("222222")
    assert len(office.made("send_code")) == 2
    await talk.say("482913")
    assert talk.state["visits"]


@pytest.mark.parametrize("said", ["I didn't get it", "can you send another one", "nothing arrived"])
async def test_who_got_none_is_sent_another(said: str) -> None:
    talk = await asked(BusyOffice())
    await talk.say(said)
    assert len(talk.office.made("send_code")) == 2 and talk.step == "code"


async def test_it_goes_to_a_mailbox_or_another_number_on_request() -> None:
    talk = await asked(BusyOffice())
    assert "emailed" in await talk.say("I can't get texts, email it to ana@ruiz.example")
    assert talk.office.made("send_code")[-1] == {"email": "ana@ruiz.example"}
    await talk.say("sorry, the number is 305 555 0178")
    assert talk.office.made("send_code")[-1] == {"phone": "+13055550178"}
    await talk.say("482913")
    assert talk.office.booked[-1]["phone"] == "+13055550178"


@pytest.mark.parametrize("status", ["too_many", "not_possible"])
async def test_where_none_can_be_sent_a_person_finishes_the_booking(status: str) -> None:
    talk = Conversation(BusyOffice(sends=[{"status": status}]))
    await talk.say(ASKS)
    assert "someone call you to finish it" in await talk.say("yes")
    await talk.say("yes please")
    assert talk.office.made("request_person") and not talk.office.booked


async def test_who_does_not_want_to_is_offered_a_person_and_never_told_that_it_is_booked() -> None:
    talk = await asked(BusyOffice())
    answer = await talk.say("no, I'd rather not")
    assert talk.step == "offer_person" and "Nothing is booked yet" in answer


async def test_a_question_in_between_is_answered_and_the_code_asked_for_again() -> None:
    talk = await asked(BusyOffice())
    answer = await talk.say("do you have parking?")
    assert "garage" in answer and talk.step == "code"
    await talk.say("482913")
    assert talk.state["visits"]


async def test_an_emergency_comes_before_any_code() -> None:
    talk = await asked(BusyOffice())
    assert "911" in await talk.say("I can't breathe and my throat is swelling")
    assert talk.step == "emergency"
