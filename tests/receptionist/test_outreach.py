"""Calls that Mia makes: every step in many wordings, and whole conversations."""

import pytest

from mia.platform.conversation.ports import Brief, Message
from tests.receptionist.outreach_steps import (
    OPENING,
    VOICEMAIL,
    Case,
    OutreachCall,
    OutreachOffice,
    at_confirm,
    at_identity,
    at_offer,
    cases,
    judge,
    office_with_two_times,
)

pytestmark = pytest.mark.evals


@pytest.mark.parametrize(("step", "case"), cases(), ids=lambda v: v if isinstance(v, str) else v["say"])
async def test_wording_is_understood(step: str, case: Case) -> None:
    assert await judge(step, case) == ""


def test_every_step_has_at_least_ten_wordings() -> None:
    counts: dict[str, int] = {}
    for step, _ in cases():
        counts[step] = counts.get(step, 0) + 1
    assert min(counts.values()) >= 10, counts


async def test_answers_nobody_tuned_on_are_mostly_understood() -> None:
    held_out = cases("outreach_heldout.json")
    misses = [(step, case["say"]) for step, case in held_out if await judge(step, case)]
    assert len(misses) <= 0.15 * len(held_out), misses
    assert [say for step, say in misses if step == "stop"] == [], "a wish to be left alone was missed"


async def test_a_visit_is_booked_without_naming_what_it_is_for() -> None:
    talk = await at_identity()
    assert "time for your next visit" in await talk.say("Yes, this is Ana")
    await talk.say("The first one, please")
    booked = await talk.say("Yes please")
    assert "You're booked" in booked or "All set" in booked
    assert "Ana" in await talk.say("No, that's all")
    assert talk.ended == "assistant-ended-call"
    conclusion = await talk.conclude()
    assert (conclusion.structured["outcome"], conclusion.success) == ("booked", True)
    assert "botox" not in " ".join(talk.spoken).lower()
    assert [name for name, _ in talk.office.calls] == ["confirm_identity", "find_slots", "book_appointment"]


@pytest.mark.parametrize("said_until_then", ["", "Hi, this is Mia, an AI assistant calling for"])
@pytest.mark.parametrize("words", ["Hello?", "Yes?", "Speaking.", "Hi"])
async def test_an_answer_to_a_question_nobody_heard_does_not_count(said_until_then: str, words: str) -> None:
    cut = [Message("assistant", said_until_then, interrupted=True)] if said_until_then else []
    talk = OutreachCall(office_with_two_times(), history=cut)
    assert await talk.say(words) == OPENING
    assert talk.office.calls == []
    await talk.say("Yes, this is Ana")
    assert talk.step == "slot"


async def test_a_wish_to_be_left_alone_counts_before_the_question() -> None:
    talk = OutreachCall(office_with_two_times(), history=[])
    await talk.say("Stop calling me!")
    assert talk.outcome == "stopped"


async def test_nothing_is_told_when_the_front_office_does_not_take_the_identity() -> None:
    talk = OutreachCall(OutreachOffice(refuse_identity=True))
    await talk.say("Yes, speaking")
    assert talk.ended is not None
    assert talk.office.made("find_slots") == []


async def test_somebody_else_in_the_house_learns_only_who_called() -> None:
    talk = await at_identity()
    await talk.say("No")
    answer = await talk.say("No, but she's not home")
    assert "Downtown MedSpa" in answer
    assert "visit" not in " ".join(talk.spoken)
    assert talk.outcome == "not_available"


async def test_a_wrong_number_is_taken_off_after_asking() -> None:
    talk = await at_identity()
    await talk.say("No")
    await talk.say("Yes, it is")
    assert talk.office.made("stop_contact") == [{"reason": "wrong_number"}]
    assert talk.ended is not None


async def test_the_person_is_fetched_and_then_asked() -> None:
    talk = await at_identity()
    await talk.say("Hold on, I'll get her")
    assert talk.ended is None
    await talk.say("Hello, this is Ana")
    assert talk.step == "slot"


async def test_whoever_is_not_understood_is_not_kept_on_the_line() -> None:
    talk = await at_identity()
    for _ in range(3):
        await talk.say("purple elephants dance")
    assert talk.outcome == "not_available"
    assert talk.office.made("confirm_identity") == []


async def test_a_taken_time_is_replaced_by_others() -> None:
    talk = await at_confirm()
    talk.office.lose_next = True
    await talk.say("Yes")
    assert talk.step == "slot"
    assert talk.office.booked == []


async def test_no_to_both_times_asks_for_another_and_a_second_no_ends_kindly() -> None:
    talk = await at_offer()
    await talk.say("No, those don't work for me")
    assert talk.step == "when"
    await talk.say("I'm not interested any more")
    assert talk.outcome == "declined"


async def test_an_emergency_comes_before_everything() -> None:
    talk = await at_identity()
    assert "911" in await talk.say("I can't breathe, please help")
    assert talk.office.made("request_person")[0]["urgency"] == "emergency"


async def test_a_silent_line_is_given_up() -> None:
    talk = await at_identity()
    await talk.stay_silent(1)
    await talk.stay_silent(2)
    assert talk.ended == "silence-timed-out"


async def test_a_person_who_writes_back_needs_no_introduction() -> None:
    class Thread(OutreachCall):
        @property
        def brief(self) -> Brief:
            outreach = {"first_name": "Ana", "services": ["svc_botox"], "identified": True}
            return Brief(
                "Mia",
                OPENING,
                "",
                {"practice": self.office.practice, "outreach": outreach},
                voicemail_message=VOICEMAIL,
            )

    office = office_with_two_times()
    office.identified = True
    talk = Thread(office)
    await talk.say("Yes please. Do you have anything on Wednesday?")
    assert talk.step == "slot"
    assert talk.office.made("find_slots")[0]["from"].startswith("2026-11-25")
    await talk.say("The first one")
    await talk.say("Yes")
    assert len(talk.office.booked) == 1
