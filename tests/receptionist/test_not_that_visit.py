"""Which visit on file is meant, where someone does not agree to the one that was told."""

import pytest

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import CODE, Office, visit_on_file
from tests.receptionist.patients.patient import practice

_BOTOX = {"id": "apt_1", "service": "svc_botox", "start": "2026-12-03T10:00", "name": "Ana Ruiz"}
_PEEL = {"id": "apt_2", "service": "svc_peel", "start": "2026-12-10T14:00", "name": "Ana Ruiz"}
_WHO = ("Ana Ruiz 305 555 0143", CODE)


async def told(*lines: str) -> tuple[Conversation, Office]:
    facts = practice("medspa")
    on_file = [visit_on_file(visit, facts) for visit in (_BOTOX, _PEEL)]
    office = Office(practice=facts, on_file=on_file, number="0143")
    talk = Conversation(office, typed=True)
    for line in lines:
        await talk.say(line)
    return talk, office


@pytest.mark.parametrize(
    "said",
    [
        "no, not that one, I mean the peel",
        "wrong one. it's the chemical peel on December 10",
        "no, the other one",
        "keep the Botox, the peel goes",
    ],
)
async def test_another_visit_is_canceled_once_it_was_told(said: str) -> None:
    talk, office = await told("cancel my Botox please", *_WHO)
    assert "Chemical peel" in await talk.say(said)
    assert not office.canceled
    await talk.say("yes")
    assert office.canceled == ["apt_2"]


@pytest.mark.parametrize("said", ["no, only the peel", "just the peel please, the other stays", "leave the Botox"])
async def test_of_two_one_alone_is_canceled(said: str) -> None:
    talk, office = await told("cancel both my appointments", *_WHO)
    reply = await talk.say(said)
    assert "Chemical peel" in reply and "Botox" not in reply
    await talk.say("yes")
    assert office.canceled == ["apt_2"]


@pytest.mark.parametrize("said", ["no, don't cancel it, I'm keeping that one", "no! that one stays", "no"])
async def test_what_stays_is_not_canceled(said: str) -> None:
    talk, office = await told("cancel my Botox please", *_WHO)
    await talk.say(said)
    assert not office.canceled and talk.step == "else"


async def test_the_visit_that_is_named_is_moved_instead() -> None:
    talk, office = await told("I need to move my Botox to December 15", *_WHO)
    assert "Chemical peel" in await talk.say("no, not that one, I mean the peel")
    for line in ("December 15 at 2 pm", "yes"):
        await talk.say(line)
    assert office.canceled == ["apt_2"]


@pytest.mark.parametrize("said", ["no, leave that one where it is, I want a new one", "don't move mine"])
async def test_a_visit_that_is_to_stay_is_not_moved(said: str) -> None:
    talk, office = await told("I need to move my Botox to December 15", *_WHO)
    await talk.say(said)
    for line in ("December 15 at 2 pm", "yes", "yes"):
        await talk.say(line)
    assert not office.canceled
