"""One step of a conversation: the facts, the memory, and what is said and asked in return."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mia.platform.conversation.ports import CallTool, EndCall, Output, Say
from mia.platform.conversation.tool_calls import call_id
from mia.receptionist.dialogue.left_open import MOST_OPEN, asked_in
from mia.receptionist.dialogue.saying.emergency_phrases import EMERGENCY
from mia.receptionist.dialogue.saying.phrases import PHRASES
from mia.receptionist.dialogue.saying.speaking import say_wish
from mia.receptionist.dialogue.spanish.phrases import SPANISH
from mia.receptionist.dialogue.spanish.values import in_spanish, value_in_spanish
from mia.receptionist.dialogue.state import State, Step
from mia.receptionist.practice import Practice

_LAST_QUESTION = re.compile(r"(?:^|(?<=[.!])\s+)[^.!?]*\?$")


@dataclass
class Scene:
    """Collects outputs. ``now`` is the practice's local time without zone; ``unanswered`` is set when a question
    had to stay open, ``offers_person`` when someone's call was offered about it, ``opening`` is what the call began
    with, ``voicemail`` what a mailbox is told, ``heard_of_us`` all that the caller has let us say so far, ``typed``
    whether they write, ``message`` all that they say in this turn, ``again`` what they said before a question about
    danger, to be heard once more."""

    practice: Practice
    assistant: str
    state: State
    now: datetime
    outputs: list[Output] = field(default_factory=list)
    unanswered: bool = False
    offers_person: bool = False
    opening: str = ""
    voicemail: str = ""
    heard_of_us: str = ""
    typed: bool = False
    message: str = ""
    again: str = ""

    @property
    def in_spanish(self) -> bool:
        """Whether all is said in Spanish: in writing alone, since the voice speaks and hears English."""
        return self.state.typed and self.state.spanish

    @property
    def ended(self) -> bool:
        """Whether the call is to end."""
        return any(isinstance(o, EndCall) for o in self.outputs)

    def say(self, key: str, **values: object) -> None:
        """Say the next wording of a phrase, in Spanish to who writes it."""
        spanish = self.in_spanish or (self.state.spanish and key in EMERGENCY)
        wordings = (SPANISH if spanish else PHRASES)[key]
        if spanish:
            values = {name: value_in_spanish(name, str(value)) for name, value in values.items()}
        used = self.state.said.get(key, 0)
        self.state.said[key] = used + 1
        self._add(wordings[used % len(wordings)].format(**values))

    def leave_open(self, question: str) -> None:
        """Keep a question that the practice has given no answer to, for those who can give one."""
        words = asked_in(question)
        self.state.unanswered_at = self.state.turns
        if words and words not in self.state.unanswered and len(self.state.unanswered) < MOST_OPEN:
            self.state.unanswered.append(words)

    def ask(self, step: Step, key: str, **values: object) -> None:
        """Ask a question; ``step`` is what the answer is about."""
        self.state.step = step
        self.say(key, **values)

    def tell(self, text: str) -> None:
        """Say a ready sentence of ours."""
        self._add(in_spanish(text) if self.in_spanish else text)

    def quote(self, text: str, spanish: str = "") -> None:
        """Say what the practice wrote, once a turn and in its own words: in Spanish where it wrote that and it is
        spoken, else in English, since nobody checks a translation."""
        said = " ".join(output.text for output in self.outputs if isinstance(output, Say)).casefold()
        own = spanish if self.in_spanish else ""
        if (own or text).casefold() in said:
            return
        if own:
            self._add(own)
        else:
            self.say("practice_says", answer=text)

    def _add(self, text: str) -> None:
        text = " ".join(text.split()).replace(". m..", ". m.")
        said = Say(text[:1].upper() + text[1:])
        if text and said not in self.outputs:
            self.outputs.append(said)

    def call(self, name: str, arguments: Mapping[str, Any], *, wait: bool = True) -> None:
        """Ask for a tool; arguments without a value are left out."""
        given = {key: value for key, value in arguments.items() if value not in (None, "", [])}
        tool_call = self._numbered(name, given, wait=wait)
        if wait:
            self.state.pending = {"call_id": tool_call.call_id, "name": name}
        self.outputs.append(tool_call)

    def _numbered(self, name: str, arguments: Mapping[str, Any], *, wait: bool) -> CallTool:
        self.state.calls += 1
        return CallTool(call_id("call", self.state.calls, name, arguments), name, arguments, wait)

    def end(self, reason: str = "assistant-ended-call") -> None:
        """End the call after what was said."""
        self.state.step = Step.ENDED
        self.outputs.append(EndCall(reason))

    def outputs_end_with_question(self) -> bool:
        """Whether the last thing said already asks the caller something."""
        last = next((o for o in reversed(self.outputs) if isinstance(o, Say)), None)
        return last is not None and last.text.endswith("?")

    def take_back_offer(self) -> None:
        """The call that was offered last need not be: they asked for it. What was said before the offer stays."""
        for at, output in reversed(list(enumerate(self.outputs))):
            if isinstance(output, Say) and output.text.endswith("?"):
                rest = _LAST_QUESTION.sub("", output.text)
                self.outputs[at : at + 1] = [Say(rest)] if rest else []
                return

    def finish(self) -> list[Output]:
        """All outputs in speaking order, sentences in a row joined, news of the caller reported."""
        self._report()
        merged: list[Output] = []
        for output in self.outputs:
            if isinstance(output, Say) and merged and isinstance(merged[-1], Say):
                merged[-1] = Say(_joined(merged[-1].text, output.text))
            else:
                merged.append(output)
        lines = [o.text for o in merged if isinstance(o, Say)]
        if lines:
            self.state.last_lines = lines
        return merged

    def _report(self) -> None:
        """Tell the front office at once what was learned, so that a dropped call leaves a lead."""
        state = self.state
        if state.outreach or ((state.errand or state.known) and not (state.booking or state.person_reason)):
            return  # the front office knows whom it has called; who asks for their visit is no lead
        known = {
            "name": state.name,
            "phone": state.phone,
            "service_id": state.service_id,
            "preferred": say_wish(state.wish),
            "intent": self._intent(),
        }
        news = {k: v for k, v in known.items() if v}
        told = {**state.reported, **news}
        telling = any(news.get(k) for k in ("name", "phone", "service_id", "preferred"))
        if not telling or told == state.reported:
            return
        state.reported = told
        at = next((i for i, o in enumerate(self.outputs) if _stops(o)), len(self.outputs))
        self.outputs.insert(at, self._numbered("remember_caller", told, wait=False))

    def _intent(self) -> str | None:
        if self.state.emergency:
            return "emergency"
        if self.state.person_reason:
            return "person"
        return "book" if self.state.booking else None


def _stops(output: Output) -> bool:
    return isinstance(output, EndCall) or (isinstance(output, CallTool) and output.wait)


def _joined(first: str, second: str) -> str:
    """Two sentences; after a trailing "but" the second goes on in lower case."""
    if first.endswith(("but", ",")) and second.startswith(("The ", "There", "So")):
        second = second[:1].lower() + second[1:]
    return f"{first} {second}"
