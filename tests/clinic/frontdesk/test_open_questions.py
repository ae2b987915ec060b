"""What Mia could not answer in a conversation waits for staff, without who asked."""

from mia.clinic.teaching import service as teaching
from mia.platform.db.session import Database
from tests.clinic.frontdesk.calls import CallOfTests

CALLER = {"name": "Maria Gomez", "phone": "305 555 0171"}


async def test_a_question_that_stayed_open_waits_for_an_answer_without_who_asked(
    call: CallOfTests, database: Database
) -> None:
    await call.tool("remember_caller", **CALLER)
    asked = ["Maria Gomez here, is there wifi? My number is 305 555 0171", 7]
    await call.end(said=("Is there wifi?",), outcome="answered", unanswered=asked)
    await call.end(outcome="answered", unanswered=asked)
    async with database.clinic(call.practice.scope) as session:
        (question,) = await teaching.list_questions(session)
    assert question.words == "[name] here, is there wifi? My number is [number]"
