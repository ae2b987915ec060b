"""A conversation in writing that never was: the real tools answer, and who began it takes everything back."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mia.clinic.frontdesk.assistant import opening, practice_knowledge
from mia.clinic.frontdesk.tools.context import ToolContext
from mia.clinic.frontdesk.tools.service import ToolCall, answer_tool_calls
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel
from mia.clinic.oncall import service as oncall
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.platform.conversation.history import History, Written
from mia.platform.conversation.ports import Brief, CallTool, Heard, LanguageModel, LanguageModelFault, ToolResult
from mia.platform.conversation.turns import Answering, Bounds, Turns
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import new_id


@dataclass(frozen=True)
class Rehearsal:
    """What Mia said: her ``greeting``, and an answer to each line up to the one with which she ended."""

    greeting: str = field(repr=False)
    answers: tuple[str, ...] = field(repr=False)
    ended: bool


async def rehearse(
    session: ClinicSession, context: ToolContext, model: LanguageModel, lines: Sequence[str]
) -> Rehearsal:
    """Answer the lines as Mia would with the practice as the session sees it. Tools write into the transaction:
    the caller takes it back."""
    brief = await _brief(session)
    stage = _Stage(session, context)
    answering = Answering(brief, model, stage.run_tool, now=session.now)
    turns = Turns(answering, stage.history, stage, {}, Bounds())
    answers: list[str] = []
    for line in lines:
        stage.said = []
        try:
            end = await turns.answer(Heard(line, typed=True))
        except LanguageModelFault:
            raise Unavailable("Mia could not answer. Please try again.") from None
        finally:
            await turns.settle()
        answers.append(" ".join(stage.said))
        if end is not None:
            return Rehearsal(brief.first_message, tuple(answers), ended=True)
    return Rehearsal(brief.first_message, tuple(answers), ended=False)


async def rehearse_tool(
    session: ClinicSession, context: ToolContext, channel: Channel, voice_id: str, call: ToolCall
) -> dict[str, Any]:
    """What a tool answers (``result`` or ``error``) in a conversation that never was. It writes into the
    transaction: the caller takes it back."""
    talk = await inbox.start_conversation(session, channel, voice_id=voice_id)
    talk = await inbox.get_conversation(session, talk.id, lock=True)
    (answer,) = await answer_tool_calls(session, context, talk, [call])
    return answer


async def _brief(session: ClinicSession) -> Brief:
    practice = await practices.get_practice(session)
    services, providers = await schedule.list_services(session), await schedule.list_providers(session)
    knowledge = practice_knowledge(practice, services, providers, on_call=await oncall.is_covered(session))
    return Brief("Mia", opening(practice.settings.greeting), "", {"practice": knowledge})


class _Stage:
    """Carries what is said, and runs tools one after the other in the one transaction there is."""

    def __init__(self, session: ClinicSession, context: ToolContext) -> None:
        self.history = History(())
        self.said: list[str] = []
        self._session, self._context = session, context
        self._voice_id = new_id().hex
        self._one_at_a_time = asyncio.Lock()

    async def run_tool(self, call: CallTool) -> ToolResult:
        async with self._one_at_a_time:
            wanted = ToolCall(call.call_id, call.name, dict(call.arguments))
            answer = await rehearse_tool(self._session, self._context, Channel.WEB_CHAT, self._voice_id, wanted)
        result: dict[str, Any] = answer.get("result") or {}
        return ToolResult(call.call_id, call.name, result, error=answer.get("error"))

    def say(self, text: str) -> None:
        self.said.append(text)
        self.history.said(Written(text))

    def tool_takes_long(self) -> None:
        """The answer comes at once, or not at all."""

    def tool_asked(self, call: CallTool) -> None:
        """Nobody watches."""

    def tool_answered(self, result: ToolResult) -> None:
        """Nobody watches."""
