"""What someone says once danger was heard, and danger that is told quietly."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import practice

SWOLLEN = "my face is swollen up like a balloon and it hurts to swallow, do I still come at 2:30?"


def _talk(kind: str = "dental") -> Conversation:
    return Conversation(Office(practice=practice(kind)), typed=True)


def _urgent(talk: Conversation) -> list[str]:
    return [str(one["reason"]) for one in talk.office.made("request_person") if one["urgency"] == "emergency"]


async def test_the_visit_they_will_miss_is_passed_on_and_help_on_the_way_is_taken_up() -> None:
    talk = _talk()
    await talk.say(SWOLLEN)
    assert "your visit" in await talk.say("cancel my appointment I guess")
    assert "my appointment" in _urgent(talk)[-1] and "balloon" in _urgent(talk)[-1]
    assert "911" not in await talk.say("I'm at the ER now")


async def test_a_no_that_only_puts_it_off_is_no_all_clear() -> None:
    talk = _talk("wellness")
    talk.memory["receptionist"] = {"step": "emergency_check", "doubted": {"text": "I gave my cat to my sister"}}
    said = await talk.say("no, not right now. tonight, once the house is quiet")
    assert "988" in said and "my cat" in _urgent(talk)[-1], said


@pytest.mark.parametrize(
    "said",
    [
        "last night he had his hands on my neck til I saw spots and he said next time he'd finish",
        "my ex is pounding on the door and screaming",
        "rompió la puerta, trae un cuchillo",
        "I counted out the pills and the letters are written",
        "no la puedo despertar bien, está como aguada y los labios se le ven moraditos",
    ],
)
async def test_violence_and_a_quiet_plan_are_heard(said: str) -> None:
    talk = _talk("medspa")
    assert "911" in await talk.say(said) and _urgent(talk)


async def test_who_must_not_be_called_because_of_another_is_told_to_the_team_and_gets_no_messages() -> None:
    talk = _talk("medspa")
    said = await talk.say("please don't call my phone, he goes through it")
    assert talk.office.made("stop_contact") and "not to call" in said
    assert "Do NOT call" in str(talk.office.made("request_person")[-1]["reason"])


async def test_who_must_not_be_called_is_heard_while_their_number_is_asked_for() -> None:
    talk = _talk("medspa")
    await talk.say("can someone from your team call me about a rushed laser session?", "305-555-0142")
    assert talk.step == "person_contact"
    said = await talk.say("please don't call my phone though, he goes through it")
    tasks = str([one["reason"] for one in talk.office.made("request_person")])
    assert talk.office.made("stop_contact") and "not to call" in said and "rushed" in tasks, said


async def test_who_would_rather_get_an_email_is_taken_off_no_list() -> None:
    talk = _talk("medspa")
    await talk.say("can someone from your team call me about my bill?")
    await talk.say("don't call me, just email me at ana@example.com, Ana Ruiz")
    assert not talk.office.made("stop_contact")
    assert "just email me" in str(talk.office.made("request_person")[-1]["reason"])


async def test_help_that_is_on_the_way_ends_no_new_danger() -> None:
    talk = _talk()
    await talk.say(SWOLLEN)
    said = await talk.say("the ambulance is coming but he stopped breathing")
    assert "911" in said and "stopped breathing" in _urgent(talk)[-1], said


async def test_what_is_told_after_the_script_is_answered_and_is_in_the_one_urgent_task() -> None:
    talk = _talk("medspa")
    await talk.say("my boyfriend choked me last night and he keeps calling")
    assert "you're safe" in await talk.say("I'm at my cousin's now, safe")
    assert "how they may reach you" in await talk.say("please only text me, he checks my calls")
    assert "911" in await talk.say("he just pulled up outside")
    last = _urgent(talk)[-1]
    assert all(words in last for words in ("choked", "cousin", "only text", "pulled up")), last


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("I'm not calling 911, it costs a fortune", "wait for us"),
        ("can't you just see me today?", "wait for us"),
        ("should I drive over there?", "don't drive"),
        ("they're on their way", "Good"),
        ("does my Tuesday still stand?", "your visit"),
    ],
)
async def test_who_refuses_or_asks_after_the_script_is_answered(said: str, answer: str) -> None:
    talk = _talk()
    await talk.say(SWOLLEN)
    assert answer in await talk.say(said)
    assert talk.step == "emergency" and said in _urgent(talk)[-1]


async def test_who_is_well_after_all_goes_on_with_what_they_wanted_and_a_new_danger_is_heard() -> None:
    talk = _talk()
    await talk.say("I'd like a filling on Tuesday")
    await talk.say("I can't breathe")
    said = await talk.say("false alarm, my kid typed that")
    assert "Tuesday" in said and talk.step == "slot", said
    assert "911" in await talk.say("no wait, my throat is closing up")
    assert "throat" in _urgent(talk)[-1]


async def test_a_wish_in_the_words_of_danger_is_taken_up_when_there_is_none() -> None:
    talk = _talk()
    await talk.say("I'd like to book a filling. I feel like I'm dying")
    assert talk.step == "emergency"
    await talk.say("I feel great now")
    assert talk.step == "when"


@pytest.mark.parametrize("half", ["kinda", "a little, I guess", "not sure"])
async def test_half_a_yes_counts_as_one(half: str) -> None:
    talk = _talk("medspa")
    assert "right now?" in await talk.say("what do I do if my lips go white after filler?")
    assert "911" in await talk.say(half) and _urgent(talk)


async def test_hints_of_an_end_add_up_over_messages() -> None:
    talk = _talk("wellness")
    for said in ("can I sign over my massage credits to my sister", "I won't be needing them"):
        assert "988" not in await talk.say(said)
    assert "988" in await talk.say("tonight, once the house is quiet")
    await talk.say("yes")
    assert "credits" in _urgent(talk)[-1] and "quiet" in _urgent(talk)[-1]


async def test_who_moves_away_is_not_asked_about_an_end() -> None:
    talk = _talk("wellness")
    for said in (
        "please cancel everything under my name, we're moving to Denver",
        "I won't be needing the membership anymore",
        "you were always so kind, thank you for everything",
    ):
        assert "988" not in await talk.say(said)


async def test_i_am_fine_ends_no_crisis_at_once_and_another_meaning_is_gone_on_with() -> None:
    talk = _talk("medspa")
    await talk.say("I just want to end it all")
    assert "988" in await talk.say("I'm fine, forget it")
    assert talk.step == "emergency_check"


async def test_nothing_painful_and_a_wish_after_an_alright_are_no_yes_to_danger() -> None:
    talk = _talk()
    assert "right now?" in await talk.say("do u guys do emergency stuff, lost a filling eating a bagel")
    assert "911" not in await talk.say("not painful just sharp") and not _urgent(talk)
    talk = _talk("medspa")
    talk.memory["receptionist"] = {"step": "emergency_check", "doubted": {"text": "and if it's an emergency"}}
    assert "November 30th" in await talk.say("alright book me botox mon the 30th noon") and not _urgent(talk)


@pytest.mark.parametrize(
    "said", ["no pain but I can't breathe", "not bleeding anymore but he won't wake up", "yes"]
)
async def test_danger_beside_what_is_not_bad_is_heard(said: str) -> None:
    talk = _talk()
    talk.memory["receptionist"] = {"step": "emergency_check", "doubted": {"text": "and if it's an emergency"}}
    assert "911" in await talk.say(said) and _urgent(talk)
