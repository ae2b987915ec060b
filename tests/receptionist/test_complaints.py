"""A complaint, or another matter for the team, is passed on before the question for a number is answered."""

import pytest

from tests.receptionist.conversation import Conversation

COMPLAINT = "I want to file a complaint about my lip filler visit last Sunday, your staff was rude to me"


async def test_who_leaves_before_giving_a_number_has_complained_all_the_same() -> None:
    talk = Conversation()
    said = await talk.say(COMPLAINT)
    (task,) = talk.office.made("request_person")
    assert task["reason"] == f"Complaint: {COMPLAINT}" and "number" in said
    summary = (await talk.conclude()).summary
    assert "Complaint" in summary and "Wanted" not in summary
    assert not any("service_id" in told or "preferred" in told for told in talk.office.made("remember_caller"))


@pytest.mark.parametrize("answer", ["Ana Ruiz, 305 555 0142", "no thanks"])
async def test_the_answer_brings_the_task_up_to_date_and_is_confirmed(answer: str) -> None:
    talk = Conversation()
    await talk.say(COMPLAINT)
    said = await talk.say(answer)
    first, last = talk.office.made("request_person")
    assert last["reason"] == first["reason"]
    assert (last.get("phone") == "+13055550142") is ("0142" in answer)
    assert said
