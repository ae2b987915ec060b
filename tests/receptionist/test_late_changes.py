"""Changes of visits on file with what they cost, and all visits at once."""

import pytest

from tests.receptionist.patients.office import CODE
from tests.receptionist.writers import writer

SOON = {"id": "apt_1", "service": "svc_botox", "start": "2026-11-22T14:00"}
LATER = {"id": "apt_2", "service": "svc_peel", "start": "2026-12-15T11:00"}
WHO = "Ana Ruiz, 305 555 0142"
FEE = "later changes cost $50"


@pytest.mark.parametrize("wish", ["I need to cancel my Botox", "can I move my Botox to Friday"])
async def test_who_changes_a_visit_that_is_near_hears_of_the_fee_first(wish: str) -> None:
    talk, office = writer("medspa", SOON)
    for line in (wish, WHO):
        await talk.say(line)
    assert FEE in await talk.say(CODE) and not office.canceled


async def test_who_changes_a_visit_in_weeks_hears_of_no_fee() -> None:
    talk, _ = writer("medspa", LATER)
    for line in ("I need to cancel my peel", WHO):
        await talk.say(line)
    assert FEE not in await talk.say(CODE)


async def test_a_fee_that_was_told_is_not_told_again() -> None:
    talk, _ = writer("medspa", SOON)
    assert FEE in await talk.say("what do you charge if I cancel the day before?")
    await talk.say("Understood. Cancel it then.")
    await talk.say(WHO)
    assert FEE not in await talk.say(CODE)


async def test_a_move_is_a_move_though_its_fee_is_asked_about() -> None:
    talk, _ = writer("medspa", SOON)
    said = await talk.say("My sitter bailed, no Botox for me tomorrow. If I switch it to Friday, am I charged?")
    assert FEE in said and "number we have on file" in said


async def test_both_means_both() -> None:
    talk, office = writer("medspa", SOON, LATER)
    for line in ("cancel my Botox please", WHO, CODE):
        await talk.say(line)
    asked = await talk.say("yes, both of them")
    assert "Botox" in asked and "peel" in asked
    await talk.say("yes")
    await talk.say("yes")
    assert sorted(office.canceled) == ["apt_1", "apt_2"]


@pytest.mark.parametrize("said", ["actually keep both of them", "no, leave everything as it is"])
async def test_both_that_stay_stay(said: str) -> None:
    talk, office = writer("medspa", SOON, LATER)
    for line in ("cancel my Botox please", WHO, CODE):
        await talk.say(line)
    assert "stays" in await talk.say(said) and not office.canceled


async def test_the_team_hears_the_question_that_was_left_open() -> None:
    talk, office = writer("medspa", SOON)
    await talk.say("When is my Botox? And the nanny is sick, would it be a problem if my two year old sat with me")
    await talk.say(WHO)
    await talk.say(CODE)
    await talk.say("yes have somebody get back to me about the little one please")
    assert any("two year old" in str(task["reason"]) for task in office.made("request_person"))
