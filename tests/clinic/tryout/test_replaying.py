"""What the tools of a call did before is done again under other ids, and the call knows only the first ones."""

from typing import Any

from mia.clinic.frontdesk.service import ToolCall
from mia.clinic.tryout.replaying import Run, replay
from mia.platform.kernel.ids import encode, new_id

Json = dict[str, Any]


class Diary:
    """A calendar that forgets: each replay books under a new id."""

    def __init__(self) -> None:
        self.visits: dict[str, str] = {}

    async def run(self, call: ToolCall) -> Json:
        if call.name == "book":
            visit = encode("apt", new_id())
            self.visits[visit] = call.arguments["time"]
            return {"result": {"status": "booked", "visits": [{"appointment_id": visit}]}}
        found = self.visits.pop(call.arguments["appointment_id"], None)
        return {"result": {"status": "canceled" if found else "unknown", "was": call.arguments["appointment_id"]}}


async def test_a_visit_booked_in_the_call_is_found_again_by_the_id_that_the_call_knows() -> None:
    booked = await replay(Diary().run, [], [ToolCall("1", "book", {"time": "10"})])
    visit = booked[0].answer["result"]["visits"][0]["appointment_id"]
    diary = Diary()
    (_, canceled) = await replay(diary.run, booked, [ToolCall("2", "cancel", {"appointment_id": visit})])
    assert canceled.answer == {"result": {"status": "canceled", "was": visit}}
    assert diary.visits == {}


async def test_a_message_that_comes_again_gets_the_first_answer_and_runs_nothing() -> None:
    call = ToolCall("1", "book", {"time": "10"})
    booked = await replay(Diary().run, [], [call])
    diary = Diary()
    assert await replay(diary.run, booked, [call]) == booked
    assert len(diary.visits) == 1, "what was done before stands, and nothing else"


async def test_words_that_have_changed_are_told_as_they_are() -> None:
    async def taken(_call: ToolCall) -> Json:
        return {"result": {"status": "taken"}}

    earlier = [Run("1", "book", {}, {"result": {"status": "booked"}})]
    (_, told) = await replay(taken, earlier, [ToolCall("2", "book", {})])
    assert told.answer["result"]["status"] == "taken"
