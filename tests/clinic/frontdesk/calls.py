"""A call as the voice service reports it."""

from dataclasses import dataclass, field
from typing import Any

from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch, Channel, Task
from mia.clinic.leads import service as leads
from mia.platform.kernel.ids import new_id
from tests.fakes.practice import PracticeOfTests

Json = dict[str, Any]


@dataclass
class CallOfTests:
    """A call as the voice service would report it to the front desk."""

    desk: FrontDesk
    practice: PracticeOfTests
    id: str = field(default_factory=lambda: str(new_id()))

    async def send(self, kind: str, **body: Any) -> Json:
        """Deliver a server message."""
        message = {"type": kind, "call": {"id": self.id, "type": "webCall"}, **body}
        secret = self.desk.secrets.issue(self.practice.scope.clinic_id)
        return await self.desk.handle_server_message(secret, message)

    async def tool(self, tool: str, key: str | None = None, /, **arguments: Any) -> Json:
        """Run a tool; its result, or the whole answer when it failed."""
        answer = await self.tool_answer(tool, key, **arguments)
        result: Json = answer.get("result", answer)
        return result

    async def tool_answer(self, tool: str, key: str | None = None, /, **arguments: Any) -> Json:
        """Run a tool; what stands in ``results``."""
        listed = [{"id": key or str(new_id()), "type": "function",
                   "function": {"name": tool, "arguments": arguments}}]  # fmt: skip
        (answer,) = (await self.send("tool-calls", toolCallList=listed))["results"]
        assert isinstance(answer, dict)
        return answer

    async def end(self, reason: str = "customer-ended-call", said: tuple[str, ...] = (), **structured: Any) -> None:
        """Deliver the end-of-call report; ``said`` alternates caller and Mia."""
        roles = ("user", "bot")
        messages = [
            {"role": roles[i % 2], "message": text, "secondsFromStart": i * 2.0} for i, text in enumerate(said)
        ]
        analysis = {"summary": structured.pop("summary", ""), "structuredData": structured}
        await self.send(
            "end-of-call-report", endedReason=reason, artifact={"messages": messages}, analysis=analysis
        )

    async def activities(self) -> list[Activity]:
        async with self.desk.database.clinic(self.practice.scope) as session:
            return list((await inbox.search_activities(session, ActivitySearch())).items)

    async def activity(self) -> Activity:
        (activity,) = await self.activities()
        return activity

    async def tasks(self) -> list[Task]:
        async with self.desk.database.clinic(self.practice.scope) as session:
            return await inbox.list_tasks(session)

    async def lead(self) -> leads.Lead | None:
        async with self.desk.database.clinic(self.practice.scope) as session:
            conversation = await inbox.start_conversation(session, Channel.WEB_CALL, voice_id=self.id)
            return await leads.find_lead(session, conversation.id)
