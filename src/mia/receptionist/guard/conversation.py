"""Reads the facts of a conversation from its brief, its history and its last event."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from mia.platform.conversation.ports import CallTool, Heard, ToolResult, Turn
from mia.receptionist.guard.facts import Facts, Statement, brief_facts, statement, strings_in, words_of
from mia.receptionist.guard.normal import normal
from mia.receptionist.practice import outreach_of, practice_of
from mia.receptionist.understanding.phones import hear_digits
from mia.receptionist.understanding.who.names import hear_name

Json = Mapping[str, Any]


def facts_of(turn: Turn) -> Facts:
    """The facts of a conversation as it stands, its last event included."""
    return _Reader(turn).read(turn)


def tool_results(turn: Turn) -> Iterator[tuple[CallTool, Json]]:
    """The tools that answered in this conversation, oldest first, with what they returned."""
    calls = {call.call_id: call for message in turn.history for call in message.tool_calls}
    for message in turn.history:
        if message.role == "tool" and (call := calls.get(message.tool_call_id or "")):
            yield call, _as_object(message.content)
    event = turn.event
    if isinstance(event, ToolResult) and (call := calls.get(event.call_id)):
        yield call, {"error": event.error} if event.error else event.result


class _Reader:
    def __init__(self, turn: Turn) -> None:
        practice = practice_of(turn.brief)
        now = turn.now.astimezone(practice.zone).replace(tzinfo=None)
        known = brief_facts(turn.brief, now.date())
        outreach = outreach_of(turn.brief)
        due = (
            frozenset[str]() if outreach.get("identified") else frozenset(map(str, outreach.get("services") or ()))
        )
        self._facts = Facts(practice, now, solid=list(known.statements), words=set(known.words), untold=due)
        self._texts, self._said = [known.text], list[str]()
        self._slots: dict[str, datetime] = {}

    def read(self, turn: Turn) -> Facts:
        for message in turn.history:
            if message.role in ("user", "assistant"):
                self._hear(message.content, by_caller=message.role == "user")
        if isinstance(turn.event, Heard):
            self._hear(turn.event.text, by_caller=True)
        for slot in outreach_of(turn.brief).get("offered") or ():
            self._take_slots(slot)
        for call, result in tool_results(turn):
            if "error" not in result:
                self._take(call, result)
        self._facts.text, self._facts.said_text = " | ".join(self._texts), " | ".join(self._said)
        return self._facts

    def _hear(self, text: str, *, by_caller: bool) -> None:
        self._facts.said.append(self._statement(text))
        self._facts.said_words |= words_of(text)
        self._said.append(normal(text))
        if by_caller:  # digits said as words, in one breath or two, and names spelled letter by letter
            self._facts.said_digits += hear_digits(text, expected=True)
            self._facts.said_words |= words_of(hear_name(text, expected=True) or "")
            self._facts.untold -= self._facts.said[-1].services

    def _take(self, call: CallTool, result: Json) -> None:
        self._take_slots(result)
        texts = [text for text in strings_in(result) if _instant(text) is None]
        told = [self._statement(text) for text in texts]
        self._facts.solid += told
        for text in texts:
            self._facts.words |= words_of(text)
            self._texts.append(normal(text))
        self._note_outcome(call, result, told)

    def _take_slots(self, value: Any) -> None:
        """Remember where a slot of a token begins, wherever in an answer it stands."""
        if isinstance(value, Mapping):
            for key in ("starts_at", "ends_at"):
                if (moment := _instant(value.get(key))) is not None:
                    self._facts.starts.append(self._local(moment))
            if "token" in value and (start := _instant(value.get("starts_at"))) is not None:
                self._slots[str(value["token"])] = self._local(start)
        children = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        for child in children:
            self._take_slots(child)

    def _note_outcome(self, call: CallTool, result: Json, told: list[Statement]) -> None:
        outcomes, status = self._facts.outcomes, result.get("status")
        match call.name:
            case "book_appointment" if status == "booked":
                outcomes.booked, outcomes.moved = True, outcomes.moved or result.get("moved") is True
                outcomes.told += told
                if start := self._slots.get(str(call.arguments.get("slot_token"))):
                    outcomes.visits.append(start)
            case "confirm_identity" if status == "confirmed":
                self._facts.untold = frozenset()
            case "list_visits":
                outcomes.told += told
            case "cancel_visit" if status in ("cancelled", "canceled"):
                outcomes.canceled = True
                outcomes.told += told
            case "send_code" | "identify_patient" if status == "sent":
                outcomes.code = True
            case "request_person":
                outcomes.person = True
                outcomes.urgent = outcomes.urgent or call.arguments.get("urgency") == "emergency"
            case "stop_contact" if status in ("stopped", "paused"):
                outcomes.stopped = True

    def _statement(self, text: str) -> Statement:
        return statement(self._facts.practice, text, self._facts.now)

    def _local(self, moment: datetime) -> datetime:
        return moment.astimezone(self._facts.practice.zone).replace(tzinfo=None) if moment.tzinfo else moment


def _as_object(text: str) -> Json:
    try:
        value = json.loads(text)
    except ValueError:
        return {"result": text}
    return value if isinstance(value, dict) else {"result": value}


def _instant(value: Any) -> datetime | None:
    if not isinstance(value, str) or "T" not in value:
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None
